"""Query conditions that the graph does not record for any candidate: a father whose sex is not recorded."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from kgqa_neo4j.plans.language.execution import QueryExecutor, QueryResult
from kgqa_neo4j.plans.language.query import Branch, Form, Pattern, Quantifier, Query, entities_of
from kgqa_neo4j.plans.plan import Path

# Maximum number of answers; among many, some would not meet the condition.
_FEW = 3


def without_unrecorded(
    queries: QueryExecutor, query: Query, named: Collection[str]
) -> tuple[QueryResult, Path] | None:
    """Return the answers to a query without one of its conditions, and the path of that condition; None if none fits.

    The dropped condition requires a given entity, and the others have few answers. Either none of these answers has the
    condition's relation and no name in the question expresses it (as with the sex of a father); or the condition has
    several steps and its first one is already the path of another condition.

    Args:
        queries: executes queries.
        query: the query, which has no answer.
        named: ids of the entities that words of the question may mean.

    Raises:
        DatabaseError: or a subclass: the graph cannot be queried.
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
    """Yield each condition that requires a given entity, last first, with the other conditions."""
    for place in reversed(range(len(pattern.branches))):
        one, others = pattern.branches[place], (*pattern.branches[:place], *pattern.branches[place + 1 :])
        some = one.quantifier is Quantifier.SOME and one.count is None and not one.facts
        named = one.pattern == Pattern(entities=one.pattern.entities) and len(one.pattern.entities) == 1
        held = [other for other in others if other.quantifier is Quantifier.SOME]
        if one.path and some and named and entities_of(Pattern(branches=tuple(held))):
            yield one, others
