"""Questions that compare with an average: "products that cost more than average", "salaries above the average"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa_neo4j.question.operations.numbers import NUMBERS

_SIGN = r"(?P<sign>\b(?:than|above|below|over|under|exceeds?|exceeding|beats?))"
_AVERAGE = r"(?:(?:the|their|its|an?) )?(?:overall )?(?:average|mean)(?: of| number of| amount of| count of)?"
_THAN = re.compile(rf"{_SIGN} {_AVERAGE}\b(?P<noun> [a-z]+)?", re.I)
# "With an above-average salary".
_WITH = re.compile(r"\b(?:an? )?(?P<sign>above|below)[- ]average (?P<noun>[a-z]+)\b", re.I)
_EACH = re.compile(r"\b(?:per|each|every|(?:in|for|of|within) (?:their|its|his|her|that))\b", re.I)
# Placeholders for an average, chosen not to occur in the question: one far from all stored values, so that only the
# words decide which property it is compared with, and small ones that are plausible as counts.
_AWAY = 7654321
_NEAR = (7, 8, 9, 6, 4, 3)


def with_average(question: str) -> Iterator[tuple[str, int]]:
    """Yield a question with its average replaced by a placeholder number, and that number.

    The question must compare with the average of all; one that compares with the average of each group, or with none,
    yields nothing. The noun after "average" may be what is compared or what is averaged over, so variants without it
    follow.
    """
    if _EACH.search(question):
        return
    words = re.findall(r"[a-z]+|\d+", question.lower())
    said = {NUMBERS.get(word, int(word) if word.isdigit() else 0) for word in words}
    pattern, ways = (
        (_WITH, (r"a \g<noun> \g<sign> {}",))
        if _WITH.search(question)
        else (_THAN, (r"\g<sign> {}\g<noun>", r"\g<sign> {}"))
    )
    if not pattern.search(question):
        return
    numbers = dict.fromkeys((_AWAY, next((one for one in _NEAR if one not in said), _AWAY)))
    # Without a noun the two variants are equal.
    yield from dict.fromkeys(
        (pattern.sub(way.format(number), question, count=1), number) for number in numbers for way in ways
    )
