"""Look up entities in the graph by name, by similar words, or by vector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Embedder, Vectors, cosines
from kgqa_neo4j.linking import lucene
from kgqa_neo4j.model.graph import VALUE, Entity, fold
from kgqa_neo4j.store.driver import Database, Row

# Entities fetched per look-up: enough for every name of a question, even ambiguous ones.
NAMED_LIMIT = 200
WORDED_LIMIT = 100
NEAREST_LIMIT = 20
_ENCODED_LIMIT = 32


@dataclass(frozen=True, slots=True)
class IndexedEntity:
    """An entity, the cosine of its description and the question, and its number of triples."""

    entity: Entity
    similarity: float
    degree: int

    def names(self) -> tuple[str, ...]:
        """Return its name and its aliases."""
        return (self.entity.name, *self.entity.aliases)


class EntityIndex:
    """Look-up of the entities of one graph. Thread-safe."""

    def __init__(self, database: Database, embedder: Embedder) -> None:
        self._database = database
        self._embedder = embedder

    def named(self, names: Iterable[str], vector: Vectors, ids: Sequence[str] = ()) -> list[IndexedEntity]:
        """Return the entities with one of these ids, names or aliases, ignoring case and spacing."""
        distinct = list(dict.fromkeys(names))
        if not distinct and not ids:
            return []
        rows = self._database.read(
            "linking_named",
            ids=list(ids),
            names=distinct,
            queries=lucene.any_of(fold(name) for name in distinct),
            vector=Vector.from_numpy(vector),
            limit=NAMED_LIMIT,
        )
        return self._found(rows, vector)

    def worded(self, words: Iterable[str], vector: Vectors) -> list[IndexedEntity]:
        """Return the entities whose names have similar words, those with rarer words first."""
        query = lucene.resembling(words)
        if not query:
            return []
        rows = self._database.read(
            "linking_worded", query=query, vector=Vector.from_numpy(vector), limit=WORDED_LIMIT
        )
        return self._found(rows, vector)

    def nearest(self, texts: Sequence[str], vector: Vectors) -> list[list[tuple[IndexedEntity, float]]]:
        """Return for each text the entities with the most similar descriptions, with the cosine."""
        results = []
        for near in self._embedder.encode(list(texts)) if texts else []:
            rows = self._database.read(
                "linking_nearest",
                mention=Vector.from_numpy(np.asarray(near, dtype=np.float32)),
                vector=Vector.from_numpy(vector),
                limit=NEAREST_LIMIT,
            )
            results.append(list(zip(self._found(rows, vector), (row["near"] for row in rows), strict=True)))
        return results

    def relation_names(self) -> list[str]:
        """Return the names of the graph's most frequent relations."""
        return [row["name"] for row in self._database.read("linking_relations", limit=500)]

    def _found(self, rows: list[Row], vector: Vectors) -> list[IndexedEntity]:
        found = [
            IndexedEntity(
                Entity(
                    row["id"],
                    row["name"],
                    tuple(row["aliases"]),
                    row["description"],
                    (VALUE,) if row["literal"] else (),
                ),
                row["similarity"] if row["similarity"] is not None else 0.0,
                row["degree"],
            )
            for row in rows
        ]
        bare = [place for place, row in enumerate(rows) if row["similarity"] is None][:_ENCODED_LIMIT]
        if bare:
            # Loaded without entity vectors: embed the few candidates now.
            described = self._embedder.encode([_describe(rows[place]) for place in bare])
            for place, cosine in zip(bare, cosines(described, vector), strict=True):
                found[place] = replace(found[place], similarity=cosine)
        return found


def _describe(row: dict[str, Any]) -> str:
    return row["description"] or ". ".join([row["name"], *row["texts"]])
