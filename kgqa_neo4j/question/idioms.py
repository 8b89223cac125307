"""Questions that ask for a relation by an idiom, "what does her father do", asked by the relation's own name."""

from __future__ import annotations

import re
from collections.abc import Callable

# What a whole question asks for, by the names that relations have for it, the most usual first.
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
# Whose relative, colleague or product is asked for. What is asked of one alone is understood as it stands.
_OWNED = re.compile(r"['\u2019]s?\s+[a-z]|^(?:the )?[a-z]+s? of\b")
_CLAUSE = re.compile(r"\b(?:who|that|which|whom|whose|it|they|he|she|you|i|we)\b|[,;]", re.IGNORECASE)


def without_idiom(question: str, is_relation: Callable[[str], bool]) -> str:
    """Return "what does Ada's father do?" as "what is the occupation of Ada's father?".

    Only where `is_relation` says that the graph has a relation of such a name.
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
