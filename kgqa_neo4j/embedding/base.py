"""The interface of text encoders, and the cosine of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]


def cosine(one: Vectors, other: Vectors) -> float:
    """Return the cosine of two vectors of shape (dimension,), 0 if one of them is zero."""
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.dot(one, other)) / length if length else 0.0


def cosines(vectors: Vectors, vector: Vectors) -> list[float]:
    """Return the cosine of each row of `vectors` to `vector`, 0 if one of them is zero."""
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(vector)
    products = vectors @ vector
    return [float(x) for x in np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)]


class Embedder(Protocol):
    """A text encoder. Vectors may be compared if they have the same `model`, `dimension` and `normalised`."""

    @property
    def model(self) -> str:
        """Name of the model, as recorded in the graph."""

    @property
    def backend(self) -> str:
        """Name of the backend that runs it."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""

    @property
    def normalised(self) -> bool:
        """Whether vectors have unit length, so that cosine equals dot product."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return float32 vectors, shape (len(texts), dimension), in the order of `texts`."""
