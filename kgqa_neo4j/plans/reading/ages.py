"""Questions about ages: rewrites queries for persons into queries for the years from birth to today or to death."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.language.execution import value_kind
from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Column,
    Function,
    Measure,
    Quantifier,
    Query,
    Table,
    Term,
    Unit,
)
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.reader import Proposal, Reading
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.question.ages import AgesAsked, tells_age, tells_birth, tells_death

Persons = Callable[[Query], Query | None]
"""Returns the query for the persons that another query is about; None if it is not just about persons."""

# Penalty for the age at death if the persons may be alive.
_LATER = 0.05


def birth(schema: Schema) -> Move | None:
    """Return the step to dates of birth; None if the graph has none, or stores ages."""
    aged = tells_age(facts.name for facts in schema.relations().values())
    return None if aged else _dating(schema, tells_birth)


def death(schema: Schema) -> Move | None:
    """Return the step to dates of death; None if the graph has none."""
    return _dating(schema, tells_death)


def _dating(schema: Schema, tells: Callable[[str], bool]) -> Move | None:
    """Return the first step to dates or years by a relation whose name `tells` accepts; None without one."""
    moves = (Move(one, True) for one, facts in schema.relations().items() if tells(facts.name))
    return next((one for one in moves if value_kind(schema, one) in ("time", "number")), None)


def with_ages(
    reading: Reading, asked: AgesAsked, persons: Persons, born: Move, died: Move | None, today: date
) -> Reading:
    """Return the reading with each query replaced by queries for the ages of the persons that it is about.

    `born` and `died` are the steps from persons to these dates. Ages are those of the living, today; if none of the
    persons is alive, those at death. Queries that are not about persons are dropped.
    """
    found: list[Proposal] = []
    for one in reading.proposals:
        whose = persons(one.query)
        if whose is not None:
            ages = _ages(whose, asked, born, died, today)
            found += [
                replace(one, query=query, score=one.score - _LATER * place) for place, query in enumerate(ages)
            ]
    return replace(reading, proposals=tuple(found), operates=True)


def _ages(persons: Query, asked: AgesAsked, born: Move, died: Move | None, today: date) -> list[Query]:
    """Return the queries for the ages of persons; each one applies if those before it have no results."""
    function = Function(asked.summary or Function.VALUE)

    def until(end: Term | Time) -> Aggregate:
        return Aggregate(function, Measure((born,), until=end, unit=Unit.YEARS))

    alive = persons
    if died is not None:
        lives = Branch((died,), quantifier=Quantifier.NONE)
        pattern = replace(persons.pattern, branches=(*persons.pattern.branches, lives))
        alive = replace(persons, pattern=pattern)
    now = replace(alive, aggregate=until(Time.parse(today.isoformat())))
    became = [replace(persons, aggregate=until(Term((died,))))] if died is not None else []
    return became if asked.died else [now, *([] if asked.summary else became)]


def listed(query: Query) -> Query | None:
    """Return the query if it only lists entities; None otherwise."""
    return query if query == Query(query.pattern, query.compared, query.order) else None


def dated(query: Query, born: Move) -> Query | None:
    """Return the query for the nodes if their dates of birth are all that a query shows; None otherwise."""
    if query.table is None or query != Query(query.pattern, query.compared, query.order, table=query.table):
        return None
    if query.table not in (Table((Column((born,)),)), Table((Column((born,)),), distinct=True)):
        return None
    return replace(query, table=None)
