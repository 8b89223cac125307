"""Tables of words that come with the package: a line each, what is written, a colon, what it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def table(name: str) -> Mapping[str, str]:
    """Return what each entry of a table stands for; lines that begin with ``#`` are comments."""
    lines = (files("kgqa_neo4j.question") / name).read_text("utf-8").splitlines()
    pairs = (line.split(":") for line in lines if line and not line.startswith("#"))
    return {word.strip(): meaning.strip() for word, meaning in pairs}
