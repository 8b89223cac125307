"""Named conditions on times in a query: shorthand for comparisons that take precision into account.

A date that is known to the year may be any day of the year, and agrees with each of them. In Cypher this takes many
lines, which a small model cannot write. It writes ``during(t1)`` instead, and `expand` inserts the comparison before
the guard parses the query.

============================  ================================================================================
``during(t1)``                the fact holds on some day of the period from $from to $to
``before(t1)``, ``after(t1)`` it begins before, after the period
``now(t1)``                   it holds on $today; also true without any time, but false if the end is unknown
``past(t1)``                  it is over: it has ended, even at an unknown time, or its point in time is past
``ended(t1)``                 it has ended, even at an unknown time; a point in time is not enough
``begun(t1)``, ``ahead(t1)``  it begins on or before, after $today
``until(t1)``                 the end, else the beginning
``start(t1)``, ``end(t1)``    the beginning, the end
``time(t1)``                  the point in time, else the beginning
``earlier(x, y)``             the time x is over before the time y begins
``sooner(t1, t2)``            the time of t1 is over before that of t2 begins; the same as ``later(t2, t1)``
``meanwhile(t1, t2)``         both hold on some day; ``same_year(t1, t2)``: their years are equal
``t1.award = "Oscar"``        the property is this text, or a list that contains it
``lasted(t1)``                the duration; up to $today without an end, null if the end is unknown
============================  ================================================================================

``t1`` is a relationship (a fact) with the properties ``start_time``, ``end_time`` and ``point_in_time``; ``x``, ``y``
and ``v`` are nodes whose ``value`` is a time. A condition on several variables, such as ``during(t1, t2)``, requires
that all dated ones satisfy it and that at least one is dated. A property that is a text or a number instead of a date
is ignored. A returned time (``time(t1) AS answer``) includes its precision; one that the driver cannot represent is
returned as text, which `told` parses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import cast

from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.literals import Precision, Time, time_value

_NAMED = re.compile(
    r"\b(during|before|after|now|past|ended|begun|ahead|until|start|end|time|lasted)\(\s*([txyv]\d?(?:\s*,\s*[txyv]\d?)*)\s*\)"
)
_EARLIER = re.compile(r"\bearlier\(\s*([xyv]\d?)\s*,\s*([xyv]\d?)\s*\)")
_PAIR = re.compile(r"\b(sooner|later|meanwhile|same_year)\(\s*([txyv]\d?)\s*,\s*([txyv]\d?)\s*\)")
_QUALIFIED = re.compile(r"\b(t\d\.[A-Za-z_]\w*) = (\"[^\"\\]*\")", re.ASCII)
_RETURNED = re.compile(r"\s+AS\b", re.IGNORECASE)
# The duration from the first to the last day of a period, by its precision.
_WHOLE = (
    "duration(CASE {precision} WHEN 'month' THEN 'P1M-1D' WHEN 'year' THEN 'P1Y-1D' "
    "WHEN 'decade' THEN 'P10Y-1D' WHEN 'century' THEN 'P100Y-1D' WHEN 'millennium' THEN 'P1000Y-1D' "
    "ELSE 'P0D' END)"
)
_TOLD = re.compile(r"text:([+-]?\d{4,9}-\d\d-\d\d)/(day|month|year|decade|century|millennium|era)")
PARAMETERS = ("from", "to", "today")
"""Parameters that the conditions compare with, as ISO dates."""
KEYS = ("end_time_unknown",)
"""Properties of facts that the conditions read, besides times and their precisions."""


def expand(query: str) -> str:
    """Return `query` with every named condition expanded."""

    def written(found: re.Match[str]) -> str:
        returned = bool(_RETURNED.match(query, found.end()))
        return _written(found[1], re.split(r"\s*,\s*", found[2].strip()), returned=returned)

    query = _PAIR.sub(lambda found: _PAIRS[found[1]](found[2], found[3]), query)
    query = _EARLIER.sub(lambda found: _earlier(found[1], found[2]), query)
    # The property may be one value or a list of values; `+ []` turns either into a list.
    query = _QUALIFIED.sub(r"\2 IN (\1 + [])", query)
    return _NAMED.sub(written, query)


def told(value: Entity) -> Entity:
    """Return the time that was returned as text because the driver cannot represent it; other values unchanged."""
    found = _TOLD.fullmatch(value.id)
    if found is None:
        return value
    day = Time.parse(found[1])
    return time_value(Time(day.year, day.month, day.day, cast("Precision", found[2])))


def _written(name: str, variables: list[str], *, returned: bool) -> str:
    if returned and name in ("start", "end", "time"):
        return _answer(_VALUES[name](variables[0]), _precision(variables[0], name))
    if name in _VALUES:
        return _VALUES[name](variables[0])
    parts = [f"coalesce({_CONDITIONS[name](variable)}, true)" for variable in variables]
    if name in ("past", "ended", "begun", "ahead"):
        parts.append(f"({' OR '.join(_CONDITIONS[name](variable) for variable in variables)})")
    elif name != "now":
        parts.append(f"({' OR '.join(f'{_dated(variable)} IS NOT NULL' for variable in variables)})")
    return f"({' AND '.join(parts)})"


def _answer(day: str, precision: str) -> str:
    """Return a time with its precision; as text before year 1 and after 9999, which the driver cannot read."""
    text = f"toString({day}) + '/' + coalesce({precision}, 'day')"
    readable = f"date('0001-01-01') <= {day} <= date('9999-12-31')"
    return f"CASE WHEN {readable} THEN {{value: {day}, precision: {precision}}} ELSE {text} END"


# Properties are compared inside of `coalesce`, so that one that is not a date compares as null and is skipped. For the
# same reason, a period's length is subtracted from the date compared with: arithmetic on a text would be an error.


def _begins(variable: str, compared: str) -> str:
    """Compare the first day on which a fact may begin."""
    if not _fact(variable):
        return f"{_value(variable)} {compared}"
    return f"coalesce({variable}.start_time {compared}, {variable}.point_in_time {compared})"


def _last(variable: str, compared: str, *, of: str) -> str:
    """Compare the last day on which a fact may begin (or end, by `of`)."""
    if not _fact(variable):
        whole = _WHOLE.format(precision=_precision(variable, of))
        return f"{_value(variable)} {compared} - {whole}"
    times = (f"{variable}.{of}_time", f"{variable}.point_in_time")
    parts = [f"{time} {compared} - {_WHOLE.format(precision=f'{time}_precision')}" for time in times]
    return f"coalesce({', '.join(parts)})"


def _earlier(one: str, other: str) -> str:
    whole = _WHOLE.format(precision=_precision(one, "time"))
    return f"({_value(one)} < {_value(other)} - {whole})"


def _sooner(one: str, other: str) -> str:
    return f"({_point(one)} + {_WHOLE.format(precision=_precision(one, 'time'))} < {_point(other)})"


def _meanwhile(one: str, other: str) -> str:
    """An open end counts as lasting, but both variables must have some time."""
    parts = [f"coalesce({_begin(a)} <= {_ending(b)}, true)" for a, b in ((one, other), (other, one))]
    for variable in (one, other):
        timed = _days(variable, "start_time", "point_in_time", "end_time")
        parts.append(f"({timed if _fact(variable) else _value(variable)}) IS NOT NULL")
    return f"({' AND '.join(parts)})"


def _begin(variable: str) -> str:
    return _days(variable, "start_time", "point_in_time") if _fact(variable) else _value(variable)


def _ending(variable: str) -> str:
    """The last day on which a variable may have held, null if unknown."""
    if not _fact(variable):
        return f"{_value(variable)} + {_WHOLE.format(precision=_precision(variable, 'time'))}"
    ends = (f"{variable}.end_time", f"{variable}.point_in_time")
    parts = [f"{_day(end)} + {_WHOLE.format(precision=f'{end}_precision')}" for end in ends]
    return f"coalesce({', '.join(parts)})"


def _dated(variable: str) -> str:
    """An expression that is null if the variable has no time."""
    if not _fact(variable):
        return _value(variable)
    compared = "<= date($from)"
    names = ("start_time", "end_time", "point_in_time")
    return f"coalesce({', '.join(f'{variable}.{name} {compared}' for name in names)})"


def _day(time: str) -> str:
    """A property if it is a date, else null; detected by a comparison, as the guard allows no function for types."""
    return f"CASE WHEN ({time} <= date($today)) IS NOT NULL THEN {time} END"


def _days(variable: str, *names: str) -> str:
    """The first of the given properties of a fact that is a date."""
    return f"coalesce({', '.join(_day(f'{variable}.{name}') for name in names)})"


def _value(variable: str) -> str:
    """The first day of a node's time; in a graph without literals, a name of four digits is a year."""
    return (
        f"CASE WHEN {variable}.datatype = 'time' THEN {variable}.value "
        f"WHEN {variable}.datatype IS NULL AND size({variable}.name) = 4 "
        f"AND toInteger({variable}.name) > 0 AND NOT {variable}.name CONTAINS '.' "
        f"THEN date({variable}.name) END"
    )


