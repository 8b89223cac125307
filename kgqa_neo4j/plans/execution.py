"""Executing a plan in the database by one compiled statement: its answers, with the triples that prove them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from kgqa_neo4j.model.graph import Entity, Triple, catalogued
from kgqa_neo4j.model.literals import boolean_value, number_value
from kgqa_neo4j.plans.compiling import DEFAULT_LIMITS, Limits, check
from kgqa_neo4j.plans.graph_schema import GraphSchema, schema_of
from kgqa_neo4j.plans.language.chains import query_of
from kgqa_neo4j.plans.language.cypher import Statement
from kgqa_neo4j.plans.language.execution import value_kind
from kgqa_neo4j.plans.language.query import Form
from kgqa_neo4j.plans.language.walks import Stored, WalkStatement, compile_walks
from kgqa_neo4j.plans.plan import AnswerForm, Chain, Extreme, Move, Plan
from kgqa_neo4j.plans.probing import Prober
from kgqa_neo4j.plans.values import Key, comparable, plain_number
from kgqa_neo4j.store.driver import Database, Row

# Kinds of values that the server puts in order; those that stand in names are read here.
_ORDERED = ("time", "number", "year", "plain number")
# Texts that are known to be planned: about as many as the server keeps.
_PLANNED = 1000

Walk = tuple[Triple, ...]
"""The triples of one way, in the order in which they were walked."""


@dataclass(frozen=True, slots=True)
class Reached:
    """An entity that a plan leads to, and one walk of each chain that proves it (none beyond the limit).

    `witnesses` are walks from the entity on, which prove what is asked of it.
    """

    entity: Entity
    walks: tuple[Walk, ...] = ()
    witnesses: tuple[Walk, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What a plan answers.

    `entities` are the answers, by name: for `count` the number and for `exists` yes or no, as the
    nodes of literals. `reached` are the entities that it is about, `total` is how many there are,
    of which some may not be listed. `cut` says that reading stopped at a bound, so that there may
    be more. `statement` is what found them.
    """

    plan: Plan
    entities: tuple[Entity, ...]
    reached: tuple[Reached, ...]
    total: int
    cut: bool
    statement: Statement | None = None

    @property
    def evidence(self) -> list[tuple[Triple, int]]:
        """The triples that prove the answers, each once, with the hop at which it was walked first."""
        found: dict[str, tuple[Triple, int]] = {}
        for one in self.reached:
            for first, walks in ((1, one.walks), (self.plan.hops + 1, one.witnesses)):
                for steps in walks:
                    for hop, triple in enumerate(steps, first):
                        found.setdefault(triple.id, (triple, hop))
        return sorted(found.values(), key=lambda item: item[1])


