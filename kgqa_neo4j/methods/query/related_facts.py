"""Queries that relate the times of several topics: which of them was first, and what preceded another topic's fact.

In the second case, one fact leads to the answer, and one belongs to the other topic: the fact that joins it to the
first topic by the same relation (*before Ann was mayor*), any other of its facts, or a date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kgqa_neo4j.methods.query.query_templates import WAYS, ParameterNames, arrow
from kgqa_neo4j.plans.candidates import StepPrior
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.schema import RelationFacts, Schema
from kgqa_neo4j.plans.value_kinds import leads_to_times
from kgqa_neo4j.question.times import Reading

# Maximum number of the other topic's steps tried per step to the answer.
_OTHERS = 2


def among(
    schema: Schema, topics: Sequence[str], move: Move, reading: Reading, names: ParameterNames
) -> Iterator[str]:
    """Yield queries for the topic with the earliest or latest fact of a relation, if several topics have such facts.

    If such facts may lead to another topic, the first queries require that.
    """
    if reading.order not in WAYS:
        return
    order = f"time(t1) IS NOT NULL RETURN x ORDER BY time(t1) {WAYS[reading.order]} LIMIT {reading.many}"
    for way in (move, move.back):
        named = [topic for topic in topics if way in schema.around(topic)]
        if len(named) < 2:
            continue
        ids = ", ".join(names.entity(topic) for topic in named)
        step = arrow("t1", names.relation(way.relation), way.outward)
        ends = [topic for topic in topics if topic not in named and way.back in schema.around(topic)]
        for end in [*(f" {{id: {names.entity(one)}}}" for one in ends), ""]:
            yield f"MATCH (x:Entity){step}(:Entity{end}) WHERE x.id IN [{ids}] AND {order}"


def beside(
    schema: Schema,
    topics: Sequence[str],
    topic: str,
    move: Move,
    fits: StepPrior,
    reading: Reading,
    names: ParameterNames,
) -> Iterator[str]:
    """Yield queries for the ends of a step from a topic whose facts relate in time to facts of another topic."""
    if not reading.beside:
        return
    relations = schema.relations()
    for other in topics:
        if other == topic:
            continue
        around = schema.around(other)
        ways: list[tuple[Move, str]] = [(move.back, topic)] if move.back in around else []
        steps = sorted((one for one in around if around[one].ends), key=lambda one: (-fits(one), one))
        ways += [(one, "") for one in steps[:_OTHERS]]
        for step, to in ways:
            yield _written(topic, move, other, step, to, relations, reading, names)


def _written(
    topic: str,
    move: Move,
    other: str,
    step: Move,
    to: str,
    relations: Mapping[str, RelationFacts],
    reading: Reading,
    names: ParameterNames,
) -> str:
    """Return one query; `to` is the required end of the other topic's fact, if any."""
    times = leads_to_times(step, relations)
    end = f"(:Entity {{id: {names.entity(to)}}})" if to else "(v:Entity)" if times else "(:Entity)"
    one, another = (f"(:Entity {{id: {names.entity(id_)}}})" for id_ in (topic, other))
    first = arrow("t1", names.relation(move.relation), move.outward)
    second = arrow("t2", names.relation(step.relation), step.outward)
    pattern = f"{one}{first}(x:Entity), {another}{second}{end}"
    told = "v" if times else "t2"
    conditions = f"x.id <> {names.entity(topic)} AND x.id <> {names.entity(other)} AND NOT x:Mediator"
    way = "ASC" if reading.beside == "later" else "DESC"
    limit = ""
    if reading.order in WAYS:
        way, limit = WAYS[reading.order], f" LIMIT {reading.many}"
    elif reading.order:
        limit = " LIMIT 1"
    return (
        f"MATCH {pattern} WHERE {conditions} AND {reading.beside}(t1, {told}) AND time(t1) IS NOT NULL "
        f"RETURN x ORDER BY time(t1) {way}{limit}"
    )
