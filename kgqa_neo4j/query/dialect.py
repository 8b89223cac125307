"""Named conditions on times, which stand in a query for comparisons that take precision into account.

A date that is known to the year stands for the whole year: it may be any day within it, and so agrees
with each of them. Said in Cypher that takes many lines, which a small model does not write; it writes
``during(t1)``, and `expand` puts the comparison there before the guard reads the query.

============================  ==========================================================================
``during(t1)``                the fact holds on a day of the period $from to $to
``before(t1)``, ``after(t1)`` it begins before the period, after it
``now(t1)``                   it holds on the day $today; a fact without time does
``start(t1)``, ``end(t1)``    when it begins, ends
``time(t1)``                  the point in time, else the beginning
``lasted(t1)``                how long it held; up to $today where it has no end
============================  ==========================================================================

``t1`` is a relationship, with the properties ``start_time``, ``end_time`` and ``point_in_time``; ``x``,
``y`` and ``v`` are nodes, of which ``value`` is the time. Conditions take several: ``during(t1, t2)``
wants all that are dated to agree, and one of them to be dated. A time that is returned (``time(t1) AS
answer``) comes with its precision.
"""

from __future__ import annotations

import re

_NAMED = re.compile(
    r"\b(during|before|after|now|start|end|time|lasted)\(\s*([txyv]\d?(?:\s*,\s*[txyv]\d?)*)\s*\)"
)
_RETURNED = re.compile(r"\s+AS\b", re.IGNORECASE)
_WHOLE = (
    "CASE {precision} WHEN 'month' THEN duration({{months: 1, days: -1}}) "
    "WHEN 'year' THEN duration({{years: 1, days: -1}}) WHEN 'decade' THEN duration({{years: 10, days: -1}}) "
    "WHEN 'century' THEN duration({{years: 100, days: -1}}) "
    "WHEN 'millennium' THEN duration({{years: 1000, days: -1}}) ELSE duration({{days: 0}}) END"
)
PARAMETERS = ("from", "to", "today")
"""What the conditions compare with: ISO days."""


def expand(query: str) -> str:
    """Return `query` with every named condition written out."""

    def written(found: re.Match[str]) -> str:
        returned = bool(_RETURNED.match(query, found.end()))
        return _written(found[1], re.split(r"\s*,\s*", found[2].strip()), returned=returned)

    return _NAMED.sub(written, query)


def _written(name: str, variables: list[str], *, returned: bool) -> str:
    if returned and name in ("start", "end", "time"):
        precision = _precision(variables[0], name)
        return f"{{value: {_VALUES[name](variables[0])}, precision: {precision}}}"
    if name in ("start", "end", "time", "lasted"):
        return _VALUES[name](variables[0])
    parts = [f"coalesce({_CONDITIONS[name](variable)}, true)" for variable in variables]
    if name != "now":
        dated = " OR ".join(
            f"{_begins(variable)} IS NOT NULL OR {_ends(variable)} IS NOT NULL" for variable in variables
        )
        parts.append(f"({dated})")
    return f"({' AND '.join(parts)})"


def _begins(variable: str) -> str:
    return f"coalesce({variable}.start_time, {variable}.point_in_time)" if _fact(variable) else _value(variable)


def _ends(variable: str) -> str:
    return f"coalesce({variable}.end_time, {variable}.point_in_time)" if _fact(variable) else _value(variable)


def _last(variable: str, *, of: str) -> str:
    """The last day of the period that a fact begins (or ends) in."""
    day = f"coalesce({variable}.{of}_time, {variable}.point_in_time)" if _fact(variable) else _value(variable)
    return f"{day} + {_WHOLE.format(precision=_precision(variable, of))}"


def _value(variable: str) -> str:
    """The first day of a time; in a graph without literals a name of four digits is a year."""
    return (
        f"CASE WHEN {variable}.datatype = 'time' THEN {variable}.value "
        f"WHEN {variable}.datatype IS NULL AND size({variable}.name) = 4 "
        f"AND toInteger({variable}.name) > 0 THEN date({variable}.name) END"
    )


def _precision(variable: str, of: str) -> str:
    """The precision of when a fact begins (or ends, or of the one time that it has), or of a node's time."""
    if not _fact(variable):
        return f"CASE WHEN {variable}.datatype IS NULL THEN 'year' ELSE {variable}.precision END"
    own, other = f"{variable}.{of}_time", f"{variable}.point_in_time"
    if of == "time":
        own, other = other, f"{variable}.start_time"
    return f"CASE WHEN {own} IS NULL THEN {other}_precision ELSE {own}_precision END"


def _fact(variable: str) -> bool:
    return variable.startswith("t")


def _holds(variable: str, first: str, last: str) -> str:
    return (
        f"coalesce({_begins(variable)} <= date({last}), true) "
        f"AND coalesce({_last(variable, of='end')} >= date({first}), true)"
    )


_CONDITIONS = {
    "during": lambda one: _holds(one, "$from", "$to"),
    "now": lambda one: _holds(one, "$today", "$today"),
    "before": lambda one: f"coalesce({_begins(one)}, {_ends(one)}) < date($from)",
    "after": lambda one: f"coalesce({_last(one, of='start')}, {_ends(one)}) > date($to)",
}
_VALUES = {
    "start": lambda one: f"{one}.start_time" if _fact(one) else _value(one),
    "end": lambda one: f"{one}.end_time" if _fact(one) else _value(one),
    "time": lambda one: f"coalesce({one}.point_in_time, {one}.start_time)" if _fact(one) else _value(one),
    "lasted": lambda one: f"duration.between({_begins(one)}, coalesce({_ends(one)}, date($today)))",
}
