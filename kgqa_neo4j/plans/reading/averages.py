"""Comparisons with an average: rewrites queries that compare with a number to compare with the average of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Function,
    Measure,
    OverallAggregate,
    Pattern,
    Quantifier,
    Query,
    Term,
    TermComparison,
)
from kgqa_neo4j.plans.reading.reader import Reading

Whole = Callable[[Query], Pattern | None]
"""Returns the pattern of all that a query chooses from; None if the query does not say."""


def with_averages(reading: Reading, number: int, whole: Whole) -> Reading:
    """Return the reading with its queries comparing with the average of all instead of with a number.

    Queries that cannot be rewritten are dropped.
    """
    pairs = [(one, compare_with_average(one.query, number, whole)) for one in reading.proposals]
    found = tuple(replace(one, query=query) for one, query in pairs if query is not None)
    return replace(reading, proposals=found, operates=True)


def compare_with_average(query: Query, number: int, whole: Whole) -> Query | None:
    """Return the query with the average of all in place of the number that it compares with.

    None unless the query compares exactly one value or count of its own entities with `number`.
    """
    held = [one for one in query.pattern.branches if _compares(one, number)]
    if len(held) != 1 or query.part or (over := whole(query)) is None:
        return None
    (branch,) = held
    test = branch.count or branch.pattern.tests[0]
    term = Term(branch.path, count=branch.count is not None)
    overall = OverallAggregate(Aggregate(Function.AVERAGE, Measure(branch.path, count=term.count)), over)
    rest = tuple(one for one in query.pattern.branches if one is not branch)
    compared = (*query.compared, TermComparison(term, test.comparison, overall))
    return replace(query, pattern=replace(query.pattern, branches=rest), compared=compared)


def _compares(branch: Branch, number: int) -> bool:
    if branch.quantifier is not Quantifier.SOME or branch.facts or branch.name or branch.pattern.branches:
        return False
    tests = (branch.count,) if branch.count else branch.pattern.tests
    return len(tests) == 1 and tests[0].value == number and tests[0].comparison.is_order
