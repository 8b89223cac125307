"""How well a plan fits a question, without any question of the graph having been seen.

`Ranker` is a `kgqa_neo4j.plans.scoring.Scorer`. See docs/ranking.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgqa_neo4j.ranking.scorer import Ranker
from kgqa_neo4j.ranking.weights import Weights

if TYPE_CHECKING:
    from kgqa_neo4j.methods.base import Tools

__all__ = ["Ranker", "Weights", "create"]


def create(tools: Tools) -> Ranker:
    """Return the untrained scorer for the graph of `tools`, on the encoder that its weights are for.

    Raises:
        ModelNotFound, ModelUnreadable: the graph has another encoder, and the packaged one cannot be had.
    """
    from kgqa_neo4j.embedding import create as create_encoder
    from kgqa_neo4j.plans.graph_schema import GraphSchema
    from kgqa_neo4j.settings import EmbeddingSettings

    weights = Weights.load()
    shared = tools.embedder.model == weights.encoder
    encoder = tools.embedder if shared else create_encoder(EmbeddingSettings())
    return Ranker(GraphSchema(tools.graph), encoder, weights, vectors_shared=shared)
