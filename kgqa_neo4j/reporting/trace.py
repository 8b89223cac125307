"""Storing answers in the graph and the history, and the link that shows their evidence in Neo4j Browser."""

from __future__ import annotations

import logging
import re
import secrets
import time
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlencode

from kgqa_neo4j.model.answer import Answer, Step
from kgqa_neo4j.model.errors import DatabaseError, KgqaError
from kgqa_neo4j.reporting.history import History, dump
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.statements import statement
from kgqa_neo4j.telemetry import asking

log = logging.getLogger(__name__)

DEFAULT_DATABASE = "neo4j"
# One question in 100, at random, triggers deletion of the oldest answers, at most 1000 nodes of the graph at a time.
_FORGETTING_EVERY, _FORGOTTEN_AT_ONCE = 100, 1000
_ASK_ID = re.compile(r"[0-9a-f]{20}")


def keep(database: Database, configuration: Configuration, answer: Answer) -> Answer:
    """Store `answer` in the graph and in the workspace's history; set its `ask_id`, `browser_url` and `cypher`.

    The trace in the graph is an `Ask` node without relationships, so that node degrees do not depend on past
    questions. Without a trace (``ask.trace`` is off, or the server is read-only or down), there is no link, and only
    the history stores the answer. If storing fails, the answer is still returned, with a step that reports the
    failure. From time to time, the oldest answers are deleted; see ``ask.keep``.
    """
    # The id used in log records and spans; an answer stored outside of a running question gets a new one.
    answer.ask_id = asking.ask_id() or new_ask_id()
    asked_at = datetime.now(UTC)
    # Attached graphs are read-only: their answers are only in the history.
    if configuration.settings.ask.trace and not database.read_only:
        url = browser_url(database, configuration, answer.ask_id) if answer.evidence else ""
        answer.browser_url = url
        answer.cypher = subgraph_query(answer.ask_id) if answer.evidence else ""
        try:
            database.write_in_passing("trace_write", id=answer.ask_id, properties=_properties(answer, asked_at))
        except DatabaseError as error:
            answer.browser_url = answer.cypher = ""
            answer.steps.append(Step("trace", f"not kept in the graph: {error.message}"))
    try:
        History(configuration.workspace).add(answer, asked_at)
    except KgqaError as error:
        answer.steps.append(Step("trace", f"not kept in the workspace: {error.message}"))
    if configuration.settings.ask.keep and secrets.randbelow(_FORGETTING_EVERY) == 0:
        forget_oldest(database, configuration)
    return answer


def forget_oldest(database: Database, configuration: Configuration) -> None:
    """Delete all but the latest ``ask.keep`` answers from the workspace's history and from the graph."""
    most = configuration.settings.ask.keep
    try:
        History(configuration.workspace).forget(most)
        if configuration.settings.ask.trace and not database.read_only:
            database.write_in_passing("trace_forget", keep=most, limit=_FORGOTTEN_AT_ONCE)
    except KgqaError as error:
        log.info("old answers could not be forgotten: %s", error.message)


def new_ask_id() -> str:
    """Return 20 hex digits that sort by time: milliseconds since 1970, then random digits."""
    return f"{time.time_ns() // 1_000_000:012x}{secrets.token_hex(4)}"


def subgraph_query(ask_id: str) -> str:
    """Return the Cypher that shows the subgraph retrieved for a question, for people to run.

    Browser links take no parameters, so the id becomes part of the text; nothing else ever does.

    Raises:
        ValueError: `ask_id` does not have the format of `new_ask_id`.
    """
    if not _ASK_ID.fullmatch(ask_id):
        raise ValueError(f"not the id of a question: {ask_id!r}")
    lines = [line for line in statement("trace_subgraph").splitlines() if not line.startswith("//")]
    return "\n".join(lines).replace("$ask_id", f"'{ask_id}'")


def browser_url(database: Database, configuration: Configuration, ask_id: str) -> str:
    """Return the link that opens a question's subgraph in Neo4j Browser; empty if no Browser is known."""
    return browser_link(database, configuration, subgraph_query(ask_id))


def browser_link(database: Database, configuration: Configuration, statement: str) -> str:
    """Return the link that opens Neo4j Browser with a statement in its editor; empty if no Browser is known.

    The setting ``neo4j.browser_url`` takes precedence over the server's own Browser.
    """
    endpoint = database.endpoint
    base = configuration.settings.neo4j.browser_url
    if not base and endpoint.http_url:
        base = f"{endpoint.http_url.rstrip('/')}/browser/"
    if not base:
        return ""
    # `dbms` pre-fills the login form; Browser asks for the password.
    query = {
        "cmd": "edit",
        "arg": statement,
        "dbms": endpoint.uri.replace("://", f"://{quote(endpoint.username, safe='')}@", 1),
    }
    # Browser looks up a named database before it has loaded the list of databases, and shows an error. Without a name
    # it uses the default database, which is nearly always the right one.
    if endpoint.database != DEFAULT_DATABASE:
        query["db"] = endpoint.database
    return f"{base}{'&' if '?' in base else '?'}{urlencode(query, quote_via=quote, safe='')}"


def _properties(answer: Answer, asked_at: datetime) -> dict[str, Any]:
    triples = [item.triple for item in answer.evidence]
    return {
        "question": answer.question,
        "asked_at": asked_at,
        "method": answer.method,
        "status": answer.status.value,
        "text": answer.text,
        "entity_ids": [entity.id for entity in answer.entities],
        "topic_ids": [topic.id for topic in answer.topics],
        "sources": [triple.subject.id for triple in triples],
        "types": [triple.relation.id for triple in triples],
        "targets": [triple.object.id for triple in triples],
        "triple_ids": [triple.id for triple in triples],
        "hops": [item.hop for item in answer.evidence],
        "steps": [item.step for item in answer.evidence],
        "answer": dump(answer),
    }
