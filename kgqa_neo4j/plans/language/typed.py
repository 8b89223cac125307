"""Executing plans and queries that a user wrote: names are resolved to ids, and mistakes explained."""

from __future__ import annotations

import re
from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.attached.workspace import open_attached
from kgqa_neo4j.model.errors import InputError, StatementTimeout
from kgqa_neo4j.model.graph import Triple
from kgqa_neo4j.model.progress import no_progress
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.execution import Result
from kgqa_neo4j.plans.graph_schema import schema_of
from kgqa_neo4j.plans.language.execution import QueryExecutor, QueryResult
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.property_execution import PropertyExecutor
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.plans.language.renaming import named_entities, renamed
from kgqa_neo4j.plans.text import parse_plan
from kgqa_neo4j.plans.typed import entities_named, execute_text, relations_named
from kgqa_neo4j.settings import Configuration, PlansSettings, attached_graph
from kgqa_neo4j.store.connect import connect, require_store
from kgqa_neo4j.store.driver import Database

_QUERY = re.compile(r"\s*(?:any|:|none|sum|average|maximum|minimum|value|count of)\b|\s*:")


def run_typed(text: str, configuration: Configuration) -> Result | QueryResult:
    """Execute a plan of chains or a query on the graph of a workspace.

    Raises:
        InputError, NoSuchTopic, DatabaseError: see `execute_query`.
    """
    if attached_graph(configuration) is not None:
        return _run_attached(text, configuration)
    is_chain = _is_chain(text)  # syntax errors are reported before a server is started
    require_store(configuration)
    with connect(configuration, no_progress) as database:
        execute = execute_text if is_chain else execute_query
        return execute(text, database, configuration.settings.plans)


def _run_attached(text: str, configuration: Configuration) -> QueryResult:
    """Execute a query on the attached property graph of a workspace."""
    schema = open_attached(configuration).schema
    parse_query(text)  # syntax errors are reported before connecting
    with connect(configuration, no_progress) as database:
        return execute_attached(text, database, schema, configuration.settings.plans)


def execute_attached(
    text: str, database: Database, schema: PropertyGraphSchema, settings: PlansSettings
) -> QueryResult:
    """Execute a query on an attached property graph.

    Raises:
        InputError: the text is not a query, or names something that is not in the schema.
        DatabaseError: or a subclass: the server cannot be queried.
    """
    query = parse_query(text)
    limits = Limits(settings.reads, settings.entities, settings.proved)
    executor = PropertyExecutor(database, schema, limits)
    found = executor.execute(query)
    single = all(len(row) == 1 for row in found.rows)
    entities = tuple(dict.fromkeys(row[0] for row in found.rows)) if single else ()
    rows = () if single else found.rows
    return QueryResult(query, entities, rows, found.cut, found.statement, _proof(executor, query))


def execute_typed(text: str, database: Database, settings: PlansSettings) -> Result | QueryResult:
    """Execute a plan of chains or a query on a loaded graph; see `run_typed`."""
    return (execute_text if _is_chain(text) else execute_query)(text, database, settings)


def _is_chain(text: str) -> bool:
    """Return whether a text is a plan of chains; otherwise it is a query.

    Raises:
        InputError: it is neither.
    """
    try:
        parse_plan(text)
    except InputError as error:
        try:
            parse_query(text)
        except InputError as other:
            # Report the error of the language that the text seems to be in.
            raise (other if _QUERY.match(text) else error) from None
        return False
    return True


def execute_query(text: str, database: Database, settings: PlansSettings) -> QueryResult:
    """Execute a query on a loaded graph; entities and relations may be given by name or id.

    Raises:
        InputError: the text is not a query, names an unknown relation, or cannot be executed.
        NoSuchTopic: the graph has no entity of that id or name, or several of that name.
        DatabaseError: or a subclass: the server cannot be queried.
    """
    limits = Limits(settings.reads, settings.entities, settings.proved)
    executor = QueryExecutor(database, schema_of(database), limits)
    result = executor.execute(identified_query(database, parse_query(text)))
    return replace(result, evidence=_proof(executor, result.query))


def _proof(executor: QueryExecutor | PropertyExecutor, query: Query) -> tuple[tuple[Triple, int], ...]:
    """Return the triples that prove a result, none if they take too long to find."""
    try:
        return tuple(executor.prove(query))
    except StatementTimeout:
        return ()


def identified_query(database: Database, query: Query) -> Query:
    """Return the query with names of entities and relations replaced by their ids.

    Raises:
        InputError, NoSuchTopic, DatabaseError: see `execute_query`.
    """
    entities = entities_named(database, named_entities(query))
    relations = relations_named(database, {move.relation for path in query.paths for move in path})
    return renamed(query, entities, relations)
