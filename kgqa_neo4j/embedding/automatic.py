"""Choosing the backend that suits the machine, the model, and the number of texts."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from functools import cached_property

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.embedding.bert import UnsupportedEncoder
from kgqa_neo4j.embedding.ctranslate import CTranslateEmbedder
from kgqa_neo4j.embedding.model_folders import ModelFolder
from kgqa_neo4j.settings import EmbeddingSettings

log = logging.getLogger(__name__)

# With at least this many texts, OpenVINO makes up for the seconds that it takes to start.
_MANY = 512


class TwoSpeedEmbedder:
    """CTranslate2 for a few texts, because it starts at once; OpenVINO for many, if it is the faster of the two.

    It is faster on processors that multiply bfloat16, which it then uses; this is checked when many texts come for the
    first time.

    Raises:
        UnsupportedEncoder: the model is not a BERT encoder with mean pooling.
        ModelUnreadable: its tokeniser cannot be read.
    """

    def __init__(self, folder: ModelFolder, settings: EmbeddingSettings) -> None:
        self._few = CTranslateEmbedder(folder, settings)
        self._folder, self._settings = folder, settings
        self._lock = threading.Lock()
        self.model, self.backend = self._few.model, self._few.backend
        self.dimension, self.normalised = self._few.dimension, self._few.normalised

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return float32 vectors, shape (len(texts), dimension), in the order of `texts`."""
        if len(texts) < _MANY:
            return self._few.encode(texts)
        with self._lock:
            embedder = self._many
        return embedder.encode(texts)

    @cached_property
    def _many(self) -> Embedder:
        from kgqa_neo4j.embedding.openvino import OpenVinoEmbedder, multiplies_bfloat16

        try:
            if multiplies_bfloat16():
                return OpenVinoEmbedder(self._folder, self._settings)
        except RuntimeError as error:  # the library raises this for any failure
            log.warning("OpenVINO does not start, using CTranslate2 instead: %s", error)
        return self._few


def automatic(folder: ModelFolder, settings: EmbeddingSettings) -> Embedder:
    """Return the fastest backend that finds the same nearest triples as torch: torch on a GPU, else `TwoSpeedEmbedder`.

    Models that only torch can run use torch.
    """
    import ctranslate2  # type: ignore[import-untyped]

    if ctranslate2.get_cuda_device_count() == 0:
        try:
            return TwoSpeedEmbedder(folder, settings)
        except UnsupportedEncoder as error:
            log.warning("%s runs on torch, which is slow to start: %s", folder.name, error.message)
    from kgqa_neo4j.embedding.torch import TorchEmbedder

    return TorchEmbedder(folder, settings)
