"""Periods, ages and durations in a question."""

from __future__ import annotations

import re

from kgqa_neo4j.question.operations.cutting import blank, cut, take
from kgqa_neo4j.question.operations.model import DateBound, Operations
from kgqa_neo4j.question.operations.numbers import NUMBER, number_of
from kgqa_neo4j.question.times import read_times

_AGE = re.compile(
    r"\bhow old (?:was|were|is|had|did)\b|\b(?:what|which) (?:was|were) the ages? of\b(?=.* when\b)|"
    r"\bat (?:what|which) age (?:was|were|had|did)\b"
)
_DIFFERENCE = re.compile(r"\bdifferences?\b(?=[^§]*\bbetween\b)")
_DAYS = re.compile(r"\bhow (?:many days|long)\b|\bin days\b|\b(?:number of )?days (?:between|from)\b")
_YEARS = re.compile(r"\bhow many years\b")
_AFTER_X = re.compile(r"\b(?:after|before|earlier than|later than|between|from)\b(?= (?:the )?§)")
_WITHIN = re.compile(
    rf"\b(?:within|in (?:under|less than|fewer than)) (?P<number>{NUMBER}) (?P<unit>days?|weeks?|months?|years?)\b"
)
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_MONTHS = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_SHARED_YEAR = re.compile(
    rf"\b(?P<word>between|from) (?P<first>(?:\d{{1,2}} )?{_MONTHS}) (?P<and>and|to|"
    rf"until) (?P<second>(?:\d{{1,2}} )?{_MONTHS} (?P<year>\d{{4}}))"
)
_ON_OR = re.compile(r"\b(?:on or|in or) (?P<word>before|after)\b")
# "In 2019 or later": the comparison follows the period.
_OR_LATER = re.compile(
    rf"\b(?:(?:in|from|during) )?(?P<period>(?:the )?(?:(?:\d{{1,2}} )?{_MONTHS} )?\d{{4}}s?|the \d\ds) "
    r"(?:or|and) (?P<way>later|after(?:wards)?|since|earlier|before|onwards?)\b(?! §)"
)
_DECADES = {
    "twenties": 1920, "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960, "seventies": 1970,
    "eighties": 1980, "nineties": 1990, "noughties": 2000,
}  # fmt: skip
_WRITTEN, _SHORT = re.compile(r"(\d{3}0)['\u2019]?s"), re.compile(r"[2-9]0s")
_DECADE = re.compile(rf"\bthe (?:\d\ds|{'|'.join(_DECADES)})\b")


def decade_of(word: str, before: str) -> tuple[int, int] | None:
    """Return the first and last year of the decade that a word names, given the word before it; None for other words.

    "1990s" always is one, "nineties" and "90s" only after "the".
    """
    if match := _WRITTEN.fullmatch(word):
        start = int(match[1])
    elif before == "the" and (word in _DECADES or _SHORT.fullmatch(word)):
        start = _first_year(word)
    else:
        return None
    return start, start + 9


def read_dates(found: Operations) -> None:
    """Cut the period that the question gives, and record it."""
    text = found.text
    if later := _OR_LATER.search(text):
        way = "before" if later["way"] in ("earlier", "before") else "after"
        text = (
            text[: later.start()] + f"in or {way} {later['period']}".ljust(len(later[0])) + text[later.end() :]
        )
        found.text = text
    inclusive = _ON_OR.search(text)
    if inclusive:
        # Padded, so that everything else keeps its position.
        text = found.text = text.replace(inclusive[0], inclusive["word"].rjust(len(inclusive[0])), 1)
    text = _SHARED_YEAR.sub(lambda m: f"{m['word']} {m['first']} {m['year']} {m['and']} {m['second']}", text)
    text = _DECADE.sub(_decade, text)
    if _AGE.search(text):
        return
    reading = read_times(text)
    if reading.period is None or reading.stands not in ("during", "before", "after"):
        return
    words = [word.rstrip("?.!,") for word in text.split()]
    left = [word for word in re.split(r"[\s?.!,]+", read_times(" ".join(words)).text) if word]
    start = next(
        (place for place, (one, other) in enumerate(zip(words, left, strict=False)) if one != other), len(left)
    )
    tail = 0
    while tail < len(left) - start and words[-1 - tail] == left[-1 - tail]:
        tail += 1
    taken = words[start : len(words) - tail]
    if not taken:
        return
    # Offsets in the text before years were added to months.
    begin = _place_of_word(text, start)
    finish = _place_of_word(text, len(words) - tail - 1) + len(words[len(words) - tail - 1])
    shift = len(text) - len(found.text)
    finish -= shift
    if shift and not found.text[begin:finish].strip():
        return
    found.dates.append(DateBound(begin, finish, reading.stands, reading.period, bool(inclusive)))
    cut(found, begin, min(finish, len(found.text.rstrip("?.! "))))


def _decade(match: re.Match[str]) -> str:
    return f"the {_first_year(match[0].removeprefix('the '))}s"


def _first_year(word: str) -> int:
    """Return the first year of "nineties" or "90s"."""
    return _DECADES.get(word) or 1900 + int(word[:2])


def _place_of_word(text: str, number: int) -> int:
    for place, match in enumerate(re.finditer(r"\S+", text)):
        if place == number:
            return match.start()
    return len(text)


def read_spans(found: Operations) -> None:
    """Cut words that ask for an age or a duration, or bound a duration."""
    if within := take(found, _WITHIN):
        found.within = number_of(within["number"]) * _UNIT_DAYS[within["unit"].rstrip("s")]
    if _AGE.search(found.text):
        found.span = "age"
        blank(found, _AGE)
    elif _DIFFERENCE.search(found.text):
        found.span = "difference"
        blank(found, _DIFFERENCE)
    elif _YEARS.search(found.text) and not found.dates:
        found.span = "years"
        blank(found, _YEARS)
        blank(found, _AFTER_X)
    elif _DAYS.search(found.text):
        found.span = "days"
        blank(found, _DAYS)
