"""An encoder that remembers its texts, for tests of what is encoded and what is not encoded again."""

from collections.abc import Sequence

from kgqa_neo4j.embedding.base import Embedder, Vectors


class Recording:
    """Encodes like another encoder; `texts` are those that it was asked for, in order."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.model, self.backend = embedder.model, embedder.backend
        self.dimension, self.normalised = embedder.dimension, embedder.normalised
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return self._embedder.encode(texts)
