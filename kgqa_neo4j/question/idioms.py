"""Rewrite idioms that ask for a relation ("what does her father do") with the relation's own name."""

from __future__ import annotations

import re
from collections.abc import Callable

# Patterns of whole questions, and the names that relations have for what they ask, the most common first.
_IDIOMS = tuple(
    (re.compile(rf"(?:{asked})(?P<end>[?.!\s]*)", re.IGNORECASE), names)
    for asked, names in (
        (
            r"what (?:does|do|did) (?P<whose>.+?) do(?: for (?:a living|work)| professionally)?",
            ("occupation", "profession", "job", "job title"),
        ),
        (
            r"how (?:(?:does|do|did) )?(?P<whose>.+?) (?:died|dies?)|what (?:does|do|did) (?P<of>.+?) die (?:of|from)",
            ("cause of death", "manner of death"),
        ),
        (r"where (?:does|do|did) (?P<whose>.+?) work(?: for| at)?", ("employer", "workplace", "place of work")),
    )
)
# The subject must be somebody's relative, colleague or product; questions about one name are understood as they are.
_OWNED = re.compile(r"['\u2019]s?\s+[a-z]|^(?:the )?[a-z]+s? of\b")
_CLAUSE = re.compile(r"\b(?:who|that|which|whom|whose|it|they|he|she|you|i|we)\b|[,;]", re.IGNORECASE)


def without_idiom(question: str, is_relation: Callable[[str], bool]) -> str:
    """Rewrite "what does Ada's father do?" as "what is the occupation of Ada's father?".

    Only if `is_relation` finds a relation of that name in the graph.
    """
    for pattern, names in _IDIOMS:
        found = pattern.fullmatch(question.strip())
        if found is None:
            continue
        groups = found.groupdict()
        whose = groups["whose"] or groups["of"]
        name = next((name for name in names if is_relation(name)), "")
        if name and _OWNED.search(whose) and not _CLAUSE.search(whose):
            return f"what is the {name} of {whose}{found['end']}"
    return question
