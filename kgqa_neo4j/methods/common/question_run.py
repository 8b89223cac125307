"""The run of one question through a method: the answer so far, counted model calls, linking, fallback.

Holds what all methods have in common; each method adds its control flow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.llm.cache import refused_by
from kgqa_neo4j.llm.weights import PACKAGED_NAME
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import Calls, timed
from kgqa_neo4j.methods.common.generation import generate_alone
from kgqa_neo4j.model.answer import Answer, Evidence, ScoredEntity, Status, Step
from kgqa_neo4j.model.errors import ContextOverflow, ModelTimeout, ModelUnavailable
from kgqa_neo4j.model.graph import Entity, Triple
from kgqa_neo4j.model.observing import observe
from kgqa_neo4j.model.text import percent

OnText = Callable[[str], None]

MODEL_FAILURES = (ContextOverflow, ModelTimeout, ModelUnavailable)
"""Failures of a single call; they lead to an answer with the status `failed`, not to an error."""
# Rows of a withheld table that are kept in the step.
_SHOWN_ROWS = 5


def falls_back(resources: Resources) -> bool:
    """Whether the model may answer from its own knowledge if the graph has no answer.

    By default it may unless it is the packaged model, which is too small to know anything.
    """
    return is_on(resources.settings.ask.fallback, resources)


def is_on(switch: Literal["auto", "on", "off"], resources: Resources) -> bool:
    """Whether a setting about the model is on; ``auto`` means on unless the model is the packaged one."""
    return switch == "on" or (switch == "auto" and resources.llm.model != PACKAGED_NAME)


class QuestionRun:
    """The state of one question; `finish` returns the answer."""

    def __init__(self, method: str, question: str, resources: Resources, on_text: OnText | None) -> None:
        self.resources = resources
        self.on_text = on_text
        self.calls = Calls(resources.llm, resources.settings.llm)
        self.answer = Answer(question, method, Status.ANSWERED)
        self._evidence: dict[str, Evidence] = {}

    def link(self, topics: Sequence[str], question: str = "") -> Linking:
        """Link the answer's question, or `question` instead; record the topics in the answer and in a step.

        Raises:
            NoSuchTopic: an explicit topic is not in the graph.
        """
        answer = self.answer
        with timed(answer.seconds, "linking"):
            linking = self.resources.linker.link(question or answer.question, topics)
        answer.topics = [
            ScoredEntity(one.entity.id, one.entity.name, round(one.score, 6)) for one in linking.topics
        ]
        self._add(_linking_step(linking))
        return linking

    def step(self, kind: str, summary: str, **data: Any) -> int:
        """Add a step and return its number (from 1), by which evidence refers to it."""
        return self._add(Step(kind, summary, data))

    def _add(self, step: Step) -> int:
        self.answer.steps.append(step)
        observe(step)
        return len(self.answer.steps)

    def fallbacks(self, taken: Iterable[str]) -> None:
        """Record fallbacks, as steps and in the answer's reason."""
        for what in taken:
            self.step("fallback", what)
            self.because(what)

    def because(self, *reasons: str) -> None:
        """Append reasons to the answer's reason, without duplicates."""
        known = [part for part in self.answer.reason.split("; ") if part]
        self.answer.reason = "; ".join(dict.fromkeys([*known, *filter(None, reasons)]))

    def add_evidence(self, triples: Iterable[tuple[Triple, float, int]], step: int = 0) -> None:
        """Add (triple, score, hop) to the evidence; a triple that is there already keeps its first step."""
        for triple, score, hop in triples:
            self._evidence.setdefault(triple.id, Evidence(triple, round(score, 6), hop, step))

    @property
    def evidence(self) -> list[Evidence]:
        """The evidence so far, in the order in which it was found."""
        return list(self._evidence.values())

    def answer_with(self, entities: Iterable[Entity], candidates: Iterable[Entity] = ()) -> None:
        """Make `entities` the answer set, best first, and the other `candidates` the runners-up."""
        answers = list({entity.id: entity for entity in entities}.values())
        ids = {entity.id for entity in answers}
        others = list({one.id: one for one in candidates if one.id not in ids}.values())
        count = len(answers) + len(others)
        scored = [
            ScoredEntity(entity.id, entity.name, round(1 - place / count, 6))
            for place, entity in enumerate([*answers, *others])
        ]
        self.answer.entities, self.answer.candidates = scored[: len(answers)], scored[len(answers) :]

    def withhold(self, minimum: float) -> None:
        """Withhold the answer because its confidence is below `minimum`, without falling back to the model alone."""
        confidence = self.answer.confidence or 0.0
        summary = f"withheld: {percent(confidence)} is below ask.min_confidence = {minimum:g}"
        rows = [[cell.name for cell in row] for row in self.answer.rows]
        self.step(
            "withheld",
            summary,
            minimum=minimum,
            answers=len(rows) or len(self.answer.entities),
            rows=rows[:_SHOWN_ROWS],
        )
        self.because("unsure")
        self.answer.withhold()

    def without_graph(self, reason: str, question: str) -> None:
        """Fall back to the model alone or, if that is off, mark the answer as unanswerable."""
        self.because(reason)
        if falls_back(self.resources):
            self.answer.status = Status.FALLBACK
            self.alone(question)
        else:
            self.answer.status = Status.UNANSWERABLE
            self.answer.text = ""

    def alone(self, question: str) -> None:
        """Generate the text by the model alone; if the model fails, the status is `failed`."""
        try:
            with timed(self.answer.seconds, "generation"):
                self.answer.text = generate_alone(self.calls, question, self.on_text)
        except MODEL_FAILURES as error:
            self.fail(error)
            return
        self.step("generation", "the language model answered without the graph")

    def fail(self, error: ContextOverflow | ModelTimeout | ModelUnavailable) -> None:
        """Mark the answer as failed; what was retrieved stays in it."""
        self.answer.status = Status.FAILED
        self.because(error.message, error.hint)
        self.step("generation", f"the language model failed: {error.message}")

    def finish(self) -> Answer:
        """Return the answer, completed with evidence and model usage."""
        self.answer.evidence = self.evidence
        refused = dict.fromkeys(refused_by(self.resources.llm) if self.calls.usage.calls else ())
        self.fallbacks(f"the model's endpoint does not take {what}: asked without" for what in refused)
        self.answer.llm = self.calls.finish()
        return self.answer


def _linking_step(linking: Linking) -> Step:
    data = {
        "topics": [
            {"id": topic.entity.id, "mention": topic.mention.text, "match": topic.match}
            for topic in linking.topics
        ],
        "suggestions": list(linking.suggestions),
    }
    if linking.topics:
        names = ", ".join(f"{topic.entity.name} ({topic.match})" for topic in linking.topics)
        return Step("linking", f"the question is about {names}", data)
    nearest = f"; did you mean {', '.join(linking.suggestions)}?" if linking.suggestions else ""
    return Step("linking", f"nothing in the question was found in the graph{nearest}", data)
