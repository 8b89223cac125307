"""Detection of queries that compare by size, as questions with "than" do."""

from __future__ import annotations

import re

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import Pattern, Query, ValueTest

THAN = re.compile(r"(?<!other )(?<!rather )\bthan\b", re.IGNORECASE)
"""Matches "than" in a comparison."""


# Mere existence, which is not a comparison.
_ANY = ValueTest(Comparison.AT_LEAST, 1)


def compares(query: Query) -> bool:
    """Return whether a query compares anything by size."""
    held = [one.test for one in query.table.having] if query.table else []
    return bool(query.compared) or any(map(_is_order, held)) or _orders(query.pattern)


def _orders(pattern: Pattern) -> bool:
    if any(map(_is_order, pattern.tests)):
        return True
    for branch in (*pattern.branches, *pattern.either):
        facts = [fact.test for fact in branch.facts if not isinstance(fact.test, bool)]
        if branch.count not in (None, _ANY) or any(map(_is_order, facts)) or _orders(branch.pattern):
            return True
    return False


def _is_order(test: ValueTest) -> bool:
    return test.comparison.is_order
