"""Executing a query on an attached property graph: its rows, and the triples that prove them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from neo4j.time import Duration

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.model.durations import duration_text
from kgqa_neo4j.model.graph import Entity, Triple, catalogued
from kgqa_neo4j.plans.compiling import DEFAULT_LIMITS, PROOF_SECONDS, Limits
from kgqa_neo4j.plans.language.cypher import Statement
from kgqa_neo4j.plans.language.property_cypher import PropertyCompiler
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.store.driver import Database, Row

Rows = tuple[tuple[Entity, ...], ...]
# A fraction of a second that is zero, before the time zone if there is one.
_FRACTION = re.compile(r"\.0+(?=$|[Z+-])")
_WIDTH = 200


@dataclass(frozen=True, slots=True)
class PropertyResult:
    """The result of a query: the names of its `columns`, and the `rows` as the statement returned them, but with the
    columns that make up one name merged.

    `cut` means that there are more rows than were read.
    """

    query: Query
    columns: tuple[str, ...]
    rows: Rows
    cut: bool
    statement: Statement

    @property
    def total(self) -> int:
        """How many rows there are."""
        return len(self.rows)


class PropertyExecutor:
    """Executes queries on one attached graph; nothing is ever written. Safe to use from several threads."""

    def __init__(
        self, database: Database, schema: PropertyGraphSchema, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        self._database = database
        self._compiler = PropertyCompiler(schema)
        self._limits = limits

    def execute(self, query: Query) -> PropertyResult:
        """Execute a query.

        Raises:
            InputError: the query cannot be executed; see `PropertyCompiler.compiled`.
            DatabaseError: or a subclass: the server cannot be queried, or exceeded the time limit.
        """
        most = self._limits.entities
        statement = self._compiler.compiled(query, most)
        found = self._database.read_compiled(statement.text, statement.parameters)
        cut, found = len(found) > most, found[:most]
        found = _with_whole_names(found, statement.joined)
        columns = tuple(found[0]) if found else ()
        rows = tuple(row for one in found if (row := _row(one)))
        return PropertyResult(query, columns, rows, cut, statement)

    def prove(self, query: Query) -> list[tuple[Triple, int]]:
        """Return the triples that prove the answers, each once: relationships, and properties with their values.

        Raises:
            StatementTimeout: they take long to find, unlike the answers.
            InputError, DatabaseError: see `execute`.
        """
        if not self._limits.proved:
            return []
        statement = self._compiler.proof(query, self._limits.proved)
        found: dict[str, tuple[Triple, int]] = {}
        for row in self._database.read_compiled(statement.text, statement.parameters, seconds=PROOF_SECONDS):
            for hop, (source, name, relation, target, value) in enumerate(row["walk"], 1):
                if value is None and not target:
                    continue
                end = Entity(target or f"value:{value}", _cut(str(value)))
                triple = Triple(Entity(source, _cut(str(name))), catalogued(relation, None), end)
                found.setdefault(triple.id, (triple, hop))
        return list(found.values())


def _with_whole_names(rows: list[Row], joined: tuple[tuple[str, ...], ...]) -> list[Row]:
    """Return rows with the columns that make up one name merged."""
    if not joined:
        return rows
    whole = {columns[0]: columns for columns in joined}
    later = {name for columns in joined for name in columns[1:]}

    def shown(one: Row) -> Row:
        row: Row = {}
        for name, value in one.items():
            if name in whole:
                parts = [str(one[part]) for part in whole[name] if one[part] is not None]
                row[", ".join(whole[name])] = " ".join(parts) or None
            elif name not in later:
                row[name] = value
        return row

    return list(map(shown, rows))


def _row(one: Row) -> tuple[Entity, ...]:
    """Return the cells of a row; none if its only value is missing."""
    if set(one) == {"name", "id"}:
        return (Entity(str(one["id"]), _cut(shown_value(one["name"]))),)
    values = list(one.values())
    if len(values) == 1 and values[0] is None:
        return ()
    return tuple(map(value_entity, values))


def value_entity(value: Any) -> Entity:
    """Return a value of a row as an entity of the answer."""
    return Entity(f"value:{shown_value(value)}", _cut(shown_value(value)))


def shown_value(value: Any) -> str:
    """Return a value of a row as text."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return (
            f"{value:.6g}"
            if abs(value) < 1e6 and not value.is_integer()
            else f"{value:.2f}".removesuffix(".00")
        )
    if isinstance(value, list):
        return ", ".join(map(shown_value, value))
    if isinstance(value, Duration):
        return duration_text(value)
    return _FRACTION.sub("", value.iso_format()) if hasattr(value, "iso_format") else str(value)


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
