"""Write halves, quarters and seasons of years, and halves of decades, as ranges of dates."""

from __future__ import annotations

import re
from calendar import monthrange

_PART = re.compile(
    r"\b(?:(?:in|during|over|throughout|of|from|for) )?(?:the )?(?:"
    r"(?P<half>first|second|1st|2nd) half|h(?P<h>[12])|"
    r"(?P<quarter>first|second|third|fourth|last|1st|2nd|3rd|4th) quarter|q(?P<q>[1-4])"
    r"),? (?:of (?:the year )?)?(?P<year>(?:1\d|20)\d\d)\b",
    re.IGNORECASE,
)
_OF_DECADE = re.compile(
    r"\b(?:(?:in|during|over|throughout|of|from) )?the (?P<half>first|second|1st|2nd) half of the "
    r"(?P<decade>(?:1\d|20)\d0)'?s\b",
    re.IGNORECASE,
)
# Of the northern hemisphere, which a bare "summer 2024" means.
_SEASON = re.compile(
    r"\b(?:(?:in|during|over|throughout|of|from|for) )?(?:the )?(?P<season>spring|summer|autumn|fall),? "
    r"(?:of )?(?P<year>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9}
_FIVE = 5
_PLACES = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}
_HALF, _QUARTER = 6, 3


def spelled_parts(question: str) -> str:
    """Write parts of years and decades in a question as ranges: "between 2016-01-01 and 2016-06-30"."""
    return _OF_DECADE.sub(_years, _SEASON.sub(_season, _PART.sub(_range, question)))


def _season(match: re.Match[str]) -> str:
    return _months(int(match["year"]), _SEASONS[match["season"].lower()], _QUARTER)


def _years(match: re.Match[str]) -> str:
    first = int(match["decade"]) + _FIVE * (_PLACES[match["half"].lower()] - 1)
    return f"between {first} and {first + _FIVE - 1}"


def _range(match: re.Match[str]) -> str:
    half = match["half"] or match["h"]
    place = half or match["quarter"] or match["q"]
    months = _HALF if half else _QUARTER
    year = int(match["year"])
    last = months * (int(place) if place.isdigit() else _PLACES[place.lower()])
    return _months(year, last - months + 1, months)


def _months(year: int, first: int, number: int) -> str:
    last = first + number - 1
    return f"between {year}-{first:02}-01 and {year}-{last:02}-{monthrange(year, last)[1]:02}"
