"""Translates queries that order by, or aggregate, properties of relationships into tables over the relationships."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kgqa_neo4j.plans.attached.relations import FactRelation
from kgqa_neo4j.plans.language.query import (
    SUMMARY_OF,
    Branch,
    Column,
    Form,
    Measure,
    Pattern,
    Query,
    Table,
)
from kgqa_neo4j.plans.plan import Move

_MEASURED = "measured"


def with_measured_facts(
    query: Query, fact_of: Callable[[Measure], FactRelation | None], translated: Callable[[Pattern], Pattern]
) -> Query | None:
    """Return the query translated, if it orders by or aggregates a property of relationships; else None.

    Args:
        query: over the triple view of the property graph.
        fact_of: returns the relation of a measure that is one step to a property of relationships.
        translated: translates a pattern to labels, types and properties.
    """
    if query.aggregate and (fact := fact_of(query.aggregate.measure)) and not query.order:
        value = Column((), _MEASURED, fact.name, SUMMARY_OF[query.aggregate.function])
        first = (Column(query.group),) if query.group else ()
        return Query(_held(query.pattern, fact, translated), table=Table((*first, value)))
    if query.order and (fact := fact_of(query.order.measure)) and not (query.group or query.columns):
        order = replace(query.order, measure=Measure(qualifier=fact.name))
        table = Table((Column(),), distinct=True) if query.form is Form.LIST else None
        return replace(query, pattern=_held(query.pattern, fact, translated), order=order, table=table)
    return None


def _held(pattern: Pattern, fact: FactRelation, translated: Callable[[Pattern], Pattern]) -> Pattern:
    """Return the translated pattern, with a named branch for the relationships that have the property."""
    move = Move(fact.type, fact.from_source)
    known = translated(
        replace(pattern, branches=tuple(one for one in pattern.branches if not _only_says(one, fact)))
    )
    for place, one in enumerate(known.branches):
        if one.path == (move,) and not one.name and not one.count:
            others = (*known.branches[:place], *known.branches[place + 1 :])
            return replace(known, branches=(replace(one, name=_MEASURED), *others))
    label = known.label or fact.owner
    return replace(known, label=label, branches=(Branch((move,), name=_MEASURED), *known.branches))


def _only_says(branch: Branch, fact: FactRelation) -> bool:
    """Whether a branch only requires that the property exists."""
    return branch.path == (Move(fact.id, True),) and branch.pattern.any and not branch.count
