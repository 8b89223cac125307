"""Retrieval for one partial triple: the most similar relations, and their triples.

See docs/methods/pdrr.md, step 4. The database computes the similarities; triples without a vector are encoded here, up
to a cap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Embedder, cosines
from kgqa_neo4j.methods.common.lazy_vectors import LazyVectors
from kgqa_neo4j.methods.common.path_expansion import HubBounds, partly_read
from kgqa_neo4j.methods.pdrr.partial_triples import PartialTriple, Term
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.settings import PdrrSettings
from kgqa_neo4j.store.driver import Database, Row

# Maximum number of triples read per partial triple.
MOST = 5000

Frontier = Mapping[str, str]
"""Entity ids, each with the id of the triple not to step back along, or ""."""


@dataclass(frozen=True, slots=True)
class Way:
    """A relation in one direction; `triples` is their number at all start entities, `most` the maximum at one."""

    relation: Relation
    outward: bool
    similarity: float
    triples: int
    most: int

    @property
    def key(self) -> tuple[str, bool]:
        """The relation's id and the direction."""
        return self.relation.id, self.outward


@dataclass(frozen=True, slots=True)
class Link:
    """A triple in walking direction, with its similarity to the partial triple."""

    near: Entity
    way: Way
    far: Entity
    score: float

    @property
    def triple(self) -> Triple:
        """The triple in its stored direction."""
        ends = (self.near, self.far) if self.way.outward else (self.far, self.near)
        return Triple(ends[0], self.way.relation, ends[1])


