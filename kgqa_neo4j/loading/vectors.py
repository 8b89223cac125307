"""Vectors of relations, entities and triples; only missing ones are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.stages import RunningStage
from kgqa_neo4j.model.graph import relation_name
from kgqa_neo4j.store.driver import Database, Row

T = TypeVar("T")
WINDOW = 8192
BATCH = 1024
NEIGHBOURS = 60
FACTS = 4
MAX_NAME = 60
REMOVE_BATCH = 10_000


def relation_text(row: Row) -> str:
    """Return the text to encode for a relation: its name, and its description if it has one."""
    return f"{row['name']}: {row['description']}" if row["description"] else str(row["name"])


def entity_text(row: Row) -> str:
    """Return the text to encode for an entity: its name with its description, or with some of its triples."""
    if row["description"]:
        return f"{row['name']}: {row['description']}"
    facts = (f"{relation_name(relation)} {_short(name)}" for relation, name in row["facts"])
    return f"{_short(row['name'])}: {', '.join(facts)}".removesuffix(": ").replace("_", " ")


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME else name[:MAX_NAME] + "…"


def by_text(pairs: Iterable[tuple[T, str]]) -> dict[str, list[T]]:
    """Group elements, given with their texts, by text."""
    found: dict[str, list[T]] = {}
    for element, text in pairs:
        found.setdefault(text, []).append(element)
    return found


def encoded(embedder: Embedder, texts: Mapping[str, list[T]]) -> Iterator[list[tuple[T, Vectors]]]:
    """Encode each distinct text once, texts of similar length together.

    Args:
        embedder: the encoder.
        texts: the elements of each text.

    Yields:
        Elements with their vectors, each of shape (dimension,), batch by batch.
    """
    ordered = sorted(texts, key=len)
    for start in range(0, len(ordered), BATCH):
        some = ordered[start : start + BATCH]
        vectors = embedder.encode(some)
        yield [(element, vector) for key, vector in zip(some, vectors, strict=True) for element in texts[key]]


class VectorLoader:
    """Encodes and stores missing vectors, in parallel."""

    def __init__(self, connection: Connection, embedder: Embedder) -> None:
        self._connection = connection
        self._embedder = embedder

    def relations(self, stage: RunningStage, total: int) -> None:
        """Give every relation of the catalogue a vector."""
        self._fill("embed_relations_pending", {}, relation_text, "embed_nodes", stage, total)

    def entities(self, stage: RunningStage, total: int) -> None:
        """Give every entity a vector."""
        parameters = {"sample": NEIGHBOURS, "facts": FACTS}
        self._fill("embed_entities_pending", parameters, entity_text, "embed_nodes", stage, total)

    def triples(self, stage: RunningStage, total: int) -> None:
        """Give every triple a vector."""
        self._fill("embed_triples_pending", {}, lambda row: str(row["text"]), "embed_triples", stage, total)

    def _fill(
        self,
        pending: str,
        parameters: dict[str, Any],
        text: Callable[[Row], str],
        store: str,
        stage: RunningStage,
        total: int,
    ) -> None:
        def one_pass(database: Database) -> None:
            rows = database.stream(pending, **parameters)
            with ThreadPoolExecutor(1, "kgqa-vectors") as writer:
                written: list[Future[None]] = []
                for texts in _windows((row["element"], text(row)) for row in rows):
                    for batch in encoded(self._embedder, texts):
                        written.append(writer.submit(self._store, store, batch))
                        stage.add(len(batch), len(batch) * self._embedder.dimension * 4)
                        stage.show(stage.items, max(total, stage.items))
                        if len(written) > 2:
                            written.pop(0).result()
                for future in written:
                    future.result()

        # An interrupted pass is repeated and finds only what still lacks a vector.
        self._connection.run(one_pass)

    def _store(self, store: str, batch: list[tuple[str, Vectors]]) -> None:
        rows = [{"element": element, "vector": Vector.from_numpy(vector)} for element, vector in batch]
        self._connection.run(lambda database: database.write(store, rows=rows))


def remove_vectors(connection: Connection, stage: RunningStage) -> None:
    """Remove every vector of the graph. Idempotent."""
    for found, remove in (("embedded_nodes", "unembed_nodes"), ("embedded_triples", "unembed_triples")):

        def one_pass(database: Database, found: str = found, remove: str = remove) -> None:
            elements = (row["element"] for row in database.stream(found))
            while some := list(islice(elements, REMOVE_BATCH)):
                database.write(remove, elements=some)
                stage.add(len(some))

        connection.run(one_pass)


def _windows(pairs: Iterator[tuple[str, str]]) -> Iterator[dict[str, list[str]]]:
    """Group elements by text, window by window."""
    while window := by_text(islice(pairs, WINDOW)):
        yield window
