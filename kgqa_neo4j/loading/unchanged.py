"""Errors of loads that parse everything before they change the graph."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kgqa_neo4j.model.errors import InputError

_BEFORE = "nothing was imported, and the graph is unchanged;"


@contextmanager
def graph_unchanged() -> Iterator[None]:
    """Add to the hint of an error in the source that the graph is unchanged."""
    try:
        yield
    except InputError as error:
        # The loader's own hint assumes that the rows before the error are in the graph.
        raise type(error)(error.message, hint=f"{_BEFORE} {error.hint}") from error
