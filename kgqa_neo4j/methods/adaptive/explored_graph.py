"""The graph that is explored: one hop from some entities, and one relation followed to all of its ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.methods.common.path_expansion import HubBounds, follow
from kgqa_neo4j.settings import AdaptiveSettings
from kgqa_neo4j.store.driver import Database, Row


class ExploredGraph(Protocol):
    """What exploration and completion read of a graph.

    An entity is known by an id, which only the graph itself reads; a relation by the id of a `Relation`.
    """

    def hop(
        self, frontier: Sequence[Mapping[str, object]], question: Vectors, settings: AdaptiveSettings
    ) -> list[Row]:
        """Return the triples around entities whose relation and other end are near enough to the question.

        Args:
            frontier: maps of ``id`` and ``came_by``, ids of triples that need not be returned.
            question: its vector, shape (dimension,).
            settings: thresholds, and the triples of one entity that are looked at in either direction.

        Returns:
            Rows of ``entity`` (its id), ``name``, ``outward`` and ``inward`` (how many triples it has), and
            ``triples``: maps of ``triple``, ``relation``, ``relation_name``, ``outward``, ``id``, ``name``,
            ``relation_similarity`` and ``entity_similarity``; None where something has no vector.

        Raises:
            DatabaseError: or one of its kinds.
        """

    def leads_on(self, entity: str) -> bool:
        """Return whether a further hop may start at what was reached; a value, say, leads anywhere."""

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
            DatabaseError: or one of its kinds.
        """


class EntityGraph:
    """A graph that was loaded; similarities are computed in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def hop(
        self, frontier: Sequence[Mapping[str, object]], question: Vectors, settings: AdaptiveSettings
    ) -> list[Row]:
        """Return the triples around entities; see `ExploredGraph.hop`. One statement runs."""
        return self._database.read(
            "explore_hop",
            frontier=list(frontier),
            question=Vector(question),
            relation_threshold=settings.relation_threshold,
            entity_threshold=settings.entity_threshold,
            hub_cap=settings.hub_cap,
        )

    def leads_on(self, entity: str) -> bool:
        """Return True: the statement of a hop knows which entities are values."""
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
        """Return the triples of a relation at some entities; see `ExploredGraph.follow`. One statement runs."""
        vector = None if question is None else Vector(question)
        return follow(self._database, ids, relation, outward, bounds, most, vector)
