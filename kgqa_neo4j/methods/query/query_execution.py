"""Execution of a query from a model or a user, guarded, read-only, with limits on time and size; or of its plan.

The result only contains what `kgqa_neo4j.guard.projection` lets pass: entities by id, name and labels, and plain
values. Other nodes of the database, such as the traces of questions, are never part of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, get_args

from neo4j.time import Date, Duration

from kgqa_neo4j.guard.guard import Guarded, guard
from kgqa_neo4j.guard.policy import ENTITY, Policy
from kgqa_neo4j.guard.projection import ID_KEY, LABELS_KEY, NAME_KEY, UNTYPED
from kgqa_neo4j.model.durations import duration_text
from kgqa_neo4j.model.errors import CypherRefused, Refusal
from kgqa_neo4j.model.graph import Entity, Triple, catalogued
from kgqa_neo4j.model.literals import Precision, Time, boolean_value, number_value, text_value, time_value
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.plan import AnswerForm, Plan
from kgqa_neo4j.store.bounds import Bounds
from kgqa_neo4j.store.driver import Database

MAX_VALUES = 5000
"""Maximum number of values in one row."""
MAX_BYTES = 8_000_000
"""Maximum size of all values of a result together, as text."""
# A time with its precision, as returned by the named conditions.
TIME = {"value", "precision"}
TIMES = ("start_time", "end_time", "point_in_time")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a query: distinct entities and values in its order, values as literal nodes.

    `rows` is the number of rows; `cut` is True if there may be more.
    """

    entities: list[Entity]
    values: list[Entity]
    rows: int
    cut: bool

    @property
    def empty(self) -> bool:
        """Whether it contains no answer."""
        return not (self.entities or self.values)


def run(
    database: Database, query: str, parameters: Mapping[str, Any], policy: Policy, timeout: float
) -> tuple[Guarded, Result]:
    """Guard `query`, run it, and return it with its result.

    Args:
        database: the graph.
        query: Cypher from any source.
        parameters: the values of the only parameters that it may use.
        policy: what else it may use, and the maximum number of rows.
        timeout: seconds, for `EXPLAIN` and for running separately.

    Raises:
        CypherRefused: it is not allowed, fails, or takes too long.
        DatabaseError: or a subclass: the server cannot be queried.
    """
    guarded = guard(query, policy.allowing(parameters=parameters))
    bounds = Bounds(timeout, policy.limit, MAX_VALUES, MAX_BYTES)
    rows = database.read_untrusted(guarded.run, {**parameters, UNTYPED: None}, bounds)
    return guarded, _result(rows, policy.limit)


def run_plan(executor: Executor, plan: Plan, most: int) -> tuple[Result, list[tuple[Triple, int]]]:
    """Execute a plan instead of a query; return at most `most` answers, and the triples that prove them.

    Raises:
        DatabaseError: or a subclass: the server cannot be queried, or took too long.
    """
    found = executor.execute(plan)
    shown = replace(found, reached=found.reached[:most])
    if plan.form is not AnswerForm.WHICH:
        return Result([], list(found.entities), 1, found.cut), shown.evidence
    entities = list(found.entities[:most])
    cut = found.cut or found.total > len(entities)
    return Result(entities, [], len(entities), cut), shown.evidence


def prove(
    database: Database,
    guarded: Guarded,
    parameters: Mapping[str, Any],
    timeout: float,
    most: int,
    names: Mapping[str, str],
) -> list[tuple[Triple, int]]:
    """Return the facts matched by a query's patterns, each with its position in the patterns, from 1.

    Covers the first `most` matches. `names` maps the ids of relations to names. If it fails, the answer has no proof.

    Raises:
        DatabaseError: or a subclass: the server cannot be queried.
    """
    if not guarded.proof:
        return []
    try:
        rows = database.read_untrusted(
            guarded.proof, dict(parameters), Bounds(timeout, most, MAX_VALUES, MAX_BYTES)
        )
    except CypherRefused:
        return []
    found: dict[str, tuple[Triple, int]] = {}
    for row in rows:
        for place, fact in enumerate(row["facts"], 1):
            triple = _fact(fact, names)
            found.setdefault(triple.id, (triple, place))
    return list(found.values())


def _fact(fact: Mapping[str, Any], names: Mapping[str, str]) -> Triple:
    ends = [Entity(fact[end], fact[f"{end}_name"] or fact[end]) for end in ("source", "target")]
    qualifiers = {key: fact[key] for key in TIMES if fact[key] is not None}
    return Triple(ends[0], catalogued(fact["type"], names.get(fact["type"])), ends[1], qualifiers)


def _result(rows: Sequence[Mapping[str, Any]], limit: int) -> Result:
    entities: dict[str, Entity] = {}
    values: dict[str, Entity] = {}
    cut = len(rows) >= limit
    for row in rows:
        cut = cut or any(isinstance(value, list) and len(value) > limit for value in row.values())
        for value in _flat(list(row.values())):
            if isinstance(value, Mapping) and ID_KEY in value:
                entity = _entity(value)
                entities.setdefault(entity.id, entity)
            elif (literal := _literal(value)) is not None:
                values.setdefault(literal.id, literal)
    return Result(list(entities.values()), list(values.values()), len(rows), cut)


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping) and ID_KEY not in value and value.keys() != TIME:
        yield from _flat(list(value.values()))
    elif isinstance(value, list):
        for one in value:
            yield from _flat(one)
    else:
        yield value


def _entity(node: Mapping[str, Any]) -> Entity:
    if node[ID_KEY] is None:
        raise CypherRefused(Refusal.IDENTIFIER, "the query returns nodes that are no entities of the graph")
    labels = tuple(sorted({*node[LABELS_KEY]} - {ENTITY}))
    return Entity(node[ID_KEY], node[NAME_KEY] or node[ID_KEY], labels=labels)


def _literal(value: Any) -> Entity | None:
    if isinstance(value, Mapping):
        day = value["value"]
        precision: Precision = value["precision"] if value["precision"] in get_args(Precision) else "day"
        return time_value(Time(day.year, day.month, day.day, precision)) if isinstance(day, Date) else None
    if isinstance(value, bool):
        return boolean_value(value)
    if isinstance(value, int | float):
        return number_value(Decimal(str(value))) if math.isfinite(value) else None
    if isinstance(value, Date):
        return time_value(Time(value.year, value.month, value.day))
    if isinstance(value, Duration):
        return text_value(duration_text(value))
    return text_value(value) if isinstance(value, str) else None
