"""The checks of `kgqa doctor`: server, graph, indexes, models, and coverage of a question file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgqa_neo4j.diagnosis.models import ModelState, configured_models
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.coverage import coverage
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.text import counted
from kgqa_neo4j.question_sets.questions import Format
from kgqa_neo4j.settings import Configuration, LlmSettings
from kgqa_neo4j.store import health, schema
from kgqa_neo4j.store.bookmarks import FILE as BOOKMARKS
from kgqa_neo4j.store.connect import check_version, endpoint_of, server_version, status_of
from kgqa_neo4j.store.driver import Database

Status = Literal["ok", "warning", "error"]
_SHOWN_TYPES = 5


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check: its name, status, message, and a hint on what to do."""

    name: str
    status: Status
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All checks, in the order in which they ran."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether no check has the status ``error``."""
        return all(check.status != "error" for check in self.checks)


def diagnose(
    configuration: Configuration, questions: Path | None = None, format: Format | None = None
) -> Diagnosis:
    """Check everything that answering needs, without starting a server, loading a model or changing anything.

    Args:
        configuration: the workspace's settings.
        questions: a question file whose topics and gold answers are looked up in the graph.
        format: format of the file; detected from its content if not given.
    """
    checks: list[Check] = []
    states = configured_models(configuration.settings)
    with _server(configuration, checks) as database:
        if database is not None:
            _look_at_graph(database, states, checks)
            if questions is not None:
                checks.append(_attempt("coverage", lambda: _coverage(database, questions, format)))
    checks += [_model(state) for state in states]
    checks.append(_attempt("language model", lambda: _language_model(configuration.settings.llm)))
    return Diagnosis(tuple(checks))


def _attempt(name: str, look: Callable[[], Check]) -> Check:
    try:
        return look()
    except KgqaError as error:
        return Check(name, "error", error.message, error.hint)


@contextmanager
def _server(configuration: Configuration, checks: list[Check]) -> Iterator[Database | None]:
    """Yield a connection to the server, None if it is unusable; adds the check of the server."""
    try:
        status = status_of(configuration)
        if not status.running:
            managed = not configuration.settings.neo4j.uri
            place = "this workspace's server" if managed else f"the server at {status.uri}"
            hint = "start it: `kgqa db start`" if managed else "start it, or check NEO4J_URI"
            checks.append(Check("server", "error", f"{place} is not running", hint))
            yield None
            return
        settings = configuration.settings.neo4j
        endpoint = endpoint_of(configuration, start=False)
        database = Database(
            endpoint,
            timeout=settings.timeout,
            connect_timeout=settings.connect_timeout,
            bookmarks=configuration.workspace / BOOKMARKS,
        )
    except KgqaError as error:
        checks.append(Check("server", "error", error.message, error.hint))
        yield None
        return
    with database:
        usable = _attempt("server", lambda: _version(database))
        checks.append(usable)
        yield database if usable.status == "ok" else None


def _version(database: Database) -> Check:
    check_version(database)
    return Check("server", "ok", f"Neo4j {server_version(database)} at {database.endpoint.uri}")


def _look_at_graph(database: Database, states: list[ModelState], checks: list[Check]) -> None:
    try:
        info = health.graph_info(database)
    except KgqaError as error:
        checks.append(Check("graph", "error", error.message, error.hint))
        return
    counts = database.read("graph_counts")[0]
    said = ", ".join(
        (
            counted(counts["entities"], "entity", "entities"),
            counted(counts["triples"], "triple"),
            counted(counts["relations"], "relation"),
        )
    )
    checks.append(Check("graph", "ok", said))
    checks.append(_attempt("indexes", lambda: _indexes(database, info)))
    if info.embed_level == "triples":
        checks.append(_attempt("triple index", lambda: _triple_index(database)))
    checks.append(_vectors(info, next(state for state in states if state.kind == "embedding")))


def _indexes(database: Database, info: health.GraphInfo) -> Check:
    states = health.index_states(database)
    health.check_indexes(info, states)
    needed = health.required_indexes(info)
    return Check("indexes", "ok", f"all {len(needed)} online: {', '.join(needed)}")


def _triple_index(database: Database) -> Check:
    indexed = schema.triple_index_types(database)
    present = {str(row["id"]) for row in database.read("relation_types")}
    if missing := sorted(present - indexed):
        named = ", ".join(missing[:_SHOWN_TYPES]) + (", ..." if len(missing) > _SHOWN_TYPES else "")
        return Check(
            "triple index",
            "error",
            f"{len(missing)} of {len(present)} relationship types are not indexed: {named}",
            "rerun the last `kgqa load` to index all types",
        )
    return Check("triple index", "ok", f"lists all {len(present)} relationship types of the graph")


def _vectors(info: health.GraphInfo, configured: ModelState) -> Check:
    if info.embed_level == "none":
        return Check("vectors", "warning", "the graph has no vectors", "create them: `kgqa load --reembed`")
    if info.embedding_model != configured.name:
        return Check(
            "vectors",
            "error",
            f"the graph was embedded with {info.embedding_model}, but {configured.name} is configured",
            "run `kgqa load --reembed`, or set embedding.model back",
        )
    said = f"{info.embedding_model}, {info.embedding_dimension} dimensions, level {info.embed_level}"
    return Check("vectors", "ok", said)


def _coverage(database: Database, file: Path, format: Format | None) -> Check:
    found = coverage(Connection(lambda: database, patience=0.0), file, format)
    said = (
        f"{found.file}: {found.topics_found:,} of {found.topics:,} topics and "
        f"{found.answers_found:,} of {found.answers:,} gold answers are in the graph"
    )
    if not found.topics_found + found.answers_found:
        return Check("coverage", "error", said, "check that the questions are about this graph")
    if found.topics_found < found.topics or found.answers_found < found.answers:
        return Check("coverage", "warning", said, "load what is missing; questions about it have no answer")
    return Check("coverage", "ok", said)


def _model(state: ModelState) -> Check:
    name = {"llm": "model file", "embedding": "encoder", "spacy": "spaCy pipeline"}[state.kind]
    if state.present is False:
        return Check(
            name, "error", f"{state.name} not found: {state.hint}", "`kgqa models list` shows available models"
        )
    size = f", {state.bytes / 1e6:,.0f} MB" if state.bytes else ""
    return Check(name, "ok", f"{state.name}{size}, {state.place}")


def _language_model(settings: LlmSettings) -> Check:
    if settings.backend == "http":
        return _endpoint(settings)
    if settings.backend != "llama-cpp":
        return Check("language model", "warning", f"the backend {settings.backend} uses no real model")
    from kgqa_neo4j.llm.llamacpp import can_offload, offload_problem

    if problem := offload_problem(settings.gpu_layers):
        return Check("language model", "warning", problem, "set llm.gpu_layers to auto")
    can = "can use a GPU" if can_offload() else "runs on the CPU only"
    return Check(
        "language model", "ok", f"this build of llama.cpp {can}; llm.gpu_layers = {settings.gpu_layers}"
    )


def _endpoint(settings: LlmSettings) -> Check:
    from kgqa_neo4j.llm.http import HttpLLM

    llm = HttpLLM(settings)
    offered = llm.models()
    if settings.model not in offered:
        names = ", ".join(offered[:_SHOWN_TYPES]) or "none"
        return Check(
            "language model",
            "warning",
            f"{llm.device} does not list {settings.model}; it offers {names}",
            "set llm.model to one of them",
        )
    return Check("language model", "ok", f"{settings.model} at {llm.device}")
