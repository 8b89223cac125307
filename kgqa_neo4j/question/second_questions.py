"""Follow-on questions in the same sentence, for a stored number or date: "who reared her and for how many months"."""

from __future__ import annotations

import re
from collections.abc import Callable

_SECOND = re.compile(
    r"^(?P<first>\W*(?:who|whom|which|what|when|where|in which|at which|on which)\b[^?]*?)(?P<mark>,)? and "
    r"(?:for |over |in |with |at |of |on )?how many (?P<noun>[a-z]+)\b"
    # A repetition of the first question: "does she work", "was it".
    r"(?:(?: (?:an?|per|each|every) [a-z]+)?(?: (?:do|does|did|is|are|was|were|has|have|had) "
    r"(?:s?he|it|they|each(?: of them)?|that|this|those|these)(?: [a-z]+){0,2})?)?(?P<end>\W*)$",
    re.IGNORECASE,
)

_SECOND_DATE = re.compile(
    r"^(?P<first>\W*(?:who|whom|which|what|when|where|how (?:long|much|many)|in which|at which|on which)\b[^?]*?)"
    r",? and (?:(?:on |in |at )?(?:what|which) (?P<noun>day|date|year|month)|when)"
    r" (?:is|was|did|does|do|were|has|had) (?:it|this|that|s?he|they)\b(?: [a-z]+)?(?P<end>\W*)$",
    re.IGNORECASE,
)


def as_one_question(question: str, stores: Callable[[str], bool]) -> str:
    """Rewrite a follow-on question as a further column of the first: "who reared her and the months".

    Args:
        question: as it was asked.
        stores: returns whether a plural noun names a number that the graph stores.
    """
    if dated := _SECOND_DATE.match(question):
        noun = "year" if dated["noun"] == "year" else "date"
        return f"{dated['first']} and the {noun}{dated['end']}"
    found = _SECOND.match(question)
    if found is None or not stores(found["noun"].lower()):
        return question
    return f"{found['first']} and the {found['noun']}{found['end']}"
