"""Weak supervision: the relation path that leads from a question's topics to its answers.

Question files contain only topics and answers. Of all relation paths of up to three steps, the one whose ends
agree best with the answers counts as correct. The shortest path would be wrong too often, because one of many
answers may be a neighbour of the topic by chance.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from kgqa_neo4j.methods.common.path_expansion import HubBounds, follow
from kgqa_neo4j.plans.learning.exemplars import Pair
from kgqa_neo4j.plans.learning.search import STEPS, relation_paths
from kgqa_neo4j.plans.plan import Path
from kgqa_neo4j.store.driver import Database

# Minimum F1 of a path's ends against the answers.
LEAST_AGREEMENT = 0.5
_MOST_TRIPLES = 5_000


@dataclass(frozen=True, slots=True)
class Hop:
    """One step towards the answers: its frontier, and the ids of the triples that continue the path.

    `frontier` maps each entity to the ids of the triples by which it was reached.
    """

    frontier: Mapping[str, tuple[str, ...]]
    right: frozenset[str]


def best_path(graph: Database, topics: Collection[str], answers: Collection[str], hub_cap: int) -> Path:
    """Return the relation path that explains `answers`; empty if none or several do equally well.

    Raises:
        DatabaseError: or a subclass.
    """
    pair = Pair("", tuple(sorted(topics)), tuple(frozenset([answer]) for answer in sorted(answers)))
    found = relation_paths(graph, {0: pair}, 1, STEPS, hub_cap).get(0, {})
    ranked = sorted(((agreement, -len(path), path) for path, agreement in found.items()), reverse=True)
    if not ranked or ranked[0][0] < LEAST_AGREEMENT:
        return ()
    if len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]:
        return ()
    return ranked[0][2]


def hops_of(
    graph: Database,
    path: Path,
    topics: Collection[str],
    answers: Collection[str],
    *,
    bounds: HubBounds,
    width: int,
    draw: random.Random,
) -> list[Hop]:
    """Return the steps along `path`, each from at most `width` entities sampled by `draw`.

    A triple is right if it is the path's next step and lies on a walk to an answer.

    Raises:
        DatabaseError: or a subclass.
    """
    layers = _layers(graph, path, topics, bounds)
    wanted = set(answers)
    for place in range(len(layers) - 1, -1, -1):
        layers[place] = [step for step in layers[place] if step[2] in wanted]
        wanted = {step[0] for step in layers[place]}
    frontier: dict[str, tuple[str, ...]] = dict.fromkeys(sorted(wanted), ())
    hops = []
    for layer in layers:
        chosen = sorted(draw.sample(sorted(frontier), min(width, len(frontier))))
        here = {entity: frontier[entity] for entity in chosen}
        right = [step for step in layer if step[0] in here and step[1] not in here[step[0]]]
        hops.append(Hop(here, frozenset(triple for _, triple, _ in right)))
        frontier = {}
        for _, triple, end in right:
            frontier[end] = (*frontier.get(end, ()), triple)
    return hops


_Step = tuple[str, str, str]


def _layers(graph: Database, path: Path, topics: Collection[str], bounds: HubBounds) -> list[list[_Step]]:
    """Return the (entity, triple, entity) of each step along the path, within the bounds."""
    layers: list[list[_Step]] = []
    reached: dict[str, set[str]] = {topic: set() for topic in topics}
    for relation, outward in path:
        rows, _ = follow(graph, reached, relation, outward, bounds, _MOST_TRIPLES)
        layer = []
        onward: dict[str, set[str]] = {}
        for row in rows:
            # Walking back along the only triple that led here is not a step.
            if reached[row["entity"]] != {row["triple"]}:
                layer.append((row["entity"], row["triple"], row["id"]))
                onward.setdefault(row["id"], set()).add(row["triple"])
        layers.append(layer)
        reached = onward
    return layers
