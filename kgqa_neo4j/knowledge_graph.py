"""`KnowledgeGraph`: the public API. A graph in Neo4j that can be loaded, asked and taught.

What is loaded (models, connection, what was read of the graph) is kept between questions. Every
method may be called from several threads at once; the `_async` forms run in a thread of their own.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kgqa_neo4j.answer_stream import AnswerStream
from kgqa_neo4j.graph_view import GraphView
from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.methods.opened_graph import OpenedGraph
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import DatabaseDown, InputError, KgqaError
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.settings import CALL, Configuration, load_configuration
from kgqa_neo4j.settings.named import settings_by_keyword

if TYPE_CHECKING:
    from kgqa_neo4j.evaluation.task import Topic
    from kgqa_neo4j.llm.base import LLM
    from kgqa_neo4j.loading.summary import Summary
    from kgqa_neo4j.methods.base import Resources
    from kgqa_neo4j.methods.foreign_statements import StatementRows
    from kgqa_neo4j.methods.teaching import Report as LearningReport
    from kgqa_neo4j.plans.execution import Result
    from kgqa_neo4j.plans.language.execution import QueryResult
    from kgqa_neo4j.question_sets.questions import Format, Question

__all__ = ["AnswerStream", "KnowledgeGraph", "RankedPlan"]

DEFAULT_WORKSPACE = Path(".kgqa")


@dataclass(frozen=True, slots=True)
class RankedPlan:
    """A query plan that a question may mean: its text form, its score (higher is better), what made the score."""

    text: str
    score: float
    features: Mapping[str, float]


class KnowledgeGraph(GraphView):
    """One graph: its workspace, its server, and the models that answer questions about it.

    Make one with `open` or `connect`; it is a context manager. Nothing is started or loaded before it
    is needed.
    """

    def __init__(
        self, configuration: Configuration, *, llm: LLM | None = None, report: Report = no_progress
    ) -> None:
        self.configuration = configuration
        self._llm = llm
        self._report = report
        self._lock = threading.RLock()
        self._opened: OpenedGraph | None = None
        self._retired: list[OpenedGraph] = []
        self._closed = False

    @classmethod
    def open(
        cls,
        workspace: Path | str = DEFAULT_WORKSPACE,
        *,
        graph: str | None = None,
        settings: Mapping[str, object] | None = None,
        llm: LLM | None = None,
        report: Report = no_progress,
    ) -> Self:
        """Open a workspace: the directory that holds one graph, or several attached ones. It need not exist yet.

        Args:
            workspace: the directory.
            graph: which of several attached graphs; else the default one.
            settings: dotted names to values, as ``{"plans.max_hops": 2}``; they win over the
                environment and the workspace's `kgqa.toml`.
            llm: a language model to use instead of the one that the settings name.
            report: hears of what takes time, such as a managed server that has to be started.

        Raises:
            ConfigError: a setting is unknown, or its value does not fit; or no graph of that name is attached.
        """
        chosen = {**(settings or {}), "graph.name": graph} if graph else settings
        return cls(load_configuration(Path(workspace).resolve(), chosen), llm=llm, report=report)

    @classmethod
    def connect(
        cls,
        uri: str,
        *,
        auth: tuple[str, str] | None = None,
        database: str = "neo4j",
        workspace: Path | str = DEFAULT_WORKSPACE,
        settings: Mapping[str, object] | None = None,
        llm: LLM | None = None,
        report: Report = no_progress,
    ) -> Self:
        """Use a server of your own instead of the managed one; see `open` for the rest.

        Args:
            uri: its address, such as ``bolt://localhost:7687``.
            auth: user name and password.
            database: name of the database.
            workspace: where settings, history and what was trained are kept.

        Raises:
            ConfigError: a setting is unknown, or its value does not fit.
        """
        server: dict[str, object] = {"neo4j.uri": uri, "neo4j.database": database}
        if auth is not None:
            server |= {"neo4j.username": auth[0], "neo4j.password": auth[1]}
        return cls.open(workspace, settings={**(settings or {}), **server}, llm=llm, report=report)

    def __enter__(self) -> Self:
        """Return the graph itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close the connection. A managed server goes on running; `kgqa db stop` stops it."""
        with self._lock:
            self._closed = True
            self.reload()
            retired, self._retired = self._retired, []
        for opened in retired:
            opened.resources.graph.close()

    # Questions

    def ask(
        self,
        question: str,
        *,
        topics: Sequence[str] | str = (),
        method: str | None = None,
        settings: Mapping[str, object] | None = None,
        on_text: Callable[[str], None] | None = None,
        keep: bool = True,
        **named: object,
    ) -> Answer:
        """Answer a question in plain language.

        Args:
            question: ``[...]`` around a name says that it is the topic.
            topics: ids, names or aliases of entities that the question is about; a text is one of them.
            method: name of a method instead of the one that the settings name.
            settings: dotted names to values, for this question alone.
            on_text: receives the text of the answer piece by piece.
            keep: keep the answer in the history and, as the settings say, its trace in the graph.
            **named: settings too, for this question alone: those that are options of the command by the names that they
                have there (``min_confidence=0.9``), any by section and key (``plans__max_hops=2``).

        Raises:
            InputError: the question is empty, or no text.
            ConfigError: there is no such method or setting.
            NoSuchTopic: a topic is not in the graph.
            DatabaseError, ModelError: the graph or a model cannot be used.
        """
        configuration = self._configured(method, settings, named)
        topics = [topics] if isinstance(topics, str) else topics
        try:
            return self._ask(question, configuration, topics, on_text, keep)
        except DatabaseDown:
            # A managed server that was stopped or moved since; a second failure is the answer.
            self.reload()
            return self._ask(question, configuration, topics, on_text, keep)

    async def ask_async(self, question: str, **options: Any) -> Answer:
        """Answer a question without blocking the event loop; options and errors as in `ask`."""
        return await asyncio.to_thread(self.ask, question, **options)

    def stream(self, question: str, **options: Any) -> AnswerStream:
        """Answer a question as an iterator over pieces of text; afterwards `answer` holds the whole.

        Options and errors are those of `ask`; an error is raised by the iteration.
        """
        return AnswerStream(lambda on_text: self.ask(question, on_text=on_text, **options))

    async def stream_async(self, question: str, **options: Any) -> AsyncIterator[str | Answer]:
        """Yield the pieces of an answer's text and, last, the `Answer`; options and errors as in `ask`."""
        stream = self.stream(question, **options)
        pieces = iter(stream)
        try:
            while (piece := await asyncio.to_thread(next, pieces, None)) is not None:
                yield piece
        finally:
            stream.close()
        yield stream.answer

    def plan(
        self,
        question: str,
        *,
        topics: Sequence[str] | str = (),
        settings: Mapping[str, object] | None = None,
        most: int = 20,
        **named: object,
    ) -> list[RankedPlan]:
        """Return the query plans that a question may mean, best first, without executing any; see `ask`.

        About a graph that is attached `topics` say nothing.

        Raises:
            NoSuchTopic, DatabaseError, ModelError: as `ask`.
        """
        from kgqa_neo4j.methods.plans.listing import listed_plans
        from kgqa_neo4j.methods.plans.method import Plans

        opened, resources = self._resources(self._configured("plans", settings, named))
        topics = [topics] if isinstance(topics, str) else topics
        plans = opened.method("plans", resources.settings)
        assert isinstance(plans, Plans)
        _, listed = listed_plans(plans, question, resources, topics, most)
        return [RankedPlan(one.text, one.score, one.features) for one in listed]

    def run_plan(self, plan: str) -> Result | QueryResult:
        """Execute a query plan in its text form (docs/plans.md): its entities and the triples that prove them.

        A plan of chains gives a `Result`, any other query a `QueryResult`, which may have rows.

        Raises:
            InputError: the text is no plan, or names no relation of the graph.
            NoSuchTopic: it names an entity that the graph lacks, or several of that name.
            DatabaseError: or one of its kinds.
        """
        from kgqa_neo4j.plans.language.typed import execute_attached, execute_typed

        _, resources = self._resources(self.configuration)
        if resources.attached is not None:
            schema = resources.attached.schema
            return execute_attached(plan, resources.graph, schema, resources.settings.plans)
        return execute_typed(plan, resources.graph, resources.settings.plans)

    def read_cypher(
        self,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        limit: int = 200,
        timeout: float | None = None,
    ) -> StatementRows:
        """Run a Cypher statement that passes the guard (docs/safety.md), and return its rows as plain values.

        Args:
            statement: Cypher that reads: of a loaded graph entities alone, of an attached one what its schema names.
            parameters: the values of its parameters.
            limit: rows, at most.
            timeout: seconds; else the setting ``query.timeout``.

        Raises:
            CypherRefused: it may not run, fails, or takes too long.
            DatabaseError: or one of its kinds: the server cannot be asked.
        """
        from kgqa_neo4j.methods.foreign_statements import read_statement

        _, resources = self._resources(self.configuration)
        seconds = timeout or resources.settings.query.timeout
        return read_statement(resources, statement, parameters or {}, limit, seconds)

    # Loading, learning, evaluating

    def load(
        self,
        path: Path | str,
        *,
        format: str = "triples",
        settings: Mapping[str, object] | None = None,
        quiet: bool = True,
        **options: str | bool | None,
    ) -> Summary:
        """Load a source into the graph; the same call again goes on where it stopped.

        Args:
            path: file or folder; "" for a loader that needs none, as ``property-graph``.
            format: name of a loader: ``triples``, ``metaqa``, ``freebase``, ``wikidata``, ...
            settings: dotted names to values, for this load alone, such as ``{"load.embed": "none"}``.
            quiet: show no progress bars.
            **options: those of the loader, such as ``prefix="my"``; `kgqa load FORMAT --help` lists them.

        Raises:
            InputError: the source cannot be read; the message says file:line.
            KgqaError: the server or the encoder cannot be used.
        """
        from kgqa_neo4j.loading.command import load_source

        configuration = self.configuration.changed(dict(settings or {}), CALL)
        summary = load_source(configuration, format, str(path), options, quiet=quiet)
        self.reload()
        return summary

    def learn(
        self,
        pairs: Path | str | Iterable[Question | tuple[str, Sequence[str]]],
        *,
        format: Format = "jsonl",
        name: str = "default",
    ) -> LearningReport:
        """Learn from questions with answers; the same pairs again change nothing.

        Args:
            pairs: a file of questions, or pairs of a question and its answers, as in
                ``("who leads [Sales]?", ["Ada"])``; brackets name a topic outright.
            format: that of the file.
            name: the set that the pairs are kept in.

        Raises:
            KgqaError: the file cannot be read, or a pair has no answers.
        """
        from kgqa_neo4j.methods.teaching import learn_file
        from kgqa_neo4j.question_sets.questions import questions_of

        return self._taught(learn_file(self.configuration, questions_of(pairs, format), name))

    def confirm(self, ask_id: str = "last", *, name: str = "default") -> LearningReport:
        """Learn that an answer of the history was right.

        Raises:
            KgqaError: there is no such answer, or it is not from the graph.
        """
        from kgqa_neo4j.methods.teaching import learn_answer

        return self._taught(learn_answer(self.configuration, ask_id, name))

    def correct(
        self, answers: Sequence[str], wrong: Answer | str = "last", *, name: str = "default"
    ) -> LearningReport:
        """Learn what the right answers to a question would have been; the report's `sentence` says what was learned.

        Args:
            answers: their names or ids.
            wrong: the answer that was given, or its id in the history.
            name: the set that this is kept in.

        Raises:
            KgqaError: there is no such answer, or no right ones are given.
        """
        from kgqa_neo4j.methods.teaching import learn_correction

        return self._taught(learn_correction(self.configuration, wrong, answers, name))

    def evaluate(
        self,
        file: Path | str,
        *,
        format: Format = "jsonl",
        method: str | None = None,
        topic: Topic = "linked",
        sample: int = 0,
        seed: int = 0,
        settings: Mapping[str, object] | None = None,
        **named: object,
    ) -> dict[str, Any]:
        """Ask the questions of a file and return all figures by name; docs/evaluation.md explains them.

        Args:
            file: questions with gold answers.
            format: that of the file.
            method: the method instead of the one that the settings name.
            topic: ``linked`` or ``gold``.
            sample: as many questions, drawn by `seed`; 0 for all.
            settings: dotted names to values.
            **named: settings by keyword, as in `ask`.

        Raises:
            KgqaError: the file cannot be read, the graph cannot be asked, a model cannot be used.
        """
        from kgqa_neo4j.evaluation.evaluate import EvaluationTask, evaluate

        if topic not in ("linked", "gold"):
            raise InputError(f"no such topic: {topic!r}", hint="`linked` or `gold`")
        configuration = self._configured(method, settings, named)
        name = configuration.settings.ask.method
        return evaluate(EvaluationTask(Path(file), format, name, sample, seed, topic), configuration)

    async def load_async(self, path: Path | str, **options: Any) -> Summary:
        """Load without blocking the event loop; options and errors as in `load`."""
        return await asyncio.to_thread(self.load, path, **options)

    async def learn_async(self, pairs: Any, **options: Any) -> LearningReport:
        """Learn without blocking the event loop; options and errors as in `learn`."""
        return await asyncio.to_thread(self.learn, pairs, **options)

    # What is kept between questions

    def reload(self) -> None:
        """Drop what is kept of the graph, as happens by itself when the graph changes; the next question rereads it."""
        with self._lock:
            # Other threads may still be at work with it, so it is closed at the end.
            if self._opened is not None:
                self._retired.append(self._opened)
                self._opened = None

    def _ask(
        self,
        question: str,
        configuration: Configuration,
        topics: Sequence[str],
        on_text: Callable[[str], None] | None,
        keep: bool,
    ) -> Answer:
        if not isinstance(question, str):
            raise InputError(f"the question is no text: {question!r}", hint='as in kg.ask("who leads Sales?")')
        if not question.strip():
            raise InputError(
                "the question is empty", hint='ask something, as in: kgqa ask "who directed Kismet?"'
            )
        opened, resources = self._resources(configuration)
        method = opened.method(configuration.settings.ask.method, resources.settings)
        return ask(question, resources, configuration, topics, on_text, method, kept=keep)

    def _taught(self, report: LearningReport) -> LearningReport:
        self.reload()
        return report

    def _configured(
        self,
        method: str | None,
        settings: Mapping[str, object] | None,
        named: Mapping[str, object] | None = None,
    ) -> Configuration:
        values = {**(settings or {}), **settings_by_keyword(named or {})}
        if method is not None:
            values["ask.method"] = method
        return self.configuration.changed(values, CALL) if values else self.configuration

    def _resources(self, configuration: Configuration) -> tuple[OpenedGraph, Resources]:
        with self._lock:
            if self._closed:
                raise KgqaError("this graph was closed", hint="open it again: KnowledgeGraph.open(...)")
            if self._opened is not None and self._opened.is_stale():
                self.reload()
            if self._opened is None:
                resources = open_resources(
                    self.configuration, self._report, method=configuration.settings.ask.method
                )
                self._opened = OpenedGraph(
                    replace(resources, llm=self._llm) if self._llm is not None else resources
                )
            opened = self._opened
        return opened, opened.by_settings.of(configuration)
