"""`KnowledgeGraph`, the public API: load a graph into Neo4j, ask it questions, teach it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kgqa_neo4j.answer_stream import AnswerStream
from kgqa_neo4j.graph_view import GraphView
from kgqa_neo4j.methods.asking import ask
from kgqa_neo4j.methods.kept_graph import KeptGraph
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import DatabaseDown, InputError
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.settings import CALL, Configuration, load_configuration
from kgqa_neo4j.settings.named import settings_by_keyword

if TYPE_CHECKING:
    from kgqa_neo4j.evaluation.task import Topic
    from kgqa_neo4j.llm.base import LLM
    from kgqa_neo4j.loading.summary import Summary
    from kgqa_neo4j.methods.base import Resources
    from kgqa_neo4j.methods.foreign_statements import StatementRows
    from kgqa_neo4j.methods.opened_graph import OpenedGraph
    from kgqa_neo4j.methods.teaching import Report as LearningReport
    from kgqa_neo4j.plans.execution import Result
    from kgqa_neo4j.plans.language.execution import QueryResult
    from kgqa_neo4j.question_sets.questions import Format, Question

__all__ = ["AnswerStream", "KnowledgeGraph", "RankedPlan"]

DEFAULT_WORKSPACE = Path(".kgqa")


@dataclass(frozen=True, slots=True)
class RankedPlan:
    """A query plan that a question may mean: its text form, its score (higher is better), and the score's features."""

    text: str
    score: float
    features: Mapping[str, float]


