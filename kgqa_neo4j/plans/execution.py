"""Executes a plan in the database as one compiled statement, which returns answers and the triples proving them."""

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
from kgqa_neo4j.plans.language.walk_patterns import Stored
from kgqa_neo4j.plans.language.walks import CUT, WalkStatement, compile_walks
from kgqa_neo4j.plans.plan import AnswerForm, Chain, Extreme, Move, Plan
from kgqa_neo4j.plans.probing import Prober
from kgqa_neo4j.plans.values import Key, comparable, plain_number
from kgqa_neo4j.store.driver import Database, Row

# Kinds of values that the server sorts; values written in names are parsed and sorted here.
_ORDERED = ("time", "number", "year", "plain number")
# Triples of a hub that are first read for each answer that may be listed.
_READ_PER_ANSWER = 10
# Remembered texts of planned statements: about as many as the server caches.
_PLANNED = 1000

Walk = tuple[Triple, ...]
"""The triples of one walk from a topic, in order."""


@dataclass(frozen=True, slots=True)
class Reached:
    """An entity that a plan leads to, with one walk per chain that proves it (none beyond the limit).

    `witnesses` are walks onward from the entity, which prove its conditions and its extreme.
    """

    entity: Entity
    walks: tuple[Walk, ...] = ()
    witnesses: tuple[Walk, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a plan.

    `entities` are the answers, sorted by name: for `count` the number and for `exists` yes or no, as literal nodes.
    `reached` are the entities that the plan leads to, `total` is their number, of which some may not be listed.
    `cut` is true if reading stopped at a bound, so that there may be more. `statement` is the statement executed.
    """

    plan: Plan
    entities: tuple[Entity, ...]
    reached: tuple[Reached, ...]
    total: int
    cut: bool
    statement: Statement | None = None

    @property
    def evidence(self) -> list[tuple[Triple, int]]:
        """The triples that prove the answers, each once, with the hop of its first occurrence."""
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
            DatabaseError: or a subclass: the server cannot be reached, or the statement timed out.
        """
        check(plan)
        if not plan.chains:
            return Result(plan, (), (), 0, False)
        most = self._limits.entities
        walked = self._compiled(plan, Form.LIST, most)
        statement = walked.statement
        single: Row | None = None
        if plan.form is not AnswerForm.WHICH and not walked.values:
            # A count is proved by some of the counted entities.
            statement = self._compiled(plan, Form(plan.form), most).statement
            single = self._read(statement)[0]
            most = self._limits.proved
            walked = self._compiled(plan, Form.LIST, most)
        rows, counted = self._listed(plan, walked, most, single)
        cut = bool(counted and counted.get(CUT)) or any(row.get(CUT, False) for row in rows)
        cut = cut or (walked.bounded and not rows and self._cut(plan))
        reached = self._reached(rows[:most])
        total = len(reached)
        if walked.values and plan.extreme:
            reached, total = self._best(plan.extreme, rows[:most], reached)
            cut = cut or len(rows) > most
        elif single:
            total = single["value"] if plan.form is AnswerForm.COUNT else max(total, int(single["value"]))
        elif counted:
            total = counted["value"]
        reached = sorted(reached, key=lambda one: (one.entity.name, one.entity.id))
        return Result(plan, _answers(plan, reached, total), tuple(reached), total, cut, statement)

    def prepare(self, plan: Plan) -> None:
        """Let the server plan the statement of a plan unless done before; planning is most of a new statement's time.

        Raises:
            InputError, DatabaseError: see `execute`.
        """
        check(plan)
        statement = self._compiled(plan, Form.LIST, self._limits.entities).statement
        if statement.text not in self._planned:
            # Nonexistent topics: the server plans the statement, but reads nothing.
            nowhere = {name: _nowhere(value) for name, value in statement.parameters.items()}
            self._read(replace(statement, parameters=nowhere))

    def _read(self, statement: Statement) -> list[Row]:
        if len(self._planned) >= _PLANNED:
            self._planned.clear()
        self._planned.add(statement.text)
        return self._database.read_compiled(statement.text, statement.parameters)

    def _compiled(self, plan: Plan, form: Form, most: int) -> WalkStatement:
        return compile_walks(replace(query_of(plan), form=form), self._stored, most)

    def _listed(
        self, plan: Plan, walked: WalkStatement, most: int, counted: Row | None
    ) -> tuple[list[Row], Row | None]:
        """Return the rows of up to `most` + 1 answers, and the row that counts all of them if there are more.

        If a hub is read only in part anyway, any of its answers may be listed, so that few triples have to be read.
        """
        statement, few = walked.statement, most * _READ_PER_ANSWER
        # An extreme is one of all answers.
        if walked.bounded and not plan.extreme and few < self._limits.reads:
            rows = self._read(replace(statement, parameters={**statement.parameters, "reads": few}))
            enough = bool(rows) and not any(row[CUT] for row in rows)
            if len(rows) > most:
                counted = counted or self._counted(plan)
                enough = enough or counted[CUT]
            if enough:
                return rows, counted
        rows = self._read(statement)
        if len(rows) > most:
            counted = counted or self._counted(plan)
        return rows, counted

    def _counted(self, plan: Plan) -> Row:
        return self._read(self._compiled(plan, Form.COUNT, 0).statement)[0]

    def _cut(self, plan: Plan) -> bool:
        """Whether reading was cut before the last step, asked if what was read led to nothing."""
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
        """Return the entities with the greatest or least values, if the values are written in names."""
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
        """Return the kind of value a step leads to; "name" if some of the sampled names are not numbers."""
        kind = value_kind(self._schema, move)
        if kind not in ("year", "plain number"):
            return kind
        facts = self._schema.relations()[move.relation]
        return kind if all(map(_is_number, facts.objects if move.outward else facts.subjects)) else "name"

    @cached_property
    def _catalogue(self) -> Mapping[str, tuple[str, int | None]]:
        """Name and number of triples (None if not counted) of each relation, by id."""
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
    """Return the result as a count of its entities, unless these are all numbers already."""
    if not result.entities or all(plain_number(entity.name) is not None for entity in result.entities):
        return result
    number = number_value(Decimal(result.total))
    return replace(result, plan=replace(result.plan, form=AnswerForm.COUNT), entities=(number,))
