"""Detection of queries that deny something, as questions with "not", "no" or "never" do."""

from __future__ import annotations

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import Branch, Form, Pattern, Quantifier, Query


def denies(query: Query) -> bool:
    """Return whether a query negates a step, a value or a comparison, or asks whether there is nothing."""
    unequal = any(one.comparison is Comparison.UNEQUAL for one in query.compared)
    return unequal or query.form is Form.NONE or _denied(query.pattern)


def _denied(pattern: Pattern) -> bool:
    # Requiring a flag to be false is a negation too.
    tested = any(one.comparison is Comparison.UNEQUAL or one.value in ("no", "false") for one in pattern.tests)
    return tested or any(map(_is_denied, (*pattern.branches, *pattern.either)))


def _is_denied(branch: Branch) -> bool:
    return branch.quantifier is Quantifier.NONE or _denied(branch.pattern)
