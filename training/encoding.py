"""An encoder that encodes no text twice: question forms repeat a lot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors


class Remembering:
    """Passes texts on to an encoder, and keeps all vectors."""

    def __init__(self, encoder: Embedder) -> None:
        self._encoder = encoder
        self._known: dict[str, Vectors] = {}
        self.model, self.backend = encoder.model, encoder.backend
        self.dimension, self.normalised = encoder.dimension, encoder.normalised

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return float32 vectors, shape (len(texts), dimension), in the order of `texts`."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._encoder.encode(new), strict=True))
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        return np.stack([self._known[text] for text in texts])
