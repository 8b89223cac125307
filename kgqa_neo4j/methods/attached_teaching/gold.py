"""Gold answers to questions about an attached graph: rows or names, and the query for them if known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgqa_neo4j.attached.full_names import with_full_names
from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.guard.checks import tokens
from kgqa_neo4j.guard.ownership import properties_with_owners
from kgqa_neo4j.guard.parsing import name_of, parsed
from kgqa_neo4j.guard.reading import check_reads
from kgqa_neo4j.methods.attached_teaching.statement_queries import query_of_statement
from kgqa_neo4j.methods.attached_teaching.statement_terms import NotTranslatable
from kgqa_neo4j.model.errors import CypherRefused, InputError, KgqaError
from kgqa_neo4j.plans.attached.learning.meanings import elements_of, keys_in
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.property_cypher import PropertyCompiler
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.question_sets.questions import Question
from kgqa_neo4j.question_sets.same_rows import Comparing, same_rows
from kgqa_neo4j.store.bounds import Bounds
from kgqa_neo4j.store.driver import Database

_MOST_ROWS, _VALUES, _BYTES = 100_000, 100_000, 100_000_000
Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Gold:
    """The right answer to a question.

    `rows` is the complete answer; if it is None, `names` is, as a set of rows. `query` returns the answer; None if
    unknown. `keys` are the labels, types and properties known to be meant. `problem` says why the pair is unusable,
    `note` why there is no query.
    """

    rows: Rows | None = None
    names: frozenset[tuple[Any, ...]] = frozenset()
    query: Query | None = None
    keys: frozenset[str] = field(default=frozenset())
    problem: str = ""
    note: str = ""

    @property
    def counts_rows(self) -> bool:
        """Whether the number of occurrences of each row is known."""
        return self.rows is not None


class Golds:
    """Finds the gold answers of pairs on one attached graph, and compares rows with them."""

    def __init__(self, database: Database, schema: PropertyGraphSchema, timeout: float) -> None:
        self._database = database
        self.schema = schema
        self._compiler = PropertyCompiler(with_full_names(schema))
        self._timeout = timeout
        self._comparing = Comparing({label.name: label.naming for label in schema.labels})

    def of(self, question: Question) -> Gold:
        """Return the gold answer of a question, or the problem with it.

        Raises:
            DatabaseError: the graph cannot be queried.
        """
        try:
            if question.plan:
                query = parse_query(question.plan)
                rows = self.rows(query)
                if not rows:
                    return Gold(problem="plan: no results (try it with `kgqa plan run`)")
                return Gold(rows, query=query, keys=frozenset(keys_in(query)))
            if question.cypher and not (question.answers or question.rows):
                return self._of_statement(question.cypher)
        except (InputError, CypherRefused) as error:
            hint = f" ({error.hint})" if error.hint else ""
            return Gold(problem=f"{'plan' if question.plan else 'Cypher'}: {error.message}{hint}")
        if question.rows:
            return Gold(names=frozenset(self._row(row) for row in question.rows))
        return Gold(names=frozenset(self._row((one,)) for one in question.answers))

    def _of_statement(self, statement: str) -> Gold:
        bounds = Bounds(self._timeout, _MOST_ROWS, _VALUES, _BYTES)
        rows = self._database.read_untrusted(check_reads(statement), {}, bounds)
        if not rows:
            return Gold(problem="Cypher: no rows (check the spelling of names)")
        query, note = None, ""
        try:
            query = query_of_statement(statement, self.schema)
            if not same_rows(rows, self.rows(query), self._comparing):
                query, note = None, "no plan gives the same rows as the Cypher"
        except (NotTranslatable, KgqaError) as error:
            query, note = None, f"no plan can express the Cypher: {error}"
        keys = frozenset(keys_in(query)) if query else self._named_in(statement)
        return Gold(rows, query=query, keys=keys, note=note)

    def rows(self, query: Query) -> Rows:
        """Return the rows of a query.

        Raises:
            InputError: it cannot be compiled for the graph.
            DatabaseError: the graph cannot be queried.
        """
        statement = self._compiler.compiled(query, _MOST_ROWS)
        return self._database.read_compiled(statement.text, statement.parameters)

    def agrees(self, gold: Gold, rows: Rows) -> bool:
        """Whether rows equal the gold answer."""
        if gold.rows is not None:
            return same_rows(gold.rows, rows, self._comparing)
        found = frozenset(
            self._row(tuple(row.values()) if len(row) != 2 or set(row) != {"name", "id"} else (row["name"],))
            for row in rows
        )
        return found == gold.names

    def _row(self, cells: Sequence[Any]) -> tuple[Any, ...]:
        told = (("no", "yes")[cell] if isinstance(cell, bool) else cell for cell in cells)
        return tuple(self._comparing.value(cell) for cell in told)

    def _named_in(self, statement: str) -> frozenset[str]:
        """Return the keys of the labels, types and properties in a statement that has no equivalent query."""
        try:
            _, tree = parsed(statement)
        except CypherRefused:
            return frozenset()
        named = {f":{name_of(str(one))}" for label in tree.find_data("label") for one in tokens(label, "NAME")}
        named |= {name_of(str(one)) for kind in tree.find_data("type") for one in tokens(kind, "NAME")}
        for part in tree.find_data("single"):
            named |= {f"{owner}.{key}" for owners, key in properties_with_owners(part) for owner in owners}
        return frozenset(named & set(elements_of(self.schema)))
