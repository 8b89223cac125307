"""How well a plan fits a question, without any question of the graph having been seen.

`Ranker` is a `kgqa_neo4j.plans.scoring.Scorer`. See docs/ranking.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgqa_neo4j.plans.ranking.scorer import Ranker
from kgqa_neo4j.plans.ranking.taught import NOTHING_TAUGHT, Lexicon
from kgqa_neo4j.plans.ranking.weights import Weights

if TYPE_CHECKING:
    from kgqa_neo4j.embedding.base import Embedder
    from kgqa_neo4j.plans.schema import Schema
    from kgqa_neo4j.store.driver import Database

__all__ = ["Ranker", "Weights", "create", "ranker_of"]


def create(
    database: Database, embedder: Embedder, weights_file: str = "", lexicon: Lexicon = NOTHING_TAUGHT
) -> Ranker:
    """Return the untrained scorer for a graph, on the encoder that its weights are for.

    The weights are the packaged ones, or those of a file. `lexicon` has words whose relation was learned.

    Raises:
        InputError: the file holds no weights.
        ModelNotFound, ModelUnreadable: `embedder` is another one, and the packaged one cannot be had.
    """
    from kgqa_neo4j.plans.graph_schema import schema_of

    return ranker_of(schema_of(database), embedder, weights_file, lexicon)


def ranker_of(
    schema: Schema, embedder: Embedder, weights_file: str = "", lexicon: Lexicon = NOTHING_TAUGHT
) -> Ranker:
    """Return the untrained scorer for a graph of a schema; see `create`.

    Raises:
        InputError, ModelNotFound, ModelUnreadable: see `create`.
    """
    from kgqa_neo4j.embedding import create as create_encoder
    from kgqa_neo4j.settings import EmbeddingSettings

    weights = Weights.load(Path(weights_file) if weights_file else None)
    shared = embedder.model == weights.encoder
    encoder = embedder if shared else create_encoder(EmbeddingSettings())
    return Ranker(schema, encoder, weights, vectors_shared=shared, lexicon=lexicon)
