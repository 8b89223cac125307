"""Ask a question: build the resources from the settings, run one method, store the answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from kgqa_neo4j import linking, llm, methods
from kgqa_neo4j.attached.freshness import freshened
from kgqa_neo4j.attached.workspace import AttachedGraph, open_attached
from kgqa_neo4j.embedding.sharing import shared
from kgqa_neo4j.llm.cache import cached
from kgqa_neo4j.methods.base import AsksAttached, Method, Resources
from kgqa_neo4j.methods.during_load import explained_by_load, loading_steps
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import ConfigError, InputError, KgqaError
from kgqa_neo4j.model.progress import no_progress
from kgqa_neo4j.model.redaction import Redactor
from kgqa_neo4j.question.synonyms import is_noun
from kgqa_neo4j.reporting import trace as tracing
from kgqa_neo4j.settings import Configuration, attached_graph, secrets_in
from kgqa_neo4j.store.connect import connect, require_store
from kgqa_neo4j.store.driver import recording
from kgqa_neo4j.store.health import check_ready
from kgqa_neo4j.telemetry.asking import ask_id, asking
from kgqa_neo4j.telemetry.audit import audit
from kgqa_neo4j.telemetry.spans import Span, measure, observed, span

log = logging.getLogger(__name__)


def open_resources(
    configuration: Configuration, report: Callable[[str], None] = no_progress, *, method: str = ""
) -> Resources:
    """Create the resources that methods need; models are loaded when first used.

    `report` receives messages about slow operations, such as starting a managed server. `method` is the method
    that will run first (default: from the settings). If it needs a graph and none was ever loaded, no server is
    started.

    Raises:
        EmptyGraph: nothing was ever loaded.
        KgqaError: a resource cannot be created: no server, wrong password, no such model, ...
    """
    settings = configuration.settings
    attached: AttachedGraph | None = None
    if attached_graph(configuration) is not None:
        attached = open_attached(configuration)
    if attached is None and methods.create(method or settings.ask.method).needs_graph:
        with explained_by_load(configuration.workspace):
            require_store(configuration)
    with ThreadPoolExecutor(1, thread_name_prefix="kgqa-encoder") as beside:
        # Overlaps with waiting for the server, which may have to be started.
        encoder = beside.submit(shared, settings.embedding)
        database = connect(configuration, report)
        try:
            if attached is not None:
                attached = freshened(attached, database, report)
            embedder = encoder.result()
        except BaseException:
            database.close()
            raise
    return Resources(
        graph=database,
        embedder=embedder,
        linker=linking.create(settings, database, embedder, is_noun),
        llm=cached(llm.create(settings.llm), configuration),
        settings=settings,
        workspace=configuration.workspace,
        attached=attached,
    )


def ask(
    question: str,
    resources: Resources,
    configuration: Configuration,
    topics: Sequence[str] = (),
    on_text: Callable[[str], None] | None = None,
    method: Method | None = None,
    *,
    kept: bool = True,
) -> Answer:
    """Answer `question` with the configured method, and store the answer.

    Args:
        question: in plain language; ``[...]`` around a name marks it as the topic.
        resources: from `open_resources`; reusable for many questions.
        configuration: the workspace and its settings.
        topics: ids, names or aliases of entities that the question is about.
        on_text: receives the text of the answer piece by piece.
        method: a method to use instead; a reused instance keeps what it cached about the graph.
        kept: store the answer in the history and, depending on the settings, in the graph.

    Raises:
        InputError: the question is empty.
        ConfigError: the graph is attached, and the method needs a loaded one.
        NoSuchTopic: an explicit topic is not in the graph.
        DatabaseError: or a subclass: the graph cannot be queried, is empty, or was embedded by another model.
        ModelError: or a subclass: a model cannot be used at all.
    """
    if not question.strip():
        raise InputError("the question is empty", hint='ask something, as in: kgqa ask "who directed Kismet?"')
    method = method or methods.create(configuration.settings.ask.method)
    started = time.perf_counter()
    if method.needs_graph and resources.attached is not None:
        if not isinstance(method, AsksAttached):
            raise ConfigError(
                f"the method {method.name!r} needs a loaded graph, but this one is attached",
                hint="use `--method plans`, or load it into its own workspace: "
                f"`kgqa load property-graph --from {resources.attached.attachment.name}`",
            )
    elif method.needs_graph:
        used = resources.embedder
        with explained_by_load(configuration.workspace):
            check_ready(resources.graph, model=used.model, dimension=used.dimension, normalised=used.normalised)
    with asking(tracing.new_ask_id()), observed(configuration.settings.otel), span("kgqa.ask") as opened:
        opened.set("kgqa.method", method.name)
        opened.set("kgqa.ask_id", ask_id())
        opened.content("kgqa.question", question)
        try:
            answer = _answered(question, resources, configuration, topics, on_text, method)
        except KgqaError as error:
            # Log only the error's class: its message may contain text from a server.
            _audited(configuration, question, {"method": method.name, "error": type(error).__name__})
            raise
        answer.seconds.total = time.perf_counter() - started
        _tell(answer, opened)
        _audited(
            configuration,
            question,
            {
                "method": answer.method,
                "status": answer.status.value,
                "confidence": answer.confidence,
                "seconds": round(answer.seconds.total, 3),
            },
        )
        return tracing.keep(resources.graph, configuration, answer) if kept else answer


def _answered(
    question: str,
    resources: Resources,
    configuration: Configuration,
    topics: Sequence[str],
    on_text: Callable[[str], None] | None,
    method: Method,
) -> Answer:
    redactor = Redactor(secrets_in(configuration.settings))
    with recording() as statements:
        try:
            answer = method.answer(question, resources, topics, on_text)
            if method.needs_graph and resources.attached is None:
                answer.steps += loading_steps(configuration.workspace)
        except KgqaError as error:
            redactor.error(error)
            raise
    answer.statements = statements
    _redact(answer, redactor)
    return answer


def _tell(answer: Answer, opened: Span) -> None:
    """Report the outcome to telemetry and the log: figures and the project's own names, no values from the graph."""
    opened.set("kgqa.status", answer.status.value)
    opened.set("kgqa.confidence", answer.confidence)
    opened.set("kgqa.entities", len(answer.entities))
    opened.set("kgqa.rows", len(answer.rows))
    opened.set("kgqa.evidence", len(answer.evidence))
    opened.set("kgqa.statements", len(answer.statements))
    opened.set("kgqa.model.calls", answer.llm.calls)
    opened.content("kgqa.answer", answer.text)
    labels = {"method": answer.method, "status": answer.status.value}
    measure("kgqa.questions", 1, **labels)
    measure("kgqa.question.duration", answer.seconds.total, **labels)
    log.info("%s by %s in %.3f s", answer.status.value, answer.method, answer.seconds.total)


def _audited(configuration: Configuration, question: str, outcome: dict[str, object]) -> None:
    settings = configuration.settings
    graph = settings.graph.name or settings.neo4j.database
    audit(settings.audit, configuration.workspace, graph, question, outcome)


def _redact(answer: Answer, redactor: Redactor) -> None:
    """Redact text that a language model or a server may have written; entities and evidence come from the graph."""
    answer.text, answer.reason = redactor.text(answer.text), redactor.text(answer.reason)
    answer.steps, answer.statements = redactor.value(answer.steps), redactor.value(answer.statements)
