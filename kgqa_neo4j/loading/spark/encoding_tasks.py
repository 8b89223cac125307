"""The code of Spark's tasks that encode entities, with the encoder and the texts of a load on one machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from kgqa_neo4j.embedding import Embedder, create
from kgqa_neo4j.loading.info import model_properties
from kgqa_neo4j.loading.vectors import by_text, encoded, entity_text
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.settings import EmbeddingSettings

# What a task gets besides the columns that it passes on: whether to encode the entity, and the facts of its text.
ENCODED, FACTS = "encoded", "facts"


class EncoderUnavailable(Exception):
    """A task cannot use the encoder; the driver sees the message only."""


def on_entities(
    settings: EmbeddingSettings, model: Mapping[str, Any]
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return the function that Spark applies to a partition of entities: it adds the column ``embedding``.

    Args:
        settings: the encoder's settings.
        model: the properties of the driver's encoder; see `model_properties`.
    """

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            if batch.num_rows:
                yield _with_vectors(_embedder(settings, tuple(model.items())), batch)

    return run


# A Python worker of Spark runs many tasks.
@lru_cache(maxsize=1)
def _embedder(settings: EmbeddingSettings, model: tuple[tuple[str, Any], ...]) -> Embedder:
    try:
        embedder = create(settings)
    except (KgqaError, ImportError, OSError, RuntimeError) as error:
        raise EncoderUnavailable(str(error)) from error
    found = model_properties(embedder)
    if found != dict(model):
        raise EncoderUnavailable(f"it is {found} there, but {dict(model)} on this machine")
    return embedder


def _with_vectors(embedder: Embedder, batch: pa.RecordBatch) -> pa.RecordBatch:
    rows = batch.select(["name", "description", FACTS, ENCODED]).to_pylist()
    texts = by_text((place, _text(row)) for place, row in enumerate(rows) if row[ENCODED])
    vectors = np.zeros((len(rows), embedder.dimension), np.float32)
    for found in encoded(embedder, texts):
        for place, vector in found:
            vectors[place] = vector
    missing = np.array([not row[ENCODED] for row in rows])
    ends = np.cumsum(np.where(missing, 0, embedder.dimension))
    column = pa.ListArray.from_arrays(
        pa.array(np.concatenate([[0], ends]), pa.int32()),
        pa.array(vectors[~missing].ravel()),
        mask=pa.array(missing),
    )
    kept = [name for name in batch.schema.names if name not in (FACTS, ENCODED)]
    return pa.RecordBatch.from_arrays(
        [*(batch.column(name) for name in kept), column], names=[*kept, "embedding"]
    )


def _text(row: Mapping[str, Any]) -> str:
    facts = [(fact["type"], fact["name"]) for fact in row[FACTS] or ()]
    return entity_text({"name": row["name"], "description": row["description"], "facts": facts})