class KnowledgeGraph(GraphView):
    """One graph: its workspace, its server, and the models that answer questions about it.

    Create one with `open` or `connect`, and use it as a context manager or call `close`. Servers are started and models
    loaded when first needed. Models, connection and data read from the graph are then kept between questions; the data
    is reread when the graph changes.

    All methods are thread-safe; the ``_async`` ones run in a worker thread.
    """

    def __init__(
        self, configuration: Configuration, *, llm: LLM | None = None, report: Report = no_progress
    ) -> None:
        self.configuration = configuration
        self._kept = KeptGraph(configuration, llm, report)

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
        """Open a workspace: a directory that holds one graph, or several attached ones. It need not exist yet.

        Args:
            workspace: the directory.
            graph: name of one of several attached graphs; by default the default graph.
            settings: dotted names to values, such as ``{"plans.max_hops": 2}``; they override the environment and the
                workspace's `kgqa.toml`.
            llm: language model to use instead of the configured one.
            report: receives messages about slow work, such as starting a managed server.

        Raises:
            ConfigError: a setting is unknown or its value invalid, or no graph of that name is attached.
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
        """Use your own server instead of the managed one.

        Args:
            uri: address of the server, such as ``bolt://localhost:7687``.
            auth: user name and password.
            database: name of the database.
            workspace: directory for settings, history and trained models.
            settings: as in `open`.
            llm: as in `open`.
            report: as in `open`.

        Raises:
            ConfigError: a setting is unknown or its value invalid.
        """
        server: dict[str, object] = {"neo4j.uri": uri, "neo4j.database": database}
        if auth is not None:
            server |= {"neo4j.username": auth[0], "neo4j.password": auth[1]}
        return cls.open(workspace, settings={**(settings or {}), **server}, llm=llm, report=report)

    def __enter__(self) -> Self:
        """Return the graph itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the graph."""
        self.close()

    def close(self) -> None:
        """Close the connection when questions in progress have ended, and refuse others.

        A managed server keeps running; `kgqa db stop` stops it.
        """
        self._kept.close()

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
            question: the question; brackets around a name, as in ``who leads [Sales]?``, mark it as the topic.
            topics: ids, names or aliases of the entities that the question is about: one string, or a sequence.
            method: name of the method, instead of the configured one.
            settings: dotted names to values, for this question only.
            on_text: receives the text of the answer piece by piece.
            keep: whether to store the answer in the history and, if so configured, its trace in the graph.
            **named: settings as keywords, for this question only: ``min_confidence``, ``fallback``, ``trace``,
                ``learned`` and ``model`` like the command's options, any other by section and key
                (``plans__max_hops=2``).

        Raises:
            InputError: the question is empty or not a string.
            ConfigError: the method or a setting does not exist, or a value is invalid.
            NoSuchTopic: a topic is not in the graph.
            DatabaseError, ModelError: the database or a model cannot be used.
        """
        configuration = self._configured(method, settings, named)
        topics = [topics] if isinstance(topics, str) else topics
        try:
            return self._ask(question, configuration, topics, on_text, keep)
        except DatabaseDown:
            # A managed server may have been stopped or moved in the meantime: reconnect once.
            return self._ask(question, configuration, topics, on_text, keep)

    async def ask_async(self, question: str, **options: Any) -> Answer:
        """Answer a question without blocking the event loop; arguments and errors as in `ask`."""
        return await asyncio.to_thread(self.ask, question, **options)

    def stream(self, question: str, **options: Any) -> AnswerStream:
        """Return an iterator over the pieces of an answer's text; afterwards, its `answer` is the `Answer`.

        Arguments and errors are those of `ask`; iterating raises the errors.
        """
        return AnswerStream(lambda on_text: self.ask(question, on_text=on_text, **options))

    async def stream_async(self, question: str, **options: Any) -> AsyncIterator[str | Answer]:
        """Yield the pieces of an answer's text, then the `Answer`; arguments and errors as in `ask`."""
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
        """Return the query plans that a question may mean, best first, without executing them.

        Args:
            question: as in `ask`.
            topics: as in `ask`; ignored for an attached graph.
            settings: as in `ask`.
            most: maximum number of plans.
            **named: as in `ask`.

        Raises:
            NoSuchTopic, DatabaseError, ModelError: as in `ask`.
        """
        from kgqa_neo4j.methods.plans.listing import listed_plans
        from kgqa_neo4j.methods.plans.method import Plans

        topics = [topics] if isinstance(topics, str) else topics
        with self._using(self._configured("plans", settings, named)) as (opened, resources):
            plans = opened.method("plans", resources.settings)
            assert isinstance(plans, Plans)
            _, listed = listed_plans(plans, question, resources, topics, most)
        return [RankedPlan(one.text, one.score, one.features) for one in listed]

    def run_plan(self, plan: str) -> Result | QueryResult:
        """Execute a query plan in text form (docs/plans.md), and return its entities with the triples that prove them.

        A plan that consists of chains returns a `Result`, any other query a `QueryResult`, which may have rows.

        Raises:
            InputError: the text is not a valid plan, or names a relation that the graph lacks.
            NoSuchTopic: the plan names an entity that is missing or ambiguous.
            DatabaseError: the database cannot be read.
        """
        from kgqa_neo4j.plans.language.typed import execute_attached, execute_typed

        with self._using(self.configuration) as (_, resources):
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
            statement: read-only Cypher: over the entities of a loaded graph, or over what an attached graph's schema
                contains.
            parameters: values of the statement's parameters.
            limit: maximum number of rows.
            timeout: seconds; by default the setting ``query.timeout``.

        Raises:
            CypherRefused: the guard rejects the statement, or it fails or takes too long.
            DatabaseError: the database cannot be read.
        """
        from kgqa_neo4j.methods.foreign_statements import read_statement

        with self._using(self.configuration) as (_, resources):
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
        """Load a source into the graph. Repeat the same call to resume an interrupted load.

        Args:
            path: file or folder; "" for a loader without one, such as ``property-graph``.
            format: name of a loader: ``triples``, ``metaqa``, ``freebase``, ``wikidata``, ...
            settings: dotted names to values, for this load only, such as ``{"load.embed": "none"}``.
            quiet: hide progress bars.
            **options: options of the loader, such as ``prefix="my"``; `kgqa load FORMAT --help` lists them.

        Raises:
            InputError: the source cannot be read; the message contains file:line.
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
        """Learn from questions with answers. Learning the same pairs again changes nothing.

        Args:
            pairs: a question file, or pairs of a question and its answers such as ``("who leads [Sales]?", ["Ada"])``,
                where brackets mark the topic.
            format: format of the file.
            name: name of the set that stores the pairs.

        Raises:
            KgqaError: the file cannot be read, or a pair has no answers.
        """
        from kgqa_neo4j.methods.teaching import learn_file
        from kgqa_neo4j.question_sets.questions import questions_of

        return self._taught(learn_file(self.configuration, questions_of(pairs, format), name))

    def confirm(self, ask_id: str = "last", *, name: str = "default") -> LearningReport:
        """Learn that a stored answer was right.

        Args:
            ask_id: its id, an unambiguous prefix of the id, or ``last``.
            name: name of the set that stores the pair.

        Raises:
            KgqaError: there is no such answer, or it is not from the graph.
        """
        from kgqa_neo4j.methods.teaching import learn_answer

        return self._taught(learn_answer(self.configuration, ask_id, name))

    def correct(
        self, answers: Sequence[str], wrong: Answer | str = "last", *, name: str = "default"
    ) -> LearningReport:
        """Learn the right answers to a question; the report's `sentence` describes what was learned.

        Args:
            answers: names or ids of the right answers.
            wrong: the answer to correct, or its id in the history.
            name: name of the set that stores the pair.

        Raises:
            KgqaError: there is no such answer in the history, or `answers` is empty.
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
        """Ask the questions of a file and return all metrics by name; docs/evaluation.md explains them.

        Args:
            file: questions with gold answers.
            format: format of the file.
            method: name of the method, instead of the configured one.
            topic: topic entities: ``linked`` from the question, or the ``gold`` ones of the file.
            sample: number of questions to draw; 0 for all.
            seed: random seed of the sample.
            settings: dotted names to values.
            **named: settings as keywords, as in `ask`.

        Raises:
            KgqaError: the file cannot be read, or the database or a model cannot be used.
        """
        from kgqa_neo4j.evaluation.evaluate import EvaluationTask, evaluate

        if topic not in ("linked", "gold"):
            raise InputError(f"unknown value of topic: {topic!r}", hint="use `linked` or `gold`")
        configuration = self._configured(method, settings, named)
        name = configuration.settings.ask.method
        return evaluate(EvaluationTask(Path(file), format, name, sample, seed, topic), configuration)

    async def load_async(self, path: Path | str, **options: Any) -> Summary:
        """Load without blocking the event loop; arguments and errors as in `load`."""
        return await asyncio.to_thread(self.load, path, **options)

    async def learn_async(self, pairs: Any, **options: Any) -> LearningReport:
        """Learn without blocking the event loop; arguments and errors as in `learn`."""
        return await asyncio.to_thread(self.learn, pairs, **options)

    def reload(self) -> None:
        """Drop the cached state of the graph; the next question rereads it. Automatic when the graph changes."""
        self._kept.drop()

    def _ask(
        self,
        question: str,
        configuration: Configuration,
        topics: Sequence[str],
        on_text: Callable[[str], None] | None,
        keep: bool,
    ) -> Answer:
        if not isinstance(question, str):
            raise InputError(
                f"the question must be text, not {question!r}", hint='pass a string: kg.ask("who leads Sales?")'
            )
        if not question.strip():
            raise InputError(
                "the question is empty", hint='ask something, as in: kgqa ask "who directed Kismet?"'
            )
        with self._using(configuration) as (opened, resources):
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

    def _using(self, configuration: Configuration) -> AbstractContextManager[tuple[OpenedGraph, Resources]]:
        return self._kept.using(configuration)
