"""The reference backend: sentence-transformers on PyTorch, on a GPU if there is one."""

from __future__ import annotations

import logging
import os
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.embedding.model_folders import ModelFolder
from kgqa_neo4j.model.errors import ModelUnreadable
from kgqa_neo4j.settings import EmbeddingSettings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


class TorchEmbedder:
    """Any sentence-transformers model; thread-safe, one call at a time.

    Raises:
        ModelUnreadable: the folder does not hold a model that can be loaded.
    """

    backend = "torch"

    def __init__(self, folder: ModelFolder, settings: EmbeddingSettings) -> None:
        self.model = folder.name
        self._batch_size = settings.batch_size
        self._lock = threading.Lock()
        self._network = _load(folder)
        probe = self._run(["a", "two words", "a sentence of some length"])
        self.dimension = int(probe.shape[1])
        # Measured, because versions of the library differ in where they keep the Normalize module.
        self.normalised = bool(np.allclose(np.linalg.norm(probe, axis=1), 1, atol=1e-3))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return float32 vectors, shape (len(texts), dimension), in the order of `texts`."""
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        # The tokeniser must not be used by two threads at a time.
        with self._lock:
            return self._run(texts)

    def _run(self, texts: Sequence[str]) -> Vectors:
        vectors = self._network.encode(list(texts), batch_size=self._batch_size, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)


def _load(folder: ModelFolder) -> SentenceTransformer:
    with _silence():
        from safetensors import SafetensorError
        from sentence_transformers import SentenceTransformer

        try:
            return SentenceTransformer(str(folder.path), local_files_only=True)
        except (OSError, ValueError, KeyError, RuntimeError, AttributeError, SafetensorError) as error:
            # The libraries raise these for a missing, truncated or foreign file; they have no error class of their own.
            reason = str(error).strip().splitlines()
            raise ModelUnreadable(
                f"{folder.path} cannot be loaded as an encoder: {reason[0] if reason else error!r}",
                hint="run `kgqa models check` to see what is missing from the folder",
            ) from error


@contextmanager
def _silence() -> Iterator[None]:
    """Keep the libraries' progress bars and advice off the terminal while a model loads."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from transformers.utils import logging as transformers_logging

        transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        logging.getLogger("sentence_transformers").setLevel(logging.ERROR)
        yield