class PartialRetrieval:
    """Retrieval for the partial triples of one question.

    `cuts` describes each bound that was reached.

    Args:
        graph: the database.
        embedder: the encoder of the graph's vectors.
        settings: of the method.
        bounds: maximum number of triples read per entity.
        lazy_limit: maximum number of vectors created, in a graph at level `lazy`.
    """

    def __init__(
        self,
        graph: Database,
        embedder: Embedder,
        settings: PdrrSettings,
        bounds: HubBounds,
        lazy_limit: int = 0,
    ) -> None:
        self.cuts: list[str] = []
        self._lazy = LazyVectors(graph, embedder, lazy_limit)
        self._graph = graph
        self._embedder = embedder
        self._relations = settings.relations
        self._relation_weight = settings.relation_weight
        self._encode_cap = settings.encode_cap
        self._bounds = bounds
        self._vectors: dict[str, Vector] = {}

    def ways(self, ids: Collection[str], partial: PartialTriple) -> list[Way]:
        """Return the relations around `ids` most similar to `partial`, in both directions, best first.

        Raises:
            DatabaseError: or a subclass.
        """
        text = relation_text(partial)
        near, cap = sorted(ids), self._bounds.read
        rows = self._graph.read("partial_relations", ids=near, vector=self._vector(text), read_cap=cap)
        for hub in partly_read(self._graph, near, cap):
            self.note(hub)
        scored = self._scored([row["similarity"] for row in rows], [row["name"] for row in rows], text)
        best: dict[str, list[Way]] = {}
        for row, score in zip(rows, scored, strict=True):
            relation = Relation(row["type"], row["name"])
            way = Way(relation, row["outward"], score, row["triples"], row["most"])
            best.setdefault(relation.id, []).append(way)
        kept = sorted(best.values(), key=lambda ways: (-ways[0].similarity, ways[0].relation.id))
        return [way for ways in kept[: self._relations] for way in ways]

    def best(
        self, frontier: Frontier, partial: PartialTriple, near: Term, ways: Sequence[Way], keep: int
    ) -> list[Link]:
        """Return the triples most similar to `partial`, at most `keep` per way, best first.

        `near` is the end of `partial` at the frontier. A relation followed against the direction of the partial triple
        scores no higher than along it.

        Raises:
            DatabaseError: or a subclass.
        """
        found, bare = self._read(frontier, partial, ways, None, (), keep, self._encode_cap)
        texts = [link.triple.text for link, _ in found]
        scores = self._scored([similarity for _, similarity in found], texts, partial.text, bare)
        weight, outward = self._relation_weight, near == partial.subject
        mixed = [
            replace(link, score=(1 - weight) * score + weight * link.way.similarity)
            for (link, _), score in zip(found, scores, strict=True)
        ]
        most: dict[str, float] = {}
        for link in mixed:
            if link.way.outward == outward:
                id_ = link.way.relation.id
                most[id_] = max(link.score, most.get(id_, link.score))
        links = [
            replace(link, score=min(link.score, most.get(link.way.relation.id, link.score))) for link in mixed
        ]
        links.sort(key=lambda link: (-link.score, link.way.outward != outward, link.triple.id))
        self._note_hubs(ways)
        return _at_most(links, keep)

    def all(
        self,
        frontier: Frontier,
        partial: PartialTriple,
        ways: Sequence[Way],
        beyond: Collection[str] | None = None,
        touching: Sequence[Collection[str]] = (),
    ) -> list[Link]:
        """Return all triples of `ways`; a triple without a vector has its relation's score.

        Args:
            frontier: the entities at which the triples start.
            partial: the partial triple that they are scored against.
            ways: relations and directions.
            beyond: allowed ids of the far end.
            touching: sets of ids; the far end must have a triple with an entity of each.

        Raises:
            DatabaseError: or a subclass.
        """
        found, _ = self._read(frontier, partial, ways, beyond, touching, MOST, MOST)
        links = [link if score is None else replace(link, score=score) for link, score in found]
        if beyond is None and not touching:
            self._note_hubs(ways)
        elif len(links) >= self._bounds.taken:
            self._note_hubs(link.way for link in links)
        return links

    def _read(
        self,
        frontier: Frontier,
        partial: PartialTriple,
        ways: Sequence[Way],
        beyond: Collection[str] | None,
        touching: Sequence[Collection[str]],
        keep: int,
        bare: int,
    ) -> tuple[list[tuple[Link, float | None]], int]:
        """Return links, each with its own similarity or None without a vector; their score is that of their way.

        The second value is the number of triples without a vector, including those left out by `bare`.
        """
        if not frontier or not ways:
            return [], 0
        rows = self._graph.read(
            "partial_triples",
            frontier=[{"id": id_, "came_by": frontier[id_]} for id_ in sorted(frontier)],
            ways=[{"relation": way.relation.id, "outward": way.outward} for way in ways],
            vector=self._vector(partial.text),
            beyond=None if beyond is None else sorted(beyond),
            touching=[sorted(ids) for ids in touching],
            read_cap=self._bounds.read,
            hub_cap=self._bounds.taken,
            most=MOST,
            keep=keep,
            bare=MOST if self._lazy.active else bare,
        )
        if self._lazy.active:
            self._complete(rows, partial.text, keep, bare)
        by_key = {way.key: way for way in ways}
        found = [_link(one, by_key[row["relation"], row["outward"]]) for row in rows for one in row["triples"]]
        return found, sum(row["without_vector"] for row in rows)

    def _complete(self, rows: Sequence[Row], text: str, keep: int, bare: int) -> None:
        """Create missing vectors at level `lazy`, fill in the similarities, and cut `rows` as the statement would."""
        made = self._lazy.of(
            {one["element"]: one["text"] for row in rows for one in row["triples"] if one["text"] is not None}
        )
        for step in self._lazy.steps:
            self.note(step.summary)
        vectors = np.array(list(made.values()), np.float32).reshape(len(made), self._embedder.dimension)
        wanted = np.asarray(self._vector(text).to_numpy(), dtype=np.float32)
        similar = dict(zip(made, cosines(vectors, wanted), strict=True))
        for row in rows:
            for one in row["triples"]:
                one["similarity"] = similar.get(one["element"], one["similarity"])
            own = [one for one in row["triples"] if one["similarity"] is not None]
            without = [one for one in row["triples"] if one["similarity"] is None]
            own.sort(key=lambda one: (-one["similarity"], one["triple"]))
            row["without_vector"] = len(without)
            row["triples"] = own[:keep] + without[:bare]

    def _scored(
        self, similarities: Sequence[float | None], texts: Sequence[str], text: str, missing: int = 0
    ) -> list[float]:
        """Return the similarities; missing ones are computed from the texts, up to the cap.

        `missing` is the total number of missing ones, if `similarities` contains only some of them.
        """
        bare = [place for place, similarity in enumerate(similarities) if similarity is None]
        if (missing := max(missing, len(bare))) > self._encode_cap:
            cap = self._encode_cap
            self.note(f"{missing:,} texts have no vector; {cap} were encoded (pdrr.encode_cap)")
        scores = [0.0 if similarity is None else similarity for similarity in similarities]
        if bare := bare[: self._encode_cap]:
            vectors = self._embedder.encode([texts[place] for place in bare])
            wanted = np.asarray(self._embedder.encode([text])[0], dtype=np.float32)
            for place, cosine in zip(bare, cosines(vectors, wanted), strict=True):
                scores[place] = cosine
        return scores

    def _vector(self, text: str) -> Vector:
        if text not in self._vectors:
            vector = np.asarray(self._embedder.encode([text])[0], dtype=np.float32)
            self._vectors[text] = Vector.from_numpy(vector)
        return self._vectors[text]

    def _note_hubs(self, ways: Iterable[Way]) -> None:
        ways = list({way.key: way for way in ways}.values())
        triples = sum(way.triples for way in ways)
        if triples > MOST >= max(way.triples for way in ways):
            self.note(f"{triples:,} triples of the relations kept were found: {MOST:,} were looked at")
        for way in ways:
            if way.most > self._bounds.taken:
                cap = f"{self._bounds.taken:,} (retrieval.hub_cap)"
                found = f"{way.most:,} triples of {way.relation.name} were found at one entity"
                self.note(f"{found}: {cap} were looked at")
            elif way.triples > MOST:
                found = f"{way.triples:,} triples of {way.relation.name} were found"
                self.note(f"{found}: {MOST:,} were looked at")

    def note(self, what: str) -> None:
        """Add a text to `cuts` once."""
        if what not in self.cuts:
            self.cuts.append(what)


def _at_most(links: Iterable[Link], keep: int) -> list[Link]:
    """Return the first `keep` links per way."""
    taken = Counter[tuple[str, bool]]()
    kept = []
    for link in links:
        taken[link.way.key] += 1
        if taken[link.way.key] <= keep:
            kept.append(link)
    return kept


def relation_text(partial: PartialTriple) -> str:
    """Return the text of a partial triple to compare with relations: everything but a known name.

    A name says nothing about the relation, but draws the vector towards similar names.
    """
    words = [
        partial.subject.word if partial.subject.unknown else "",
        partial.relation,
        partial.object.word if partial.object.unknown else "",
    ]
    return " ".join(filter(None, words)).replace("_", " ")


def _link(row: Row, way: Way) -> tuple[Link, float | None]:
    near, far = Entity(row["entity"], row["entity_name"]), Entity(row["id"], row["name"])
    return Link(near, way, far, way.similarity), row["similarity"]
