"""Similarities of reached entities that have no vector in the graph: encoded on demand, up to a cap."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.embedding.base import Embedder, Vectors, cosines
from kgqa_neo4j.model.answer import Step
from kgqa_neo4j.settings import AdaptiveSettings
from kgqa_neo4j.store.driver import Row


def encode_missing(
    rows: Sequence[Row], question: Vectors, embedder: Embedder, settings: AdaptiveSettings
) -> list[Step]:
    """Fill in the similarity of entities without a vector, those behind the likeliest relations first.

    Args:
        rows: from `ExploredGraph.hop`. Their triples get an ``entity_similarity``; those below the threshold are
            removed.
        question: the question's vector, shape (dimension,).
        embedder: the encoder of that vector.
        settings: `encode_cap` and `entity_threshold`.

    Returns:
        A step if there were more entities than the cap.
    """
    bare = [item for row in rows for item in row["triples"] if item["entity_similarity"] is None]
    if not bare:
        return []
    bare.sort(key=lambda item: (-(item["relation_similarity"] or 0.0), item["triple"]))
    names = list(dict.fromkeys(item["name"] for item in bare))
    encoded = names[: settings.encode_cap]
    if encoded:
        known = dict(zip(encoded, cosines(embedder.encode(encoded), question), strict=True))
        for item in bare:
            item["entity_similarity"] = known.get(item["name"])
        for row in rows:
            row["triples"] = [item for item in row["triples"] if _passes(item, settings.entity_threshold)]
    if len(names) <= settings.encode_cap:
        return []
    summary = (
        f"the graph has no vectors of entities: {len(encoded):,} of {len(names):,} were encoded "
        "(adaptive.encode_cap), the others are judged by their relation"
    )
    return [Step("encoded", summary, {"encoded": len(encoded), "entities": len(names)})]


def _passes(item: Row, threshold: float) -> bool:
    similarity = item["entity_similarity"]
    return similarity is None or similarity >= threshold
