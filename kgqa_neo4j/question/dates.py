"""Dates as English writes them: "March 11, 1952", "11th of March 1952", "Mar. 1952"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_LETTERS = 3
_ABBREVIATED = "|".join(f"{name[:_LETTERS]}(?:{name[_LETTERS:]})?" for name in MONTHS if len(name) > _LETTERS)
_MONTH = rf"(?:{_ABBREVIATED}|may|sept)"
ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
"""Pattern of a day or another small number, optionally an ordinal."""


class WrittenDate(NamedTuple):
    """A year with an optional month and day, numbered from 1, 0 if not given. The date is not validated."""

    year: int
    month: int = 0
    day: int = 0

    @property
    def iso(self) -> str:
        """The date in ISO 8601, to the precision given: ``1952-03``."""
        return "-".join(f"{part:02}" for part in self if part)


EVERY_YEAR = re.compile(r"--(?P<month>0[1-9]|1[0-2])")
"""A month without a year, in ISO 8601: ``--10``."""
# Names of months that are also everyday words.
_EVERYDAY = frozenset({"march", "may"})


def month_alone(word: str, before: str) -> str:
    """Return a month name in the format of `EVERY_YEAR`, "" for other words; `before` decides on "may" and "march"."""
    name = word.casefold()
    if name not in MONTHS or (name in _EVERYDAY and before not in ("in", "of", "during", "every", "each")):
        return ""
    return f"--{MONTHS.index(name) + 1:02}"


def date_pattern(year: str, prefix: str = "") -> str:
    """Return a pattern for dates of at least month and year, to be matched ignoring case.

    Args:
        year: the pattern of a year, without groups.
        prefix: prefix of the group names, for `written_date`.
    """

    def group(name: str, pattern: str) -> str:
        return rf"(?P<{prefix}{name}>{pattern})"

    forms = (
        rf"{group('m1', _MONTH)}\.?\s+{group('d1', ORDINAL)},?\s+{group('y1', year)}",
        rf"{group('d2', ORDINAL)}\.?\s+(?:of\s+)?{group('m2', _MONTH)}\.?,?\s+{group('y2', year)}",
        rf"{group('m3', _MONTH)}\.?,?\s+(?:of\s+)?{group('y3', year)}",
    )
    return rf"(?:{'|'.join(forms)})"


def written_date(groups: Mapping[str, str | None], prefix: str = "") -> WrittenDate | None:
    """Return the date in the named groups of a match of `date_pattern`; None if they are empty."""
    for form in ("1", "2", "3"):
        month, year = groups.get(f"{prefix}m{form}"), groups.get(f"{prefix}y{form}")
        if month and year:
            day = groups.get(f"{prefix}d{form}")
            return WrittenDate(int(year), _number_of(month), ordinal(day) if day else 0)
    return None


def ordinal(text: str) -> int:
    """Return the number of an ordinal: 21 for "21st"."""
    return int(re.sub(r"\D", "", text))


def _number_of(month: str) -> int:
    return next(number for number, name in enumerate(MONTHS, 1) if name.startswith(month[:_LETTERS].casefold()))


def moved(day: date, unit: str, number: int) -> date:
    """Return the day `number` units later, or the last day of that month if it is shorter."""
    if unit in ("day", "week"):
        return day + timedelta(days=number * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + number * {"month": 1, "quarter": 3, "year": 12}[unit]
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
