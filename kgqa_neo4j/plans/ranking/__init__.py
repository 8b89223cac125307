"""Scores how well plans fit a question, without any training questions about the graph.

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
    """Return the untrained scorer for a graph, with the encoder that its weights were fitted for.

    The weights are the packaged ones, or those in a file. `lexicon` has the learned words.

    Raises:
        InputError: the file has no weights.
        ModelNotFound, ModelUnreadable: `embedder` is a different encoder, and the packaged one is unavailable.
    """
    from kgqa_neo4j.plans.graph_schema import schema_of

    return ranker_of(schema_of(database), embedder, weights_file, lexicon)


def ranker_of(
    schema: Schema, embedder: Embedder, weights_file: str = "", lexicon: Lexicon = NOTHING_TAUGHT
) -> Ranker:
    """Return the untrained scorer for a graph, given its schema; see `create`.

    Raises:
        InputError, ModelNotFound, ModelUnreadable: see `create`.
    """
    from kgqa_neo4j.embedding import create as create_encoder
    from kgqa_neo4j.settings import EmbeddingSettings

    weights = Weights.load(Path(weights_file) if weights_file else None)
    shared = embedder.model == weights.encoder
    encoder = embedder if shared else create_encoder(EmbeddingSettings())
    return Ranker(schema, encoder, weights, vectors_shared=shared, lexicon=lexicon)
