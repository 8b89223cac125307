"""Normalize clauses for what another entity lacks: "that Leeds does not" becomes "but not Leeds"."""

from __future__ import annotations

import re

_LACKS = re.compile(
    r",? \b(?:that|which|but|and|while|whereas) (?P<other>(?:the )?[A-Z][^?.,;]*?) "
    r"(?:(?:does|do|did|has|have|had|is|are|was|were|can)(?: not|n['\u2019]t)|never did|cannot|lacks?)"
    r"(?: (?:have|has|do|offer|sell|stock|it|them|one|any))*(?=\W*$)"
)


def as_exclusion(question: str) -> str:
    """Rewrite a final clause that only denies something of another entity as "but not" and its name."""
    return _LACKS.sub(lambda match: f" but not {match['other']}", question)
