"""Candidate triples around the topics, and the top K of them by similarity to a text.

See docs/methods/kg-rag.md, steps 3 and 4: breadth first, both directions, up to N hops; top K by dot product. Both run
in the database; only the ids of entities within N - 1 hops and the K triples are transferred.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.methods.common.lazy_vectors import LazyVectors
from kgqa_neo4j.model.answer import Step
from kgqa_neo4j.model.graph import Entity, Triple, catalogued
from kgqa_neo4j.settings import RetrievalSettings
from kgqa_neo4j.store.driver import Database, Row
from kgqa_neo4j.store.health import graph_info

HUBS_NAMED = 5
# The index ranks by cosine. If vectors are not of unit length, this many times K are fetched and rescored.
_LOOKED_AT = 10


@dataclass(frozen=True, slots=True)
class Scored:
    """A triple with its score (dot product), and its hop: 1 if it touches a topic."""

    triple: Triple
    score: float
    hop: int


@dataclass(slots=True)
class Candidates:
    """The triples within N hops of the topics, represented by the inner entities: those within N - 1 hops.

    `inner` maps each inner entity to its distance from the nearest topic; `triples` is an upper bound of the number of
    triples (those between two inner entities count twice); `steps` says which bounds cut something; `made` holds new
    vectors that could not be stored, by element id.
    """

    inner: dict[str, int]
    triples: int
    steps: list[Step] = field(default_factory=list)
    made: dict[str, Vector] = field(default_factory=dict)


class NearestTriples:
    """Top-K search among candidate triples, on one graph with one encoder."""

    def __init__(self, graph: Database, embedder: Embedder, settings: RetrievalSettings) -> None:
        self._graph = graph
        self._embedder = embedder
        self._settings = settings
        self._info = graph_info(graph)
        self._lazy = LazyVectors(graph, embedder, settings.lazy_limit)

    @property
    def has_vectors(self) -> bool:
        """Whether the graph has triple vectors, or creates them on demand."""
        return self._lazy.active or bool(self._info.triple_index)

    @property
    def _has_index(self) -> bool:
        # At level `lazy`, an index left over from another level lacks the newer vectors.
        return not self._lazy.active and bool(self._info.triple_index)

    def around(self, topics: Sequence[Entity], hops: int) -> Candidates:
        """Return the candidates within `hops` hops of `topics`, with one statement per hop.

        In a graph at level `lazy`, candidates without a vector get one.

        Raises:
            DatabaseError: or a subclass.
        """
        settings = self._settings
        inner = {topic.id: 0 for topic in topics}
        frontier, steps = list(inner), list[Step]()
        for distance in range(1, hops):
            room = settings.max_entities - len(inner)
            if not frontier:
                break
            if room <= 0:
                steps = steps or [_bound(len(inner), distance)]
                break
            # The statement also returns known entities, so `most` exceeds `room`.
            rows = self._graph.read(
                "reach", ids=frontier, hub_cap=settings.hub_cap, most=settings.max_entities + 1
            )
            new = [row["id"] for row in rows if row["id"] not in inner]
            if len(new) > room:
                steps.append(_bound(len(inner) + room, distance))
            frontier = new[:room]
            inner.update(dict.fromkeys(frontier, distance))
        counted = self._graph.read("candidate_counts", ids=list(inner), hub_cap=settings.hub_cap)[0]
        if counted["hubs"]:
            searched = self._has_index and counted["triples"] > settings.exact_limit
            steps.append(_hubs(counted["hubs"], settings.hub_cap, searched=searched))
        if not self.has_vectors and counted["triples"] > settings.encode_limit:
            steps.append(_encoded(counted["triples"], settings.encode_limit))
        made = self._lazy.around(list(inner), settings.hub_cap)
        return Candidates(inner, counted["triples"], steps + self._lazy.steps, made)

    def nearest(self, text: str, candidates: Candidates, top_k: int) -> tuple[list[Scored], str]:
        """Return the `top_k` candidates nearest to `text`, best first, and how they were found.

        `exact`: all were scored. `index`: by the vector index, filtered to the candidates, which is faster for many
        candidates but may miss some; if the vectors are not of unit length, the nearest by cosine are rescored by dot
        product. `encoded`: the graph has no triple vectors, so up to `retrieval.encode_limit` triples were encoded for
        this question.

        Raises:
            DatabaseError: or a subclass.
        """
        vector = self._embedder.encode([text])[0]
        if not self.has_vectors:
            return self._encoded(vector, candidates, top_k), "encoded"
        ids = list(candidates.inner)
        if candidates.triples <= self._settings.exact_limit or not self._has_index:
            rows = self._graph.read(
                "nearest_exact",
                ids=ids,
                vector=Vector(vector),
                hub_cap=self._settings.hub_cap,
                top_k=top_k,
                made=candidates.made,
            )
            return _scored(rows, candidates)[:top_k], "exact"
        normalised = self._embedder.normalised
        wanted = {"ids": ids, "vector": Vector(vector), "top_k": top_k}
        rows = []
        for statement in ("nearest_by_source", "nearest_by_target"):
            near = top_k if normalised else _LOOKED_AT * top_k
            rows += self._graph.search(statement, self._info.triple_index, near=near, **wanted)
        return _scored(rows, candidates)[:top_k], "index" if normalised else "index by cosine, then dot product"

    def nearest_around(self, texts: Mapping[str, str], candidates: Candidates, top_k: int) -> list[Scored]:
        """Return the `top_k` triples nearest to texts, best first; each entity's triples are compared with its text.

        `texts` maps entity ids to texts; entities that are not inner entities of the candidates are skipped. Returns
        nothing if the graph has no triple vectors.

        Raises:
            DatabaseError: or a subclass.
        """
        ids = [id_ for id_ in texts if id_ in candidates.inner]
        if not ids or not self.has_vectors:
            return []
        vectors = self._embedder.encode([texts[id_] for id_ in ids])
        rows = self._graph.read(
            "nearest_around_each",
            queries=[{"id": id_, "vector": Vector(vector)} for id_, vector in zip(ids, vectors, strict=True)],
            hub_cap=self._settings.hub_cap,
            top_k=top_k,
            made=candidates.made,
        )
        return _scored(rows, candidates)

    def _encoded(self, vector: Vectors, candidates: Candidates, top_k: int) -> list[Scored]:
        rows: list[dict[str, Any]] = self._graph.read(
            "candidate_triples",
            ids=sorted(candidates.inner, key=lambda id_: candidates.inner[id_]),
            hub_cap=self._settings.hub_cap,
            most=self._settings.encode_limit,
        )
        if not rows:
            return []
        scores = self._embedder.encode([_triple(row).text for row in rows]) @ vector
        best = np.argsort(-scores, kind="stable")[:top_k]
        return _scored([{**rows[place], "score": float(scores[place])} for place in best], candidates)


def merge(found: Iterable[Scored]) -> list[Scored]:
    """Return each triple once, with its best score, best first."""
    best: dict[str, Scored] = {}
    for one in found:
        if one.triple.id not in best or one.score > best[one.triple.id].score:
            best[one.triple.id] = one
    return sorted(best.values(), key=lambda one: (-one.score, one.triple.id))


def _scored(rows: Sequence[Row], candidates: Candidates) -> list[Scored]:
    found = []
    for row in rows:
        triple = _triple(row)
        distances = [candidates.inner.get(end.id) for end in (triple.subject, triple.object)]
        hop = 1 + min(distance for distance in distances if distance is not None)
        found.append(Scored(triple, row["score"], hop))
    return merge(found)


def _triple(row: Row) -> Triple:
    relation = catalogued(row["relation"], row["relation_name"])
    return Triple(
        Entity(row["source"], row["source_name"]), relation, Entity(row["target"], row["target_name"])
    )


def _bound(kept: int, hop: int) -> Step:
    summary = f"more than {kept:,} entities lie within {hop} hops: triples of the others are no candidates"
    return Step("cut", summary, {"entities": kept, "hop": hop})


def _encoded(triples: int, limit: int) -> Step:
    summary = (
        f"the graph has no vectors of triples, and up to {triples:,} are candidates: those nearest to the "
        f"topics are encoded for each sub-question, {limit:,} (retrieval.encode_limit)"
    )
    return Step("cut", summary, {"triples": triples, "encoded": limit})


def _hubs(hubs: Sequence[Row], cap: int, *, searched: bool) -> Step:
    """Return the step about hubs.

    If the index is `searched`, it covers all triples of a hub, and the cap only limited the expansion and the search
    around earlier answers.
    """
    first = sorted(hubs, key=lambda hub: (-hub["degree"], hub["id"]))[:HUBS_NAMED]
    names = ", ".join(f"{hub['name']} ({hub['degree']:,} triples)" for hub in first)
    more = f" and {len(hubs) - len(first):,} more" if len(hubs) > len(first) else ""
    what = "were followed, or compared around an earlier answer" if searched else "are candidates"
    summary = f"hubs of which at most {cap:,} triples a direction {what}: {names}{more}"
    return Step("hub", summary, {"hubs": len(hubs), "cap": cap, "largest": [hub["id"] for hub in first]})
