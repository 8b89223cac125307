"""Detects queries that do not restrict their nodes, which cannot answer a question that does."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.language.property_terms import PROPERTY
from kgqa_neo4j.plans.language.query import Branch, Form, Pattern, Quantifier, Query

# Minimum share of nodes with a property, from which on having it is no restriction.
_ALL = 0.99


def lists_all(query: Query) -> bool:
    """Whether a query lists all nodes of a label, or all that are joined to others: "employees with a team"."""
    plain = query.form is Form.LIST and not (query.compared or query.order or query.aggregate or query.group)
    table = query.table
    made = table is not None and (table.having or table.sorting or any(one.summary for one in table.columns))
    return plain and not made and _is_open(query.pattern)


def always_true(pattern: Pattern, schema: PropertyGraphSchema) -> bool:
    """Whether a pattern requires a property that all nodes of its label have."""
    facts = (
        {one.name: one for one in schema.label[pattern.label].properties}
        if pattern.label in schema.label
        else {}
    )
    names = [one.path[0].relation.removeprefix(PROPERTY) for one in pattern.branches if _is_had(one)]
    return any(name in facts and facts[name].present >= _ALL for name in names)


def _is_had(branch: Branch) -> bool:
    """Whether a branch only requires that a node has a property."""
    return branch.is_one_step and branch.pattern.any and branch.path[0].relation.startswith(PROPERTY)


def _is_open(pattern: Pattern) -> bool:
    if pattern.entities or pattern.tests or pattern.either:
        return False
    return all(
        one.quantifier is Quantifier.SOME and one.count is None and not one.facts and _is_open(one.pattern)
        for one in pattern.branches
    )