def _precision(variable: str, of: str) -> str:
    """The precision of a fact's beginning, end or time (by `of`), or of a node's time."""
    if not _fact(variable):
        return f"CASE WHEN {variable}.datatype IS NULL THEN 'year' ELSE {variable}.precision END"
    if of == "time":
        point, start = f"{variable}.point_in_time", f"{variable}.start_time_precision"
        return f"CASE WHEN ({point} <= date($today)) IS NULL THEN {start} ELSE {point}_precision END"
    return f"{variable}.{of}_time_precision"


def _fact(variable: str) -> bool:
    return variable.startswith("t")


def _holds(variable: str, first: str, last: str) -> str:
    begun = _begins(variable, f"<= date({last})")
    ended = _last(variable, f">= date({first})", of="end")
    return f"coalesce({begun}, true) AND coalesce({ended}, true)"


def _now(variable: str) -> str:
    holds = _holds(variable, "$today", "$today")
    return f"{holds} AND {variable}.end_time_unknown IS NULL" if _fact(variable) else holds


def _over(variable: str, *ends: str) -> str:
    """Whether the first known one of a fact's times, including its whole period, is before $today."""
    if not _fact(variable):
        return f"NOT {_last(variable, '>= date($today)', of='time')}"
    times = [f"{variable}.{end}" for end in ends]
    parts = [f"NOT {time} >= date($today) - {_WHOLE.format(precision=f'{time}_precision')}" for time in times]
    return f"coalesce({', '.join(parts)}, {variable}.end_time_unknown IS NOT NULL)"


