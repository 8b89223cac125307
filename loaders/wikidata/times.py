"""Wikidata's times: precision, calendar, and years of any size."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.literals import MAX_YEAR, Precision, Time, distant_time_value, time_value

JULIAN = "Q1985786"
_TIME = re.compile(r"([+-])(\d{1,16})-(\d\d)-(\d\d)T\d\d:\d\d:\d\dZ")
# Wikidata's codes for the precision of a time; below 6, it is ten thousand years or more.
_PRECISIONS: dict[int, Precision] = {6: "millennium", 7: "century", 8: "decade", 9: "year", 10: "month"}
_DAY = 11
_PERIODS = {"century": 100, "millennium": 1000}


@dataclass(frozen=True, slots=True)
class Moment:
    """A time; `time` is None if its year is outside the range of Neo4j's dates.

    `julian` is the Julian date if the source uses that calendar.
    """

    year: int
    precision: Precision
    time: Time | None
    julian: str = ""

    @property
    def entity(self) -> Entity:
        """The node for this time."""
        return time_value(self.time) if self.time else distant_time_value(self.year, self.precision)


def read_time(text: str, precision: float | None, calendar: str) -> Moment:
    """Parse a time in Wikidata's JSON, which counts years as historians do, without a year 0.

    A Julian day is converted to the proleptic Gregorian calendar; coarser times are kept as they are, as in Wikidata's
    RDF.

    Raises:
        ValueError: it is not a time, or there is no such day or year.
    """
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError(f"{text[:40]!r} is not a time")
    year, month, day = int(match[2]), int(match[3]), int(match[4])
    if year == 0:
        raise ValueError("there is no year 0")
    if match[1] == "-":
        year = 1 - year
    exact = _exact(precision, month, day)
    if exact not in ("day", "month"):
        month = day = 1
        year = _first_year(year, exact)
    elif exact == "month":
        day = 1
    is_julian = calendar.endswith(JULIAN)
    julian = ""
    if is_julian and exact == "day":
        julian = _julian_day(year, month, day)
        year, month, day = gregorian(year, month, day)
    elif is_julian:
        julian = Time(year, month, day, exact).name
    if abs(year) > MAX_YEAR:
        return Moment(year, exact, None, julian)
    return Moment(year, exact, Time.of(year, month, day, exact), julian)


def gregorian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """Convert a day from the Julian to the proleptic Gregorian calendar, via the Julian day number.

    Years are those of ISO 8601: the year before year 1 is year 0.
    """
    january = (14 - month) // 12
    years, months = year + 4800 - january, month + 12 * january - 3
    number = day + (153 * months + 2) // 5 + 365 * years + years // 4 - 32083
    rest = number + 32044
    centuries = (4 * rest + 3) // 146097
    rest -= 146097 * centuries // 4
    years = (4 * rest + 3) // 1461
    rest -= 1461 * years // 4
    months = (5 * rest + 2) // 153
    return (
        100 * centuries + years - 4800 + months // 10,
        months + 3 - 12 * (months // 10),
        rest - (153 * months + 2) // 5 + 1,
    )


def _exact(precision: float | None, month: int, day: int) -> Precision:
    number = _DAY if precision is None else int(precision)
    if number >= _DAY and day == 0:
        number = 10
    if number >= 10 and month == 0:
        number = 9
    if number >= _DAY:
        return "day"
    return _PRECISIONS.get(number, "era")


def _first_year(year: int, precision: Precision) -> int:
    """Return the first year of a period: 1801 for the 19th century, whichever of its years is given."""
    if precision == "decade":
        # Decades go by digits: the 450s BCE are the years 459 to 450 BCE.
        return year - year % 10 if year > 0 else 1 - ((1 - year) // 10 * 10 + 9)
    length = _PERIODS.get(precision)
    return year - (year - 1) % length if length else year


def _julian_day(year: int, month: int, day: int) -> str:
    last = 30 if month in (4, 6, 9, 11) else 31
    if month == 2:
        last = 29 if year % 4 == 0 else 28
    if not (1 <= month <= 12 and 1 <= day <= last):
        raise ValueError(f"there is no Julian day {year}-{month:02}-{day:02}")
    return Time(year, month, day).name
