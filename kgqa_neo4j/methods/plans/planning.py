"""The run of one question through `plans`: link, enumerate, score and execute plans, judge the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, wait
from contextvars import copy_context
from dataclasses import asdict, replace
from datetime import date
from functools import cache
from itertools import chain
from typing import Any

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.linking.classes import ASKED_CLASS
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.generation import compose
from kgqa_neo4j.methods.common.question_run import OnText, QuestionRun
from kgqa_neo4j.methods.plans.constraint_plans import not_topics
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
from kgqa_neo4j.methods.plans.parts import Parts, candidate_limits
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
from kgqa_neo4j.plans.aggregation import aggregation_plans, asks_count, asks_whether_related
from kgqa_neo4j.plans.candidates import Candidate, candidates
from kgqa_neo4j.plans.confidence.judging import judge
from kgqa_neo4j.plans.confidence.signals import Outcome, Signals
from kgqa_neo4j.plans.execution import Result, counted
from kgqa_neo4j.plans.language.execution import value_kind
from kgqa_neo4j.plans.plan import AnswerForm, Plan
from kgqa_neo4j.plans.plan_json import plan_to_json
from kgqa_neo4j.plans.reading.ages import birth
from kgqa_neo4j.plans.reading.asked import AskedQuestion, unknown_words
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scores
from kgqa_neo4j.plans.text import plan_text
from kgqa_neo4j.question.ages import as_birthdays, names_age
from kgqa_neo4j.question.answer_kinds import contradicts
from kgqa_neo4j.question.fillers import without_fillers
from kgqa_neo4j.question.masking import mask_topics
from kgqa_neo4j.question.part_years import spelled_parts
from kgqa_neo4j.question.schooling import as_schools
from kgqa_neo4j.question.value_constraints import ValueConstraint
from kgqa_neo4j.telemetry.spans import span

NAME = "plans"
"""The name of the method."""

# Factor of the confidence in an answer of the wrong kind.
_CONTRADICTED = 0.3
# Best plans searched for one that leads to values as constrained by the question.
_HELD = 5
# Minimum confidence of a plan that expresses all of the question: nearly all such answers with a lower estimate were
# right on the development questions.
_SAYS_ALL = 0.6


class Planning(QuestionRun):
    """The run of one question, with the candidates and their scores once they are known.

    `form` is the question with its topics masked, `taken_apart` the parsed question of the reader. `misread` is set if
    the question must not be explored by `adaptive` after a refusal.
    """

    def __init__(self, question: str, resources: Resources, parts: Parts, on_text: OnText | None) -> None:
        super().__init__(NAME, question, resources, on_text)
        self.settings = resources.settings.plans
        self.parts = parts
        self.linking: Linking | None = None
        self.linked: Linking | None = None
        self.asked: MaskedQuestion | None = None
        self.form = ""
        self.misread = False
        self.taken_apart: AskedQuestion | None = None
        # Whether unsupported low-confidence answers are refused; if not, the caller reranks them.
        self.refuses = True
        self.constraints: Sequence[ValueConstraint] = ()
        self.found: Sequence[Candidate] = ()
        self.scores: Scores | None = None
        self._begun: list[Future[Any]] = []
        self._encoding: tuple[str, Future[Vectors]] | None = None
        self._judged: dict[Outcome, tuple[float, Signals]] = {}

    def consider(self, topics: Sequence[str]) -> tuple[Linking, list[Candidate], Scores]:
        """Link the question, and enumerate and score its plans; see `Plans.considered`."""
        linking = self.linking = self._with_constraints(self.linked or self._link(topics))
        entities = list({one.entity.id: one.entity for one in linking.topics}.values())
        with timed(self.answer.seconds, "exploration"):
            found, scores = self._scored(linking, entities)
        self.found, self.scores = found, scores
        return linking, found, scores

    def settle(self) -> None:
        """Wait for background requests to the server: the caller may close the connection after an answer."""
        wait(self._begun)

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

    def _link(self, topics: Sequence[str]) -> Linking:
        question = self._aged(as_schools(spelled_parts(without_fillers(self.answer.question))))
        reader = self.parts.reader
        if self.settings.words and reader is not None:
            plain = reader.in_words_of_graph(question)
            if plain != question and not self.parts.has_learned(self.resources.linker.link(question, topics)):
                question = plain
        return self.link(topics, question)

    def _aged(self, question: str) -> str:
        """Return the question with ages replaced by dates of birth, if the graph has dates of birth."""
        if not names_age(question):
            return question
        born = birth(self.parts.schema)
        if born is None:
            return question
        return as_birthdays(question, date.today(), value_kind(self.parts.schema, born) != "time")

    def _begin(self, linking: Linking) -> None:
        """Prefetch, while the question is read, what plans of chains need; most questions ask for a chain."""
        self._encoded(mask_topics(linking))
        for topic in dict.fromkeys(one.entity.id for one in linking.topics):
            around = self.parts.beside.submit(copy_context().run, self.parts.schema.around, topic)
            self._begun.append(around)

    def _encoded(self, form: str) -> Future[Vectors]:
        """Return the vector of a form of the question; encoding may have started already."""
        if self._encoding is None or self._encoding[0] != form:
            self._encoding = form, self.parts.beside.submit(self.resources.embedder.encode, [form])
        return self._encoding[1]

    def _scored(self, linking: Linking, topics: Sequence[Entity]) -> tuple[list[Candidate], Scores]:
        # The words of value constraints are not steps of a plan.
        form = self.constraints[-1].text if self.constraints else self.form
        schema, scorer = self.parts.schema, self.parts.scorer
        encoding = self._encoded(form)
        # Runs in parallel with the encoder, which takes about as long.
        for topic in topics:
            schema.around(topic.id)
        asked = self.asked = MaskedQuestion(linking.question, form, tuple(topics), encoding.result()[0])
        limits = candidate_limits(self.settings)
        if self.settings.words and len(topics) > 1 and asks_whether_related(form):
            # "Does X border Y" does not ask for what both border.
            limits = replace(limits, joined=0)
        if any(topic.mention.source == ASKED_CLASS for topic in linking.topics):
            # "Which mountains ..." asks for members of the class, one step away from it.
            limits = replace(limits, hops=1)
        with span("kgqa.candidates") as opened:
            found = candidates(schema, [topic.id for topic in topics], scorer.step_prior(asked), limits)
            opened.set("kgqa.candidates", len(found))
        if found:
            # The first candidate is often the best one: let the server plan its statement during ranking. Errors will
            # be raised on execution.
            self._begun.append(self.parts.beside.submit(self.parts.executor.prepare, found[0].plan))
        with span("kgqa.ranking", {"kgqa.candidates": len(found)}):
            scores = scorer.score(asked, found, schema)
            order = scores.order()
        if found:
            self.step(
                "plans",
                f"{len(found):,} plans are possible; the best is {plan_text(found[order[0]].plan)}",
                form=form,
                possible=len(found),
                considered=[
                    {
                        **plan_to_json(found[place].plan),
                        "score": round(float(scores.values[place]), 6),
                        "features": {name: round(value, 6) for name, value in scores.explain(place).items()},
                    }
                    for place in order[: self.settings.shown]
                ],
            )
        return found, scores

    def _with_constraints(self, linking: Linking) -> Linking:
        """Read the value constraints, if the graph has such values, and return the question without their numbers."""
        if self.settings.words:
            without, constraints = not_topics(linking)
            if constraints and all(map(self.parts.values.called, constraints)):
                linking, self.constraints = without, constraints
        self.form = mask_topics(linking)
        if self.settings.words and len(linking.topics) == 1 and self.parts.reader is not None:
            self.form = self.parts.reader.without_apposition(self.form, linking.topics[0].entity.id)
        return linking

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
