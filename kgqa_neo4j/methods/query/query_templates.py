"""Templates of enumerated queries: chains around the topics as Cypher, with the question's time.

The dialect is that of generated queries: entities and relations as parameters (``$e1``, ``$r1``), times by the
named conditions of `kgqa_neo4j.guard.dialect`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from kgqa_neo4j.methods.query.qualifier_queries import Qualifier
from kgqa_neo4j.plans.plan import Chain, Move
from kgqa_neo4j.question.times import Reading

TOLD = {"duration": "lasted", "age": "lasted", "start": "start", "end": "end"}
"""The named condition that returns the requested time of a fact; ``time`` for all others."""
WAYS = {"first": "ASC", "last": "DESC"}


@dataclass(slots=True)
class ParameterNames:
    """The parameters for entities and relations, in order of first use."""

    entities: list[str] = field(default_factory=list)
    relations: list[str] = field(default_factory=list)

    def entity(self, id_: str) -> str:
        """Return the parameter of an entity."""
        return f"$e{_place(self.entities, id_)}"

    def relation(self, id_: str) -> str:
        """Return the parameter of a relation."""
        return f"$r{_place(self.relations, id_)}"

    def parameters(self, reading: Reading, today: date) -> dict[str, Any]:
        """Return the values of all parameters, including times."""
        values: dict[str, Any] = {f"e{place}": id_ for place, id_ in enumerate(self.entities, 1)}
        values |= {f"r{place}": id_ for place, id_ in enumerate(self.relations, 1)}
        values["today"] = today.isoformat()
        if reading.period:
            values |= {"from": reading.period.first.iso, "to": reading.period.last.iso}
        return values


@dataclass(frozen=True, slots=True)
class QueryTemplate:
    """A query to try: chains that all lead to the answer, and the source of the answer's time.

    `dated_by` is a step from the answer to a time; with `times` the answer is itself a time; without either, the facts
    of the chains are dated. `to` is the given end of the chain if a fact's time or qualifier is asked for. `plain`: the
    question's time is ignored.

    `about` is the number, from 1, of the fact that *previous*, *next* or *former* modifies. The previous one is the
    second latest that has begun or, with `ended`, the latest that has ended.
    """

    chains: tuple[Chain, ...]
    dated_by: Move | None = None
    times: bool = False
    to: str = ""
    plain: bool = False
    about: int = 0
    ended: bool = False
    qualifier: Qualifier | None = None


def write(form: QueryTemplate, reading: Reading, names: ParameterNames) -> str:
    """Return the template `form` as a query; its entities and relations are added to `names`."""
    if form.qualifier and not form.qualifier.value:
        return _write_value(form.qualifier, form.to, reading, names)
    patterns: list[str] = []
    facts: list[str] = []
    between: list[str] = []
    for chain in form.chains:
        text = f"(:Entity {{id: {names.entity(chain.topic)}}})"
        for place, move in enumerate(chain.path, 1):
            facts.append(f"t{len(facts) + 1}")
            end = "(x:Entity)"
            if place < len(chain.path):
                between.append(f"y{len(between) + 1}")
                end = f"({between[-1]}:Entity)"
            elif form.to:
                end = f"(:Entity {{id: {names.entity(form.to)}}})"
            text += arrow(facts[-1], names.relation(move.relation), move.outward) + end
        patterns.append(text)
    dates = ", ".join(facts)
    if form.dated_by and not form.plain:
        dates = "v"
        end = arrow("t0", names.relation(form.dated_by.relation), form.dated_by.outward)
        patterns.append(f"(x){end}(v:Entity)")
    ends = [*between, *([] if form.to else ["x"])]
    conditions = [f"NOT {node}:Mediator" for node in ends]
    if not form.to:
        topics = dict.fromkeys(chain.topic for chain in form.chains)
        conditions += [f"x.id <> {names.entity(topic)}" for topic in topics]
    if form.qualifier:
        value = names.entity(form.qualifier.value)
        conditions.append(f"x.id <> {value}")
        if form.qualifier.ids:
            conditions.append(f"{value} IN t1.{form.qualifier.key}_ids")
        else:
            patterns.append(f"(q:Entity {{id: {value}}})")
            conditions.append(f"q.name IN [] + t1.{form.qualifier.key}")
    # If the answer is a date, it has to lie in the period itself; "now" still applies to the facts.
    if form.times and reading.stands != "now":
        dates = "x"
    if form.about:
        dates = f"t{form.about}"
    timed, returned = _asked(form, reading, "x" if form.times else dates.split(", ")[-1])
    if reading.stands and not form.plain:
        conditions.append(f"{reading.stands}({dates})")
    conditions += timed
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    return f"MATCH {', '.join(patterns)}{where} RETURN {returned}"


def write_age(topic: str, born: Move, died: Move | None, reading: Reading, names: ParameterNames) -> str:
    """Return the query of an age: at the end of the question's period, else at death or end, else today."""
    entity = f"(:Entity {{id: {names.entity(topic)}}})"
    text = f"MATCH {entity}{arrow('t1', names.relation(born.relation), born.outward)}(x:Entity)"
    until = ["date($to)"] if reading.period else []
    if died:
        text += f" OPTIONAL MATCH {entity}"
        text += f"{arrow('t2', names.relation(died.relation), died.outward)}(v:Entity)"
        until.append("time(v)")
    end = f"coalesce({', '.join([*until, 'date($today)'])})"
    return f"{text} RETURN DISTINCT duration.between(time(x), {end}).years AS answer"


