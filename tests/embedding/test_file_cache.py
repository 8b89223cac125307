"""Vectors kept in a file."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.embedding.file_cache import FileCachedEmbedder


class Counting:
    """Encodes a text as its length, and counts what it is asked for."""

    model, backend, dimension, normalised = "counting", "test", 4, False

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.encoded += texts
        return np.array([[len(text), 0.5, 1, 2] for text in texts], np.float32).reshape(len(texts), 4)


def test_a_text_is_encoded_once_also_by_the_next_process(tmp_path: Path) -> None:
    counting = Counting()
    first = FileCachedEmbedder(counting, tmp_path / "kept.sqlite").encode(["one", "three", "one"])
    again = FileCachedEmbedder(counting, tmp_path / "kept.sqlite").encode(["three", "four", "one"])
    assert counting.encoded == ["one", "three", "four"]
    assert first[:, 0].tolist() == [3, 5, 3] and again[:, 0].tolist() == [5, 4, 3]


def test_no_more_than_so_many_texts_are_kept_and_the_oldest_go(tmp_path: Path) -> None:
    counting = Counting()
    kept = FileCachedEmbedder(counting, tmp_path / "kept.sqlite", most=3)
    for text in ("a", "b", "c", "d", "e"):
        kept.encode([text])
    counting.encoded.clear()
    kept.encode(["a"])
    assert counting.encoded == ["a"]


def test_a_file_that_cannot_be_read_costs_no_answer(tmp_path: Path) -> None:
    (tmp_path / "kept.sqlite").write_text("no database, but long enough to be taken for one" * 50)
    assert FileCachedEmbedder(Counting(), tmp_path / "kept.sqlite").encode(["abc"])[0, 0] == 3
