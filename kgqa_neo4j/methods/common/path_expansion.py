"""One step along a known relation, from several entities at once.

Neo4j finds the relationships of an entity by their type only where the statement's text names the
type. Types come as values here, so Neo4j reads every relationship to compare its type: what is read of a hub
is bounded, as well as what is returned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from neo4j.vector import Vector

from kgqa_neo4j.store.driver import Database, Row


@dataclass(frozen=True, slots=True)
class HubBounds:
    """Of one entity: the triples of one relation that are taken, and the triples read to find them."""

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
    """Return the triples of a relation at some entities, and whether there may be more than these.

    A row has ``entity``, ``entity_name``, ``triple`` (the first 20 digits of its id), ``id``, ``name``
    and ``similarity``, of the other end and `question`, None without one.

    Args:
        graph: the database; one statement runs.
        ids: of the entities.
        relation: its id.
        outward: along the relation, or against it.
        bounds: of one entity.
        most: triples returned for all entities.
        question: the vector that the other ends are compared with.

    Raises:
        DatabaseError: or one of its kinds.
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
    found, taken = list[Row](), Counter[str]()
    for row in rows:
        if row["triple"] is not None and taken[row["entity"]] < bounds.taken and len(found) < most:
            taken[row["entity"]] += 1
            found.append(row)
    return found, len(found) < len(rows) or any(row["cut"] for row in rows)


def partly_read(graph: Database, ids: Iterable[str], read: int) -> list[str]:
    """Say of which entities only `read` triples in a direction are read, as they have more.

    Raises:
        DatabaseError: or one of its kinds.
    """
    hubs = graph.read("candidate_counts", ids=sorted(ids), hub_cap=read)[0]["hubs"]
    cap = f"at most {read:,} in either direction were read (retrieval.read_cap)"
    return [f"{hub['name']} has {hub['degree']:,} triples: {cap}" for hub in hubs]
