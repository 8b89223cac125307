"""Times in questions: which period is meant, and how facts should stand to it.

English only, by rules: a small language model reads dates worse than they do. What a question says of
time is one reading: facts that hold `during` a period, or began `before` or `after` it; the `first` or
the `last` of them; those that hold `now`; and whether the time itself is asked for.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from typing import Literal

Stands = Literal["", "during", "before", "after", "now"]
Order = Literal["", "first", "last"]
Asks = Literal["", "start", "end", "time", "duration", "age"]


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `first` to `last`, both included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question says of time. `text` is the question without those words."""

    text: str
    stands: Stands = ""
    period: Period | None = None
    order: Order = ""
    asks: Asks = ""
    count: bool = False

    @property
    def timed(self) -> bool:
        """Whether anything in the question is about time."""
        return bool(self.stands or self.order or self.asks)


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]*"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:1\d|20)\d\d"


def _dated(prefix: str) -> str:
    """Return the pattern of a date; its groups begin with `prefix`."""

    def group(name: str, pattern: str) -> str:
        return rf"(?P<{prefix}{name}>{pattern})"

    forms = (
        group("iso", rf"{_YEAR}-\d\d-\d\d"),
        rf"{group('m1', _MONTH)}\.? {group('d1', _DAY)},? {group('y1', _YEAR)}",
        rf"{group('d2', _DAY)} (?:of )?{group('m2', _MONTH)}\.?,? {group('y2', _YEAR)}",
        rf"{group('m3', _MONTH)}\.?,? (?:of )?{group('y3', _YEAR)}",
        rf"{group('decade', _YEAR[:-2] + '0')}'?s",
        rf"{group('century', _DAY)} century",
        rf"(?:year )?{group('year', _YEAR)}",
    )
    return rf"(?:the )?(?:{'|'.join(forms)})(?![\w-])"


_RANGE = re.compile(
    rf"\b(?:from|between|since) {_dated('a_')} (?:to|and|until|till|through|-) {_dated('b_')}",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    r"\b(?P<how>(?:at the (?:beginning|end) of|as of|prior to|earlier than|later than|before|until|"
    rf"till|by|after|since|from|following|in|on|at|during|throughout|around|of) )?{_dated('a_')}",
    re.IGNORECASE,
)
_BEFORE = ("prior to", "earlier than", "before", "until", "till", "by")
_AFTER = ("later than", "after", "since", "following", "from")
# Words that make "first" and "last" part of a name or of a saying.
_NOT_ORDER = r"(?! (?:names?|lady|ladies|class|person|aid|minister|world|nations?)\b)"
_ORDERS: tuple[tuple[Order, str], ...] = (
    ("first", rf"\b(?:very )?(?:first|earliest|oldest|original){_NOT_ORDER}\b"),
    ("last", rf"\b(?:very )?(?:last|latest|most recent|newest|final){_NOT_ORDER}\b"),
)
_NOW = re.compile(
    r"\b(?:currently|current|at present|presently|nowadays|right now|now|today|these days|incumbent|still)\b",
    re.IGNORECASE,
)
_WHEN = r"\b(?:when|(?:what|which) year)\b"
_ASKS: tuple[tuple[Asks, str], ...] = (
    ("duration", r"\bhow (?:long|many (?:years|months|days))\b"),
    ("age", r"\bhow old\b|\bat what age\b|\bwhat age\b|\bage of\b"),
    ("end", rf"{_WHEN}.*\b(?:end|ended|stop|stopped|leave|left|until|quit|resign\w*)\b"),
    ("start", rf"{_WHEN}.*\b(?:starts?|started|begin|began|join|joined|become|became)\b"),
    ("time", r"\b(?:when|(?:what|which) (?:year|date|day|month|decade|century)|date of)\b"),
)
_COUNT = re.compile(r"\bhow many\b(?! (?:years|months|days)\b)|\b(?:the )?number of\b", re.IGNORECASE)


def read_times(question: str) -> Reading:
    """Return what `question` says of time; names of entities should be masked in it.

    ``by 1990`` and ``until 1990`` are read as before the end of 1990, ``since 1990`` as from its
    beginning; a period that is only named counts as a whole.
    """
    text = " ".join(question.split())
    stands, period, text = _period(text)
    order, text = _order(text)
    if not stands and not order and (found := _NOW.search(text)):
        stands, text = "now", _without(text, found)
    asks: Asks = next((asks for asks, pattern in _ASKS if re.search(pattern, text, re.IGNORECASE)), "")
    count = not asks and bool(_COUNT.search(text))
    return Reading(text, stands, period, order, asks, count)


def _period(text: str) -> tuple[Stands, Period | None, str]:
    if found := _RANGE.search(text):
        one, other = _read(found, "a_"), _read(found, "b_")
        if one and other:
            return (
                "during",
                Period(min(one.first, other.first), max(one.last, other.last)),
                _without(text, found),
            )
    for found in _SINGLE.finditer(text):
        period = _read(found, "a_")
        how = (found["how"] or "").strip().casefold()
        if period is None:
            continue
        stands: Stands = "before" if how in _BEFORE else "after" if how in _AFTER else "during"
        if how in ("by", "until", "till"):
            period = Period(_after(period), _after(period))
        elif how in ("since", "from"):
            period = Period(_before(period), _before(period))
        elif how.startswith("at the beginning"):
            period = Period(period.first, period.first)
        elif how.startswith("at the end"):
            period = Period(period.last, period.last)
        return stands, period, _without(text, found)
    return "", None, text


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
        return Period(date.fromisoformat(iso), date.fromisoformat(iso))
    for number in ("1", "2", "3"):
        if month := parts.get(f"m{number}"):
            year, place = int(parts[f"y{number}"]), _MONTHS.index(month[:3].casefold()) + 1
            if day := parts.get(f"d{number}"):
                return Period(*[date(year, place, _number(day))] * 2)
            return Period(date(year, place, 1), date(year, place, monthrange(year, place)[1]))
    if decade := parts.get("decade"):
        return Period(date(int(decade), 1, 1), date(int(decade) + 9, 12, 31))
    if century := parts.get("century"):
        first = 100 * (_number(century) - 1) + 1
        return Period(date(first, 1, 1), date(first + 99, 12, 31))
    if year_ := parts.get("year"):
        return Period(date(int(year_), 1, 1), date(int(year_), 12, 31))
    return None


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def _order(text: str) -> tuple[Order, str]:
    for order, pattern in _ORDERS:
        if found := re.search(pattern, text, re.IGNORECASE):
            return order, _without(text, found)
    return "", text


def _without(text: str, found: re.Match[str]) -> str:
    return re.sub(r"\s+([?.!,])", r"\1", " ".join(f"{text[: found.start()]} {text[found.end() :]}".split()))


def _after(period: Period) -> date:
    return date.fromordinal(period.last.toordinal() + 1)


def _before(period: Period) -> date:
    return date.fromordinal(period.first.toordinal() - 1)
