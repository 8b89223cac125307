"""Comparisons with an average: of a query that compares with a number, one that compares with the average of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Compared,
    Function,
    Measure,
    Overall,
    Pattern,
    Quantifier,
    Query,
    Term,
)
from kgqa_neo4j.plans.reading.reader import Reading

Whole = Callable[[Query], Pattern | None]
"""Returns what all of those are that a query chooses from; None where it says nothing of that."""


def with_averages(reading: Reading, number: int, whole: Whole) -> Reading:
    """Return a reading whose queries compare with the average of all where they compared with a number.

    Those which cannot are left out.
    """
    pairs = [(one, beside_average(one.query, number, whole)) for one in reading.proposals]
    found = tuple(replace(one, query=query) for one, query in pairs if query is not None)
    return replace(reading, proposals=found, operates=True)


def beside_average(query: Query, number: int, whole: Whole) -> Query | None:
    """Return a query that compares with the average of all where another one compares with a number.

    None where it does that with nothing of its own entities, or with more than one thing.
    """
    held = [one for one in query.pattern.branches if _compares(one, number)]
    if len(held) != 1 or query.part or (over := whole(query)) is None:
        return None
    (branch,) = held
    test = branch.count or branch.pattern.tests[0]
    term = Term(branch.path, count=branch.count is not None)
    overall = Overall(Aggregate(Function.AVERAGE, Measure(branch.path, count=term.count)), over)
    rest = tuple(one for one in query.pattern.branches if one is not branch)
    compared = (*query.compared, Compared(term, test.comparison, overall))
    return replace(query, pattern=replace(query.pattern, branches=rest), compared=compared)


def _compares(branch: Branch, number: int) -> bool:
    if branch.quantifier is not Quantifier.SOME or branch.facts or branch.name or branch.pattern.branches:
        return False
    tests = (branch.count,) if branch.count else branch.pattern.tests
    return len(tests) == 1 and tests[0].value == number and tests[0].comparison.is_order
