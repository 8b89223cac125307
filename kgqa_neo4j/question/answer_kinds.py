"""Detect answers of the wrong kind for a question: "yes" to "which", a number to "who"."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence

_WHETHER = re.compile(
    r"\s*(?!\w+ you\b)(?:is|are|was|were|did|does|do|has|have|had|can|could|will|would)\b(?!.*\bor\b)",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\s*(?:who|whom|whose|what|which|when|where|why|how|in which|in what)\b(?!.*\bwhether\b)", re.I
)
_NO_VALUE = re.compile(r"\s*(?:who|whom|where)(?:['\u2019]s)?\b", re.IGNORECASE)
# "How much is a ticket", but not "how much more" or "how many".
_HOW_MUCH = re.compile(r"\s*how (?:much|far|long|old|tall|high|heavy|deep|big|wide|fast)\b", re.IGNORECASE)
_WHEN = re.compile(r"\s*when\b", re.IGNORECASE)
_DAYS = [day.casefold() for day in calendar.day_name]
_MONTHS = [month.casefold() for month in calendar.month_name if month]
_PARTS = "spring summer autumn fall winter morning afternoon evening night noon midnight weekend weekends daily weekly"
_TIMES = frozenset({*_DAYS, *(f"{day}s" for day in _DAYS), *_MONTHS, *_PARTS.split()})
_TRUTH = frozenset({"yes", "no", "true", "false"})
_VALUE = re.compile(r"[+-]?\d[\d.,:-]*(?: ?%)?")


def asks_whether(form: str) -> bool:
    """Return whether a question asks for yes or no."""
    return bool(_WHETHER.match(form))


def contradicts(form: str, answers: Sequence[str]) -> bool:
    """Return whether no answer is of a kind that the question can have.

    Args:
        form: the question with its topic entities masked.
        answers: the names of the answers.
    """
    if not answers:
        return False
    truths = all(answer.casefold() in _TRUTH for answer in answers)
    if asks_whether(form):
        return not truths
    if _ASKING.match(form) and truths:
        return True
    if _NO_VALUE.match(form):
        return all(_VALUE.fullmatch(answer) for answer in answers)
    return bool(_WHEN.match(form)) and not any(map(_is_time, answers))


def _is_time(answer: str) -> bool:
    """Return whether an answer contains a number, a day of the week, a month, a season or a part of the day."""
    return any(map(str.isdigit, answer)) or any(word in _TIMES for word in answer.casefold().split())


def lacks_measure(form: str, answers: Sequence[str]) -> bool:
    """Return whether a question asks "how much", "how long" or the like, and no answer contains a digit."""
    return bool(_HOW_MUCH.match(form)) and not any(any(map(str.isdigit, answer)) for answer in answers)
