"""What one has and another lacks, said in one way: "that Leeds does not" is "but not Leeds"."""

from __future__ import annotations

import re

_LACKS = re.compile(
    r",? \b(?:that|which|but|and|while|whereas) (?P<other>(?:the )?[A-Z][^?.,;]*?) "
    r"(?:(?:does|do|did|has|have|had|is|are|was|were|can)(?: not|n['\u2019]t)|never did|cannot|lacks?)"
    r"(?: (?:have|has|do|offer|sell|stock|it|them|one|any))*(?=\W*$)"
)


def as_exclusion(question: str) -> str:
    """Return a question that names behind "but not" the other one, of which nothing is said but that it does not."""
    return _LACKS.sub(lambda match: f" but not {match['other']}", question)
