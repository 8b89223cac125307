"""What the graph records about itself: which model made its vectors, and up to what level."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa_neo4j.database.driver import Database
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.errors import WrongDimension

LEVELS = ("none", "relations", "entities", "triples")


@dataclass(frozen=True, slots=True)
class GraphInfo:
    """The graph's own record; see docs/graph-model.md. `clearing`: vectors are being removed."""

    embedding_model: str = ""
    embedding_dimension: int = 0
    embedding_normalised: bool = False
    embed_level: str = "none"
    triple_index: str = ""
    loaded_at: str = ""
    clearing: bool = False


def read_info(database: Database) -> GraphInfo:
    """Return the graph's record; empty before the first load."""
    for row in database.read("graph_info"):
        return GraphInfo(**{name: value for name, value in row.items() if value is not None})
    return GraphInfo()


def reaches(level: str, wanted: str) -> bool:
    """Whether a level of vectors includes another."""
    return LEVELS.index(level) >= LEVELS.index(wanted)


def claim_model(database: Database, embedder: Embedder) -> None:
    """Record that the graph's vectors are this encoder's, before the first is stored.

    Raises:
        WrongDimension: they are another's already.
    """
    info = read_info(database)
    if info.embedding_model and info.embedding_model != embedder.model:
        raise WrongDimension(
            f"the graph's vectors were made by {info.embedding_model}, the configured model is {embedder.model}",
            hint="`kgqa load --reembed` makes them anew, or set embedding.model back",
        )
    properties = {
        "embedding_model": embedder.model,
        "embedding_dimension": embedder.dimension,
        "embedding_normalised": embedder.normalised,
    }
    database.write("graph_info_set", properties=properties)
