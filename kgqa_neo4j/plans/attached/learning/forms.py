"""Forms of answers that a question leaves open: what is a row, what rows are grouped by, what is counted.

Hardly any question says whether a film that matches in two ways is one row or two, but people who ask about the same
graph often agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.language.property_terms import PROPERTY, property_relation
from kgqa_neo4j.plans.language.query import Branch, Column, Pattern, Quantifier, Query, Summary, Table
from kgqa_neo4j.plans.plan import Move


class Aspect(StrEnum):
    """An aspect of a form that may be open."""

    ROWS = "rows"
    GROUPS = "groups"
    COUNTS = "counts"


class Option(StrEnum):
    """How an aspect is decided: a row per node (`NODES`), per match (`WAYS`), or distinct rows (`DIFFERENT`); groups by
    node (`NODES`) or by name (`NAMES`); counts of matches (`ALL`) or of distinct nodes (`DIFFERENT`)."""

    NODES = "nodes"
    WAYS = "ways"
    DIFFERENT = "different"
    NAMES = "names"
    ALL = "all"


OPTIONS = {
    Aspect.ROWS: (Option.NODES, Option.WAYS, Option.DIFFERENT),
    Aspect.GROUPS: (Option.NODES, Option.NAMES),
    Aspect.COUNTS: (Option.ALL, Option.DIFFERENT),
}
"""The options of each aspect."""


@dataclass(frozen=True, slots=True)
class Open:
    """An aspect that a query decides by `option`, and could decide otherwise; `context` is the kind of query, `label`
    the label of its rows, its groups or what it counts."""

    aspect: Aspect
    option: Option
    context: str
    label: str = ""


def open_aspects(query: Query, said_different: bool) -> list[Open]:
    """Return the aspects of a query's form that its question leaves open.

    Args:
        query: over labels and properties.
        said_different: whether the question asks for distinct ones explicitly.
    """
    table = query.table
    if table is None or said_different:
        return []
    found = []
    joined = _joined(query.pattern)
    summed = any(one.summary for one in table.columns)
    if joined and not summed and not any(one.fact for one in table.columns):
        option = Option.DIFFERENT if table.distinct else Option.WAYS
        of_one = len({one.of for one in table.columns}) == 1
        if of_one and not table.every and not table.distinct:
            option = Option.NODES
        # Rows of several nodes have no single label.
        label = label_of(query.pattern, table.columns[0].of) if of_one else ""
        found.append(Open(Aspect.ROWS, option, "one node" if of_one else "several nodes", label))
    if summed and any(_is_group(one) for one in table.columns):
        group = next(one for one in table.columns if _is_group(one))
        found.append(Open(Aspect.GROUPS, Option.NODES, "groups", label_of(query.pattern, group.of)))
    if joined and any(_counts(one) for one in table.columns):
        counted = next(one for one in table.columns if _counts(one))
        several = "grouped" if any(not one.summary for one in table.columns) else "alone"
        option = Option.DIFFERENT if counted.distinct else Option.ALL
        found.append(Open(Aspect.COUNTS, option, several, label_of(query.pattern, counted.of)))
    return found


def with_option(query: Query, aspect: Aspect, option: Option, schema: PropertyGraphSchema) -> Query:
    """Return a query with an aspect of its form decided by an option."""
    table = query.table
    assert table is not None
    if aspect is Aspect.ROWS:
        changed = replace(table, distinct=option is Option.DIFFERENT, every=option is Option.WAYS)
        if option is Option.WAYS and len({one.of for one in table.columns}) > 1:
            changed = replace(changed, every=False)
    elif aspect is Aspect.GROUPS:
        changed = _of_names(query, table, schema) if option is Option.NAMES else table
    else:
        counted = (
            replace(one, distinct=option is Option.DIFFERENT) if _counts(one) else one for one in table.columns
        )
        changed = replace(table, columns=tuple(counted))
    return replace(query, table=changed)


def decided(query: Query, options: Mapping[Aspect, Option], schema: PropertyGraphSchema) -> Query:
    """Return a query with several aspects of its form decided by options."""
    for aspect, option in options.items():
        query = with_option(query, aspect, option, schema)
    return query


def _joined(pattern: Pattern) -> bool:
    return any(
        branch.quantifier is Quantifier.SOME and not branch.count and not _is_value(branch)
        for branch in pattern.branches
    )


def _is_value(branch: Branch) -> bool:
    return not branch.path or branch.path[-1].relation.startswith(PROPERTY)


def _is_group(column: Column) -> bool:
    return not (column.summary or column.path or column.fact)


def _counts(column: Column) -> bool:
    return column.summary is Summary.COUNT and not column.path and not column.fact


def _of_names(query: Query, table: Table, schema: PropertyGraphSchema) -> Table:
    """Return a table that groups by names instead of nodes."""
    columns = []
    for one in table.columns:
        label = label_of(query.pattern, one.of)
        naming = schema.label[label].naming if label in schema.label else ()
        if _is_group(one) and naming:
            one = replace(one, path=(Move(property_relation(naming[0]), True),))
        columns.append(one)
    return replace(table, columns=tuple(columns))


def label_of(pattern: Pattern, name: str) -> str:
    """Return the label of the node called `name` (the root for ""), "" if it has none."""
    if not name:
        return pattern.label
    for branch in pattern.branches:
        if branch.name == name:
            return branch.pattern.label
        if found := label_of(branch.pattern, name):
            return found
    return ""
