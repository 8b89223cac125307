"""A query about other entities, or over other relations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Compared,
    Measure,
    Pattern,
    Query,
    Term,
    entities_of,
)
from kgqa_neo4j.plans.plan import Path


def named_entities(query: Query) -> tuple[str, ...]:
    """Return the ids of all entities that a query names, each once, in its order."""
    terms = [term for one in query.compared for term in (one.left, one.right)]
    measures = [query.order.measure] if query.order else []
    measures += [query.aggregate.measure] if query.aggregate else []
    terms += [measure.until for measure in measures if measure.until]
    starts = (one.start for one in terms if one.start)
    part = entities_of(query.part) if query.part else ()
    return tuple(dict.fromkeys((*entities_of(query.pattern), *part, *starts)))


def renamed(query: Query, entities: Mapping[str, str], relations: Mapping[str, str]) -> Query:
    """Return the query with other ids of entities and relations; those that are not listed stay."""

    def path(steps: Path) -> Path:
        return tuple(move._replace(relation=relations.get(move.relation, move.relation)) for move in steps)

    def term(one: Term) -> Term:
        return replace(one, path=path(one.path), start=entities.get(one.start, one.start))

    def pattern(one: Pattern) -> Pattern:
        named = tuple(entities.get(entity, entity) for entity in one.entities)
        return replace(one, entities=named, branches=tuple(map(branch, one.branches)))

    def branch(one: Branch) -> Branch:
        return replace(one, path=path(one.path), pattern=pattern(one.pattern))

    def measure(one: Measure) -> Measure:
        return replace(one, path=path(one.path), until=term(one.until) if one.until else None)

    order = replace(query.order, measure=measure(query.order.measure)) if query.order else None
    aggregate = (
        Aggregate(query.aggregate.function, measure(query.aggregate.measure)) if query.aggregate else None
    )
    return replace(
        query,
        pattern=pattern(query.pattern),
        part=pattern(query.part) if query.part else None,
        compared=tuple(Compared(term(one.left), one.comparison, term(one.right)) for one in query.compared),
        order=order,
        aggregate=aggregate,
        group=path(query.group),
        columns=tuple(map(path, query.columns)),
    )
