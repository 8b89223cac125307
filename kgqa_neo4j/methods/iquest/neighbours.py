"""Neighbours of a frontier: retrieval in both directions, scoring, and expansion of the best ones' relations.

See docs/methods/iquest.md, steps 2 and 3. A neighbour is identified by the triple that leads to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.methods.common.hubs import hub_steps
from kgqa_neo4j.methods.common.lazy_vectors import LazyVectors
from kgqa_neo4j.methods.common.path_expansion import HubBounds, follow
from kgqa_neo4j.methods.iquest.lookahead.features import EACH, LOOK, MOST, TripleFeatures, Way
from kgqa_neo4j.methods.iquest.lookahead.network import FOLDER, Network, has_network, load_network
from kgqa_neo4j.model.answer import Step
from kgqa_neo4j.model.graph import Entity, Triple, catalogued
from kgqa_neo4j.settings import IquestSettings
from kgqa_neo4j.store.driver import Database, Row


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An entity next to the frontier, the triple that leads to it, and whether along the triple's direction.

    `element` is the triple's element id in the database; `embedded` says that it has a vector.
    """

    entity: Entity
    triple: Triple
    outward: bool
    element: str
    embedded: bool
    score: float

    @property
    def near(self) -> Entity:
        """The entity of the frontier."""
        return self.triple.subject if self.outward else self.triple.object


Frontier = Mapping[str, tuple[str, ...]]
"""Entity ids, each with the ids of the triples that led to it, which are not followed back."""


def find_neighbours(
    graph: Database,
    frontier: Frontier,
    vector: Vectors,
    hub_cap: int,
    most: int,
    lazy: LazyVectors | None = None,
) -> tuple[list[Neighbour], list[Step]]:
    """Return the `most` neighbours most similar to a text, best first, and a step per bound that was reached.

    Args:
        graph: the database; one statement runs, two with `lazy`.
        frontier: ids of the entities to start from.
        vector: the text's, shape (dimension,).
        hub_cap: maximum number of triples read per entity and direction.
        most: maximum number of neighbours.
        lazy: creates missing vectors of triples.

    Raises:
        DatabaseError: or a subclass.
    """
    places = [{"id": entity, "came_by": list(triples)} for entity, triples in sorted(frontier.items())]
    made = lazy.around(sorted(frontier), hub_cap) if lazy else {}
    rows = graph.read(
        "neighbours", frontier=places, vector=Vector(vector), hub_cap=hub_cap, most=most, made=made
    )
    found = [neighbour for row in rows for neighbour in _neighbours(row)]
    found.sort(key=lambda one: (-one.score, one.triple.id))
    looked_at = sum(row["looked_at"] for row in rows)
    steps = hub_steps(rows, hub_cap)
    if looked_at > most:
        summary = f"{most:,} of {looked_at:,} neighbours were scored, those most similar to the sub-question"
        steps.append(Step("cut", summary, {"looked_at": looked_at, "scored": most}))
    return found[:most], steps


class LookAhead:
    """Scores the neighbours in one graph with a trained network."""

    def __init__(self, network: Network, graph: Database, lazy: LazyVectors | None = None) -> None:
        self.network = network
        self._features = TripleFeatures(graph, network.shape.dimension, lazy)

    def rescore(
        self, neighbours: Sequence[Neighbour], vectors: Sequence[Vectors], similarity: float = 0.0
    ) -> list[Neighbour]:
        """Return the neighbours with P(relevant) as score, averaged over the texts, best first.

        `similarity` is the weight of a neighbour's previous score.

        Raises:
            DatabaseError: or a subclass.
        """
        features = self._features.of([Way(one.element, one.entity.id) for one in neighbours])
        scores = np.mean([self.network.score(vector, *features) for vector in vectors], axis=0)
        scored = [
            replace(one, score=(1 - similarity) * float(score) + similarity * one.score)
            for one, score in zip(neighbours, scores, strict=True)
        ]
        return sorted(scored, key=lambda one: (-one.score, one.triple.id))

    def seen_around(self) -> str:
        """Describe what the network sees of the second hop; empty if nothing."""
        if not self.network.shape.two_hop:
            return ""
        return f"it sees up to {MOST} triples around each, {EACH} of a kind, among the first {LOOK}"


def open_look_ahead(
    graph: Database,
    embedder: Embedder,
    settings: IquestSettings,
    workspace: Path | None,
    lazy: LazyVectors | None = None,
) -> LookAhead | None:
    """Return the trained look-ahead for this graph; None if there is none or it is disabled.

    `lazy` creates the vectors that the graph lacks.

    Raises:
        ModelNotFound: the configured folder holds no network.
        ModelUnreadable: its files are damaged.
        ModelError: it was trained with another encoder's vectors.
    """
    if not settings.look_ahead:
        return None
    if settings.network:
        folder = Path(settings.network)
    elif workspace is not None and has_network(workspace / FOLDER):
        folder = workspace / FOLDER
    else:
        return None
    network = load_network(folder)
    network.check(embedder.model, embedder.dimension)
    return LookAhead(network, graph, lazy)


def best_neighbours(neighbours: Iterable[Neighbour], top_k: int) -> list[Neighbour]:
    """Return one triple for each of the `top_k` best entities; `neighbours` are best first."""
    kept: dict[str, Neighbour] = {}
    for one in neighbours:
        if len(kept) == top_k:
            break
        kept.setdefault(one.entity.id, one)
    return list(kept.values())


def with_their_relations(
    graph: Database,
    kept: Sequence[Neighbour],
    frontier: Frontier,
    vector: Vectors,
    bounds: HubBounds,
    most: int,
) -> tuple[list[Neighbour], bool]:
    """Return `kept`, then the frontier's other neighbours by the same relations, and whether a bound was reached.

    The added neighbours get the score of the relation's best kept one. At most `most` in total.

    Raises:
        DatabaseError: or a subclass.
    """
    found, cut = {one.triple.id: one for one in kept}, False
    for move in dict.fromkeys((one.triple.relation, one.outward) for one in kept):
        relation, outward = move
        score = max(one.score for one in kept if (one.triple.relation, one.outward) == move)
        rows, was_cut = follow(graph, frontier, relation.id, outward, bounds, most, Vector(vector))
        cut = cut or was_cut
        rows.sort(key=lambda row: (-(row["similarity"] or 0.0), row["triple"]))
        for row in rows:
            if row["triple"] not in frontier[row["entity"]] and row["triple"] not in found:
                here, there = Entity(row["entity"], row["entity_name"]), Entity(row["id"], row["name"])
                triple = Triple(here, relation, there) if outward else Triple(there, relation, here)
                found[triple.id] = Neighbour(there, triple, outward, "", False, score)
    every = list(found.values())
    return every[: max(most, len(kept))], cut or len(every) > max(most, len(kept))


def _neighbours(row: Row) -> list[Neighbour]:
    here = Entity(row["entity"], row["name"])
    found = []
    for item in row["triples"]:
        other = Entity(item["id"], item["name"])
        relation = catalogued(item["relation"], item["relation_name"])
        ends = (here, other) if item["outward"] else (other, here)
        triple = Triple(ends[0], relation, ends[1])
        found.append(
            Neighbour(other, triple, item["outward"], item["element"], item["embedded"], item["similarity"])
        )
    return found
