"""Listing the entities of a query, and replacing its entities and relations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Measure,
    OverallAggregate,
    Pattern,
    Query,
    Term,
    TermComparison,
    entities_of,
)
from kgqa_neo4j.plans.plan import Path


def named_entities(query: Query) -> tuple[str, ...]:
    """Return the ids of all entities that a query names, each once."""
    terms = [term for one in query.compared for term in one.terms]
    terms += [measure.other for measure in query.measures if measure.other]
    others = [one.right.pattern for one in query.compared if isinstance(one.right, OverallAggregate)]
    starts = (one.start for one in terms if one.start)
    patterns = (query.pattern, *([query.part] if query.part else []), *others)
    return tuple(dict.fromkeys((*(id for one in patterns for id in entities_of(one)), *starts)))


def renamed(query: Query, entities: Mapping[str, str], relations: Mapping[str, str]) -> Query:
    """Return the query with ids of entities and relations replaced; those not listed stay. Tables are not changed."""

    def path(steps: Path) -> Path:
        return tuple(move._replace(relation=relations.get(move.relation, move.relation)) for move in steps)

    def term(one: Term) -> Term:
        return replace(one, path=path(one.path), start=entities.get(one.start, one.start))

    def pattern(one: Pattern) -> Pattern:
        named = tuple(entities.get(entity, entity) for entity in one.entities)
        branches, either = tuple(map(branch, one.branches)), tuple(map(branch, one.either))
        return replace(one, entities=named, branches=branches, either=either)

    def branch(one: Branch) -> Branch:
        return replace(one, path=path(one.path), pattern=pattern(one.pattern))

    def measure(one: Measure) -> Measure:
        return replace(one, path=path(one.path), until=term(one.other) if one.other else one.until)

    def made(one: Aggregate) -> Aggregate:
        return Aggregate(one.function, measure(one.measure))

    def compared(one: TermComparison) -> TermComparison:
        if isinstance(one.right, Term):
            return TermComparison(term(one.left), one.comparison, term(one.right))
        overall = OverallAggregate(made(one.right.aggregate), pattern(one.right.pattern))
        return TermComparison(term(one.left), one.comparison, overall)

    order = replace(query.order, measure=measure(query.order.measure)) if query.order else None
    return replace(
        query,
        pattern=pattern(query.pattern),
        part=pattern(query.part) if query.part else None,
        compared=tuple(map(compared, query.compared)),
        order=order,
        aggregate=made(query.aggregate) if query.aggregate else None,
        group=path(query.group),
        columns=tuple(map(path, query.columns)),
    )
