"""The run of one question through `plans`: execute the plans that it may mean, and judge the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextvars import copy_context
from dataclasses import asdict, replace
from functools import cache
from itertools import chain
from typing import Any

from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.generation import compose
from kgqa_neo4j.methods.common.question_run import OnText
from kgqa_neo4j.methods.plans.doubts import (
    fuller,
    goes_the_other_way,
    is_of_another_class,
    is_other_way,
    names_another,
    reason_against,
    says_all,
    says_most,
    unread,
)
from kgqa_neo4j.methods.plans.parts import Parts
from kgqa_neo4j.methods.plans.plan_search import PlanSearch
from kgqa_neo4j.methods.plans.query_answers import (
    REWORDING_ANSWERERS,
    answer_instead,
    read_and_answer,
)
from kgqa_neo4j.methods.plans.refusals import is_like_learned, unknown_told
from kgqa_neo4j.methods.plans.returning import may_return
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.text import percent
from kgqa_neo4j.plans.aggregation import aggregation_plans, asks_count
from kgqa_neo4j.plans.candidates import Candidate
from kgqa_neo4j.plans.confidence.judging import judge
from kgqa_neo4j.plans.confidence.signals import Outcome, Signals
from kgqa_neo4j.plans.execution import Result, counted
from kgqa_neo4j.plans.plan import AnswerForm, Plan
from kgqa_neo4j.plans.plan_json import plan_to_json
from kgqa_neo4j.plans.reading.asked import AskedQuestion, unknown_words
from kgqa_neo4j.plans.scoring import Scores
from kgqa_neo4j.plans.text import plan_text
from kgqa_neo4j.question.answer_kinds import contradicts

# Factor of the confidence in an answer of the wrong kind.
_CONTRADICTED = 0.3
# Best plans searched for one that leads to values as constrained by the question.
_HELD = 5
# Minimum confidence of a plan that expresses all of the question: nearly all such answers with a lower estimate were
# right on the development questions.
_SAYS_ALL = 0.6


class Planning(PlanSearch):
    """The run of one question: its candidates are executed, and the answer is judged.

    `taken_apart` is the parsed question of the reader. `misread` is set if the question must not be explored by
    `adaptive` after a refusal.
    """

    def __init__(self, question: str, resources: Resources, parts: Parts, on_text: OnText | None) -> None:
        super().__init__(question, resources, parts, on_text)
        self.misread = False
        self.taken_apart: AskedQuestion | None = None
        # Whether unsupported low-confidence answers are refused; if not, the caller reranks them.
        self.refuses = True
        self._judged: dict[Outcome, tuple[float, Signals]] = {}

    def run(self, topics: Sequence[str]) -> Answer:
        """Answer the question; see `Plans.answer`."""
        try:
            return self._answered(topics)
        finally:
            self.settle()

    def _answered(self, topics: Sequence[str]) -> Answer:
        if self.settings.words and any(one(self, topics) for one in REWORDING_ANSWERERS):
            return self.finish()
        self.linked = self._link(topics)
        if self.settings.words and self.parts.reader is not None:
            self._begin(self.linked)
        if self.settings.words and read_and_answer(self, self.linked):
            return self.finish()
        linking, found, scores = self.consider(topics)
        if not linking.topics:
            self.refuse("no entity")
        elif not found:
            self.refuse("no plan")
        else:
            with timed(self.answer.seconds, "exploration"):
                self._execute(found, scores)
        return self.finish()

    def answer_anew(self, scores: Scores) -> None:
        """Answer again with other scores of the same candidates, replacing the evidence so far."""
        self._evidence.clear()
        try:
            self._execute(self.found, scores)
        finally:
            self.settle()

    def _execute(self, found: Sequence[Candidate], scores: Scores) -> None:
        order = scores.order()
        # "In which country was X born" must not be answered by the town if a query expresses both.
        anew = self.refuses and not is_like_learned(scores.nearest)
        if anew and names_another(self, found[order[0]].plan) and answer_instead(self):
            return
        # The server executes the best plan while its confidence is estimated here.
        best = self.parts.beside.submit(copy_context().run, self.result, found[order[0]].plan)
        self._begun.append(best)
        likely = Outcome(order[0], 0, False)
        self._judged = {likely: self._confidence(found, scores, likely)}
        result_of = cache(lambda place: best.result() if place == order[0] else self.result(found[place].plan))
        wanted = self.constraints and all(
            constraint.told and not constraint.among for constraint in self.constraints
        )
        for rank, place in enumerate(order[:_HELD] if wanted else ()):
            held = self._held(found[place].plan, result_of(place))
            if held is not None:
                if held.entities:
                    self._answer(held, found, scores, order, rank, "lead to no such values")
                else:
                    self.step("execution", f"{plan_text(held.plan)} leads to nothing", rank=rank + 1)
                    self.refuse("empty")
                return
        passed: tuple[Result, int] | None = None
        backwards = False
        for rank, place in enumerate(order[: self.settings.execute]):
            if rank <= backwards and says_most(scores, place) and goes_the_other_way(self, found[place].plan):
                # The question asks for what the topic does, but the plan leads to what is done to it.
                backwards = True
                self.step(
                    "execution", f"{plan_text(found[place].plan)} runs in the wrong direction", rank=rank + 1
                )
                continue
            if backwards and not is_other_way(self, found[order[0]].plan, found[place].plan):
                continue
            result = result_of(place)
            if rank == 0 and may_return(result, scores, order, self.parts.schema.relations()):
                result = self.parts.executor.execute(replace(result.plan, revisited=True))
            if result.entities and not self.contradicted(result):
                better = (
                    "lead to nothing"
                    if passed is None
                    else "lead to nothing, or to something that cannot be meant"
                )
                self._answer(result, found, scores, order, rank, better)
                return
            if result.entities:
                passed = passed or (result, rank)
                continue
            self.step("execution", f"{plan_text(result.plan)} leads to nothing", rank=rank + 1)
        if passed:
            self._answer(passed[0], found, scores, order, passed[1])
        else:
            # Exploration would return the results of the wrong direction.
            self.misread = backwards
            self.refuse("empty")

    def contradicted(self, result: Result) -> bool:
        """Whether the result of a plan is of a kind that the question words rule out."""
        if not self.settings.words:
            return False
        found = result.entities
        return contradicts(self.form, [entity.name for entity in found]) or is_of_another_class(self, result)

    def _held(self, plan: Plan, result: Result) -> Result | None:
        """Return the `result` of a plan with the value constraints; None if its entities have no such values.

        The result is empty if the entities have such values, but none of them meets the constraints.
        """
        if replace(result.plan, form=plan.form) != plan:
            return result
        values, execute = self.parts.values, self.parts.executor.execute
        wanted = next(values.plans(plan, self.constraints), None)
        if wanted and any(execute(one).entities for one in values.having(plan, self.constraints)):
            return Result(wanted, (), (), 0, False)
        return None

    def result(self, plan: Plan) -> Result:
        """Execute a plan, in the form that the question's words ask for: with value constraints, yes or no, a count."""
        plans = chain(self._worded(plan) if self.settings.words else (), [plan])
        results = map(self.parts.executor.execute, plans)
        result = next((one for one in results if one.entities), None) or Result(plan, (), (), 0, False)
        is_set = result.plan.form is AnswerForm.WHICH
        return counted(result) if is_set and self.settings.words and asks_count(self.form) else result

    @property
    def _topics(self) -> list[str]:
        assert self.asked is not None
        return [topic.id for topic in self.asked.topics]

    def _worded(self, plan: Plan) -> Iterator[Plan]:
        for constraint in self.constraints:
            if constraint.among:
                yield from self.parts.values.among(self._topics, constraint)
        yield from aggregation_plans(self.form, plan, self._topics)
        yield from self.parts.values.plans(plan, self.constraints)

    def _answer(
        self,
        result: Result,
        found: Sequence[Candidate],
        scores: Scores,
        order: Sequence[int],
        rank: int,
        better: str = "lead to nothing",
    ) -> None:
        place = order[rank]
        value = float(scores.values[place])
        after = order[rank + 1] if rank + 1 < len(order) else None
        margin = round(value - float(scores.values[after]), 6) if after is not None else None
        why = "it has the best score" if rank == 0 else f"the {rank} better ones {better}"
        if result.cut:
            why += "; reading stopped at a limit, so there may be more answers"
        step = self.step(
            "execution",
            f"{plan_text(result.plan)} leads to {result.total:,}: {why}",
            plan=plan_to_json(result.plan),
            rank=rank + 1,
            score=round(value, 6),
            margin=margin,
            total=result.total,
            cut=result.cut,
            **_statement(result),
        )
        if result.cut:
            self.because("the graph around the topic was only partly read")
        self.add_evidence(((triple, value, hop) for triple, hop in result.evidence), step)
        confidence, signals = self._judge(found, scores, Outcome(place, rank, result.cut))
        if contradicted := self.contradicted(result):
            confidence = self.answer.confidence = confidence * _CONTRADICTED
            self.step("type", f"not what the question asks for; confidence {percent(confidence)}")
        if not signals.known and (word := unread(self, result.plan)):
            self._refuse_unread(word)
            return
        reason = reason_against(self, result, signals)
        if (full := fuller(self, found, scores, order, rank, signals, reason)) is not None:
            place, result = full
            better = "do not say all of the question"
            self._answer(result, found, scores, order, order.index(place), better)
            return
        if reason:
            self._refuse_unsupported(reason, result.entities)
            return
        if confidence < _SAYS_ALL and not contradicted and says_all(self, result.plan):
            confidence = self.answer.confidence = _SAYS_ALL
            self.step("confidence", f"the plan covers the whole question; confidence {percent(confidence)}")
        self.answer_with(result.entities)
        if confidence < (minimum := self.resources.settings.ask.min_confidence):
            self.withhold(minimum)
        else:
            self.answer.text = compose([entity.name for entity in result.entities], self.on_text)

    def _refuse_unread(self, word: str) -> None:
        """Refuse because a word is unread: the answer might be the opposite, or all instead of some."""
        self._take_back()
        self.step("unread", f'no plan covers "{word}"; the answer would be to another question', word=word)
        self.refuse("unread")

    def _refuse_unsupported(self, reason: str, found: Sequence[Entity]) -> None:
        """Refuse because the topic lacks what is asked for, keeping the found entities as candidates.

        If a query read from the question has an answer, give that instead.
        """
        self._take_back(found)
        if answer_instead(self):
            self.misread = False
            return
        told = "the graph has this for similar entities, but not for the topic"
        if reason == "unread":
            told = unknown_told(unknown_words(self.taken_apart) if self.taken_apart else ())
        self.step(reason, told)
        self.refuse(reason)

    def _take_back(self, found: Sequence[Entity] = ()) -> None:
        self._evidence.clear()
        self.answer_with((), found)
        self.answer.confidence = None
        self.misread = True

    def _confidence(
        self, found: Sequence[Candidate], scores: Scores, outcome: Outcome
    ) -> tuple[float, Signals]:
        assert self.asked is not None and self.linking is not None
        parts = self.parts
        return judge(self.asked, self.linking, parts.scorer, parts.schema, found, scores, outcome)

    def _judge(self, found: Sequence[Candidate], scores: Scores, outcome: Outcome) -> tuple[float, Signals]:
        confidence, signals = self._judged.get(outcome) or self._confidence(found, scores, outcome)
        self.answer.confidence = confidence
        told = {name: round(value, 4) for name, value in asdict(signals).items()}
        self.step("confidence", f"confidence {percent(confidence)}", signals=told)
        return confidence, signals

    def refuse(self, reason: str) -> None:
        """Mark the answer as unanswerable, with the reason: `no entity`, `no plan`, `empty`, `unread`."""
        self.answer.status = Status.UNANSWERABLE
        self.because(reason)


def _statement(result: Result) -> dict[str, Any]:
    """Return the statement that found a result, as data for a step."""
    if result.statement is None:
        return {}
    return {"cypher": result.statement.text, "parameters": result.statement.parameters}
