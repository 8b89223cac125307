"""Expansion of many entities by one relation.

Neo4j finds an entity's relationships by type only if the type is part of the statement's text. Here the type is a
parameter, so Neo4j reads every relationship to compare its type; therefore both the triples read and those returned
are bounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter

from neo4j.vector import Vector

from kgqa_neo4j.store.driver import Database, Row


@dataclass(frozen=True, slots=True)
class HubBounds:
    """Bounds per entity: triples of the relation that are returned, and triples read to find them."""

    taken: int
    read: int


def follow(
    graph: Database,
    ids: Iterable[str],
    relation: str,
    outward: bool,
    bounds: HubBounds,
    most: int,
    question: Vector | None = None,
) -> tuple[list[Row], bool]:
    """Return the triples of a relation at some entities, and whether there may be more.

    A row has ``entity``, ``entity_name``, ``triple`` (the first 20 digits of its id), and ``id``, ``name`` and
    ``similarity`` of the other end; the last is None without `question`.

    Args:
        graph: the database; one statement runs.
        ids: ids of the entities.
        relation: id of the relation.
        outward: along the relation, or against it.
        bounds: per entity.
        most: triples returned in all.
        question: the vector that the other ends are compared with.

    Raises:
        DatabaseError: or a subclass.
    """
    rows = graph.read(
        "follow_relation",
        ids=sorted(ids),
        relation=relation,
        outward=outward,
        question=question,
        read_cap=bounds.read,
        hub_cap=bounds.taken + 1,
        most=most + 1,
    )
    found: list[Row] = []
    for row in sorted(rows, key=itemgetter("entity")):
        taken = row["triples"][: bounds.taken][: most - len(found)]
        ends = {"entity": row["entity"], "entity_name": row["entity_name"]}
        found += [{**ends, **triple} for triple in taken]
    returned = sum(len(row["triples"]) for row in rows)
    return found, len(found) < returned or any(row["cut"] for row in rows)


def partly_read(graph: Database, ids: Iterable[str], read: int) -> list[str]:
    """Return a note for each entity that has more than `read` triples in a direction.

    Raises:
        DatabaseError: or a subclass.
    """
    hubs = graph.read("candidate_counts", ids=sorted(ids), hub_cap=read)[0]["hubs"]
    cap = f"at most {read:,} in either direction were read (retrieval.read_cap)"
    return [f"{hub['name']} has {hub['degree']:,} triples: {cap}" for hub in hubs]
