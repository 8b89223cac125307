"""The graphs that an engine keeps open, and the settings of each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from kgqa_neo4j.engine.messages import Ask
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.progress import Report
from kgqa_neo4j.open_graphs import OpenGraphs
from kgqa_neo4j.settings import Configuration, load_configuration
from kgqa_neo4j.settings.paths import with_absolute_paths

# Maximum number of open graphs; beyond that, the least recently used one is closed.
_MOST = 4


class Graphs:
    """Answers questions about one workspace, keeping what is loaded for the next question. Thread-safe.

    `report` receives progress messages, in the thread of the question that causes the work.
    """

    def __init__(self, workspace: Path, report: Report) -> None:
        self._workspace = workspace
        self._graphs = OpenGraphs(report, most=_MOST)

    def configuration(self, asked: Ask) -> Configuration:
        """Return the settings that apply to the client: from its options, environment and working directory.

        Raises:
            ConfigError: a setting is invalid.
        """
        configuration = load_configuration(self._workspace, asked.settings, asked.environment)
        return with_absolute_paths(configuration, Path(asked.directory))

    def ask(self, asked: Ask, configuration: Configuration, on_text: Callable[[str], None]) -> Answer:
        """Answer a question.

        Raises:
            KgqaError: see `KnowledgeGraph.ask`.
        """
        settings = configuration.settings
        key = (settings.graph, settings.neo4j, settings.server)
        graph = self._graphs.of(key, lambda: configuration)
        changes = differences(graph.configuration, configuration)
        return graph.ask(
            asked.question, topics=asked.topics, settings=changes, on_text=on_text, keep=asked.keep
        )

    def close(self) -> None:
        """Close all connections."""
        self._graphs.close()


def differences(known: Configuration, wanted: Configuration) -> Mapping[str, object]:
    """Return the values of `wanted` that differ from `known`, by dotted name."""
    return {
        f"{section}.{key}": value
        for section, values in wanted.settings
        for key, value in values
        if getattr(getattr(known.settings, section), key) != value
    }
