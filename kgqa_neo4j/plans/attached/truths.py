"""Detects answers that assert a property which the question denies: "unpaid" is never answered by what is paid."""

from __future__ import annotations

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import PROPERTY
from kgqa_neo4j.plans.language.query import Pattern, Query
from kgqa_neo4j.plans.reading.labelled.unexplained import Spotted

_YES = "yes"


def denied_truths(spotted: Spotted) -> frozenset[str]:
    """Return the properties that a question denies and does not mention otherwise."""
    denied = {one.element.name for spot in spotted.spots if spot.denied for one in spot.named}
    told = {one.element.name for spot in spotted.spots if not spot.denied for one in spot.named}
    return frozenset(denied - told)


def asserts(query: Query, properties: frozenset[str]) -> bool:
    """Whether a query requires one of these properties to be true."""
    return bool(properties) and _asserts(query.pattern, properties)


def _asserts(pattern: Pattern, properties: frozenset[str]) -> bool:
    for branch in pattern.branches:
        last = branch.path[-1].relation if branch.path else ""
        told = any(one.comparison is Comparison.EQUAL and one.value == _YES for one in branch.pattern.tests)
        if last.removeprefix(PROPERTY) in properties and last.startswith(PROPERTY) and told:
            return True
        if _asserts(branch.pattern, properties):
            return True
    return False
