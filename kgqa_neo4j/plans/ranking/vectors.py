"""Encodes words as cached vectors, made comparable by subtracting what all words have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.question.lexicon import KINDS

_MOST = 50_000


class Words:
    """Vectors of words and short phrases: of unit length, centred on the mean of common nouns."""

    def __init__(self, encoder: Embedder) -> None:
        self._encoder = encoder
        self.dimension = encoder.dimension
        self._known: dict[str, Vectors] = {}
        nouns = sorted({noun for nouns in KINDS.values() for noun in nouns})
        self._mean = np.zeros(encoder.dimension, np.float32)
        raw = self._raw(nouns)
        self._mean = raw.mean(axis=0)
        self._known = dict(zip(nouns, self.centred(raw), strict=True))

    def of(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts, shape (len(texts), dimension); each text is encoded once."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            if len(self._known) > _MOST:
                self._known.clear()
                new = list(dict.fromkeys(texts))
            self._known.update(zip(new, self.centred(self._raw(new)), strict=True))
        if not texts:
            return np.zeros((0, self._encoder.dimension), np.float32)
        return np.stack([self._known[text] for text in texts])

    def centred(self, raw: Vectors) -> Vectors:
        """Return vectors of other texts centred like those of words, at unit length."""
        return unit(raw - self._mean)

    def _raw(self, texts: Sequence[str]) -> Vectors:
        return unit(self._encoder.encode(texts))


def unit(vectors: Vectors) -> Vectors:
    """Normalize vectors to unit length along the last axis; zero vectors stay zero."""
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9), np.float32)


def sigmoid(values: npt.NDArray[Any]) -> Vectors:
    """Return 1 / (1 + e^-x)."""
    return np.asarray(1.0 / (1.0 + np.exp(-values)), np.float32)
