"""Executing a query on a loaded graph: one compiled statement for the answers, one for the triples that prove them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from kgqa_neo4j.attached.text import identifies
from kgqa_neo4j.model.graph import Entity, Triple, catalogued
from kgqa_neo4j.model.literals import Time, boolean_value, number_value, time_value
from kgqa_neo4j.plans.compiling import DEFAULT_LIMITS, PROOF_SECONDS, Limits
from kgqa_neo4j.plans.language.cypher import Statement, compile_proof, compile_query
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.value_kinds import leads_to_times
from kgqa_neo4j.plans.values import plain_number
from kgqa_neo4j.store.driver import Database

# Share of the names at a relation's end that must be numbers for all of them to be compared as numbers.
_MOSTLY = 0.8
# Significant digits of a share.
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The result of a query: `entities`, or the `rows` of a table, and the `statement` that found them.

    `cut` means that there are more than were read. `evidence` are the triples that prove the result, each with its hop,
    if they were asked for.
    """

    query: Query
    entities: tuple[Entity, ...]
    rows: tuple[tuple[Entity, ...], ...]
    cut: bool
    statement: Statement
    evidence: tuple[tuple[Triple, int], ...] = ()

    @property
    def total(self) -> int:
        """How many answers or rows there are."""
        return len(self.rows) or len(self.entities)


class QueryExecutor:
    """Executes queries on one graph. Safe to use from several threads."""

    def __init__(self, database: Database, schema: Schema, limits: Limits = DEFAULT_LIMITS) -> None:
        self._database = database
        self._schema = schema
        self._limits = limits

    def compiled(self, query: Query) -> Statement:
        """Return the statement that finds the answers.

        Raises:
            InputError: the query cannot be executed; see `compile_query`.
        """
        return compile_query(query, self._schema.relations(), self.value_kind, self._limits.entities)

    def execute(self, query: Query) -> QueryResult:
        """Execute a query.

        Raises:
            InputError: the query cannot be executed; see `compile_query`.
            DatabaseError: or a subclass: the server cannot be queried, or exceeded the time limit.
        """
        most = self._limits.entities
        statement = self.compiled(query)
        found = self._database.read_compiled(statement.text, statement.parameters)
        cut, found = len(found) > most, found[:most]
        if query.is_table:
            rows = tuple(tuple(map(_cell, row["cells"])) for row in found)
            return QueryResult(query, (), rows, cut, statement)
        if query.form.is_share:
            found = [
                {"value": value and float(f"{value:.{_DIGITS}g}")} for value in (row["value"] for row in found)
            ]
        entities = tuple(one for row in found if (one := _entity(row)) is not None)
        return QueryResult(query, entities, (), cut, statement)

    def prove(self, query: Query) -> list[tuple[Triple, int]]:
        """Return the triples that prove the answers, each once, with the first hop that used it.

        Raises:
            StatementTimeout: they take long to find, unlike the answers.
            InputError, DatabaseError: see `execute`.
        """
        if not self._limits.proved:
            return []
        statement = compile_proof(query, self._schema.relations(), self.value_kind, self._limits.proved)
        found: dict[str, tuple[Triple, int]] = {}
        for row in self._database.read_compiled(statement.text, statement.parameters, seconds=PROOF_SECONDS):
            for hop, one in enumerate(row["walk"], 1):
                triple = self._triple(*one)
                found.setdefault(triple.id, (triple, hop))
        return sorted(found.values(), key=lambda item: item[1])

    def value_kind(self, move: Move) -> str:
        """Return the kind of value that a step leads to; see `ValueKind`."""
        return value_kind(self._schema, move)

    def _triple(self, source: str, source_name: str, relation: str, target: str, target_name: str) -> Triple:
        facts = self._schema.relations().get(relation)
        named = catalogued(relation, facts.name if facts else None)
        return Triple(Entity(source, source_name), named, Entity(target, target_name))


def value_kind(schema: Schema, move: Move) -> str:
    """Return the kind of value that a step leads to; see `ValueKind`."""
    facts = schema.relations().get(move.relation)
    if facts is None:
        return ""
    kind = facts.object_type if move.outward else facts.subject_type
    if kind:
        return kind
    names: Sequence[str] = facts.objects if move.outward else facts.subjects
    if names and leads_to_times(move, schema.relations()):
        return "year"
    if identifies(facts.name):
        return "text"
    numbers = sum(plain_number(name) is not None for name in names)
    return "plain number" if names and numbers >= _MOSTLY * len(names) else ""


def _entity(row: dict[str, Any]) -> Entity | None:
    if "id" in row:
        return Entity(row["id"], row["name"])
    value = row["value"]
    if value is None:
        return None
    if isinstance(value, bool):
        return boolean_value(value)
    if isinstance(value, int | float):
        return number_value(Decimal(str(value)))
    if isinstance(value, date):
        return time_value(Time(value.year, value.month, value.day))
    return Entity(str(value), str(value))


def _cell(pair: Sequence[str | None]) -> Entity:
    ident, name = pair
    if name is None:
        return Entity("", "-")
    return Entity(ident, name) if ident else number_value(Decimal(name))
