"""From a plan to the parameters of the statements that execute it.

Relation types, ids and constants are parameters; the text of a statement never changes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.plan import Chain, FactCondition, Plan

MAX_STEPS = 4
"""Most steps of a chain: as many as ``plan_walk.cypher`` has levels."""

_FIRST_DAY, _LAST_DAY = "-999999999-01-01", "+999999999-12-31"
_NO_DAYS = {"from_date": _LAST_DAY, "to_date": _FIRST_DAY}
_NO_NUMBERS = {"from_number": math.inf, "to_number": -math.inf}
MAX_DRIVER_YEAR = 9999
"""The last year of which the driver has dates, but for the days before it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of an execution: triples read at one level, entities returned, and with their triples."""

    reads: int = 100_000
    entities: int = 1_000
    proved: int = 200


DEFAULT_LIMITS = Limits()


def check(plan: Plan) -> None:
    """Refuse what cannot be executed.

    Raises:
        InputError: a path is too long, or a comparison has no meaning.
    """
    paths = [chain.path for chain in plan.chains] + [condition.path for condition in plan.conditions]
    if plan.extreme:
        paths.append(plan.extreme.path)
    longest = max(map(len, paths), default=0)
    if longest > MAX_STEPS:
        raise InputError(f"a path of {longest} steps", hint=f"paths have {MAX_STEPS} steps at most")
    for condition in plan.conditions:
        if condition.comparison is Comparison.AT:
            raise InputError(
                "'at' is for facts", hint="write it in braces after a relation: -relation{at 2010-05-01}->"
            )
        if condition.entity and condition.comparison not in (Comparison.EQUAL, Comparison.UNEQUAL):
            raise InputError(f"an entity cannot be {condition.comparison} another", hint="use = or !=")
        if not condition.label and not condition.entity:
            _bounds(condition.comparison, condition.value)
    for chain in plan.chains:
        for fact in chain.facts:
            _bounds(fact.comparison, fact.value)


def walk_chain(chain: Chain, group: int = 0) -> dict[str, Any]:
    """Return a chain as ``plan_walk.cypher`` takes it."""
    return {
        "group": group,
        "topic": chain.topic,
        "steps": [
            {
                "relation": move.relation,
                "outward": move.outward,
                "tests": [fact_test(fact) for fact in chain.facts if fact.step == place],
            }
            for place, move in enumerate(chain.path)
        ],
    }


def walk(
    chains: Sequence[dict[str, Any]],
    limits: Limits,
    *,
    needed: int = 1,
    excluded: Iterable[str] = (),
    tests: Sequence[dict[str, Any]] = (),
    labels: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the parameters of ``plan_walk.cypher``."""
    return {
        "reads": limits.reads,
        "walk": {
            "chains": list(chains),
            "needed": needed,
            "excluded": sorted(excluded),
            "tests": list(tests),
            "labels": list(labels),
            "most": limits.entities,
            "proved": limits.proved,
        },
    }


def first_walk(plan: Plan, limits: Limits) -> dict[str, Any]:
    """Return the parameters for a plan's chains, with the conditions on the entities themselves."""
    own = [condition for condition in plan.conditions if not condition.path and not condition.entity]
    kept = {chain.topic for chain in plan.chains if not chain.path}
    # What a single step leads to is what the graph says, also where that is the topic itself.
    left = {chain.topic for chain in plan.chains if len(chain.path) > 1}
    return walk(
        [walk_chain(chain) for chain in plan.chains],
        limits,
        needed=1 if plan.either else len(plan.chains),
        excluded=() if plan.revisited else left - kept,
        tests=[value_test(one.comparison, one.value) for one in own if not one.label],
        labels=[one.label for one in own if one.label],
    )


def fact_test(fact: FactCondition) -> dict[str, Any]:
    """Return a test of a qualifier."""
    return {**value_test(fact.comparison, fact.value), "name": fact.name}


def value_test(comparison: Comparison, value: Constant) -> dict[str, Any]:
    """Return a test of a value: bounds, both inclusive, for each kind of value that it may be."""
    return {
        "name": "",
        "by_time": comparison is Comparison.AT,
        "negated": comparison is Comparison.UNEQUAL,
        **_bounds(comparison, value),
    }


def _bounds(comparison: Comparison, value: Constant) -> dict[str, Any]:
    if isinstance(value, str):
        if comparison not in (Comparison.EQUAL, Comparison.UNEQUAL):
            raise InputError(f"a text cannot be {comparison} another", hint="use = or !=, a number, or a date")
        return {**_NO_DAYS, **_NO_NUMBERS, "text": value.lower()}
    if isinstance(value, Time):
        return {**_days(comparison, value), **_numbers(comparison, value.year), "text": value.iso}
    year = isinstance(value, int) and 1 <= value < MAX_DRIVER_YEAR
    days = _days(comparison, Time(int(value), precision="year")) if year else _NO_DAYS
    return {**days, **_numbers(comparison, value), "text": repr(value)}


def _numbers(comparison: Comparison, value: float) -> dict[str, Any]:
    low, high = {
        Comparison.LESS: (-math.inf, math.nextafter(value, -math.inf)),
        Comparison.AT_MOST: (-math.inf, value),
        Comparison.GREATER: (math.nextafter(value, math.inf), math.inf),
        Comparison.AT_LEAST: (value, math.inf),
    }.get(comparison, (value, value))
    return {"from_number": low, "to_number": high}


def days_of(value: Time) -> tuple[date, date]:
    """Return the first and the last day of a date, or of the whole of a month or year.

    Raises:
        InputError: the driver has no such dates.
    """
    if not 1 <= value.year < MAX_DRIVER_YEAR:
        raise InputError(f"a date in the year {value.year}", hint=f"use the years 1 to {MAX_DRIVER_YEAR - 1}")
    return date(value.year, value.month, value.day), _last_day(value)


def _days(comparison: Comparison, value: Time) -> dict[str, Any]:
    """Return the days that stand so to a date, or to the whole of a month or year."""
    first, last = days_of(value)
    day = timedelta(days=1)
    low, high = {
        Comparison.LESS: (_FIRST_DAY, _before(first)),
        Comparison.AT_MOST: (_FIRST_DAY, last.isoformat()),
        Comparison.GREATER: ((last + day).isoformat(), _LAST_DAY),
        Comparison.AT_LEAST: (first.isoformat(), _LAST_DAY),
    }.get(comparison, (first.isoformat(), last.isoformat()))
    return {"from_date": low, "to_date": high}


def _before(first: date) -> str:
    return "0000-12-31" if first == date.min else (first - timedelta(days=1)).isoformat()


def _last_day(value: Time) -> date:
    if value.precision == "day":
        return date(value.year, value.month, value.day)
    if value.precision == "month" and value.month < 12:
        return date(value.year, value.month + 1, 1) - timedelta(days=1)
    return date(value.year, 12, 31)
