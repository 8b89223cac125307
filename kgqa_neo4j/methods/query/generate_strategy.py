"""The strategy `generate` of `query`: the model chooses entities and relations, then writes Cypher."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.path_expansion import partly_read
from kgqa_neo4j.methods.query.choosing import choose, entity_candidates, relation_candidates
from kgqa_neo4j.methods.query.enumeration import Written
from kgqa_neo4j.methods.query.grammar import Begin, every_begin
from kgqa_neo4j.methods.query.query_run import QueryOutcome, QueryRun
from kgqa_neo4j.methods.query.query_templates import ParameterNames
from kgqa_neo4j.methods.query.rejection import Reason, Rejection
from kgqa_neo4j.methods.query.writing import write_query
from kgqa_neo4j.model.answer import ScoredEntity
from kgqa_neo4j.model.graph import Entity, Relation
from kgqa_neo4j.plans.scoring import MaskedQuestion
from kgqa_neo4j.question.times import Reading

# Maximum number of facts at the topics whose property names are read.
_QUALIFIERS_OF = 1000


class Generating(QueryRun):
    """The run of a question answered by a generated query."""

    def entities(self, linking: Linking, linked: list[Entity]) -> list[Entity]:
        """Return the entities that the model chooses, or the linker's if `query.linking` is `linker`."""
        settings = self.settings
        if settings.linking == "linker":
            return linked
        with timed(self.answer.seconds, "linking"):
            resources = self.resources
            offered = entity_candidates(resources.graph, resources.embedder, linking, settings.entities)
        if len(offered) < 2:
            return offered
        most = max(len(linked), 1)
        chosen = [offered[place] for place in self._choose("query_entities", linking.question, offered, most)]
        self.answer.topics = [
            ScoredEntity(one.id, one.name, round(1 - place / len(chosen), 6))
            for place, one in enumerate(chosen)
        ]
        return chosen

    def search(self, asked: MaskedQuestion, reading: Reading) -> QueryOutcome | Rejection:
        """Return the result of the model's query, or of its second attempt if enabled."""
        settings = self.settings
        with timed(self.answer.seconds, "exploration"):
            offered = relation_candidates(self.resources.graph, asked.masked, asked.vector, settings.relations)
        if not offered:
            return self.rejected(Reason.NO_RELATION, "no relation of the graph is like the question")
        places = self._choose("query_relations", asked.text, offered, settings.chosen)
        relations = [offered[place] for place in places]
        begins = self._begins(asked.topics, relations)
        if settings.filter and not begins:
            of, known = (", ".join(one.name for one in group) for group in (relations, asked.topics))
            return self.rejected(Reason.NO_PATH, f"none of {of} touches {known}")
        names = ParameterNames([one.id for one in asked.topics], [one.id for one in relations])
        with timed(self.answer.seconds, "exploration"):
            keys = self._qualifiers(names)
        rejected = ""
        for _ in range(2 if settings.repair else 1):
            with timed(self.answer.seconds, "generation"):
                query = write_query(
                    self.calls, asked.text, asked.topics, relations, begins, reading, settings, keys, rejected
                )
            written = Written(query, _told(query, asked.topics, relations), 0.0, keys=tuple(keys))
            found = self.execute(written, names, reading)
            if isinstance(found, QueryOutcome):
                return found
            rejected = str(found)
        return found

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

    def _begins(self, topics: Sequence[Entity], relations: Sequence[Relation]) -> list[Begin]:
        """Return the steps along chosen relations that the topics have, in both directions.

        A hub that was read only partly may have any of them.
        """
        ids, types = [one.id for one in topics], [one.id for one in relations]
        with timed(self.answer.seconds, "exploration"):
            graph, cap = self.resources.graph, self.resources.settings.retrieval.read_cap
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

    def _qualifiers(self, names: ParameterNames) -> list[str]:
        rows = self.resources.graph.read(
            "query_qualifiers",
            ids=names.entities,
            relations=names.relations,
            read_cap=self.resources.settings.retrieval.read_cap,
            most=_QUALIFIERS_OF,
        )
        return [row["name"] for row in rows]


def _told(query: str, entities: Sequence[Entity | Relation], relations: Sequence[Entity | Relation]) -> str:
    """Return the model's query with names in place of parameters, for display."""
    for letter, group in (("e", entities), ("r", relations)):
        for place, one in reversed(list(enumerate(group, 1))):
            query = query.replace(f"${letter}{place}", one.name)
    return query