def _before(variable: str) -> str:
    begun = _begins(variable, "< date($from)")
    return f"coalesce({begun}, {variable}.end_time < date($from))" if _fact(variable) else begun


def _after(variable: str) -> str:
    begun = _last(variable, ">= date($to) + duration('P1D')", of="start")
    return f"coalesce({begun}, {variable}.end_time > date($to))" if _fact(variable) else begun


def _lasted(variable: str) -> str:
    if not _fact(variable):
        return f"duration.between({_value(variable)}, date($today))"
    begun, ended = (_days(variable, f"{end}_time", "point_in_time") for end in ("start", "end"))
    today = f"CASE WHEN {variable}.end_time_unknown IS NULL THEN date($today) END"
    return f"duration.between({begun}, coalesce({ended}, {today}))"


def _point(variable: str) -> str:
    return _days(variable, "point_in_time", "start_time") if _fact(variable) else _value(variable)


_CONDITIONS: Mapping[str, Callable[[str], str]] = {
    "during": lambda one: _holds(one, "$from", "$to"),
    "now": _now,
    "before": _before,
    "after": _after,
    "past": lambda one: _over(one, "end_time", "point_in_time"),
    "ended": lambda one: _over(one, "end_time"),
    "begun": lambda one: _begins(one, "<= date($today)"),
    "ahead": lambda one: _begins(one, "> date($today)"),
}
_PAIRS: Mapping[str, Callable[[str, str], str]] = {
    "sooner": _sooner,
    "later": lambda one, other: _sooner(other, one),
    "meanwhile": _meanwhile,
    "same_year": lambda one, other: f"(({_point(one)}).year = ({_point(other)}).year)",
}
_VALUES: Mapping[str, Callable[[str], str]] = {
    "start": lambda one: _day(f"{one}.start_time") if _fact(one) else _value(one),
    "end": lambda one: _day(f"{one}.end_time") if _fact(one) else _value(one),
    "until": lambda one: _days(one, "end_time", "start_time") if _fact(one) else _value(one),
    "time": _point,
    "lasted": _lasted,
}
