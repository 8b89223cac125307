"""BERT encoders on OpenVINO, the fastest backend for many texts if the processor multiplies bfloat16."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.embedding.batches import Tokeniser, batches, padded
from kgqa_neo4j.embedding.bert import inspect, read
from kgqa_neo4j.embedding.imports import without
from kgqa_neo4j.embedding.model_folders import ModelFolder
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import EmbeddingSettings

# Tokens per batch. Every new input shape is compiled, so batches are as similar as possible.
_TOKENS = 2048
_MOST_THREADS = 8


class OpenVinoEmbedder:
    """A network built from the model's weights; calls from several threads wait for one another.

    Raises:
        ConfigError: OpenVINO is not installed.
        UnsupportedEncoder: the model is not a BERT encoder with mean pooling.
        ModelUnreadable: its tokeniser cannot be read.
    """

    backend = "openvino"

    def __init__(self, folder: ModelFolder, settings: EmbeddingSettings) -> None:
        openvino = _library()
        if openvino is None:
            raise ConfigError(
                "the embedding backend openvino is not installed",
                hint="pip install openvino, or set embedding.backend to auto",
            )
        from kgqa_neo4j.embedding.openvino_network import build

        shape = inspect(folder.path)
        self.model, self.dimension, self.normalised = folder.name, shape.dimension, shape.normalised
        self._batch_size = settings.batch_size
        self._tokenise = Tokeniser(folder, shape.max_tokens)
        threads = min(_MOST_THREADS, os.cpu_count() or 1)
        # One core per batch, not pinned, because the server uses the same cores.
        options = {"NUM_STREAMS": threads, "INFERENCE_NUM_THREADS": threads, "ENABLE_CPU_PINNING": False}
        network = build(*read(folder.path), normalised=shape.normalised)
        self._requests = openvino.AsyncInferQueue(openvino.Core().compile_model(network, "CPU", options))
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return float32 vectors, shape (len(texts), dimension), in the order of `texts`."""
        vectors = np.empty((len(texts), self.dimension), np.float32)

        def keep(request: Any, batch: list[int]) -> None:
            vectors[batch] = request.get_output_tensor(0).data

        tokens = self._tokenise(texts)
        with self._lock:
            self._requests.set_callback(keep)
            for batch in batches(tokens, self._batch_size, _TOKENS):
                ids, lengths = padded([tokens[index] for index in batch])
                present = np.arange(ids.shape[1])[None, :] < lengths[:, None]
                self._requests.start_async({0: ids, 1: present.astype(np.float32)}, batch)
            self._requests.wait_all()
        return vectors


def multiplies_bfloat16() -> bool:
    """Return whether OpenVINO is installed and the processor has instructions for bfloat16."""
    openvino = _library()
    return openvino is not None and "BF16" in openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")


def _library() -> Any:
    """Import OpenVINO; None if it is not installed.

    On import it reports usage to its makers through an optional package. That package is hidden from it, so that
    nothing about its use leaves this machine.
    """
    if find_spec("openvino") is None:
        return None
    with without("openvino_telemetry"):
        import openvino

    return openvino
