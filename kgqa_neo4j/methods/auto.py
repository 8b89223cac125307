"""The method `auto`: the executed plan where it is sure, else the language model, else "not in the graph".

This project's own. `plans` answers without a model call. Where it has no answer, or is not sure of it,
`adaptive` explores the graph with the model; where that finds nothing either, the model answers alone if the
settings allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.answer import Answer, Evidence, Seconds, Status, Step
from kgqa_neo4j.methods.adaptive import Adaptive
from kgqa_neo4j.methods.base import Tools
from kgqa_neo4j.methods.inquiry import OnText
from kgqa_neo4j.methods.plans import Plans
from kgqa_neo4j.settings import Settings


class Auto:
    """Plans first, then adaptive exploration. One instance may answer many questions."""

    name = "auto"
    needs_graph = True

    def __init__(self) -> None:
        self._plans = Plans()
        self._adaptive = Adaptive()

    def answer(
        self, question: str, tools: Tools, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: a topic named outright is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable: the parts cannot be used at all.
        """
        least = max(tools.settings.auto.confident, tools.settings.ask.min_confidence)
        planned = self._plans.answer(question, _with(tools, min_confidence=least), topics)
        if planned.status is Status.ANSWERED:
            planned.steps.append(Step("auto", f"answered by the plan: {_sure(planned)}"))
            if on_text is not None:
                on_text(planned.text)
            planned.method = self.name
            return planned
        # The topics are linked already; linking again would cost the same and find the same.
        known = [topic.id for topic in planned.topics] or topics
        why = Step("auto", f"handed to the language model: {_sure(planned)}", {"reason": planned.reason})
        explored = self._adaptive.answer(question, tools, known, on_text)
        return _joined(planned, why, explored, self.name)

    def qa_pairs_used(self, tools: Tools) -> int:
        """Return how many question-answer pairs its plans were learnt from; see `Learner`."""
        return self._plans.qa_pairs_used(tools)


def _sure(answer: Answer) -> str:
    if answer.confidence is None:
        return answer.reason
    return f"{answer.reason + ', ' if answer.reason else ''}right with a probability of {answer.confidence:.2f}"


def _with(tools: Tools, *, min_confidence: float) -> Tools:
    ask = tools.settings.ask.model_copy(update={"min_confidence": min_confidence})
    settings: Settings = tools.settings.model_copy(update={"ask": ask})
    return replace(tools, settings=settings)


def _joined(planned: Answer, why: Step, explored: Answer, name: str) -> Answer:
    """Return the second answer with what the first one did before it."""
    explored.method = name
    before = [*planned.steps, why]
    explored.steps = [*before, *explored.steps]
    explored.evidence = _without_repeats(
        [
            *(replace(one, step=one.step + len(before) if one.step else 0) for one in explored.evidence),
            *planned.evidence,
        ]
    )
    explored.reason = "; ".join(dict.fromkeys(filter(None, (f"plans: {planned.reason}", explored.reason))))
    known = {entity.id for entity in explored.entities}
    others = {one.id for one in explored.candidates}
    explored.candidates += [one for one in planned.candidates if one.id not in known | others]
    explored.seconds = Seconds(
        *(
            getattr(planned.seconds, stage) + getattr(explored.seconds, stage)
            for stage in ("linking", "exploration", "generation", "total")
        )
    )
    return explored


def _without_repeats(evidence: Sequence[Evidence]) -> list[Evidence]:
    found: dict[str, Evidence] = {}
    for one in evidence:
        found.setdefault(one.triple.id, one)
    return list(found.values())
