"""One question on its way through a method: the answer so far, the counted calls, linking, fallback.

What all methods do alike stands here; a method adds its control flow.
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
# Of a table that is withheld, so many rows are kept for whoever wants to see what it would have been.
_SHOWN_ROWS = 5
"""Failures of one call, which end in an answer with the status `failed`, not in an error."""


def falls_back(resources: Resources) -> bool:
    """Return whether the model may answer from its own knowledge where the graph has nothing.

    The packaged model is too small to know anything: by default only another one may.
    """
    return is_on(resources.settings.ask.fallback, resources)


def is_on(switch: Literal["auto", "on", "off"], resources: Resources) -> bool:
    """Return whether the model may do what a setting allows; ``auto`` is on unless it is the packaged model."""
    return switch == "on" or (switch == "auto" and resources.llm.model != PACKAGED_NAME)


class QuestionRun:
    """The state that a method works on; `finish` gives the answer."""

    def __init__(self, method: str, question: str, resources: Resources, on_text: OnText | None) -> None:
        self.resources = resources
        self.on_text = on_text
        self.calls = Calls(resources.llm, resources.settings.llm)
        self.answer = Answer(question, method, Status.ANSWERED)
        self._evidence: dict[str, Evidence] = {}

    def link(self, topics: Sequence[str], question: str = "") -> Linking:
        """Link the question, or what of it is to be read, fill in the answer's topics, and say so in a step.

        Raises:
            NoSuchTopic: a topic named outright is not in the graph.
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
        """Add a step and return its number, from 1, by which evidence refers to it."""
        return self._add(Step(kind, summary, data))

    def _add(self, step: Step) -> int:
        self.answer.steps.append(step)
        observe(step)
        return len(self.answer.steps)

    def fallbacks(self, taken: Iterable[str]) -> None:
        """Record fallbacks that were taken: as steps, and in the answer's reason."""
        for what in taken:
            self.step("fallback", what)
            self.because(what)

    def because(self, *reasons: str) -> None:
        """Add to the answer's reason what is not in it yet."""
        known = [part for part in self.answer.reason.split("; ") if part]
        self.answer.reason = "; ".join(dict.fromkeys([*known, *filter(None, reasons)]))

    def add_evidence(self, triples: Iterable[tuple[Triple, float, int]], step: int = 0) -> None:
        """Add (triple, score, hop) to the evidence; what is there already stays with its first step."""
        for triple, score, hop in triples:
            self._evidence.setdefault(triple.id, Evidence(triple, round(score, 6), hop, step))

    @property
    def evidence(self) -> list[Evidence]:
        """The evidence so far, in the order in which it was found."""
        return list(self._evidence.values())

    def answer_with(self, entities: Iterable[Entity], candidates: Iterable[Entity] = ()) -> None:
        """Make `entities` the answer set, best first, and the others among `candidates` the runners-up."""
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
        """Do not give the answer: it is less sure than `minimum`. The model alone would hardly know better."""
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
        """The fallback to the model alone, or, where that is off, an answer that says so."""
        self.because(reason)
        if falls_back(self.resources):
            self.answer.status = Status.FALLBACK
            self.alone(question)
        else:
            self.answer.status = Status.UNANSWERABLE
            self.answer.text = ""

    def alone(self, question: str) -> None:
        """Fill in the text by the model alone; `failed`, with the reason, if it cannot."""
        try:
            with timed(self.answer.seconds, "generation"):
                self.answer.text = generate_alone(self.calls, question, self.on_text)
        except MODEL_FAILURES as error:
            self.fail(error)
            return
        self.step("generation", "the language model answered without the graph")

    def fail(self, error: ContextOverflow | ModelTimeout | ModelUnavailable) -> None:
        """Make the answer a failed one; what was retrieved stays in it."""
        self.answer.status = Status.FAILED
        self.because(error.message, error.hint)
        self.step("generation", f"the language model failed: {error.message}")

    def finish(self) -> Answer:
        """Return the answer with its evidence and what the model cost."""
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
