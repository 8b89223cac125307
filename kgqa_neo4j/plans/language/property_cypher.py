"""Compiling a query to Cypher over an attached property graph, with the graph's own labels, types and properties.

Relations of such a graph are its relationship types and properties: `.name` is the property `name` of a node, and a
qualifier is a property of a relationship. Labels, types and properties become part of the text, checked against the
schema; values are parameters.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.language.cypher import Statement
from kgqa_neo4j.plans.language.property_conditions import Conditions
from kgqa_neo4j.plans.language.property_proof import Proof, with_counted
from kgqa_neo4j.plans.language.property_rows import Rows
from kgqa_neo4j.plans.language.property_scope import Names, Scope, match_of
from kgqa_neo4j.plans.language.property_terms import Terms
from kgqa_neo4j.plans.language.query import SUMMARY_OF, Column, Order, Query, Sorting, Summary, Table, proving


class PropertyCompiler:
    """Compiles queries for one attached graph. Safe to use from several threads."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        self._schema = schema

    def compiled(self, query: Query, limit: int) -> Statement:
        """Return the statement that finds the answers: up to `limit` + 1 rows, to show whether there are more.

        Rows have the columns of the query's table; for a list, `name` and `id`; else one column `value`.

        Raises:
            InputError: the graph has no such label, type or property, or a comparison has no meaning.
        """
        return _Compiling(self._schema).statement(query, limit)

    def proof(self, query: Query, limit: int) -> Statement:
        """Return the statement that finds the triples which prove the answers, for the first `limit` rows.

        Its rows have `walk`: a list of [id and name of the subject, type or property, id and name of the object]; a
        value has no id.

        Raises:
            InputError: see `compiled`.
        """
        return _Compiling(self._schema).proof(query, limit)


def as_table(query: Query) -> Query:
    """Return a query with its columns, group or aggregate expressed as a table.

    Raises:
        InputError: no table can express its measure.
    """
    if query.table or not (query.columns or query.group or query.aggregate):
        return query
    columns: tuple[Column, ...]
    if query.columns:
        columns = (Column(), *(Column(path) for path in query.columns))
        table = Table(columns, distinct=True)
    else:
        if query.order and query.group:
            return _first_of_each(query, query.order)
        summary = Column(summary=Summary.COUNT, distinct=True)
        if query.aggregate:
            measure = query.aggregate.measure
            if measure.until and not query.group:
                return query
            if measure.until or not measure.path:
                raise InputError("attached graphs do not support differences of values per group yet")
            told = SUMMARY_OF[query.aggregate.function]
            summary = Column(measure.path, summary=told, counted=measure.count)
        table = Table((Column(query.group), summary) if query.group else (summary,))
    return replace(query, columns=(), group=(), aggregate=None, table=table)


def _first_of_each(query: Query, order: Order) -> Query:
    """Return the query for the first entities of each group, as a table."""
    measure = order.measure
    if measure.until or measure.qualifier or order.place != 1:
        raise InputError("the first of each group must be ranked by one value or one count")
    by = Column(measure.path, counted=measure.count, hidden=True)
    sorting = (Sorting(3, order.greatest),)
    table = Table((Column(query.group), Column(), by), sorting=sorting, limit=order.many, each=1)
    return replace(query, order=None, group=(), table=table)


class _Compiling:
    """Compiles one query to one statement."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        terms = Terms(schema)
        self._names = Names(schema)
        self._conditions = Conditions(terms, self._names)
        self._rows = Rows(terms, self._names, self._conditions)
        self._proof = Proof(terms, self._names, self._conditions)

    def statement(self, query: Query, limit: int) -> Statement:
        query = as_table(query)
        scope = self._scope(query)
        clauses = self._rows.clauses(query, scope, limit)
        return self._whole(scope, clauses)

    def proof(self, query: Query, limit: int) -> Statement:
        query = with_counted(as_table(proving(query)))
        scope = self._scope(query)
        for column in query.table.columns if query.table else ():
            self._rows.column(scope, column)
        facts = self._proof.facts(query, scope)
        most = self._names.parameter(limit, "proved")
        return self._whole(scope, [f"RETURN [{', '.join(facts)}] AS walk LIMIT {most}"])

    def _scope(self, query: Query) -> Scope:
        root = self._names.variable(query.pattern.label, "")
        scope = Scope(root)
        scope.named[""] = (root, None)
        self._conditions.held(scope, root, query.pattern)
        scope.conditions += [self._conditions.comparison(scope, one) for one in query.compared]
        return scope

    def _whole(self, scope: Scope, clauses: list[str]) -> Statement:
        """Return the statement of a scope, once everything that is returned is known."""
        scope.conditions = list(dict.fromkeys(scope.conditions))
        text = str(match_of(scope, scope.root))
        match = text.replace(" WHERE ", "\nWHERE ", 1) if len(text) > 110 else text
        return Statement("\n".join([*scope.before, match, *clauses]), self._names.parameters, self._rows.joined)
