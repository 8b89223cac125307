"""Suggestion of the known name that a misspelled one may mean."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str:
    """Return "did you mean ...? ", with a trailing blank, for the known name most like `name`; "" if none is."""
    from rapidfuzz import process

    match = process.extractOne(name, list(known), score_cutoff=60)
    return f"did you mean {match[0]}? " if match else ""
