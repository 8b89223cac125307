"""The graph that `adaptive` explores: the interface, and its implementation for loaded graphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.methods.common.path_expansion import HubBounds, follow
from kgqa_neo4j.settings import AdaptiveSettings
from kgqa_neo4j.store.driver import Database, Row


class ExploredGraph(Protocol):
    """What exploration and completion need from a graph.

    Entity ids are opaque to callers; relations are given by the id of a `Relation`.
    """

    def hop(
        self, frontier: Sequence[Mapping[str, object]], question: Vectors, settings: AdaptiveSettings
    ) -> list[Row]:
        """Return the triples around entities whose relation and other end are similar enough to the question.

        Args:
            frontier: maps of ``id`` and ``came_by``, ids of triples that need not be returned.
            question: the question's vector, shape (dimension,).
            settings: thresholds, and the maximum triples per entity and direction.

        Returns:
            Rows of ``entity`` (its id), ``name``, ``outward`` and ``inward`` (its numbers of triples), and ``triples``:
            maps of ``triple``, ``relation``, ``relation_name``, ``outward``, ``id``, ``name``, ``relation_similarity``
            and ``entity_similarity`` (None without a vector).

        Raises:
            DatabaseError: or a subclass.
        """

    def leads_on(self, entity: str) -> bool:
        """Whether a further hop may start at an entity; a value, for instance, leads to unrelated entities."""

    def follow(
        self,
        ids: Iterable[str],
        relation: str,
        outward: bool,
        bounds: HubBounds,
        most: int,
        question: Vectors | None = None,
    ) -> tuple[list[Row], bool]:
        """Return the triples of a relation at some entities, and whether there may be more: `path_expansion.follow`.

        Raises:
            DatabaseError: or a subclass.
        """


class EntityGraph:
    """A loaded graph; similarities are computed in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def hop(
        self, frontier: Sequence[Mapping[str, object]], question: Vectors, settings: AdaptiveSettings
    ) -> list[Row]:
        """Return the triples around entities; see `ExploredGraph.hop`. Runs one statement."""
        return self._database.read(
            "explore_hop",
            frontier=list(frontier),
            question=Vector(question),
            relation_threshold=settings.relation_threshold,
            entity_threshold=settings.entity_threshold,
            hub_cap=settings.hub_cap,
        )

    def leads_on(self, entity: str) -> bool:
        """Return True; the statement of `hop` handles values itself."""
        return True

    def follow(
        self,
        ids: Iterable[str],
        relation: str,
        outward: bool,
        bounds: HubBounds,
        most: int,
        question: Vectors | None = None,
    ) -> tuple[list[Row], bool]:
        """Return the triples of a relation at some entities; see `ExploredGraph.follow`. Runs one statement."""
        vector = None if question is None else Vector(question)
        return follow(self._database, ids, relation, outward, bounds, most, vector)
