"""Completion of a role: finds the answers that exploration missed because of its narrow frontier.

Exploration keeps the best few entities per hop, so for "the films of X's co-stars" it only sees those of two co-stars.
Once a role is chosen, its paths are followed to all entities in that role, with one statement per hop. This goes beyond
the paper (docs/methods/adaptive.md) and can be switched off.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.methods.adaptive.exploration import Exploration, FoundTriple
from kgqa_neo4j.methods.adaptive.explored_graph import ExploredGraph
from kgqa_neo4j.methods.adaptive.roles import Role
from kgqa_neo4j.methods.common.path_expansion import HubBounds
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.store.driver import Row

# Triples followed per step. If there are more, the answer set is cut, and a step says so.
MOST = 5000
# Paths per answer that are added to the evidence.
PROOFS = 3


@dataclass(slots=True)
class _Layer:
    """The entities reached after one step, with their scores and the triples that led to them."""

    entities: dict[str, Entity] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    arrivals: dict[str, list[tuple[str, FoundTriple]]] = field(default_factory=dict)


def complete(
    graph: ExploredGraph,
    question: Vectors,
    role: Role,
    exploration: Exploration,
    topics: set[str],
    bounds: HubBounds,
) -> tuple[Role, bool]:
    """Return `role` with all of its entities, and whether a bound cut them.

    The triples that lead to them are added to `exploration.found`. `bounds` limits the triples per entity, `MOST` those
    per step.

    Raises:
        DatabaseError: or a subclass.
    """
    ends: list[_Layer] = []
    walked: list[list[_Layer]] = []
    cut = False
    for topic, path in role.parts:
        layers, was_cut = _follow(graph, question, topic, path, exploration, bounds)
        cut = cut or was_cut
        walked.append(layers)
        ends.append(layers[-1])
    shared = set.intersection(*(set(end.entities) for end in ends)) - topics
    for layers in walked:
        for found in _proofs(layers, sorted(shared)):
            exploration.found.setdefault(found.id, found)
    scores = {entity.id: score for entity, score in role.members}
    entities = {entity.id: entity for entity, _ in role.members} | {
        id_: ends[0].entities[id_] for id_ in shared
    }
    members = [(entity, scores.get(id_, ends[0].scores.get(id_, 0.0))) for id_, entity in entities.items()]
    members.sort(key=lambda member: (-member[1], member[0].name, member[0].id))
    return replace(role, members=tuple(members)), cut


def _follow(
    graph: ExploredGraph, question: Vectors, topic: str, path: Path, exploration: Exploration, bounds: HubBounds
) -> tuple[list[_Layer], bool]:
    """Follow `path` from `topic`, never straight back along the same triple."""
    similarity = {one.triple.relation.id: one.relation_similarity for one in exploration.found.values()}
    relations = {one.triple.relation.id: one.triple.relation for one in exploration.found.values()}
    layers = [_Layer({topic: Entity(topic, "")})]
    cut = False
    for hop, move in enumerate(path, 1):
        # Only the ends of the path need a similarity.
        wanted = question if hop == len(path) else None
        here = layers[-1].entities
        rows, was_cut = graph.follow(here, move.relation, move.outward, bounds, MOST, wanted)
        cut = cut or was_cut
        layers.append(_step(rows, layers[-1], relations[move.relation], move, similarity[move.relation], hop))
    return layers, cut


def _step(
    rows: list[Row], before: _Layer, relation: Relation, move: Move, similarity: float, hop: int
) -> _Layer:
    layer = _Layer()
    for row in rows:
        id_ = row["triple"]
        arrivals = before.arrivals.get(row["entity"], ())
        if arrivals and all(found.id == id_ for _, found in arrivals):
            continue
        here, there = Entity(row["entity"], row["entity_name"]), Entity(row["id"], row["name"])
        triple = Triple(here, relation, there) if move.outward else Triple(there, relation, here)
        alike = similarity if row["similarity"] is None else row["similarity"]
        found = FoundTriple(id_, triple, similarity, alike, hop)
        layer.entities[there.id] = there
        layer.scores[there.id] = max(found.score, layer.scores.get(there.id, found.score))
        layer.arrivals.setdefault(there.id, []).append((here.id, found))
    return layer


def _proofs(layers: list[_Layer], ends: list[str]) -> list[FoundTriple]:
    """Return the triples that lead to `ends`, following up to `PROOFS` triples back from each entity."""
    proofs: dict[str, FoundTriple] = {}
    # Pairs of an entity and the triple by which the walk leaves it, which must not be the one it arrived by.
    wanted = dict.fromkeys((entity, "") for entity in ends)
    for layer in reversed(layers[1:]):
        before: dict[tuple[str, str], None] = {}
        for entity, left_by in wanted:
            ways = (way for way in layer.arrivals[entity] if way[1].id != left_by)
            for origin, found in islice(ways, PROOFS):
                proofs[found.id] = found
                before[origin, found.id] = None
        wanted = before
    return list(proofs.values())
