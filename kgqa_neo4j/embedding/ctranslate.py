"""BERT encoders on CTranslate2, which on a CPU starts several times faster than PyTorch, and runs faster."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.embedding.batches import Tokeniser, batches, padded
from kgqa_neo4j.embedding.bert import inspect
from kgqa_neo4j.embedding.conversion import converted
from kgqa_neo4j.embedding.model_folders import ModelFolder
from kgqa_neo4j.settings import EmbeddingSettings

log = logging.getLogger(__name__)

# Tokens per batch: enough to fill the matrix kernels, few enough to stay in a core's cache.
_TOKENS = 512
_MOST_THREADS = 8


class CTranslateEmbedder:
    """A converted encoder; calls from several threads are safe.

    Raises:
        UnsupportedEncoder: the model is not a BERT encoder with mean pooling.
        ModelUnreadable: its tokeniser cannot be read.
    """

    def __init__(self, folder: ModelFolder, settings: EmbeddingSettings, precision: str = "float32") -> None:
        import ctranslate2  # type: ignore[import-untyped]

        shape = inspect(folder.path)
        self.backend = "ctranslate2" if precision == "float32" else f"ctranslate2-{precision}"
        self.model, self.dimension, self.normalised = folder.name, shape.dimension, shape.normalised
        self._batch_size = settings.batch_size
        self._tokenise = Tokeniser(folder, shape.max_tokens)
        path = converted(folder, precision)
        threads = min(_MOST_THREADS, os.cpu_count() or 1)
        # One core per batch, not all cores on each: those wait for one another at every layer, which cost four fifths
        # of the speed while the server was busy on the same cores.
        options = {"compute_type": precision, "inter_threads": threads, "intra_threads": 1}
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="encode")
        try:
            self._encoder = ctranslate2.Encoder(str(path), device="cpu", **options)
        except RuntimeError as error:
            log.info("%s is damaged (%s): converting %s again", path, error, folder.name)
            shutil.rmtree(path)
            self._encoder = ctranslate2.Encoder(str(converted(folder, precision)), device="cpu", **options)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return float32 vectors, shape (len(texts), dimension), in the order of `texts`."""
        vectors = np.empty((len(texts), self.dimension), np.float32)
        tokens = self._tokenise(texts)
        chosen = list(batches(tokens, self._batch_size, _TOKENS))
        parts = self._pool.map(self._run, ([tokens[index] for index in batch] for batch in chosen))
        for batch, part in zip(chosen, parts, strict=True):
            vectors[batch] = part
        return vectors

    def _run(self, batch: list[list[int]]) -> Vectors:
        import ctranslate2

        ids, lengths = padded(batch)
        view = ctranslate2.StorageView.from_array
        hidden = np.array(self._encoder.forward_batch(view(ids), view(lengths)).last_hidden_state)
        present = np.arange(ids.shape[1])[None, :] < lengths[:, None]
        mean = np.einsum("btd,bt->bd", hidden, present.astype(np.float32)) / lengths[:, None]
        if self.normalised:
            mean /= np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-12)
        return np.asarray(mean, np.float32)


def int8(folder: ModelFolder, settings: EmbeddingSettings) -> Embedder:
    """Return the encoder with 8-bit weights: even faster, but its nearest triples differ slightly."""
    return CTranslateEmbedder(folder, settings, "int8")
