"""Whether a query denies something, as a question with "not", "no" or "never" does."""

from __future__ import annotations

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import Branch, Form, Pattern, Quantifier, Query


def denies(query: Query) -> bool:
    """Return whether a query denies a step, a value or a comparison, or asks whether there is nothing."""
    unequal = any(one.comparison is Comparison.UNEQUAL for one in query.compared)
    return unequal or query.form is Form.NONE or _denied(query.pattern)


def _denied(pattern: Pattern) -> bool:
    # A flag that is false denies too.
    tested = any(one.comparison is Comparison.UNEQUAL or one.value in ("no", "false") for one in pattern.tests)
    return tested or any(map(_is_denied, (*pattern.branches, *pattern.either)))


def _is_denied(branch: Branch) -> bool:
    return branch.quantifier is Quantifier.NONE or _denied(branch.pattern)
