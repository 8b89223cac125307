"""A conversation with a graph: questions and follow-up questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from kgqa_neo4j.model.answer import Answer, ScoredEntity, Status
from kgqa_neo4j.model.errors import InputError, KgqaError
from kgqa_neo4j.question.follow_up import (
    about,
    counts_them,
    left_out,
    of_several,
    pointing,
    resolved,
    resolved_to_all,
)
from kgqa_neo4j.reporting.joined_answers import counted, side_by_side

if TYPE_CHECKING:
    from kgqa_neo4j.methods.teaching import Report as LearningReport

# Maximum number of previous answers considered as the referent of a pronoun.
_MOST_MEANT = 3
# Maximum number of previous answers that a question about all of them is asked for, one by one.
_MOST_ASKED = 20


class Answerer(Protocol):
    """The part of a graph's interface that a conversation uses: a `KnowledgeGraph` or a client of the engine."""

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
        """Learn the right answers; see `KnowledgeGraph.correct`."""


class Conversation:
    """Consecutive questions to one graph. Not thread-safe.

    `last` is the last answer; `method` the method to use, "" for the configured one; `keep` whether answers are stored
    in the history.
    """

    def __init__(self, graph: Answerer, *, keep: bool = True) -> None:
        self.graph = graph
        self.keep = keep
        self.method = ""
        self.last: Answer | None = None
        # Whether the last answer was assembled here rather than given by one question to the graph.
        self._joined = False

    def ask(
        self,
        text: str,
        on_text: Callable[[str], None] | None = None,
        on_understood: Callable[[str], None] = lambda question: None,
    ) -> Answer:
        """Answer a question or a follow-up; the answer's `question` is the follow-up written out in full.

        Args:
            text: the question or follow-up.
            on_text: receives the text of the answer piece by piece.
            on_understood: receives a follow-up as a full question, before it is asked.

        Raises:
            KgqaError: as in `KnowledgeGraph.ask`.
        """
        if self.last is not None and self.last.entities and counts_them(text):
            return self._told(counted(text, self.last), on_text)
        question, several = self._understood(text)
        if question != text:
            on_understood(question)
        if several:
            parts = [(one, self._asked(resolved(text, one.name))) for one in several]
            return self._told(side_by_side(question, parts), on_text)
        self._joined = False
        self.last = self._asked(question, on_text)
        return self.last

    def understood(self, text: str) -> str:
        """Return a follow-up as a full question; any other text unchanged."""
        return self._understood(text)[0]

    def correct(self, names: list[str]) -> LearningReport:
        """Learn the right answers to the last question.

        Raises:
            InputError: nothing was asked yet, the answer was assembled from others, or no names are given.
            KgqaError: the correction cannot be learned.
        """
        if self.last is None:
            raise InputError("nothing was asked yet", hint="ask something first")
        if self._joined:
            raise InputError(
                "the last answer was derived from earlier ones",
                hint="ask a complete question, then correct its answer",
            )
        return self.graph.correct(names, self.last)

    def _understood(self, text: str) -> tuple[str, Sequence[ScoredEntity]]:
        """Return a follow-up as a full question, with the entities to ask it for one by one, if any."""
        if self.last is None:
            return text, ()
        if name := left_out(text):
            return self._about_another(name) or text, ()
        if pointing(text):
            return self._pointed_at(text)
        return text, ()

    def _asked(self, question: str, on_text: Callable[[str], None] | None = None) -> Answer:
        return self.graph.ask(question, method=self.method or None, on_text=on_text, keep=self.keep)

    def _told(self, answer: Answer, on_text: Callable[[str], None] | None) -> Answer:
        """Store an answer that was assembled here as the last one."""
        if on_text is not None and answer.text:
            on_text(answer.text)
        self.last, self._joined = answer, True
        return answer

    def _about_another(self, name: str) -> str:
        """Return the last question with another name in place of a topic; "" if none can be replaced."""
        assert self.last is not None
        for mention in self._mentions(self.last):
            if question := about(self.last.question, mention, name):
                return question
        return ""

    def _pointed_at(self, text: str) -> tuple[str, Sequence[ScoredEntity]]:
        """Return the question with its pronoun resolved to the entity for which it has the most confident answer.

        If "they" resolves to one of several answers, it stands for all of them.
        """
        assert self.last is not None
        named = list(self._meant(text))
        best, confidence = next(iter(named), ""), -1.0
        for name in named:
            try:
                answer = self.graph.ask(
                    resolved(text, name), method="plans", settings={"ask.min_confidence": 0.0}, keep=False
                )
            except KgqaError:
                continue
            if answer.status is Status.ANSWERED and (answer.confidence or 0.0) > confidence:
                best, confidence = name, answer.confidence or 0.0
        several = self.last.entities[:_MOST_ASKED]
        if len(several) > 1 and of_several(text) and best in [one.name for one in several]:
            return resolved_to_all(text, [one.name for one in self.last.entities]), several
        return resolved(text, best) if best else text, ()

    def _meant(self, text: str) -> Iterator[str]:
        """Yield the names that a pronoun may stand for, the likeliest first."""
        assert self.last is not None
        topics = [topic.name for topic in self.last.topics]
        answers = [entity.name for entity in self.last.entities[:_MOST_MEANT]]
        # "he" and "they" more likely refer to the answers, "it" to the topic of the question.
        people = pointing(text) == "person" or (len(answers) > 1 and of_several(text))
        yield from dict.fromkeys([*answers, *topics] if people else [*topics, *answers])

    @staticmethod
    def _mentions(answer: Answer) -> Iterator[str]:
        """Yield what the topics were called in the question, and then their names."""
        for step in answer.steps:
            if step.kind == "linking":
                yield from (topic["mention"] for topic in step.data["topics"])
        yield from (topic.name for topic in answer.topics)
