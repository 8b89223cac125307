"""The method `query`: a question becomes Cypher, is guarded and executed, or rejected with its reason.

Section 5 of methods.md (Alekseev et al.): entities and relations are found and chosen, what cannot have
an answer is rejected before a query is written, and an error or an empty result is a rejection too. The
strategy `generate` lets the model write the query; `enumerate` ranks those that the graph allows. The
model is called `MAX_CALLS` times at most; with `enumerate` ranked by similarity not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import numpy as np

from kgqa_neo4j.answer import Answer, ScoredEntity
from kgqa_neo4j.errors import CypherRefused
from kgqa_neo4j.graph import Entity, Relation
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.methods.base import Tools
from kgqa_neo4j.methods.calls import timed
from kgqa_neo4j.methods.following import partly_read
from kgqa_neo4j.methods.generation import compose
from kgqa_neo4j.methods.inquiry import MODEL_FAILURES, Inquiry, OnText
from kgqa_neo4j.methods.prompts import prompt
from kgqa_neo4j.methods.querying.choosing import (
    choose,
    entity_candidates,
    relation_candidates,
    worked_example,
)
from kgqa_neo4j.methods.querying.writing import answers_question, write_query
from kgqa_neo4j.methods.shots import pairs_shown, worked_examples
from kgqa_neo4j.plans.candidates import Limits
from kgqa_neo4j.plans.graph_schema import schema_of
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import Asked, Scorer, mask
from kgqa_neo4j.query.dialect import KEYS, expand, told
from kgqa_neo4j.query.enumerating import Written, enumerated
from kgqa_neo4j.query.execution import Result, prove, run
from kgqa_neo4j.query.forms import TIME_NAME, Names
from kgqa_neo4j.query.grammar import Begin, every_begin
from kgqa_neo4j.query.likeness import RelationLikeness
from kgqa_neo4j.query.policy import Policy
from kgqa_neo4j.query.qualified import qualifiers_around
from kgqa_neo4j.query.rejection import Reason, Rejection
from kgqa_neo4j.query.times import Reading, read_times
from kgqa_neo4j.ranking import Ranker, Weights

MAX_CALLS = 5
# Facts at the topics whose property names are looked up.
_QUALIFIERS_OF = 1000


@dataclass(slots=True)
class _Found:
    """A query that had a result."""

    query: str
    meaning: str
    result: Result
    score: float = 0.0
    notes: list[str] = field(default_factory=list)


class Query:
    """Questions as Cypher, with rejection. Keeps what it looked up of a graph's schema."""

    name = "query"
    needs_graph = True

    def __init__(self, make_scorer: Callable[[Tools], Scorer] | None = None) -> None:
        self._make_scorer = make_scorer or default_scorer
        self._known: tuple[object, Schema, Scorer] | None = None

    def answer(
        self, question: str, tools: Tools, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: a topic named outright is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable: the parts cannot be used at all.
        """
        return _Asking(question, tools, on_text, *self._parts(tools)).run(topics)

    def qa_pairs_used(self, tools: Tools) -> int:
        """Return how many question-answer pairs the worked examples are taken from; see `Learner`."""
        return pairs_shown(tools)

    def _parts(self, tools: Tools) -> tuple[Schema, Scorer]:
        if self._known is None or self._known[0] is not tools.graph:
            self._known = (tools.graph, schema_of(tools.graph), self._make_scorer(tools))
        return self._known[1], self._known[2]


class _Asking(Inquiry):
    def __init__(
        self, question: str, tools: Tools, on_text: OnText | None, schema: Schema, scorer: Scorer
    ) -> None:
        super().__init__(Query.name, question, tools, on_text)
        self.settings = tools.settings.query
        self.schema = schema
        self.scorer = scorer
        self.today = datetime.now(UTC).date()
        self.linking: Linking | None = None

    def run(self, topics: Sequence[str]) -> Answer:
        linking = self.linking = self.link(topics)
        generate = self.settings.strategy == "generate"
        try:
            entities = self._entities(linking, outright=bool(topics))
            asked, reading = self._read(linking, entities)
            found = (
                self._rejected(Reason.NO_ENTITY, "nothing in the question was found in the graph")
                if not entities
                else self._generate(asked, reading)
                if generate
                else self._enumerate(asked, reading)
            )
            if isinstance(found, _Found) and self.settings.self_check:
                found = self._checked(linking.question, found)
        except MODEL_FAILURES as error:
            self.fail(error)
            return self.finish()
        if isinstance(found, Rejection):
            self.without_graph(str(found), linking.question)
        else:
            self._conclude(found)
        return self.finish()

    def _entities(self, linking: Linking, *, outright: bool) -> list[Entity]:
        """Return the entities that the question is about: as linked, or chosen by the model."""
        linked = list({one.entity.id: one.entity for one in linking.topics}.values())
        settings = self.settings
        outright = outright or any(one.match == "topic" for one in linking.topics)
        if not outright:
            # A year in the question is a time rather than what it is about, if it is about anything else.
            linked = [one for one in linked if not _is_time(one)] or linked
            ids = {one.id for one in linked}
            self.answer.topics = [topic for topic in self.answer.topics if topic.id in ids]
        if outright or settings.strategy == "enumerate" or settings.linking == "linker":
            return linked
        with timed(self.answer.seconds, "linking"):
            tools = self.tools
            offered = entity_candidates(tools.graph, tools.embedder, linking, settings.entities)
        if len(offered) < 2:
            return offered
        most = max(len(linked), 1)
        chosen = [offered[place] for place in self._choose("query_entities", linking.question, offered, most)]
        self.answer.topics = [
            ScoredEntity(one.id, one.name, round(1 - place / len(chosen), 6))
            for place, one in enumerate(chosen)
        ]
        return chosen

    def _read(self, linking: Linking, entities: Sequence[Entity]) -> tuple[Asked, Reading]:
        """Return the question as rankers see it, and what it says of time, as a step."""
        ids = {entity.id for entity in entities}
        named = [topic for topic in linking.topics if topic.entity.id in ids]
        names = [name for topic in named for name in (topic.mention.text, topic.entity.name)]
        names += [entity.name for entity in entities]
        reading = read_times(mask(linking.question, names))
        vector = np.asarray(self.tools.embedder.encode([reading.text])[0], np.float32)
        if reading.timed or reading.count:
            period = reading.period
            days = f" {period.first.iso} to {period.last.iso}" if period else ""
            told = reading.beside and f"told by another fact: {reading.beside.replace('_', ' ')}"
            said = [f"{reading.stands}{days}", reading.order, told]
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
        return Asked(linking.question, reading.text, tuple(entities), vector), reading

    def _choose(
        self, name: str, question: str, options: Sequence[Entity] | Sequence[Relation], most: int
    ) -> list[int]:
        settings = self.settings
        with timed(self.answer.seconds, "generation"):
            chosen = choose(
                self.calls,
                name,
                question,
                options,
                most,
                reasons=settings.reason,
                constrain=settings.constrain,
                max_tokens=settings.max_tokens,
            )
        kept = [options[place].name for place in chosen.places]
        self.step(
            "choice",
            f"chosen of {len(options)} candidates: {', '.join(kept)}",
            prompt=name,
            offered=[option.id for option in options],
            chosen=[options[place].id for place in chosen.places],
            reasons=chosen.reasons,
        )
        self.fallbacks([chosen.fallback] if chosen.fallback else [])
        return chosen.places

    # The strategy `generate`.

    def _generate(self, asked: Asked, reading: Reading) -> _Found | Rejection:
        settings = self.settings
        with timed(self.answer.seconds, "exploration"):
            offered = relation_candidates(self.tools.graph, asked.masked, asked.vector, settings.relations)
        if not offered:
            return self._rejected(Reason.NO_RELATION, "no relation of the graph is like the question")
        places = self._choose("query_relations", asked.text, offered, settings.chosen)
        relations = [offered[place] for place in places]
        begins = self._begins(asked.topics, relations)
        if settings.filter and not begins:
            of, known = (", ".join(one.name for one in group) for group in (relations, asked.topics))
            return self._rejected(Reason.NO_PATH, f"none of {of} touches {known}")
        names = Names([one.id for one in asked.topics], [one.id for one in relations])
        with timed(self.answer.seconds, "exploration"):
            keys = self._qualifiers(names)
        rejected = ""
        for _ in range(2 if settings.repair else 1):
            with timed(self.answer.seconds, "generation"):
                query = write_query(
                    self.calls, asked.text, asked.topics, relations, begins, reading, settings, keys, rejected
                )
            written = Written(query, _told(query, asked.topics, relations), 0.0)
            found = self._execute(written, names, reading, keys)
            if isinstance(found, _Found):
                return found
            rejected = str(found)
        return found

    def _begins(self, topics: Sequence[Entity], relations: Sequence[Relation]) -> list[Begin]:
        """Return the steps along chosen relations that the topics have, in either direction.

        A hub that was only partly read may have any of them.
        """
        ids, types = [one.id for one in topics], [one.id for one in relations]
        with timed(self.answer.seconds, "exploration"):
            graph, cap = self.tools.graph, self.tools.settings.retrieval.read_cap
            rows = graph.read("query_touching", ids=ids, relations=types, read_cap=cap)
            hubs = {id_: partly_read(graph, [id_], cap) for id_ in ids}
        for told_of in hubs.values():
            for hub in told_of:
                self.step("cut", hub)
        found = {
            Begin(ids.index(row["id"]) + 1, types.index(row["relation"]) + 1, way == "outward")
            for row in rows
            for way in ("outward", "inward")
            if row[way]
        }
        return [
            begin
            for begin in every_begin(len(topics), len(relations))
            if begin in found or hubs[ids[begin.entity - 1]]
        ]

    # The strategy `enumerate`.

    def _enumerate(self, asked: Asked, reading: Reading) -> _Found | Rejection:
        settings, names = self.settings, Names()
        with timed(self.answer.seconds, "exploration"):
            limits = Limits(settings.max_hops, settings.candidates)
            qualifiers = qualifiers_around(self.tools.graph, asked.topics)
            written = enumerated(
                self.schema, self.scorer, self.tools.embedder, asked, reading, names, limits, qualifiers
            )
        if not written:
            topics = ", ".join(topic.name for topic in asked.topics)
            return self._rejected(Reason.NO_PATH, f"nothing leads on from {topics}")
        tried = written[: settings.tried]
        if settings.choose == "model":
            tried = self._ranked_by_model(asked.text, tried)
        self.step(
            "candidates",
            f"{len(written)} queries are possible, best first: {'; '.join(one.meaning for one in tried[:3])}",
            queries=[
                {"query": one.query, "meaning": one.meaning, "score": round(one.score, 6)} for one in tried
            ],
        )
        rejection: Rejection | None = None
        for one in tried:
            found = self._execute(one, names, reading, one.keys)
            if isinstance(found, _Found):
                if one.plain:
                    found.notes.append("no facts with the time that was asked for: it is left out")
                return found
            rejection = rejection or found
        assert rejection is not None
        return rejection

    def _ranked_by_model(self, question: str, written: Sequence[Written]) -> list[Written]:
        assert self.linking is not None
        shots = worked_examples(self, self.linking, worked_example)
        messages = prompt("query_pick", self.tools.settings.llm.prompts).messages(shots, question=question)
        with timed(self.answer.seconds, "generation"):
            scores = self.calls.choose(messages, [one.meaning for one in written])
        order = sorted(range(len(written)), key=lambda place: -scores[place])
        return [
            replace(one, score=score) for place in order for one, score in [(written[place], scores[place])]
        ]

    # Both.

    def _execute(
        self, written: Written, names: Names, reading: Reading, keys: Sequence[str] = ()
    ) -> _Found | Rejection:
        """Run one query behind the guard; its proof becomes evidence. `keys` are properties it may name."""
        settings, graph = self.settings, self.tools.graph
        query = expand(written.query)
        values = names.parameters(reading, self.today)
        parameters = {key: value for key, value in values.items() if f"${key}" in query}
        with timed(self.answer.seconds, "exploration"):
            policy = Policy(limit=settings.limit).allowing(keys=[*KEYS, *keys])
            try:
                guarded, result = run(graph, query, parameters, policy, settings.timeout)
            except CypherRefused as error:
                return self._rejected(
                    Reason.INVALID,
                    f"{error.kind}: {error.message}",
                    query=written.query,
                    refusal=str(error.kind),
                )
            result = replace(result, values=[told(value) for value in result.values])
            if result.empty or [value.name for value in result.values] in (["0"], ["no"]):
                return self._rejected(
                    Reason.EMPTY, f"nothing in the graph answers {written.meaning}", query=written.query
                )
            known = self.schema.relations()
            named = {key: known[key].name for key in names.relations if key in known}
            facts = prove(graph, guarded, parameters, settings.timeout, settings.limit, named)
        number = self.step(
            "query",
            f"{written.meaning}: {result.rows:,} rows{' or more' if result.cut else ''}",
            query=written.query,
            cypher=guarded.text,
            parameters=parameters,
            rows=result.rows,
        )
        ids = {entity.id for entity in result.entities}
        # Those of the answers first: with "first" and "last" the patterns match others too.
        facts.sort(key=lambda one: not {one[0].subject.id, one[0].object.id} & ids)
        self.add_evidence(((fact, written.score, place) for fact, place in facts), number)
        return _Found(written.query, written.meaning, result, written.score)

    def _qualifiers(self, names: Names) -> list[str]:
        rows = self.tools.graph.read(
            "query_qualifiers",
            ids=names.entities,
            relations=names.relations,
            read_cap=self.tools.settings.retrieval.read_cap,
            most=_QUALIFIERS_OF,
        )
        return [row["name"] for row in rows]

    def _checked(self, question: str, found: _Found) -> _Found | Rejection:
        told = [entity.name for entity in found.result.entities or found.result.values]
        with timed(self.answer.seconds, "generation"):
            sure = answers_question(self.calls, question, found.meaning, told, self.tools.settings.llm)
        self.step(
            "check", f"the model {'accepts' if sure >= 0 else 'rejects'} the result", score=round(sure, 6)
        )
        if sure >= 0:
            return found
        return self._rejected(Reason.UNSURE, "the model says that the result does not answer the question")

    def _conclude(self, found: _Found) -> None:
        result = found.result
        self.answer_with([*result.entities, *result.values])
        self.because(*found.notes)
        if result.cut:
            self.step("cut", f"only {result.rows:,} rows are shown (query.limit)", rows=result.rows)
        self.answer.text = compose([entity.name for entity in self.answer.entities], self.on_text)

    def _rejected(self, reason: Reason, detail: str, **data: object) -> Rejection:
        rejection = Rejection(reason, detail)
        self.step("rejection", str(rejection), reason=str(reason), **data)
        return rejection


def _is_time(entity: Entity) -> bool:
    return entity.id.startswith("time:") or bool(TIME_NAME.fullmatch(entity.name))


def default_scorer(tools: Tools) -> Scorer:
    """Return what ranks enumerated queries.

    The ranker's weights are for one encoder; a graph that has another is ranked by likeness alone.
    """
    weights = Weights.load()
    if weights.encoder != tools.embedder.model:
        return RelationLikeness(tools.embedder)
    return Ranker(schema_of(tools.graph), tools.embedder, weights)


def _told(query: str, entities: Sequence[Entity | Relation], relations: Sequence[Entity | Relation]) -> str:
    """Return a query of the model with names for its parameters, for people."""
    for letter, group in (("e", entities), ("r", relations)):
        for place, one in reversed(list(enumerate(group, 1))):
            query = query.replace(f"${letter}{place}", one.name)
    return query
