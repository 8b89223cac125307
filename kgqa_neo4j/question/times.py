"""Times in questions: the period, and the temporal relation of facts to it.

English only, by rules, because a small language model reads dates less reliably. The temporal part of a question is one
`Reading`: facts that hold `during` a period, or began `before` or `after` it; the `first` or `last` of them, or the
`previous` or `next` as of today; those that hold `now` or held in the `past`; and whether the time itself is the
answer.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.question.clauses import WHEN, TemporalRelation, chooses, read_comparison, read_temporal_relation
from kgqa_neo4j.question.dates import ORDINAL, date_pattern, ordinal, written_date
from kgqa_neo4j.question.orders import Order, read_former, read_order, without

Stands = Literal["", "during", "before", "after", "now", "past"]
Asks = Literal["", "start", "end", "time", "duration", "age"]


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `first` to `last`, inclusive; they may lie before year 1."""

    first: Time
    last: Time


@dataclass(frozen=True, slots=True)
class Reading:
    """The temporal part of a question; `text` is the question without it.

    For `first` and `last`, `place` is the rank from that end, starting at 1, and `many` the number of entities from
    there on. `noun` is what *previous*, *next* or *former* modifies, if that is clear. `beside` is the temporal
    relation to a fact of another named entity; `among`: the answer is one of the named entities.
    """

    text: str
    stands: Stands = ""
    period: Period | None = None
    order: Order = ""
    place: int = 1
    many: int = 1
    noun: str = ""
    asks: Asks = ""
    count: bool = False
    beside: TemporalRelation = ""
    among: bool = False

    @property
    def timed(self) -> bool:
        """Whether the question has any temporal part."""
        return bool(self.stands or self.order or self.asks or self.beside)


_YEAR = r"(?:1\d|20)\d\d"
# AD and CE are case-sensitive: in lower case they are other words.
_BCE = r"(?: ?(?:bce?\b|b\.c\.(?:e\.)?))"
_CE = r"(?-i:AD|CE|A\.D\.|C\.E\.)"
# A number of up to three digits is a year only if no noun follows that it could count.
_ALONE = r"(?=\s*(?:[?!;)]|[.,](?!\d)|$)|\s+(?:did|was|were|when|who|which|what|where)\b)"
_DIRECTLY = ("in", "before", "after", "since")
# "The 2000s" are a decade, earlier expressions of that form centuries.
_THIS_CENTURY = 2000
_CYCLE = 400
"""Number of years after which the calendar repeats."""


def _dated(prefix: str) -> str:
    """Return the pattern of a date, with `prefix` before the names of its groups."""

    def group(name: str, pattern: str) -> str:
        return rf"(?P<{prefix}{name}>{pattern})"

    forms = (
        group("iso", rf"{_YEAR}-\d\d-\d\d"),
        date_pattern(_YEAR, prefix),
        rf"{group('decade', _YEAR[:-2] + '0')}'?s",
        rf"{group('century', ORDINAL)}[ -]century{group('century_bce', _BCE)}?",
        rf"(?:year )?{group('bce', r'[0-9]{1,4}')}{_BCE}",
        rf"(?:year )?(?:{_CE} {group('ad', r'[0-9]{1,4}')}|{group('ce', r'[0-9]{1,4}')} ?{_CE})",
        rf"year {group('told', r'[0-9]{1,4}')}",
        rf"{group('year', _YEAR)}",
        rf"{group('short', r'[0-9]{1,3}')}{_ALONE}",
    )
    return rf"(?:the )?(?:{'|'.join(forms)})(?![\w-])(?![.,]\d)"


