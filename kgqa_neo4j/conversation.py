"""A conversation with a graph: questions that carry on from the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import InputError, KgqaError
from kgqa_neo4j.question.follow_up import about, left_out, pointing, resolved

if TYPE_CHECKING:
    from kgqa_neo4j.methods.teaching import Report as LearningReport

# Answers of the last question that a pronoun may point at.
_MOST_MEANT = 3


class Answerer(Protocol):
    """What a conversation needs of a graph: a `KnowledgeGraph` has it, and so has a client of the engine."""

    def ask(
        self,
        question: str,
        *,
        method: str | None = None,
        settings: Mapping[str, object] | None = None,
        on_text: Callable[[str], None] | None = None,
        keep: bool = True,
    ) -> Answer:
        """Answer a question; see `KnowledgeGraph.ask`."""

    def correct(self, answers: list[str], wrong: Answer | str = "last") -> LearningReport:
        """Learn what the right answers would have been; see `KnowledgeGraph.correct`."""


class Conversation:
    """Consecutive questions to one graph. Not thread-safe.

    `last` is the last answer; `method` is the method that answers, "" for the configured one; `keep` keeps the answers
    in the history.
    """

    def __init__(self, graph: Answerer, *, keep: bool = True) -> None:
        self.graph = graph
        self.keep = keep
        self.method = ""
        self.last: Answer | None = None

    def ask(self, text: str, on_text: Callable[[str], None] | None = None) -> Answer:
        """Answer a question or a follow-up; the answer's `question` says how a follow-up was understood.

        Raises:
            KgqaError: as `KnowledgeGraph.ask`.
        """
        question = self.understood(text)
        self.last = self.graph.ask(question, method=self.method or None, on_text=on_text, keep=self.keep)
        return self.last

    def understood(self, text: str) -> str:
        """Return the question that a follow-up stands for, the text itself where it is none."""
        if self.last is None:
            return text
        if name := left_out(text):
            return self._about_another(name) or text
        if pointing(text):
            return self._pointed_at(text)
        return text

    def correct(self, names: list[str]) -> LearningReport:
        """Learn what the right answer of the last question would have been.

        Raises:
            InputError: nothing was asked yet, or no names are given.
            KgqaError: or one of its kinds.
        """
        if self.last is None:
            raise InputError("nothing was asked yet", hint="ask something first")
        return self.graph.correct(names, self.last)

    def _about_another(self, name: str) -> str:
        assert self.last is not None
        for mention, _ in self._mentions(self.last):
            if question := about(self.last.question, mention, name):
                return question
        return ""

    def _pointed_at(self, text: str) -> str:
        """Return the question about what its pronoun most likely means: the surest answer decides."""
        best, confidence = "", -1.0
        for name in self._meant(text):
            question = resolved(text, name)
            try:
                answer = self.graph.ask(
                    question, method="plans", settings={"ask.min_confidence": 0.0}, keep=False
                )
            except KgqaError:
                continue
            if answer.status is Status.ANSWERED and (answer.confidence or 0.0) > confidence:
                best, confidence = question, answer.confidence or 0.0
        return best or next((resolved(text, name) for name in self._meant(text)), text)

    def _meant(self, text: str) -> Iterator[str]:
        assert self.last is not None
        topics = [topic.name for topic in self.last.topics]
        answers = [entity.name for entity in self.last.entities[:_MOST_MEANT]]
        # "he" is rather the person that was the answer, "it" rather what the question was about.
        yield from dict.fromkeys([*answers, *topics] if pointing(text) == "person" else [*topics, *answers])

    @staticmethod
    def _mentions(answer: Answer) -> Iterator[tuple[str, str]]:
        """Yield (the words that named a topic, the topic's name)."""
        names = {topic.id: topic.name for topic in answer.topics}
        for step in answer.steps:
            if step.kind == "linking":
                for topic in step.data["topics"]:
                    yield topic["mention"], names.get(topic["id"], topic["mention"])
        yield from ((name, name) for name in names.values())
