"""An encoder with an in-memory cache: questions are similar, and methods encode the same text more than once."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors

# Maximum number of texts in the cache, and per call for it to be used: the many texts of a load come only once.
_MOST, _FEW = 5000, 64


class MemoryCachedEmbedder:
    """Returns vectors from a cache in calls with few texts. Safe to use from several threads.

    Args:
        embedder: encodes texts that are not in the cache.
        most: maximum number of texts in the cache; None for no limit.
        at_once: maximum number of texts in a call that uses the cache; None for no limit.
    """

    def __init__(self, embedder: Embedder, most: int | None = _MOST, at_once: int | None = _FEW) -> None:
        self._embedder = embedder
        self._most = math.inf if most is None else most
        self._at_once = math.inf if at_once is None else at_once
        self._known: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()
        self.model, self.backend = embedder.model, embedder.backend
        self.dimension, self.normalised = embedder.dimension, embedder.normalised

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return float32 vectors, shape (len(texts), dimension), in the order of `texts`."""
        if not 0 < len(texts) <= self._at_once:
            return self._embedder.encode(texts)
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            found.update(zip(new, self._embedder.encode(new), strict=True))
        with self._lock:
            for text, vector in found.items():
                self._known[text] = vector
                self._known.move_to_end(text)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return np.stack([found[text] for text in texts])
