"""The overview of a loaded graph: its size and its relations."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa_neo4j.store.driver import Database


@dataclass(frozen=True, slots=True)
class RelationCount:
    """A relation and its number of triples; None if they were not counted."""

    id: str
    name: str
    triples: int | None


@dataclass(frozen=True, slots=True)
class Overview:
    """Numbers of entities and triples, and the relations, most frequent first."""

    entities: int
    triples: int
    relations: tuple[RelationCount, ...]


def read_overview(database: Database) -> Overview:
    """Read the overview of a graph.

    Raises:
        DatabaseError: the server cannot be queried.
    """
    counts = database.read("graph_counts")[0]
    rows = sorted(database.read("relation_names"), key=lambda row: (-(row["count"] or 0), row["id"]))
    relations = tuple(RelationCount(row["id"], row["name"] or row["id"], row["count"]) for row in rows)
    return Overview(counts["entities"], counts["triples"], relations)
