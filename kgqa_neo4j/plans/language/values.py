"""Cypher comparisons with constants, for values of nodes and for qualifiers of triples."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.compiling import MAX_DRIVER_YEAR, check_not_at, check_text, days_of, time_of
from kgqa_neo4j.plans.language.cypher_tree import Expression, negated
from kgqa_neo4j.plans.language.query import FactTest, Function, Unit
from kgqa_neo4j.store.schema import quote

Parameter = Callable[[int | float | str | date], str]
"""Takes a value, and returns the parameter that stands for it."""

# The length of the period that a date of some precision stands for.
_PERIODS = (
    "{month: duration('P1M'), year: duration('P1Y'), decade: duration('P10Y'), century: duration('P100Y')}"
)


def operator(comparison: Comparison) -> str:
    """Return the Cypher operator of a comparison.

    Raises:
        InputError: it is `Comparison.AT`, which has none.
    """
    check_not_at(comparison)
    return "<>" if comparison is Comparison.UNEQUAL else str(comparison)


def days(value: str, comparison: Comparison, time: Time, parameter: Parameter) -> Expression:
    """Return the comparison of a day with a date, or with a whole month or year.

    Raises:
        InputError: the driver has no such dates.
    """
    first, last = days_of(time)
    if comparison in (Comparison.LESS, Comparison.AT_LEAST):
        return Expression(f"{value} {comparison} {parameter(first)}")
    if comparison in (Comparison.AT_MOST, Comparison.GREATER):
        return Expression(f"{value} {comparison} {parameter(last)}")
    within = Expression(f"{parameter(first)} <= {value} <= {parameter(last)}")
    return negated(within) if comparison is Comparison.UNEQUAL else within


def mixed(value: str, comparison: Comparison, constant: Constant, parameter: Parameter) -> Expression:
    """Return the comparison of a value of unknown type with a constant; incomparable values only count as unequal.

    Raises:
        InputError: a text has no order, or the driver has no such dates.
    """
    if comparison is Comparison.UNEQUAL:
        equal = mixed(value, Comparison.EQUAL, constant, parameter)
        return Expression(f"{value} IS NOT NULL AND NOT coalesce({equal}, false)")
    if isinstance(constant, str):
        check_text(comparison)
        return Expression(f"toLower(toStringOrNull({value})) = {parameter(constant.lower())}")
    number = constant.year if isinstance(constant, Time) else constant
    ways = [f"{value} {operator(comparison)} {parameter(number)}"]
    if isinstance(constant, Time):
        ways.insert(0, str(days(value, comparison, constant, parameter)))
        if comparison is Comparison.EQUAL:
            ways.append(f"{value} = {parameter(constant.iso)}")
    elif isinstance(constant, int) and 1 <= constant < MAX_DRIVER_YEAR:
        # A number compared with a date is a year.
        ways.append(str(days(value, comparison, Time(constant, precision="year"), parameter)))
    return Expression(f"({' OR '.join(ways)})" if len(ways) > 1 else ways[0])


def apart(first: str, last: str, unit: Unit | None) -> str:
    """Return the expression for the number of years, or else days, between two dates."""
    if unit is Unit.YEARS:
        return f"duration.between({first}, {last}).years"
    return f"duration.inDays({first}, {last}).days"


def count_of(constant: Constant) -> int | float:
    """Return the number that a count is compared with.

    Raises:
        InputError: it is not a number.
    """
    if isinstance(constant, int | float):
        return constant
    raise InputError(
        f"{constant!r} is not a number", hint="compare the count with a number: count -relation-> >= 2"
    )


def single(function: Function) -> str:
    """Return the aggregating Cypher function equivalent to a function.

    Raises:
        InputError: it is `Function.VALUE`, which does not aggregate.
    """
    if function is Function.VALUE:
        raise InputError("only a single value can be compared with", hint="use the average or the greatest")
    return {Function.AVERAGE: "avg", Function.MAXIMUM: "max", Function.MINIMUM: "min"}.get(function, "sum")


def fact(relationship: str, held: FactTest, parameter: Parameter) -> Expression:
    """Return the condition on a relationship: on one of its qualifiers, or on the time at which it holds.

    Raises:
        InputError: see `mixed`; or the time is neither a date nor a year.
    """
    if isinstance(held.test, bool):
        return Expression(f"{relationship}.{quote(held.qualifier)} {'IS NOT NULL' if held.test else 'IS NULL'}")
    comparison, constant = held.test.comparison, held.test.value
    if comparison is Comparison.AT:
        return Expression(_holds_at(relationship, *map(parameter, days_of(time_of(constant)))))
    own = f"{relationship}.{quote(held.qualifier)}"
    differs = comparison is Comparison.UNEQUAL
    test = mixed("v", Comparison.EQUAL if differs else comparison, constant, parameter)
    # If the qualifier is a list, one matching value is enough.
    found = f"any(v IN [] + {own} WHERE {test})"
    return Expression(f"{own} IS NOT NULL AND NOT coalesce({found}, false)" if differs else found)


def qualifier(relationship: str, name: str) -> str:
    """Return the expression for a qualifier; ``time`` falls back to ``point_in_time``, then to ``start_time``."""
    own = f"{relationship}.{quote(name)}"
    return (
        f"coalesce({own}, {relationship}.point_in_time, {relationship}.start_time)" if name == "time" else own
    )


def _holds_at(r: str, first: str, last: str) -> str:
    precision = (
        f"CASE WHEN {r}.end_time IS NULL THEN {r}.point_in_time_precision ELSE {r}.end_time_precision END"
    )
    period = f"coalesce({_PERIODS}[{precision}], duration('P1D'))"
    return (
        f"coalesce({r}.start_time, {r}.point_in_time, {r}.end_time) IS NOT NULL "
        f"AND coalesce({r}.start_time, {r}.point_in_time, {last}) <= {last} "
        f"AND ({r}.start_time IS NOT NULL AND {r}.end_time IS NULL "
        f"OR coalesce({r}.end_time, {r}.point_in_time) + {period} > {first})"
    )
