"""Word tables in the package: one entry per line, a word, a colon, and what it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def lines_of(name: str) -> list[str]:
    """Return the lines of a table without blank lines and comments, which begin with ``#``."""
    lines = (files("kgqa_neo4j.question") / name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@cache
def table(name: str) -> Mapping[str, str]:
    """Return what each entry of a table stands for."""
    pairs = (line.split(":") for line in lines_of(name))
    return {word.strip(): meaning.strip() for word, meaning in pairs}
