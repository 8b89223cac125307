"""Parses numbers and dates written in entity names, so that they are compared as such and not as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from kgqa_neo4j.question.dates import date_pattern, written_date

_DIGITS = r"(?P<digits>[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d{1,2})?)"
_PLAIN = re.compile(_DIGITS, re.IGNORECASE)
_NUMBER = re.compile(
    rf"[^\w\s+.-]{{0,3}}\s*{_DIGITS}\s*(?P<times>thousand|million|billion|trillion)?\s*(?P<unit>[^\d,]{{0,20}})"
)
_LEADING = re.compile(rf"{_DIGITS}(?:\s|$)", re.IGNORECASE)
_ISO = re.compile(r"([+-]?\d{4,})-(\d{1,2})(?:-(\d{1,2}))?(?:t.*)?")
_DATE = re.compile(date_pattern(r"\d{3,4}"))
_TIMES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}

Key = tuple[float, ...]
"""Sort key of a value: (number,), or (year, month, day) with 0 for a missing part."""


class _Value(NamedTuple):
    kind: str
    key: Key


def comparable(names: Iterable[str]) -> dict[str, Key]:
    """Return the sort keys of the names that are values of one kind; the others are left out.

    The kind is a date if any name is a date more precise than a year, else a number with the most common unit.
    A year alone stands for its beginning.
    """
    values = {name: value for name in names if (value := _read(name)) is not None}
    if any(value.kind == "date" for value in values.values()):
        return {
            name: value.key if value.kind == "date" else (value.key[0], 0, 0)
            for name, value in values.items()
            if value.kind == "date" or _is_year(value)
        }
    kinds = Counter(value.kind for value in values.values())
    kind = max(kinds, key=lambda one: (kinds[one], one), default="")
    return {name: value.key for name, value in values.items() if value.kind == kind}


def plain_number(name: str) -> float | None:
    """Return the number in a name that is only digits, with or without thousands separators; None for others."""
    return _number(name) if _PLAIN.fullmatch(name) else None


def leading_number(name: str) -> float | None:
    """Return the number at the start of a name, whatever its unit; None for others."""
    found = _LEADING.match(name)
    return _number(found["digits"]) if found else None


def _number(digits: str) -> float:
    return float(digits.replace(",", ""))


def _read(name: str) -> _Value | None:
    text = " ".join(name.replace("_", " ").casefold().split())
    if found := _ISO.fullmatch(text):
        return _Value("date", tuple(float(part or 0) for part in found.groups()))
    if (found := _DATE.fullmatch(text)) and (date := written_date(found.groupdict())):
        return _Value("date", tuple(map(float, date)))
    if found := _NUMBER.fullmatch(text):
        number = _number(found["digits"]) * _TIMES.get(found["times"] or "", 1)
        return _Value(f"number {found['unit'].strip()}", (number,))
    return None


def _is_year(value: _Value) -> bool:
    return value.kind == "number " and value.key[0].is_integer() and abs(value.key[0]) < 10_000
