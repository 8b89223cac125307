"""A quick encoder, and loads with it, so that these tests are about loading only."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import pytest

from kgqa_neo4j.embedding import Vectors
from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Connection, Loading, Stages, Summary, load
from kgqa_neo4j.settings import LoadSettings
from kgqa_neo4j.store.driver import Database

DIMENSION = 8


class HashEmbedder:
    """Gives every text its own unit vector, and remembers what it was asked for."""

    backend = "hash"
    dimension = DIMENSION
    normalised = True

    def __init__(self, model: str = "hash") -> None:
        self.model = model
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.texts.extend(texts)
        rows = [
            np.frombuffer(hashlib.blake2b(text.encode(), digest_size=DIMENSION).digest(), np.uint8)
            for text in texts
        ]
        vectors = np.array(rows, np.float32) - 127.3
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


class LoadText(Protocol):
    """Loads lines of `subject|relation|object` and returns the summary."""

    def __call__(
        self, text: str | bytes, *, prefix: str = "t", embedder: HashEmbedder | None = None, **settings: object
    ) -> Summary: ...


@pytest.fixture
def embedder() -> HashEmbedder:
    return HashEmbedder()


@pytest.fixture
def loading(database: Database, tmp_path: Path, embedder: HashEmbedder) -> Iterator[Callable[..., Loading]]:
    connections: list[Connection] = []

    def make(using: HashEmbedder | None = None, **settings: object) -> Loading:
        connection = Connection(lambda: Database(database.endpoint))
        connections.append(connection)
        chosen = LoadSettings.model_validate({"batch_size": 100, "embed": "triples", **settings})
        return Loading(
            connection, lambda: using or embedder, chosen, tmp_path / "workspace", Stages(quiet=True)
        )

    yield make
    for connection in connections:
        connection.close()


@pytest.fixture
def load_text(loading: Callable[..., Loading], tmp_path: Path) -> LoadText:
    def run(
        text: str | bytes, *, prefix: str = "t", embedder: HashEmbedder | None = None, **settings: object
    ) -> Summary:
        file = tmp_path / "facts.txt"
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        source = LOADERS.get("triples").open(str(file), {"prefix": prefix, "delimiter": "|"})
        return load(loading(embedder, **settings), source)

    return run


__all__ = ["DIMENSION", "HashEmbedder", "LoadText"]
