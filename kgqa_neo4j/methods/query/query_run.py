"""The common part of both strategies of `query`: linking, time expressions, guarded execution, the answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from kgqa_neo4j.guard.dialect import KEYS, expand, told
from kgqa_neo4j.guard.guard import guard
from kgqa_neo4j.guard.policy import Policy
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.generation import compose
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES, OnText, QuestionRun
from kgqa_neo4j.methods.query.enumeration import Written
from kgqa_neo4j.methods.query.query_execution import Result, prove, run, run_plan
from kgqa_neo4j.methods.query.query_templates import ParameterNames
from kgqa_neo4j.methods.query.rejection import Reason, Rejection
from kgqa_neo4j.methods.query.writing import answers_question
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import CypherRefused
from kgqa_neo4j.model.graph import Entity, Triple
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scorer
from kgqa_neo4j.plans.text import plan_text
from kgqa_neo4j.plans.value_kinds import TIME_NAME
from kgqa_neo4j.question.masking import mask
from kgqa_neo4j.question.times import Reading, read_times

NAME = "query"


@dataclass(slots=True)
class QueryOutcome:
    """A query with a result."""

    query: str
    meaning: str
    result: Result
    score: float = 0.0
    notes: list[str] = field(default_factory=list)


class QueryRun(QuestionRun):
    """The run of one question; a strategy is a subclass that implements `search`."""

    def __init__(
        self,
        question: str,
        resources: Resources,
        on_text: OnText | None,
        schema: Schema,
        scorer: Scorer,
        executor: Executor,
    ) -> None:
        super().__init__(NAME, question, resources, on_text)
        self.settings = resources.settings.query
        self.schema = schema
        self.scorer = scorer
        self.executor = executor
        self.today = datetime.now(UTC).date()
        self.linking: Linking | None = None

    def run(self, topics: Sequence[str]) -> Answer:
        """Answer the question; see `kgqa_neo4j.methods.base.Method`."""
        linking = self.linking = self.link(topics)
        try:
            entities = self._entities(linking, outright=bool(topics))
            asked, reading = self._read(linking, entities)
            found = (
                self.search(asked, reading)
                if entities
                else self.rejected(Reason.NO_ENTITY, "nothing in the question was found in the graph")
            )
            if isinstance(found, QueryOutcome) and self.settings.self_check:
                found = self._checked(linking.question, found)
        except MODEL_FAILURES as error:
            self.fail(error)
            return self.finish()
        if isinstance(found, Rejection):
            self.without_graph(str(found), linking.question)
        else:
            self._conclude(found)
        return self.finish()

    @abstractmethod
    def search(self, asked: MaskedQuestion, reading: Reading) -> QueryOutcome | Rejection:
        """Return the result of a query, or the rejection."""

    def entities(self, linking: Linking, linked: list[Entity]) -> list[Entity]:
        """Return the topics among the linked entities."""
        return linked

    def _entities(self, linking: Linking, *, outright: bool) -> list[Entity]:
        """Return the topics; explicit ones are taken as they are."""
        linked = list({one.entity.id: one.entity for one in linking.topics}.values())
        if outright or any(one.match == "topic" for one in linking.topics):
            return linked
        # If there is another topic, a year in the question is a time, not a topic.
        linked = [one for one in linked if not _is_time(one)] or linked
        ids = {one.id for one in linked}
        self.answer.topics = [topic for topic in self.answer.topics if topic.id in ids]
        return self.entities(linking, linked)

    def _read(self, linking: Linking, entities: Sequence[Entity]) -> tuple[MaskedQuestion, Reading]:
        """Return the question as input for rankers, and its time expressions, which are recorded in a step."""
        ids = {entity.id for entity in entities}
        named = [topic for topic in linking.topics if topic.entity.id in ids]
        names = [name for topic in named for name in (topic.mention.text, topic.entity.name)]
        names += [entity.name for entity in entities]
        reading = read_times(mask(linking.question, names))
        vector = np.asarray(self.resources.embedder.encode([reading.text])[0], np.float32)
        if reading.timed or reading.count:
            period = reading.period
            days = f" {period.first.iso} to {period.last.iso}" if period else ""
            beside = reading.beside and f"given by another fact: {reading.beside.replace('_', ' ')}"
            said = [f"{reading.stands}{days}", reading.order, beside]
            said.append(reading.asks and f"asks for {reading.asks}")
            self.step(
                "time",
                f"the question says of time: {', '.join(filter(None, map(str.strip, said))) or 'how many'}",
                stands=reading.stands,
                order=reading.order,
                asks=reading.asks,
                beside=reading.beside,
                count=reading.count,
                period=[period.first.iso, period.last.iso] if period else [],
            )
        return MaskedQuestion(linking.question, reading.text, tuple(entities), vector), reading

    def execute(self, written: Written, names: ParameterNames, reading: Reading) -> QueryOutcome | Rejection:
        """Execute the plan of a query, or the query itself if it has none, and add its proof to the evidence."""
        query = expand(written.query)
        values = names.parameters(reading, self.today)
        parameters = {key: value for key, value in values.items() if f"${key}" in query}
        with timed(self.answer.seconds, "exploration"):
            try:
                shown, result, facts = self._ran(written, query, parameters, names)
            except CypherRefused as error:
                return self.rejected(
                    Reason.INVALID,
                    f"{error.kind}: {error.message}",
                    query=written.query,
                    refusal=str(error.kind),
                )
        if _says_nothing(result):
            return self.rejected(
                Reason.EMPTY, f"nothing in the graph answers {written.meaning}", query=written.query
            )
        number = self.step(
            "query",
            f"{written.meaning}: {result.rows:,} rows{' or more' if result.cut else ''}",
            query=written.query,
            plan=plan_text(written.plan) if written.plan else "",
            cypher=shown,
            parameters=parameters,
            rows=result.rows,
        )
        ids = {entity.id for entity in result.entities}
        # Facts of the answers first: for "first" and "last" the patterns match others too.
        facts.sort(key=lambda one: not {one[0].subject.id, one[0].object.id} & ids)
        self.add_evidence(((fact, written.score, place) for fact, place in facts), number)
        return QueryOutcome(written.query, written.meaning, result, written.score)

    def _ran(
        self, written: Written, query: str, parameters: Mapping[str, Any], names: ParameterNames
    ) -> tuple[str, Result, list[tuple[Triple, int]]]:
        """Return the guarded query, the result of the query or its plan, and the facts that prove it."""
        settings, graph = self.settings, self.resources.graph
        policy = Policy(limit=settings.limit).allowing(keys=[*KEYS, *written.keys])
        if written.plan:
            guarded = guard(query, policy.allowing(parameters=parameters))
            return guarded.text, *run_plan(self.executor, written.plan, settings.limit)
        guarded, result = run(graph, query, parameters, policy, settings.timeout)
        result = replace(result, values=[told(value) for value in result.values])
        if _says_nothing(result):
            return guarded.text, result, []
        known = self.schema.relations()
        named = {key: known[key].name for key in names.relations if key in known}
        return guarded.text, result, prove(graph, guarded, parameters, settings.timeout, settings.limit, named)

    def rejected(self, reason: Reason, detail: str, **data: object) -> Rejection:
        """Return a rejection, and record it in a step with `data`."""
        rejection = Rejection(reason, detail)
        self.step("rejection", str(rejection), reason=str(reason), **data)
        return rejection

    def _checked(self, question: str, found: QueryOutcome) -> QueryOutcome | Rejection:
        told = [entity.name for entity in found.result.entities or found.result.values]
        with timed(self.answer.seconds, "generation"):
            sure = answers_question(self.calls, question, found.meaning, told, self.resources.settings.llm)
        self.step(
            "check", f"the model {'accepts' if sure >= 0 else 'rejects'} the result", score=round(sure, 6)
        )
        if sure >= 0:
            return found
        return self.rejected(Reason.UNSURE, "the model says that the result does not answer the question")

    def _conclude(self, found: QueryOutcome) -> None:
        result = found.result
        self.answer_with([*result.entities, *result.values])
        self.because(*found.notes)
        if result.cut:
            self.step("cut", f"only {result.rows:,} rows are shown (query.limit)", rows=result.rows)
        self.answer.text = compose([entity.name for entity in self.answer.entities], self.on_text)


def _says_nothing(result: Result) -> bool:
    return result.empty or [value.name for value in result.values] in (["0"], ["no"])


def _is_time(entity: Entity) -> bool:
    return entity.id.startswith("time:") or bool(TIME_NAME.fullmatch(entity.name))