_RANGE = re.compile(
    rf"\b(?:from|between|since) {_dated('a_')} (?:to|and|until|till|through|-) {_dated('b_')}",
    re.IGNORECASE,
)
# "from 59 to 44 BC": the era is given once.
_ONE_ERA = re.compile(
    rf"(\b(?:from|between) (?:the years? )?\d{{1,4}})( (to|and|until|till|through|-) \d{{1,4}})({_BCE}| {_CE})",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    r"\b(?P<how>(?:at the (?:beginning|end) of|as of|prior to|earlier than|later than|before|until|"
    rf"till|by|after|since|from|following|in|on|at|during|throughout|around|of) )?{_dated('a_')}",
    re.IGNORECASE,
)
# Context that makes a number a count or a measurement instead of a year.
_MEASURE = re.compile(
    r"(?:[$€£¥#]|\b(?:(?:more|less|fewer|greater|higher|lower|larger|smaller|longer|shorter|taller) than|"
    r"at (?:least|most)|up to|over|under|above|below|exactly|nearly|almost|approximately|roughly|equals?|"
    r"(?:population|inhabitants|height|length|width|depth|area|distance|elevation|altitude|weight|mass|size|speed|"
    r"capacity|attendance|price|cost|salary|revenue|budget|value|number|total|sum|average|count|score)"
    r"(?: (?:of|is|was|at|with))?(?: (?:about|around|only|exactly))?)) ?$",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s?(?:%|[kcm]?m²?\b|km²|kg\b|(?:people|persons|inhabitants|residents|citizens|members|employees|students|"
    r"soldiers|copies|pages|votes|points|goals|seats|rooms|times|years|months|weeks|days|hours|minutes|seconds|"
    r"(?:kilo|centi|milli)?met(?:re|er)s?|miles?|feet|foot|inch(?:es)?|yards?|acres?|hectares?|square|cubic|"
    r"(?:kilo)?grams?|(?:kilo)?watts?|megawatts?|tons?|tonnes?|pounds?|lit(?:re|er)s?|degrees?|percent|"
    r"dollars?|euros?|francs?|million|billion|thousand|hundred)\b)",
    re.IGNORECASE,
)
_BEFORE = ("prior to", "earlier than", "before", "until", "till", "by")
_AFTER = ("later than", "after", "since", "following")
# "From 2019 on" and "starting from May" include later times; "the films from 2019" are of that year.
_ONWARDS = re.compile(r"\s*(?:on|onwards?|forwards?|or later|and later)\b(?! §)", re.IGNORECASE)
_STARTING = re.compile(r"\b(?:starting|beginning|as) $", re.IGNORECASE)
_NOW = re.compile(
    r"\b(?:currently|current|at present|presently|nowadays|right now|now|today|these days|incumbent|still)\b",
    re.IGNORECASE,
)
_WHEN = rf"(?:{WHEN}|\b(?:what|which) year\b)"
_ASKS: tuple[tuple[Asks, str], ...] = (
    ("duration", r"\bhow (?:long|many (?:years|months|days))\b"),
    ("age", r"\bhow old\b|\bat what age\b|\bwhat age\b|\bage of\b"),
    ("end", r"\b(?:until|till|up to) (?:when|(?:what|which) (?:year|date|day))\b"),
    ("start", r"\b(?:since|from) (?:when|(?:what|which) (?:year|date|day))\b"),
    ("end", r"\bend(?:ing)? (?:date|year|time)\b"),
    ("start", r"\bstart(?:ing)? (?:date|year|time)\b"),
    ("end", rf"{_WHEN}.*\b(?:end|ended|stop|stopped|leave|left|until|quit|resign\w*)\b"),
    ("start", rf"{_WHEN}.*\b(?:starts?|started|begin|began|join|joined|become|became)\b"),
    ("time", rf"{WHEN}|\b(?:(?:what|which) (?:year|date|day|month|decade|century)|date of)\b"),
)
_COUNT = re.compile(r"\bhow many\b(?! (?:years|months|days)\b)|\b(?:the )?number of\b", re.IGNORECASE)


def read_times(question: str) -> Reading:
    """Return the temporal part of `question`, in which names of entities should be masked.

    ``by 1990`` and ``until 1990`` mean before the end of 1990, ``since 1990`` from its beginning; a bare period means
    all of it.
    """
    text = " ".join(question.split())
    stands, period, text = _period(text)
    ordered = read_order(text)
    text, noun = ordered.text, ordered.noun
    if not stands and not ordered.order:
        if former := read_former(text):
            stands, text, noun = "past", former.text, former.noun
        elif found := _NOW.search(text):
            stands, text = "now", without(text, found)
    asks: Asks = next((asks for asks, pattern in _ASKS if re.search(pattern, text, re.IGNORECASE)), "")
    count = not asks and bool(_COUNT.search(text))
    among = chooses(text)
    order = ordered.order or (read_comparison(text) if among else "")
    beside = "" if period else read_temporal_relation(text)
    return Reading(text, stands, period, order, ordered.place, ordered.many, noun, asks, count, beside, among)


def _period(text: str) -> tuple[Stands, Period | None, str]:
    text = _ONE_ERA.sub(r"\1\4\2\4", text)
    if found := _RANGE.search(text):
        one, other = _read(found, "a_"), _read(found, "b_")
        if _COUNTED.match(text, found.end()):
            return "", None, text
        if one and other:
            return (
                "during",
                Period(min(one.first, other.first), max(one.last, other.last)),
                without(text, found),
            )
    for found in _SINGLE.finditer(text):
        period = _read(found, "a_")
        how = (found["how"] or "").strip().casefold()
        if period is None or _is_number(text, found, how):
            continue
        if how == "from" and (_ONWARDS.match(text, found.end()) or _STARTING.search(text[: found.start()])):
            how = "since"
        stands: Stands = "before" if how in _BEFORE else "after" if how in _AFTER else "during"
        if how in ("by", "until", "till"):
            period = Period(_after(period), _after(period))
        elif how == "since":
            period = Period(_before(period), _before(period))
        elif how.startswith("at the beginning"):
            period = Period(period.first, period.first)
        elif how.startswith("at the end"):
            period = Period(period.last, period.last)
        return stands, period, without(text, found)
    return "", None, text


def _is_number(text: str, found: re.Match[str], how: str) -> bool:
    """Return whether an apparent year is a count or a measurement."""
    if found["a_short"]:
        return how not in _DIRECTLY or "the " in found[0].casefold()
    if not found["a_year"]:
        return False
    before = how in ("", "of", "at", "around") and _MEASURE.search(text[: found.start("a_year")])
    return bool(before or _COUNTED.match(text, found.end()))


def _read(found: re.Match[str], prefix: str) -> Period | None:
    parts = {
        key.removeprefix(prefix): value
        for key, value in found.groupdict().items()
        if value is not None and key.startswith(prefix)
    }
    try:
        return _period_of(parts)
    except ValueError:
        return None


def _period_of(parts: dict[str, str]) -> Period | None:
    if iso := parts.get("iso"):
        return Period(Time.parse(iso), Time.parse(iso))
    if date := written_date(parts):
        if date.day:
            return Period(*[Time.of(*date)] * 2)
        return Period(Time(date.year, date.month), Time(*date[:2], monthrange(*date[:2])[1]))
    if decade := parts.get("decade"):
        # "The 1800s" are a century, "the 1890s" a decade.
        return _years(int(decade), 100 if decade.endswith("00") and int(decade) < _THIS_CENTURY else 10)
    if century := parts.get("century"):
        first = 100 * (ordinal(century) - 1) + 1
        return _years(first, 100, bce=bool(parts.get("century_bce")))
    if year_ := parts.get("bce"):
        return _years(int(year_), 1, bce=True)
    year_ = next((parts[name] for name in ("ad", "ce", "told", "year", "short") if name in parts), "")
    return _years(int(year_), 1) if year_ else None


def _years(first: int, count: int, *, bce: bool = False) -> Period | None:
    """Return a period of years; years BCE count backwards, and 1 BCE is year 0."""
    if first < 1:
        return None
    if bce:
        first = 1 - (first + count - 1)
    return Period(Time(first, 1, 1), Time(first + count - 1, 12, 31))


def _after(period: Period) -> Time:
    return _moved(period.last, 1)


def _before(period: Period) -> Time:
    return _moved(period.first, -1)


def _moved(day: Time, days: int) -> Time:
    """Return a day moved by `days`, through a later cycle of the calendar, as Python's dates begin with year 1."""
    cycles = 1 - day.year // _CYCLE
    moved = date(day.year + cycles * _CYCLE, day.month, day.day) + timedelta(days)
    return Time(moved.year - cycles * _CYCLE, moved.month, moved.day)