def _write_value(qualifier: Qualifier, to: str, reading: Reading, names: ParameterNames) -> str:
    """Return the query of a qualifier's values: entities if it has their ids, else plain values."""
    end = f"(:Entity {{id: {names.entity(to)}}})" if to else "(:Entity)"
    step = arrow("t1", names.relation(qualifier.move.relation), qualifier.move.outward)
    pattern = f"(:Entity {{id: {names.entity(qualifier.topic)}}}){step}{end}"
    conditions = [f"{reading.stands}(t1)"] if reading.stands else []
    if qualifier.ids:
        where = " AND ".join([f"x.id IN t1.{qualifier.key}_ids", *conditions])
        return f"MATCH {pattern}, (x:Entity) WHERE {where} RETURN DISTINCT x"
    where = " AND ".join([f"t1.{qualifier.key} IS NOT NULL", *conditions])
    return f"MATCH {pattern} WHERE {where} RETURN DISTINCT t1.{qualifier.key} AS answer"


def ordered(reading: Reading, last: str, dated: str, *, ended: bool = False) -> tuple[list[str], str]:
    """Return (conditions that a time exists, the ORDER BY clause or "").

    Args:
        reading: the question's time expressions.
        last: the fact or node whose time is compared.
        dated: its time in the dialect.
        ended: take as the previous one the latest that has ended, not the second latest that has begun.
    """
    known = [f"{dated} IS NOT NULL"]
    match reading.order:
        case "previous" if ended:
            # Facts with an unknown end come last.
            return [f"ended({last})"], f" ORDER BY until({last}) IS NULL, until({last}) DESC LIMIT 1"
        case "previous":
            return [f"begun({last})", *known], f" ORDER BY {dated} DESC SKIP 1 LIMIT 1"
        case "next":
            return [f"ahead({last})", *known], f" ORDER BY {dated} ASC LIMIT 1"
        case "first" | "last":
            skipped = f" SKIP {reading.place - 1}" if reading.place > 1 else ""
            return known, f" ORDER BY {dated} {WAYS[reading.order]}{skipped} LIMIT {reading.many}"
    return known, ""


def _asked(form: QueryTemplate, reading: Reading, last: str) -> tuple[list[str], str]:
    """Return (conditions on the existence of a time, the RETURN clause)."""
    if form.plain:
        return [], "count(DISTINCT x) AS number" if reading.count else "DISTINCT x"
    name = TOLD.get(reading.asks, "time")
    dated = f"{'time' if name == 'lasted' or form.times else name}({last})"
    known, order = ordered(reading, last, dated, ended=form.ended)
    if form.times:
        return (known, f"x{order}") if order else ([], "DISTINCT x")
    if form.to or reading.asks in ("duration", "age") or (reading.asks and (order or reading.stands)):
        return known, f"{'' if order else 'DISTINCT '}{name}({last}) AS answer{order}"
    if order:
        return known, f"x{order}"
    return [], "count(DISTINCT x) AS number" if reading.count else "DISTINCT x"


def arrow(fact: str, relation: str, outward: bool) -> str:
    """Return the pattern of a step, given the names of its fact and its relation in the query."""
    bracket = f"[{fact}:$({relation})]"
    return f"-{bracket}->" if outward else f"<-{bracket}-"


def _place(known: list[str], id_: str) -> int:
    if id_ not in known:
        known.append(id_)
    return known.index(id_) + 1
