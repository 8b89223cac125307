"""Qualifiers, the further properties of a triple's relationship: reserved keys, and recognising those of times."""

from __future__ import annotations

import re

# Properties that every relationship may have itself; no qualifier may use these keys.
RESERVED = frozenset({"id", "source", "target", "type", "text", "embedding", "mediator"})

START_TIME, END_TIME, POINT_IN_TIME = TIMES = "start_time", "end_time", "point_in_time"
_STARTS = frozenset({"from", "start", "started", "starting", "begin", "began", "begun", "beginning", "since"})
_ENDS = frozenset({"to", "end", "ended", "ending", "until", "till", "through"})
_POINTS = frozenset({"date", "datetime", "year", "month", "day", "time", "when", "on", "at"})
# Words between these that add no meaning, as in point_in_time.
_FILLING = frozenset({"point", "in", "of", "the"})
# A number in such a column is a part of a date, not a year.
_PARTS = frozenset({"month", "day"})
_WORDS = ((START_TIME, _STARTS), (END_TIME, _ENDS), (POINT_IN_TIME, _POINTS))


def time_key(name: str) -> str:
    """Return which of the three times of a fact the words of a name mean; "" for none.

    ``from`` and ``start_date`` are `START_TIME`, ``to`` and ``end`` `END_TIME`, ``date`` and ``year``
    `POINT_IN_TIME`.
    """
    return _key(_words(name))


def sole_time_key(name: str) -> str:
    """Return `time_key` of a name that means nothing but a time; "" for any other.

    ``start_date`` is such a name; ``end_cause`` and ``release_year`` are not, nor are ``month`` and ``day``.
    """
    words = _words(name)
    spoken = words <= _STARTS | _ENDS | _POINTS | _FILLING
    return _key(words) if spoken and not words & _PARTS else ""


def _words(name: str) -> frozenset[str]:
    return frozenset(word for word in re.split(r"[\W_]+", name.lower()) if word)


def _key(words: frozenset[str]) -> str:
    return next((key for key, known in _WORDS if words & known), "")
