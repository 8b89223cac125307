"""Qualifiers: what relationships say besides their triple, and how the keys of times are told."""

from __future__ import annotations

import re

# What a relationship says of itself; a qualifier must not take its place.
RESERVED = frozenset({"id", "source", "target", "type", "text", "embedding", "mediator"})

START_TIME, END_TIME, POINT_IN_TIME = "start_time", "end_time", "point_in_time"
_STARTS = frozenset({"from", "start", "started", "starting", "begin", "began", "begun", "beginning", "since"})
_ENDS = frozenset({"to", "end", "ended", "ending", "until", "till", "through"})
_POINTS = frozenset({"date", "datetime", "year", "month", "day", "time", "when", "on", "at"})
_WORDS = ((START_TIME, _STARTS), (END_TIME, _ENDS), (POINT_IN_TIME, _POINTS))


def time_key(name: str) -> str:
    """Return which of the three times of a fact a name stands for, told by its words; "" for none.

    ``from`` and ``start_date`` are `START_TIME`, ``to`` and ``end`` `END_TIME`, ``date`` and ``year``
    `POINT_IN_TIME`.
    """
    words = frozenset(re.split(r"[\W_]+", name.lower()))
    return next((key for key, known in _WORDS if words & known), "")
