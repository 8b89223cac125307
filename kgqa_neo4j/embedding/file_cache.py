"""An encoder that stores vectors in a file, so that no text of a workspace is encoded twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors

# Maximum number of texts in a file, and how many of the oldest are dropped if there are more.
_MOST, _DROPPED = 100_000, 10_000
# Texts looked up in one statement.
_AT_ONCE = 400


class FileCachedEmbedder:
    """Returns vectors from a file if it has them, and adds the others to it. Safe to use from several threads.

    Vectors are stored as 16-bit floats by model, so other encoders do not see them. If the file cannot be read or
    written, texts are simply encoded.

    Args:
        embedder: encodes texts that are not in the file.
        file: stores the vectors; created when there is something to store.
        most: maximum number of texts in it.
    """

    def __init__(self, embedder: Embedder, file: Path, most: int = _MOST) -> None:
        self._embedder = embedder
        self._file = file
        self._most = most
        self.model, self.backend = embedder.model, embedder.backend
        self.dimension, self.normalised = embedder.dimension, embedder.normalised

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return float32 vectors, shape (len(texts), dimension), in the order of `texts`."""
        if not texts:
            return self._embedder.encode(texts)
        try:
            with closing(self._connection()) as connection:
                found = self._read(connection, texts)
                new = [text for text in dict.fromkeys(texts) if text not in found]
                if new:
                    found.update(zip(new, self._embedder.encode(new), strict=True))
                    self._keep(connection, {text: found[text] for text in new})
        except (sqlite3.Error, OSError):
            return self._embedder.encode(texts)
        return np.stack([found[text] for text in texts]).astype(np.float32)

    def _connection(self) -> sqlite3.Connection:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._file, timeout=2.0)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS vectors (id INTEGER PRIMARY KEY, model TEXT, text TEXT, vector BLOB, "
            "UNIQUE (model, text))"
        )
        return connection

    def _read(self, connection: sqlite3.Connection, texts: Sequence[str]) -> dict[str, Vectors]:
        found: dict[str, Vectors] = {}
        wanted = list(dict.fromkeys(texts))
        for at in range(0, len(wanted), _AT_ONCE):
            part = wanted[at : at + _AT_ONCE]
            marks = ",".join("?" * len(part))
            rows = connection.execute(
                f"SELECT text, vector FROM vectors WHERE model = ? AND text IN ({marks})", (self.model, *part)
            )
            found.update({text: np.frombuffer(vector, np.float16).astype(np.float32) for text, vector in rows})
        return {text: vector for text, vector in found.items() if len(vector) == self.dimension}

    def _keep(self, connection: sqlite3.Connection, vectors: dict[str, Vectors]) -> None:
        rows = [(self.model, text, vector.astype(np.float16).tobytes()) for text, vector in vectors.items()]
        connection.executemany("INSERT OR REPLACE INTO vectors (model, text, vector) VALUES (?, ?, ?)", rows)
        last = int(connection.execute("SELECT coalesce(max(id), 0) FROM vectors").fetchone()[0])
        first = int(connection.execute("SELECT coalesce(min(id), 0) FROM vectors").fetchone()[0])
        if last - first >= self._most:
            connection.execute("DELETE FROM vectors WHERE id < ?", (first + max(_DROPPED, len(rows)),))
        connection.commit()
