"""Keeping what was asked, and the link that shows its evidence in Neo4j Browser."""

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
# One question in so many is followed by forgetting the oldest ones, at most so many nodes of the graph at a time.
_FORGETTING_EVERY, _FORGOTTEN_AT_ONCE = 100, 1000
_ASK_ID = re.compile(r"[0-9a-f]{20}")


def keep(database: Database, configuration: Configuration, answer: Answer) -> Answer:
    """Keep `answer` in the graph and in the workspace's history; fill its `ask_id` and `browser_url`.

    The trace in the graph is an `Ask` node without relationships, so that degrees and hubs do not
    depend on what was asked. Without it (``ask.trace`` is off, the server is read-only or gone)
    there is no link, and the history in the workspace is all that stays. An answer is never lost
    because it could not be kept: then its steps say so. Once in a while the oldest ones are forgotten,
    see ``ask.keep``.
    """
    # The id that log records and spans bear; an answer that is kept outside of a question gets one of its own.
    answer.ask_id = asking.ask_id() or new_ask_id()
    asked_at = datetime.now(UTC)
    # Nothing is written to an attached graph: its answers are in the history alone.
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
    """Delete the answers before the latest ``ask.keep`` ones from the workspace's history and from the graph."""
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
    """Return the Cypher that draws what was retrieved for a question, for people to run.

    Browser links take no parameters, so the id becomes part of the text; nothing else ever does.

    Raises:
        ValueError: `ask_id` is not of the form that `new_ask_id` makes.
    """
    if not _ASK_ID.fullmatch(ask_id):
        raise ValueError(f"not the id of a question: {ask_id!r}")
    lines = [line for line in statement("trace_subgraph").splitlines() if not line.startswith("//")]
    return "\n".join(lines).replace("$ask_id", f"'{ask_id}'")


def browser_url(database: Database, configuration: Configuration, ask_id: str) -> str:
    """Return the link that opens the question's subgraph in Neo4j Browser, empty if none is known."""
    return browser_link(database, configuration, subgraph_query(ask_id))


def browser_link(database: Database, configuration: Configuration, statement: str) -> str:
    """Return the link that opens Neo4j Browser with a statement in its editor, empty if none is known.

    The Browser is the server's own, or the one that the setting ``neo4j.browser_url`` names.
    """
    endpoint = database.endpoint
    base = configuration.settings.neo4j.browser_url
    if not base and endpoint.http_url:
        base = f"{endpoint.http_url.rstrip('/')}/browser/"
    if not base:
        return ""
    # The last fills the form for logging in; Browser asks for the password.
    query = {
        "cmd": "edit",
        "arg": statement,
        "dbms": endpoint.uri.replace("://", f"://{quote(endpoint.username, safe='')}@", 1),
    }
    # Browser looks for the named database before it has the list of them, and complains; its own
    # choice, the default database, is nearly always the right one.
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