class Executor:
    """Executes plans on one graph. Safe to use from several threads."""

    def __init__(
        self, database: Database, limits: Limits = DEFAULT_LIMITS, schema: GraphSchema | None = None
    ) -> None:
        self._database = database
        self._limits = limits
        self._schema = schema or schema_of(database)
        self.prober = Prober(database, limits)
        self._planned: set[str] = set()

    def execute(self, plan: Plan) -> Result:
        """Execute a plan.

        Raises:
            InputError: it cannot be executed; see `compiling.check`.
            DatabaseError: or one of its kinds: the server cannot be asked, or took longer than it may.
        """
        check(plan)
        if not plan.chains:
            return Result(plan, (), (), 0, False)
        most = self._limits.entities
        walked = self._compiled(plan, Form.LIST, most)
        statement = walked.statement
        single: Row | None = None
        if plan.form is not AnswerForm.WHICH and not walked.values:
            # What is counted is proved by some of it.
            statement = self._compiled(plan, Form(plan.form), most).statement
            single = self._read(statement)[0]
            most = self._limits.proved
            walked = self._compiled(plan, Form.LIST, most)
        rows = self._read(walked.statement)
        cut = any(row.get("cut", False) for row in rows) or (walked.bounded and not rows and self._cut(plan))
        reached = self._reached(rows[:most])
        total = len(reached)
        if walked.values and plan.extreme:
            reached, total = self._best(plan.extreme, rows[:most], reached)
            cut = cut or len(rows) > most
        elif single:
            total = single["value"] if plan.form is AnswerForm.COUNT else max(total, int(single["value"]))
        elif len(rows) > most:
            total = self._total(plan)
        reached = sorted(reached, key=lambda one: (one.entity.name, one.entity.id))
        return Result(plan, _answers(plan, reached, total), tuple(reached), total, cut, statement)

    def prepare(self, plan: Plan) -> None:
        """Let the server plan the statement of a plan, if it has not yet: most of what a new statement takes.

        Raises:
            InputError, DatabaseError: see `execute`.
        """
        check(plan)
        statement = self._compiled(plan, Form.LIST, self._limits.entities).statement
        if statement.text not in self._planned:
            # From topics that are not there nothing is read.
            nowhere = {name: _nowhere(value) for name, value in statement.parameters.items()}
            self._read(replace(statement, parameters=nowhere))

    def _read(self, statement: Statement) -> list[Row]:
        if len(self._planned) >= _PLANNED:
            self._planned.clear()
        self._planned.add(statement.text)
        return self._database.read_compiled(statement.text, statement.parameters)

    def _compiled(self, plan: Plan, form: Form, most: int) -> WalkStatement:
        return compile_walks(replace(query_of(plan), form=form), self._stored, most)

    def _total(self, plan: Plan) -> int:
        number: int = self._read(self._compiled(plan, Form.COUNT, 0).statement)[0]["value"]
        return number

    def _cut(self, plan: Plan) -> bool:
        """Return whether reading was cut before the last step, where nothing was reached by what was read."""
        shorter = [chain for chain in plan.chains if len(chain.path) > 1]
        return any(
            self.execute(
                Plan(
                    (
                        Chain(
                            one.topic, one.path[:-1], tuple(f for f in one.facts if f.step < len(one.path) - 1)
                        ),
                    ),
                    revisited=True,
                )
            ).cut
            for one in shorter
        )

    def _best(
        self, extreme: Extreme, rows: Sequence[Row], reached: Sequence[Reached]
    ) -> tuple[list[Reached], int]:
        """Return those with the greatest or least of values that stand in names."""
        values = [
            (text, replace(one, witnesses=one.witnesses + ((self._walk(walk),) if walk else ())))
            for row, one in zip(rows, reached, strict=True)
            for text, walk in row["values"]
        ]
        keys = comparable(text for text, _ in values)
        best: dict[str, tuple[Key, Reached]] = {}
        for text, one in values:
            if (key := keys.get(text)) is not None:
                known = best.get(one.entity.id)
                if known is None or (key > known[0] if extreme.greatest else key < known[0]):
                    best[one.entity.id] = key, one
        order = sorted((key for key, _ in best.values()), reverse=extreme.greatest)
        kept = order[extreme.place - 1 : extreme.place - 1 + extreme.many]
        found = [one for key, one in best.values() if key in kept]
        return found, len(found)

    def _reached(self, rows: Sequence[Row]) -> list[Reached]:
        proved = self._limits.proved
        return [
            Reached(
                Entity(row["id"], row["name"]),
                *(
                    tuple(map(self._walk, row.get(name, ()))) if place < proved else ()
                    for name in ("walks", "witnesses")
                ),
            )
            for place, row in enumerate(rows)
        ]

    def _walk(self, facts: Sequence[Sequence[str]]) -> Walk:
        return tuple(self._triple(*fact) for fact in facts)

    def _triple(self, source: str, source_name: str, relation: str, target: str, target_name: str) -> Triple:
        name, _ = self._catalogue.get(relation, (None, None))
        return Triple(Entity(source, source_name), catalogued(relation, name), Entity(target, target_name))

    def _kind(self, move: Move) -> str:
        """Return what kind of value a step leads to; "name" where not all names that were looked at are numbers."""
        kind = value_kind(self._schema, move)
        if kind not in ("year", "plain number"):
            return kind
        facts = self._schema.relations()[move.relation]
        return kind if all(map(_is_number, facts.objects if move.outward else facts.subjects)) else "name"

    @cached_property
    def _catalogue(self) -> Mapping[str, tuple[str, int | None]]:
        """The names of the relations, and how many triples each has, None where they were not counted."""
        return {row["id"]: (row["name"], row["count"]) for row in self._database.read("relation_names")}

    @cached_property
    def _stored(self) -> Stored:
        counted = ((relation, count) for relation, (_, count) in self._catalogue.items())
        triples = {relation: count for relation, count in counted if count is not None}
        return Stored(triples, self._schema.labels, self._limits.reads, self._kind, _ORDERED)


def _answers(plan: Plan, reached: Sequence[Reached], total: int) -> tuple[Entity, ...]:
    if plan.form is AnswerForm.COUNT:
        return (number_value(Decimal(total)),)
    if plan.form is AnswerForm.EXISTS:
        return (boolean_value(total > 0),)
    return tuple(one.entity for one in reached)


def _nowhere(value: object) -> object:
    if isinstance(value, list):
        return list(map(_nowhere, value))
    return "" if isinstance(value, str) else value


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True


def counted(result: Result) -> Result:
    """Return the result as the number of what was found, unless that is a number already."""
    if not result.entities or all(plain_number(entity.name) is not None for entity in result.entities):
        return result
    number = number_value(Decimal(result.total))
    return replace(result, plan=replace(result.plan, form=AnswerForm.COUNT), entities=(number,))
