"""An attached property graph in the form that `adaptive` explores: relationships and properties are triples.

A node is an entity, called by its naming property. A property value is an entity too, so that "the employees of Berlin"
can start at Berlin. Relationship types and properties are compared with the question by their names; vectors of these
and of the entities reached are computed on demand and kept in the workspace.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.embedding.base import Embedder, Vectors, cosines
from kgqa_neo4j.methods.adaptive.attached_names import LENGTH, AttachedNames, HeldValue, value_of
from kgqa_neo4j.methods.common.path_expansion import HubBounds
from kgqa_neo4j.model.graph import Entity, triple_id
from kgqa_neo4j.plans.language.property_terms import PROPERTY, property_relation
from kgqa_neo4j.settings import AdaptiveSettings
from kgqa_neo4j.store.driver import Database, Row


class AttachedExploration:
    """Implements `ExploredGraph` for an attached graph. Never writes to it."""

    def __init__(self, database: Database, schema: PropertyGraphSchema, embedder: Embedder) -> None:
        self._database = database
        self._embedder = embedder
        self._names = AttachedNames(schema)
        keys = dict.fromkeys(property_relation(one.name) for label in schema.labels for one in label.properties)
        # A naming property is the node's name, not a fact about it.
        naming = {property_relation(label.naming[0]) for label in schema.labels if label.naming}
        self._relations = [*schema.type, *(key for key in keys if key not in naming)]

    def hop(
        self, frontier: Sequence[Mapping[str, object]], question: Vectors, settings: AdaptiveSettings
    ) -> list[Row]:
        """Return the triples around entities; see `ExploredGraph.hop`. Runs one statement, and one per value.

        `entity_similarity` is None; `encode_missing` fills it in.
        """
        near = self._near(question, settings.relation_threshold)
        ids = [str(place["id"]) for place in frontier]
        values = [(id_, held) for id_ in ids if (held := value_of(id_))]
        nodes = [id_ for id_ in ids if value_of(id_) is None]
        found = [self._around_value(id_, held, near, settings.hub_cap) for id_, held in values]
        if nodes:
            rows = self._database.read(
                "attached_hop",
                ids=nodes,
                types=[one for one in near if not one.startswith(PROPERTY)],
                keys=[one.removeprefix(PROPERTY) for one in near if one.startswith(PROPERTY)],
                naming=self._names.keys,
                cap=settings.hub_cap,
                length=LENGTH,
            )
            found += [self._around_node(row, near) for row in rows]
        return found

    def _near(self, question: Vectors, threshold: float) -> dict[str, float]:
        """Return the relations with a similarity of at least `threshold` to the question, with their similarities."""
        if not self._relations:
            return {}
        vectors = self._embedder.encode([self._names.relation(one) for one in self._relations])
        similar = zip(self._relations, cosines(np.asarray(vectors), question), strict=True)
        return {relation: value for relation, value in similar if value >= threshold}

    def _around_node(self, row: Row, near: Mapping[str, float]) -> Row:
        entity = self._names.node(row["entity"], row["labels"], row["names"])
        triples = [
            self._triple(
                entity,
                one["relation"],
                one["outward"],
                self._names.node(one["id"], one["labels"], one["names"]),
                near,
            )
            for one in row["steps"]
        ]
        triples += [
            self._triple(entity, property_relation(one["key"]), True, value, near)
            for one in row["properties"]
            for value in self._names.values(row["labels"], one["key"], one["value"])
        ]
        return {
            "entity": entity.id,
            "name": entity.name,
            "triples": triples,
            "outward": row["outward"],
            "inward": row["inward"],
        }

    def _around_value(self, id_: str, held: HeldValue, near: Mapping[str, float], cap: int) -> Row:
        relation = property_relation(held.key)
        bearers = self._names.bearers(self._database, held, cap + 1)
        entity = Entity(id_, held.value)
        # Exempt from the threshold, because a value has no other relation to follow.
        similar = near.get(relation)
        triples = [self._triple(entity, relation, False, node, {relation: similar}) for node in bearers[:cap]]
        return {"entity": id_, "name": held.value, "triples": triples, "outward": 0, "inward": len(bearers)}

    def _triple(
        self, near: Entity, relation: str, outward: bool, far: Entity, similar: Mapping[str, float | None]
    ) -> Row:
        return {
            "triple": _triple_id(near, relation, outward, far),
            "relation": relation,
            "relation_name": self._names.relation(relation),
            "outward": outward,
            "id": far.id,
            "name": far.name,
            "relation_similarity": similar.get(relation),
            "entity_similarity": None,
        }

    def leads_on(self, entity: str) -> bool:
        """Whether an entity is a node; a value is only a starting point."""
        return value_of(entity) is None

    def follow(
        self,
        ids: Iterable[str],
        relation: str,
        outward: bool,
        bounds: HubBounds,
        most: int,
        question: Vectors | None = None,
    ) -> tuple[list[Row], bool]:
        """Return the triples of a relation at some entities; see `ExploredGraph.follow`.

        There are no similarities: the other ends are scored by the relation alone.
        """
        pairs, cut = self._pairs(sorted(ids), relation, outward, bounds, most)
        rows = [
            {
                "entity": near.id,
                "entity_name": near.name,
                "triple": _triple_id(near, relation, outward, far),
                "id": far.id,
                "name": far.name,
                "similarity": None,
            }
            for near, far in pairs
        ]
        return rows, cut

    def _pairs(
        self, ids: Sequence[str], relation: str, outward: bool, bounds: HubBounds, most: int
    ) -> tuple[list[tuple[Entity, Entity]], bool]:
        if not relation.startswith(PROPERTY):
            return self._along_type(
                [id_ for id_ in ids if value_of(id_) is None], relation, outward, bounds, most
            )
        key = relation.removeprefix(PROPERTY)
        found: list[tuple[Entity, Entity]] = []
        cut = False
        if outward:
            rows = self._database.read(
                "attached_property", ids=list(ids), key=key, naming=self._names.keys, length=LENGTH
            )
            for row in rows:
                near = self._names.node(row["entity"], row["labels"], row["names"])
                found += [(near, value) for value in self._names.values(row["labels"], key, row["value"])]
        else:
            for held in (held for id_ in ids if (held := value_of(id_)) and held.key == key):
                bearers = self._names.bearers(self._database, held, bounds.taken + 1)
                cut = cut or len(bearers) > bounds.taken
                found += [(held.entity, node) for node in bearers[: bounds.taken]]
        return list(islice(found, most)), cut or len(found) > most

    def _along_type(
        self, ids: Sequence[str], kind: str, outward: bool, bounds: HubBounds, most: int
    ) -> tuple[list[tuple[Entity, Entity]], bool]:
        rows = self._database.read_about(
            "attached_follow",
            {"type": kind},
            ids=list(ids),
            outward=outward,
            naming=self._names.keys,
            cap=bounds.taken + 1,
            most=most + 1,
            length=LENGTH,
        )
        taken: dict[str, int] = {}
        found: list[tuple[Entity, Entity]] = []
        for row in rows[:most]:
            taken[row["entity"]] = taken.get(row["entity"], 0) + 1
            if taken[row["entity"]] <= bounds.taken:
                found.append((self._node(row, "entity", "entity_"), self._node(row, "id", "")))
        return found, len(found) < len(rows)

    def _node(self, row: Mapping[str, Any], id_: str, prefix: str) -> Entity:
        return self._names.node(row[id_], row[f"{prefix}labels"], row[f"{prefix}names"])


def _triple_id(near: Entity, relation: str, outward: bool, far: Entity) -> str:
    subject, object_ = (near, far) if outward else (far, near)
    return triple_id(subject.id, relation, object_.id)
