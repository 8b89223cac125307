"""Exploration: hop by hop from the topic entities, by similarity to the question.

See docs/methods/adaptive.md, step 3. The graph (`explored_graph`) returns the triples that are similar enough to the
question; this module chooses the frontier of the next hop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.methods.adaptive.explored_graph import ExploredGraph
from kgqa_neo4j.methods.adaptive.unembedded import encode_missing
from kgqa_neo4j.methods.common.hubs import hub_steps
from kgqa_neo4j.model.answer import Step
from kgqa_neo4j.model.graph import Entity, Triple, catalogued
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.settings import AdaptiveSettings
from kgqa_neo4j.store.driver import Row

# Walks kept per entity of the frontier.
MAX_WALKS = 8


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk from a topic to an entity: its path of relations, its triples, and the score of the last triple."""

    topic: str
    path: Path
    triples: tuple[str, ...]
    entity: Entity
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class FoundTriple:
    """A kept triple and its id, with its similarities to the question and the hop that found it."""

    id: str
    triple: Triple
    relation_similarity: float
    entity_similarity: float
    hop: int

    @property
    def score(self) -> float:
        """The mean of both similarities, by which the frontier is chosen."""
        return (self.relation_similarity + self.entity_similarity) / 2


@dataclass(slots=True)
class Exploration:
    """The result of exploring: the subgraph S (`found`, by triple id) and the walks to its entities."""

    found: dict[str, FoundTriple] = field(default_factory=dict)
    walks: list[Walk] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def ranked(self) -> list[FoundTriple]:
        """Return the kept triples by hop, best first."""
        return sorted(self.found.values(), key=lambda one: (one.hop, -one.score, one.id))

    def relation_names(self) -> dict[str, str]:
        """Return the names of the found relations, by id."""
        return {one.triple.relation.id: one.triple.relation.name for one in self.found.values()}

    def cut(self, hops: int) -> None:
        """Drop everything deeper than `hops`."""
        self.found = {id_: one for id_, one in self.found.items() if one.hop <= hops}
        self.walks = [walk for walk in self.walks if len(walk.path) <= hops]


def explore(
    graph: ExploredGraph,
    embedder: Embedder,
    question: Vectors,
    topics: Sequence[Entity],
    hops: int,
    settings: AdaptiveSettings,
) -> Exploration:
    """Explore `hops` hops from all `topics`; stop early if there is nothing left to explore.

    `question` is the question's vector by `embedder`. Each topic has its own frontier of at most `settings.beam`
    entities. No walk uses the same triple twice in a row, and no entity is expanded twice from the same topic.

    Raises:
        DatabaseError: or a subclass.
    """
    result = Exploration()
    frontier: dict[tuple[str, str], list[Walk]] = {
        (topic.id, topic.id): [Walk(topic.id, (), (), topic)] for topic in topics
    }
    expanded: set[tuple[str, str]] = set()
    for hop in range(1, hops + 1):
        rows = _expand(graph, question, frontier, settings)
        result.steps += encode_missing(rows, question, embedder, settings)
        expanded |= set(frontier)
        reached = _take(rows, frontier, hop, result)
        result.steps += hub_steps(rows, settings.hub_cap)
        candidates = {
            key: walks for key, walks in reached.items() if key not in expanded and graph.leads_on(key[1])
        }
        frontier = _best(candidates, result.found, settings.beam)
        names = sorted({walks[0].entity.name for walks in frontier.values()}) if hop < hops else []
        result.steps.append(_hop_step(hop, rows, names))
        if not frontier:
            break
    return result


def _expand(
    graph: ExploredGraph,
    question: Vectors,
    frontier: dict[tuple[str, str], list[Walk]],
    settings: AdaptiveSettings,
) -> list[Row]:
    """Return one row per entity of the frontier, with its kept triples."""
    arrived: dict[str, set[str]] = {}
    for (_, entity), walks in frontier.items():
        arrived.setdefault(entity, set()).update(walk.triples[-1] if walk.triples else "" for walk in walks)
    # Exclude a triple only if all walks to the entity arrived by it; `_take` checks the other cases per walk.
    places = [
        {"id": entity, "came_by": sorted(triples) if len(triples) == 1 else []}
        for entity, triples in sorted(arrived.items())
    ]
    return graph.hop(places, question, settings)


def _take(
    rows: Iterable[Row], frontier: dict[tuple[str, str], list[Walk]], hop: int, result: Exploration
) -> dict[tuple[str, str], list[Walk]]:
    """Add the triples and walks of a hop to `result`; return the new walks by (topic, entity)."""
    kept = {row["entity"]: _found(row, hop) for row in rows}
    reached: dict[tuple[str, str], list[Walk]] = {}
    for (topic, entity), walks in frontier.items():
        for one, other, outward in kept.get(entity, ()):
            move, id_ = Move(one.triple.relation.id, outward), one.id
            for walk in walks:
                if walk.triples and walk.triples[-1] == id_:
                    continue
                result.found.setdefault(id_, one)
                onward = Walk(topic, (*walk.path, move), (*walk.triples, id_), other, one.score)
                result.walks.append(onward)
                ways = reached.setdefault((topic, other.id), [])
                if len(ways) < MAX_WALKS:
                    ways.append(onward)
    return reached


def _found(row: Row, hop: int) -> list[tuple[FoundTriple, Entity, bool]]:
    """Return a row's triples, each with its other end and whether it is followed along its direction, best first."""
    here = Entity(row["entity"], row["name"])
    found = []
    for item in row["triples"]:
        other = Entity(item["id"], item["name"])
        relation = catalogued(item["relation"], item["relation_name"])
        ends = (here, other) if item["outward"] else (other, here)
        similarities = [item["relation_similarity"], item["entity_similarity"]]
        known = [value for value in similarities if value is not None]
        # A missing similarity is replaced by the other one.
        mean = sum(known) / len(known) if known else 0.0
        relation_similarity, entity_similarity = (mean if value is None else value for value in similarities)
        triple = Triple(ends[0], relation, ends[1])
        one = FoundTriple(item["triple"], triple, relation_similarity, entity_similarity, hop)
        found.append((one, other, bool(item["outward"])))
    return sorted(found, key=lambda item: (-item[0].score, item[0].id))


def _best(
    reached: dict[tuple[str, str], list[Walk]], found: dict[str, FoundTriple], beam: int
) -> dict[tuple[str, str], list[Walk]]:
    """Return the `beam` best entities of each topic, by the score of the triple that led to them."""
    by_topic: dict[str, list[tuple[float, str]]] = {}
    for (topic, entity), walks in reached.items():
        score = max(found[walk.triples[-1]].score for walk in walks)
        by_topic.setdefault(topic, []).append((-score, entity))
    return {
        (topic, entity): reached[topic, entity]
        for topic, scored in by_topic.items()
        for _, entity in sorted(scored)[:beam]
    }


def _hop_step(hop: int, rows: Sequence[Row], names: Sequence[str]) -> Step:
    kept = sum(len(row["triples"]) for row in rows)
    onward = f"; on from {', '.join(names)}" if names else ""
    return Step(
        "exploration",
        f"hop {hop}: {kept:,} triples kept around {len(rows)} entities{onward}",
        {"hop": hop, "kept": kept, "entities": [row["entity"] for row in rows], "frontier": list(names)},
    )
