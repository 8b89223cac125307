"""How much a graph has, and its record of its vectors: their model and level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.store.driver import Database, Row
from kgqa_neo4j.store.health import LAZY, GraphInfo, check_model

LEVELS = ("none", "relations", "entities", LAZY, "triples")


@dataclass(frozen=True, slots=True)
class VectorRecord:
    """The parts of the record that loading needs.

    `reembed_level` is the target level while vectors are remade; `clearing` is set while the old ones are
    being removed.
    """

    embedding_model: str = ""
    embedding_dimension: int = 0
    embedding_normalised: bool = False
    embed_level: str = "none"
    triple_index: str = ""
    reembed_level: str = ""
    clearing: bool = False


def read_counts(database: Database) -> Row:
    """Return the numbers of `entities`, `relations`, `triples` and `mediators`."""
    return database.read("graph_counts")[0]


def read_record(database: Database) -> VectorRecord:
    """Return the graph's record; empty before the first load."""
    for row in database.read("graph_info"):
        return VectorRecord(**{name: value for name, value in row.items() if value is not None})
    return VectorRecord()


def reaches(level: str, wanted: str) -> bool:
    """Whether a level of vectors includes another."""
    return LEVELS.index(level) >= LEVELS.index(wanted)


def model_properties(embedder: Embedder) -> dict[str, Any]:
    """Return the properties by which the graph records the encoder of its vectors."""
    return {
        "embedding_model": embedder.model,
        "embedding_dimension": embedder.dimension,
        "embedding_normalised": embedder.normalised,
    }


def claim_model(database: Database, embedder: Embedder) -> None:
    """Record this encoder as that of the graph's vectors, before the first vector is stored.

    Raises:
        WrongDimension: they come from another encoder.
    """
    record = read_record(database)
    if record.embedding_model and not record.clearing:
        known = GraphInfo(
            record.embedding_model,
            record.embedding_dimension,
            record.embedding_normalised,
            embed_level=LEVELS[-1],
            triple_index="",
            loaded_at="",
        )
        check_model(known, model=embedder.model, dimension=embedder.dimension, normalised=embedder.normalised)
    else:
        database.write("graph_info_set", properties=model_properties(embedder))
