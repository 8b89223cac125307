"""Which lines of a split are kept for its neighbours, and how they are put together."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark")

from kgqa_neo4j.loading.spark.edges import Edges, groups
from kgqa_neo4j.loading.spark.split_file import Numbered


def key(line: bytes) -> bytes:
    return line[:1] if line[:1].isalpha() else b""


def cut(text: str, *ends: int, keeps_others: bool) -> tuple[list[list[Numbered]], list[list[Numbered]]]:
    """Return the lines inside of each split and the groups at their edges; a character is a line."""
    lines: list[Numbered] = [(number, one.encode()) for number, one in enumerate(text, 1)]
    inner, edges = [], []
    for first, last in zip((0, *ends), (*ends, len(lines)), strict=True):
        part = Edges(key, keeps_others=keeps_others)
        inner.append(list(part.inner(lines[first:last])))
        edges += [("f", edge) for edge in part.lines]
    return inner, [group for _, group in groups(edges)]


def texts(parts: list[list[Numbered]]) -> list[str]:
    return ["".join((line or b"").decode() for _, line in part) for part in parts]


def test_what_an_end_cuts_is_put_together() -> None:
    inner, edges = cut("aabbcccddee", 6, keeps_others=True)
    assert texts(inner) == ["bb", "dd"]
    assert texts(edges) == ["aa", "ccc", "ee"]


def test_what_goes_over_more_than_one_split() -> None:
    inner, edges = cut("abbbbbbbc", 3, 6, keeps_others=True)
    assert texts(inner) == ["", "", ""]
    assert texts(edges) == ["a", "bbbbbbb", "c"]


def test_lines_of_nothing_stay_with_those_around_them() -> None:
    inner, edges = cut("1a2ab3bc", 6, keeps_others=True)
    assert texts(inner) == ["1", ""]
    assert texts(edges) == ["a2a", "b3b", "c"]


def test_lines_of_nothing_pass_where_they_mean_something_by_themselves() -> None:
    inner, edges = cut("1a2ab3bc", 6, keeps_others=False)
    assert texts(inner) == ["123", ""]
    assert texts(edges) == ["aa", "bb", "c"]


def test_no_line_is_lost_or_given_twice() -> None:
    text = "aab1bb2ccddd3ee4f5gg"
    for end in range(1, len(text)):
        for keeps_others in (True, False):
            inner, edges = cut(text, end, keeps_others=keeps_others)
            numbers = sorted(number for part in (*inner, *edges) for number, _ in part)
            assert numbers == list(range(1, len(text) + 1))
