"""The method `auto`: the executed plan if its confidence is high, else the language model.

This project's own; see docs/methods/auto.md. `plans` answers without a model call. If its confidence is low, the model
reranks the best plans; if no plan has an answer, `adaptive` explores the graph with the model. If that finds nothing
either, the model answers alone, if the settings allow it. The model may put a plan's answers into a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.methods.adaptive.method import Adaptive
from kgqa_neo4j.methods.auto.answer_realization import can_be_phrased, phrase
from kgqa_neo4j.methods.auto.plan_reranking import Proposal, meaning, proposals, weigh, weighed
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES, OnText, QuestionRun, is_on
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.methods.plans.planning import Planning
from kgqa_neo4j.model.answer import Answer, Evidence, Seconds, Status, Step
from kgqa_neo4j.model.text import percent
from kgqa_neo4j.settings import Settings


class Auto:
    """Plans first, then the language model. One instance may answer many questions."""

    name = "auto"
    needs_graph = True
    asks_attached = True

    def __init__(self, plans: Plans | None = None) -> None:
        self._plans = plans or Plans()
        self._adaptive = Adaptive()

    def answer(
        self, question: str, resources: Resources, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: an explicit topic is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable: a resource cannot be used at all.
        """
        if resources.attached is not None:
            attached = self._plans.answer_attached(question, resources, on_text, self.name)
            return _or_alone(attached, resources, on_text)
        # Low-confidence answers are withheld below, after reranking.
        planning = self._plans.begin(question, _with(resources, min_confidence=0.0))
        planning.refuses = not is_on(resources.settings.auto.rerank, resources)
        planned = planning.run(topics)
        planned.method = self.name
        if planning.misread:
            # Exploration would overlook the same word.
            return _or_alone(planned, resources, on_text)
        if planned.status is not Status.ANSWERED:
            # Reuse the topics; linking again would find the same.
            known = [topic.id for topic in planned.topics] or topics
            why = Step("auto", f"handed to adaptive exploration: {planned.reason}", {"reason": planned.reason})
            return _joined(planned, why, self._adaptive.answer(question, resources, known, on_text), self.name)
        if _confidence(planned) < resources.settings.auto.confident:
            _reconsider(planning)
        if planned.status is not Status.ANSWERED:
            return planning.finish()
        # Set only now, because the answer of a plan that is replaced by another one must not be streamed.
        planning.on_text = on_text
        if _confidence(planned) < resources.settings.ask.min_confidence:
            planning.withhold(resources.settings.ask.min_confidence)
        else:
            planning.step("auto", f"answered by the plan, {_sure(planned)}")
            _say(planning)
        return planning.finish()

    def qa_pairs_used(self, resources: Resources) -> int:
        """Return the number of question-answer pairs that its plans learned from; see `Learner`."""
        return self._plans.qa_pairs_used(resources)


def _or_alone(answer: Answer, resources: Resources, on_text: OnText | None) -> Answer:
    """Return the answer, or the model's own if it is unanswerable and the user explicitly set `ask.fallback` to on."""
    if answer.status is not Status.UNANSWERABLE or resources.settings.ask.fallback != "on":
        return answer
    run = QuestionRun(answer.method, answer.question, resources, on_text)
    run.answer = answer
    run.without_graph("", answer.question)
    answer.llm = run.calls.finish()
    return answer


def _reconsider(planning: Planning) -> None:
    """Let the model rerank the best plans, and answer with the new scores."""
    answer, settings, scores = planning.answer, planning.resources.settings.auto, planning.scores
    if scores is None or settings.plans < 2 or not is_on(settings.rerank, planning.resources):
        return
    with timed(answer.seconds, "exploration"):
        proposed = proposals(planning, settings.plans)
    if len(proposed) < 2:
        planning.step("auto", f"unsure ({_sure(answer)}), but no other plan has an answer to compare")
        return
    planning.step("auto", f"unsure ({_sure(answer)}), so the language model compared {len(proposed)} plans")
    try:
        with timed(answer.seconds, "generation"):
            likely = weigh(planning, proposed)
    except MODEL_FAILURES as error:
        planning.because(f"the best plan answers, as the language model failed ({error.message})")
        return
    values = weighed(scores, proposed, likely, settings.model_weight)
    step = _tell(planning, proposed, likely, values.values[[one.places[0] for one in proposed]].tolist())
    with timed(answer.seconds, "exploration"):
        planning.answer_anew(values)
    for one in proposed:
        value = float(values.values[one.places[0]])
        planning.add_evidence(((triple, value, hop) for triple, hop in one.result.evidence), step)


def _tell(
    planning: Planning, proposed: Sequence[Proposal], likely: Sequence[float], values: Sequence[float]
) -> int:
    told = [
        {
            "plan": meaning(planning, one.result),
            "likelihood": round(one_likely, 3),
            "score": round(value, 6),
            "answers": [entity.id for entity in one.result.entities[:5]],
        }
        for one, one_likely, value in zip(proposed, likely, values, strict=True)
    ]
    first = max(range(len(likely)), key=lambda place: likely[place])
    same = "too" if first == 0 else "instead"
    summary = f"the language model finds {told[first]['plan']} the most likely, {same}"
    return planning.step("reranking", summary, plans=told)


def _say(planning: Planning) -> None:
    """Let the model put a short answer into a sentence; list the names if the sentence is rejected or too many.

    Without streaming, as in programs and evaluations, only the names are needed.
    """
    answer = planning.answer
    if planning.on_text is None:
        return
    names = list(dict.fromkeys(entity.name for entity in answer.entities))
    if planning.resources.settings.auto.phrase and can_be_phrased(names):
        assert planning.linking is not None
        executed = max(place for place, step in enumerate(answer.steps, 1) if step.kind == "execution")
        triples = [(one.triple, one.step) for one in planning.evidence]
        found = {end.name for triple, _ in triples for end in (triple.subject, triple.object)} - set(names)
        relations = {triple.relation.name for triple, step in triples if step == executed}
        try:
            with timed(answer.seconds, "generation"):
                text, complaint = phrase(planning.calls, planning.linking.question, names, found, relations)
        except MODEL_FAILURES as error:
            text, complaint = "", error.message
        if text:
            answer.text = text
            planning.step("realization", "the language model put the answer into a sentence")
        else:
            planning.step(
                "realization", f"the answer is listed, not in the language model's words: {complaint}"
            )
    planning.on_text(answer.text)


def _confidence(answer: Answer) -> float:
    return 1.0 if answer.confidence is None else answer.confidence


def _sure(answer: Answer) -> str:
    return f"confidence {percent(_confidence(answer))}"


def _with(resources: Resources, *, min_confidence: float) -> Resources:
    ask = resources.settings.ask.model_copy(update={"min_confidence": min_confidence})
    settings: Settings = resources.settings.model_copy(update={"ask": ask})
    return replace(resources, settings=settings)


def _joined(planned: Answer, why: Step, explored: Answer, name: str) -> Answer:
    """Return the answer of `adaptive`, preceded by the steps, evidence and times of `plans`."""
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
