"""Checks that a plan can be executed, and the bounds of its execution."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.plan import Plan

MAX_STEPS = 4
"""Maximum number of steps of a path."""

MAX_DRIVER_YEAR = 9999
"""The last year of which the driver has dates; years of constants lie below it."""

PROOF_SECONDS = 10.0
"""Time limit for finding the triples that prove an answer; one that takes longer is given without them."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of an execution: triples read per level, entities returned, and entities returned with their proof."""

    reads: int = 100_000
    entities: int = 1_000
    proved: int = 200


DEFAULT_LIMITS = Limits()


def check(plan: Plan) -> None:
    """Check that a plan can be executed.

    Raises:
        InputError: a path is too long, or a comparison is meaningless.
    """
    paths = [chain.path for chain in plan.chains] + [condition.path for condition in plan.conditions]
    if plan.extreme:
        paths.append(plan.extreme.path)
    longest = max(map(len, paths), default=0)
    if longest > MAX_STEPS:
        raise InputError(f"a path of {longest} steps is too long", hint=f"use at most {MAX_STEPS} steps")
    for condition in plan.conditions:
        check_not_at(condition.comparison)
        if condition.entity and condition.comparison not in (Comparison.EQUAL, Comparison.UNEQUAL):
            raise InputError(f"entities cannot be compared with {condition.comparison}", hint="use = or !=")
        if not condition.label and not condition.entity:
            _check_constant(condition.comparison, condition.value)
    for chain in plan.chains:
        for fact in chain.facts:
            _check_constant(fact.comparison, fact.value)


def _check_constant(comparison: Comparison, value: Constant) -> None:
    if isinstance(value, str):
        check_text(comparison)
    if isinstance(value, Time):
        days_of(value)


def check_not_at(comparison: Comparison) -> None:
    """Check that a comparison is not `Comparison.AT`, which is for facts.

    Raises:
        InputError: it is.
    """
    if comparison is Comparison.AT:
        raise InputError(
            "'at' only applies to facts", hint="write it in braces after a relation: -relation{at 2010-05-01}->"
        )


def check_text(comparison: Comparison) -> None:
    """Check that a text can be compared in this way.

    Raises:
        InputError: it cannot.
    """
    if comparison not in (Comparison.EQUAL, Comparison.UNEQUAL):
        raise InputError(
            f"text cannot be compared with {comparison}", hint="use = or !=, or give a number or date"
        )


def time_of(constant: Constant) -> Time:
    """Return a constant as a time; a number, or a text of one, is a year.

    Raises:
        InputError: it is neither a date nor a year.
    """
    if isinstance(constant, Time):
        return constant
    try:
        return Time(int(constant), precision="year")
    except ValueError as error:
        raise InputError(
            f"{constant!r} is not a date", hint="write {at 1992-06-01}, or a year: {at 1992}"
        ) from error


def days_of(value: Time) -> tuple[date, date]:
    """Return the first and the last day of a date, which may be a whole month or year.

    Raises:
        InputError: the driver cannot represent the date.
    """
    if not 1 <= value.year < MAX_DRIVER_YEAR:
        raise InputError(
            f"the year {value.year} is out of range", hint=f"use the years 1 to {MAX_DRIVER_YEAR - 1}"
        )
    return date(value.year, value.month, value.day), _last_day(value)


def _last_day(value: Time) -> date:
    if value.precision == "day":
        return date(value.year, value.month, value.day)
    if value.precision == "month" and value.month < 12:
        return date(value.year, value.month + 1, 1) - timedelta(days=1)
    return date(value.year, 12, 31)
