"""The method `plans` on a graph with one relation hidden, without changing the graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.plans.graph_schema import schema_of
from kgqa_neo4j.plans.learning import store
from kgqa_neo4j.plans.learning.scorer import LearnedScorer
from kgqa_neo4j.plans.plan import Chain, Move
from kgqa_neo4j.plans.ranking import Ranker, Weights
from kgqa_neo4j.plans.schema import Around, RelationFacts, Schema
from kgqa_neo4j.plans.scoring import Scorer

T = TypeVar("T")


class SchemaWithout:
    """A schema without one of its relations; see `kgqa_neo4j.plans.schema.Schema`."""

    def __init__(self, schema: Schema, relation: str) -> None:
        self._schema = schema
        self._relation = relation

    def around(self, topic: str) -> Around:
        """Return the first two steps around an entity."""
        return {
            move: replace(first, second=self._kept(first.second))
            for move, first in self._kept(self._schema.around(topic)).items()
        }

    def following(self, move: Move) -> Mapping[Move, int]:
        """Return the steps that can follow `move`, with the number of entities at which they do."""
        return self._kept(self._schema.following(move)) if move.relation != self._relation else {}

    def joins(self, pairs: Sequence[tuple[Chain, Chain]]) -> list[bool]:
        """Return for each pair of chains whether both reach a common entity."""
        return self._schema.joins(pairs)

    def relations(self) -> Mapping[str, RelationFacts]:
        """Return all relations by id."""
        return {name: facts for name, facts in self._schema.relations().items() if name != self._relation}

    def _kept(self, moves: Mapping[Move, T]) -> dict[Move, T]:
        return {move: value for move, value in moves.items() if move.relation != self._relation}


def plans_without(relation: str, resources: Resources) -> Plans:
    """Return the method for a graph without a relation; use it only with these resources."""
    schema = SchemaWithout(schema_of(resources.graph), relation)

    def scorer(resources: Resources) -> Scorer:
        untrained = Ranker(schema, resources.embedder, Weights.load())
        sets = store.chosen(resources.graph, resources.settings.learning.sets)
        if sets is None:
            return untrained
        return LearnedScorer(untrained, resources.graph, resources.embedder, sets, resources.workspace)

    method = Plans(scorer)
    method.parts(resources).schema = schema
    return method
