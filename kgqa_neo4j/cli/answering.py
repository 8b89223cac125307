"""Answering the command's questions, by the workspace's resident engine or in this process."""

from __future__ import annotations

import os
import threading
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from kgqa_neo4j.cli.options import as_text
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.progress import Report, no_progress

if TYPE_CHECKING:
    from kgqa_neo4j.engine.client import EngineClient
    from kgqa_neo4j.knowledge_graph import KnowledgeGraph
    from kgqa_neo4j.methods.teaching import Report as LearningReport

_NO = ("0", "false", "no", "off", "n", "f")


class Answering:
    """Answers questions about one workspace with the same settings.

    Args:
        workspace: the directory.
        settings: dotted names to values, from the command line.
        engine: use the resident engine; None for the setting ``engine.use``. If it is not available, this
            process answers.
        report: receives progress messages.
    """

    def __init__(
        self,
        workspace: Path,
        settings: Mapping[str, object],
        *,
        engine: bool | None = None,
        report: Report = no_progress,
    ) -> None:
        self._workspace = workspace
        self._settings = as_text(settings)
        self._report = report
        self._graph: KnowledgeGraph | None = None
        self._engine: EngineClient | None = None
        if engine if engine is not None else _wanted(workspace, self._settings):
            self._engine = self._client()

    def ask(
        self,
        question: str,
        *,
        topics: Sequence[str] = (),
        method: str | None = None,
        settings: Mapping[str, object] | None = None,
        on_text: Callable[[str], None] | None = None,
        keep: bool = True,
    ) -> Answer:
        """Answer a question; `method` and `settings` apply to this question only.

        Raises:
            KgqaError: see `KnowledgeGraph.ask`.
        """
        if self._engine is not None:
            from kgqa_neo4j.engine.client import EngineUnavailable

            changes = self._settings | as_text(settings or {}) | ({"ask.method": method} if method else {})
            try:
                return self._engine.ask(question, topics, changes, on_text, keep=keep)
            except EngineUnavailable as error:
                self._engine = None
                self._report(f"engine unavailable ({error}); answering in this process")
        # With named topics, the question need not be parsed.
        graph = self._opened(parse=not topics and "[" not in question)
        return graph.ask(question, topics=topics, method=method, settings=settings, on_text=on_text, keep=keep)

    def correct(self, answers: Sequence[str], wrong: Answer | str = "last") -> LearningReport:
        """Learn the right answers in this process; the engine picks the change up.

        Raises:
            KgqaError: see `KnowledgeGraph.correct`.
        """
        return self._opened().correct(answers, wrong)

    def start(self) -> None:
        """Start the engine in the background if it is used and not running."""
        if self._engine is not None:
            threading.Thread(target=self._engine.start, daemon=True).start()

    def close(self) -> None:
        """Close the graph if this process opened it."""
        if self._graph is not None:
            self._graph.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _client(self) -> EngineClient | None:
        from kgqa_neo4j.engine.client import EngineClient, EngineUnavailable

        try:
            return EngineClient(self._workspace, self._report)
        except EngineUnavailable:
            # Expected on systems without Unix domain sockets, so not reported.
            return None

    def _opened(self, *, parse: bool = True) -> KnowledgeGraph:
        """Return this process's open graph; `parse` starts loading the question parser."""
        if self._graph is None:
            from kgqa_neo4j.settings import load_configuration

            configuration = load_configuration(self._workspace, self._settings)
            if parse:
                # Loading spaCy takes as long as everything else together, so it runs in parallel.
                from kgqa_neo4j.linking.parse import load_ahead

                load_ahead(configuration.settings.linking.spacy_model)
            from kgqa_neo4j.engine.process import tune_for_latency
            from kgqa_neo4j.knowledge_graph import KnowledgeGraph

            tune_for_latency()
            self._graph = KnowledgeGraph(configuration, report=self._report)
        return self._graph


def _wanted(workspace: Path, settings: Mapping[str, str]) -> bool:
    """Return the setting ``engine.use``, read without importing the settings' validation libraries.

    An unreadable file counts as yes; the engine then reports the problem.
    """
    value: object = settings.get("engine.use") or os.environ.get("KGQA_ENGINE_USE")
    if not value:
        try:
            with (workspace / "kgqa.toml").open("rb") as file:
                value = tomllib.load(file).get("engine", {}).get("use", True)
        except (OSError, ValueError, AttributeError):
            value = True
    return str(value).lower() not in _NO
