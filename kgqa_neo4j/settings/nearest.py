"""The known name that a wrong one may mean."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a question for the known name that is most like `name`, with a blank behind it; "" if none is."""
    from rapidfuzz import process

    match = process.extractOne(name, list(known), score_cutoff=60)
    return f"did you mean {match[0]}? " if match else ""
