"""Conditions of a query that the graph does not tell of what else fits: a father whose sex is not known is one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from kgqa_neo4j.plans.language.execution import QueryExecutor, QueryResult
from kgqa_neo4j.plans.language.query import Branch, Form, Pattern, Quantifier, Query, entities_of
from kgqa_neo4j.plans.plan import Path

# Answers at most of which it is not told: of many, some are not meant.
_FEW = 3


def without_untold(
    queries: QueryExecutor, query: Query, named: Collection[str]
) -> tuple[QueryResult, Path] | None:
    """Return the answers to a query without one of its conditions, and the path of that; None where there are none.

    The condition leads to an entity, and the other ones to few answers. None of these has anything where it leads, and
    no name of the question says it, as none says the sex of a father; or it says what holds of others that another
    condition leads through too.

    Args:
        named: ids of the entities that the question may name.

    Raises:
        DatabaseError: or one of its kinds: the graph cannot be asked.
    """
    plain = query.form is Form.LIST and not (
        query.order or query.aggregate or query.group or query.columns or query.table or query.compared
    )
    if not plain:
        return None
    for branch, others in _named_conditions(query.pattern):
        rest = replace(query.pattern, branches=others)
        found = queries.execute(replace(query, pattern=rest))
        if not 1 <= found.total <= _FEW:
            continue
        if len(branch.path) > 1:
            if not branch.path[0].outward and any(other.path == branch.path[:1] for other in others):
                return found, branch.path
            continue
        if branch.pattern.entities[0] in named:
            continue
        told = replace(rest, branches=(*others, Branch(branch.path)))
        if not queries.execute(replace(query, pattern=told)).total:
            return found, branch.path
    return None


def _named_conditions(pattern: Pattern) -> Iterator[tuple[Branch, tuple[Branch, ...]]]:
    """Yield the conditions that hold of some named entity, the last first, each with the others."""
    for place in reversed(range(len(pattern.branches))):
        one, others = pattern.branches[place], (*pattern.branches[:place], *pattern.branches[place + 1 :])
        some = one.quantifier is Quantifier.SOME and one.count is None and not one.facts
        named = one.pattern == Pattern(entities=one.pattern.entities) and len(one.pattern.entities) == 1
        held = [other for other in others if other.quantifier is Quantifier.SOME]
        if one.path and some and named and entities_of(Pattern(branches=tuple(held))):
            yield one, others
