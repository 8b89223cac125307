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
# Numbers that stand for an average where they are not in the question: one that no value is near, so that words alone
# say what it is held against, and others that there may be so many things of.
_AWAY = 7654321
_NEAR = (7, 8, 9, 6, 4, 3)


def with_average(question: str) -> Iterator[tuple[str, int]]:
    """Yield a question that compares with the average of all with a number for that, which is not in it otherwise.

    The noun behind "average" may say what is compared or what is averaged over, so that it is left out at last. Nothing
    where no average is compared with, or that of each group.
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
    # Where no noun follows, both ways are one.
    yield from dict.fromkeys(
        (pattern.sub(way.format(number), question, count=1), number) for number in numbers for way in ways
    )
