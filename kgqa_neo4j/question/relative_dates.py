"""Write periods relative to today ("last month", "in the next 30 days") as dates."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from kgqa_neo4j.question.dates import MONTHS, moved
from kgqa_neo4j.question.operations.numbers import NUMBER, number_of

_UNIT = r"(?P<unit>day|week|month|quarter|year)"
# What may follow such a period; anything else may continue a name, "Last Year at Marienbad".
_GOES_ON = r"(?:and|or|but|with|without|by|for|from|in|per|so|than|to|that|which|who|were|was|are|is)\b"
_END = rf"(?=\s*(?:$|[?.!,;)]|{_GOES_ON}))"
_BEFORE = r"(?:(?P<before>since|before|after|until|till|by|from|in|during|within|over|throughout|of|for|on) )?"
_PERIOD = re.compile(
    rf"\b(?:so far )?{_BEFORE}(?P<the>the )?(?P<which>this|current|last|previous|past|next|coming) {_UNIT}{_END}"
)
_OWNED = re.compile(rf"\b(?P<which>this|last|next) {_UNIT}['\u2019]s (?P<noun>[a-z]+)\b")
_SPAN = re.compile(
    rf"\b(?:(?:in|during|within|over|for|of|from) )?the (?P<which>last|past|previous|next|coming) "
    rf"(?P<number>{NUMBER}) {_UNIT}s\b"
)
_AGO = re.compile(
    rf"\b(?:(?:(?P<more>more than|over|at least)|(?P<less>less than|under|at most)) )?(?P<number>{NUMBER}) "
    rf"(?P<unit>day|month|year)s? ago\b"
)
_DAY = re.compile(r"\b(?P<said>[a-z]+) (?P<day>today|yesterday|tomorrow)(?=\s*(?:$|[?.!,;]|and\b|or\b))")
# "Not yet ended" stays as it is, because it also holds for what has no end date.
_ALREADY = re.compile(r"\b(?:(?:has|have) )?already (?P<done>expired|ended|started|begun|lapsed)\b")
_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}
# Words that put a date after them; "who runs it today" asks for no date.
_DATED = re.compile(
    r"(?:due|before|after|since|until|by|begins?|starts?|ends?|expires?|[a-z]{2,}ed|made|sent|sold|born|paid|held)"
)
_BACK, _ON = frozenset({"last", "previous", "past"}), frozenset({"next", "coming"})
_ROLLING, _WITHIN = frozenset({"last", "past", "next", "coming"}), frozenset({"in", "during", "within", "over"})
_FROM, _UNTIL = frozenset({"since", "before", "from"}), frozenset({"after", "until", "till", "by"})


@dataclass(frozen=True, slots=True)
class _Period:
    """The first and last day of a period, and its name if it has one: `2026`, `October 2026`."""

    first: date
    last: date
    name: str = ""

    def said(self, before: str) -> str:
        """Return the period after a preposition: "since last week" begins on its first day."""
        if before in _FROM | _UNTIL:
            day = self.first if before in _FROM else self.last
            word = {"from": "since", "till": "until"}.get(before, before)
            return f"{word} {self.name or day.isoformat()}"
        if self.first == self.last:
            return f"on {self.first.isoformat()}"
        return (
            f"in {self.name}" if self.name else f"between {self.first.isoformat()} and {self.last.isoformat()}"
        )


def with_dates(question: str, today: date, is_name: Callable[[str], bool] = lambda text: False) -> str:
    """Rewrite "expire this year" as "expire in 2026", "in the last 30 days" as "between ... and ...".

    Args:
        question: as it was asked. Capitalized words are parts of names and stay.
        today: the day on which it is asked.
        is_name: returns whether the graph has a node of that name: "who directed last night".
    """

    def period(found: re.Match[str]) -> str:
        which = found["which"]
        if is_name(f"{which} {found['unit']}"):
            return found[0]
        shift = -1 if which in _BACK else 1 if which in _ON else 0
        if found["the"] and which in _ROLLING and found["before"] in _WITHIN:
            # "In the last year" is the year up to today.
            first, last = sorted((today, moved(today, found["unit"], shift)))
            return _Period(first, last).said("")
        return _period(found["unit"], shift, today).said(found["before"] or "")

    def owned(found: re.Match[str]) -> str:
        shift = {"last": -1, "next": 1}.get(found["which"], 0)
        return f"{found['noun']} {_period(found['unit'], shift, today).said('')}"

    def span(found: re.Match[str]) -> str:
        number = int(number_of(found["number"]) or 0)
        if found["which"] in _ON:
            return _Period(today, moved(today, found["unit"], number)).said("")
        return _Period(moved(today, found["unit"], -number), today).said("")

    def ago(found: re.Match[str]) -> str:
        day = moved(today, found["unit"], -int(number_of(found["number"]) or 0))
        if found["more"] or found["less"]:
            return f"{'before' if found['more'] else 'after'} {day.isoformat()}"
        return {"day": _Period(day, day), "month": _month(day), "year": _year(day.year)}[found["unit"]].said("")

    def on_day(found: re.Match[str]) -> str:
        if not _DATED.fullmatch(found["said"]) or is_name(found["day"]):
            return found[0]
        day = today + timedelta(days=_DAYS[found["day"]])
        before = found["said"] if found["said"] in _FROM | _UNTIL else ""
        return f"{'' if before else found['said'] + ' '}{_Period(day, day).said(before)}"

    question = _ALREADY.sub(rf"\g<done> before {today.isoformat()}", question)
    for pattern, said in ((_SPAN, span), (_OWNED, owned), (_PERIOD, period), (_AGO, ago), (_DAY, on_day)):
        question = pattern.sub(said, question)
    return question


def _period(unit: str, shift: int, today: date) -> _Period:
    """Return the day, week, month, quarter or year that contains today, shifted by `shift`."""
    if unit == "day":
        return _Period(day := today + timedelta(days=shift), day)
    if unit == "week":
        monday = today + timedelta(days=7 * shift - today.weekday())
        return _Period(monday, monday + timedelta(days=6))
    if unit == "month":
        return _month(moved(today.replace(day=1), "month", shift))
    if unit == "quarter":
        first = moved(today.replace(month=today.month - (today.month - 1) % 3, day=1), "quarter", shift)
        return _Period(first, moved(first, "quarter", 1) - timedelta(days=1))
    return _year(today.year + shift)


def _month(day: date) -> _Period:
    last = day.replace(day=monthrange(day.year, day.month)[1])
    return _Period(day.replace(day=1), last, f"{MONTHS[day.month - 1].capitalize()} {day.year}")


def _year(year: int) -> _Period:
    return _Period(date(year, 1, 1), date(year, 12, 31), str(year))
