"""Extracts and replaces the constants that a query compares values with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from kgqa_neo4j.model.comparison import Constant
from kgqa_neo4j.plans.language.property_terms import PROPERTY
from kgqa_neo4j.plans.language.query import Branch, FactTest, Pattern, Query, ValueTest


@dataclass(frozen=True, slots=True)
class ComparedConstant:
    """A constant, and the property of a label or relationship type compared with it; no property if a count is."""

    value: Constant
    owner: str = ""
    property: str = ""


def constants_of(query: Query) -> list[ComparedConstant]:
    """Return the distinct constants of a query over labels and properties, in order."""
    found: list[ComparedConstant] = []

    def note(held: ComparedConstant) -> Constant:
        if held not in found:
            found.append(held)
        return held.value

    with_constants(query, note)
    return found


def drops_name(query: Query, other: Query) -> bool:
    """Whether a query lacks a text constant of another query: it has "Comet" only, of "the racer Comet"."""
    return not {name for name, *_ in _senses(other)} <= {name for name, *_ in _senses(query)}


def is_other_sense(query: Query, other: Query) -> bool:
    """Whether two queries have the same text constants, some of them as values of different properties."""
    ours, theirs = _senses(query), _senses(other)
    return ours != theirs and {name for name, *_ in ours} == {name for name, *_ in theirs}


def _senses(query: Query) -> set[tuple[str, str, str]]:
    """Return the text constants of a query, each with the owner and the property that it is a value of."""
    return {
        (held.value.casefold(), held.owner, held.property)
        for held in constants_of(query)
        if isinstance(held.value, str)
    }


def with_constants(query: Query, changed: Callable[[ComparedConstant], Constant]) -> Query:
    """Return a query with each of its constants replaced by the result of `changed`."""

    def test(one: ValueTest, owner: str, name: str) -> ValueTest:
        return replace(one, value=changed(ComparedConstant(one.value, owner, name)))

    def pattern(one: Pattern) -> Pattern:
        return replace(
            one,
            branches=tuple(branch(each, one.label) for each in one.branches),
            either=tuple(branch(each, one.label) for each in one.either),
        )

    def branch(one: Branch, label: str) -> Branch:
        last = one.path[-1].relation if one.path else ""
        if last.startswith(PROPERTY):
            name = last.removeprefix(PROPERTY)
            inner = replace(one.pattern, tests=tuple(test(each, label, name) for each in one.pattern.tests))
        else:
            inner = pattern(one.pattern)
        return replace(
            one,
            pattern=inner,
            count=test(one.count, "", "") if one.count else None,
            facts=tuple(
                each
                if isinstance(each.test, bool)
                else FactTest(each.qualifier, test(each.test, last, each.qualifier))
                for each in one.facts
            ),
        )

    table = query.table
    if table:
        having = tuple(replace(one, test=test(one.test, "", "")) for one in table.having)
        table = replace(table, having=having)
    return replace(query, pattern=pattern(query.pattern), table=table)
