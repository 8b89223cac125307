"""Graphs that stay open between questions, found by key or by the name that their workspace gives them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import ConfigError, NoSuchGraph
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.reporting.history import History, HistoryEntry
from kgqa_neo4j.reporting.shared_history import SharedHistory, unknown
from kgqa_neo4j.settings import Attachment, Configuration
from kgqa_neo4j.settings.attachment import attachments
from kgqa_neo4j.settings.nearest import nearest

if TYPE_CHECKING:
    from kgqa_neo4j.knowledge_graph import KnowledgeGraph

LOADED = "default"
"""Default name of the graph of a workspace without attached graphs."""


class OpenGraphs:
    """Graphs by key, each opened on first use. Thread-safe.

    If more than `most` are open (0: no limit), the least recently used one is closed. `report` receives progress
    messages, in the thread of the question that causes the work.
    """

    def __init__(self, report: Report = no_progress, *, most: int = 0) -> None:
        self._report = report
        self._most = most
        self._lock = threading.Lock()
        self._open: dict[Hashable, tuple[object, KnowledgeGraph]] = {}

    def of(
        self, key: Hashable, configured: Callable[[], Configuration], state: object = None
    ) -> KnowledgeGraph:
        """Return the graph of a key, reopened if `state` differs from the one that it was opened in.

        Raises:
            ConfigError: the settings that `configured` returns are invalid.
        """
        # Importing the model libraries takes a second; a starting engine listens before that.
        from kgqa_neo4j.knowledge_graph import KnowledgeGraph

        with self._lock:
            known = self._open.pop(key, None)
            if known is not None and known[0] != state:
                known[1].close()
                known = None
            if known is None:
                known = (state, KnowledgeGraph(configured(), report=self._report))
            self._open[key] = known
            if self._most and len(self._open) > self._most:
                self._open.pop(next(iter(self._open)))[1].close()
            return known[1]

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            for _, graph in self._open.values():
                graph.close()
            self._open.clear()


@dataclass(frozen=True, slots=True)
class NamedGraph:
    """A graph and the name that requests use for it; `configuration` is its workspace's, for the default graph."""

    name: str
    configuration: Configuration
    attachment: Attachment | None


class NamedGraphs:
    """The graphs of a main workspace and of any number of named ones, by name. Thread-safe.

    The main workspace's graphs have the names that they were attached under. In a workspace named ``work``, the loaded
    graph is called ``work``, an attached one ``work/movies``.
    """

    def __init__(
        self,
        configuration: Configuration,
        others: Mapping[str, Configuration] | None = None,
        report: Report = no_progress,
    ) -> None:
        """Open nothing yet.

        Raises:
            ConfigError: a workspace has the name of one of the main workspace's graphs.
        """
        self.configuration = configuration
        self._workspaces = {"": configuration, **(others or {})}
        self._graphs = OpenGraphs(report)
        for name in set(others or {}) & {LOADED, *_named("", configuration)}:
            raise ConfigError(
                f"{name!r} names both a graph and a workspace",
                hint="rename the workspace: --also NAME=DIRECTORY",
            )

    @property
    def configurations(self) -> list[Configuration]:
        """The settings of all workspaces, the main one first."""
        return list(self._workspaces.values())

    @property
    def default(self) -> str:
        """Name of the graph for requests that name none."""
        return next(iter(self.named()))

    def named(self) -> dict[str, NamedGraph]:
        """Return the current graphs by name, the default one first."""
        return {
            name: graph
            for workspace, configuration in self._workspaces.items()
            for name, graph in _named(workspace, configuration).items()
        }

    def names(self) -> list[str]:
        """Return the names of the graphs, the default one first."""
        return list(self.named())

    def find(self, name: str | None = None) -> NamedGraph:
        """Look up a graph, by default the default one, without opening it.

        Raises:
            NoSuchGraph: no graph has that name.
        """
        named = self.named()
        if not name:
            return next(iter(named.values()))
        if name in named:
            return named[name]
        if name in self._workspaces:  # means its default graph
            return next(iter(_named(name, self._workspaces[name]).values()))
        hint = f"{nearest(name, list(named))}known: {', '.join(named)}"
        raise NoSuchGraph(f"no graph is called {name!r}", hint=hint)

    def get(self, name: str | None = None) -> KnowledgeGraph:
        """Return an open graph, by default the default one; it is reopened after it was attached again.

        Raises:
            NoSuchGraph: no graph has that name.
            ConfigError: its settings are invalid.
        """
        found = self.find(name)

        def configured() -> Configuration:
            # Reread: the graph's address may have changed since the workspace's settings were read.
            return (
                found.configuration.of_graph(found.attachment.name) if found.attachment else found.configuration
            )

        return self._graphs.of(found.name, configured, found.attachment)

    def answer(self, ask_id: str) -> Answer:
        """Return a stored answer of any workspace by id, unambiguous prefix of the id, or ``last``.

        Raises:
            KgqaError: no answer matches, or several do.
        """
        histories = [History(one.workspace) for one in self.configurations]
        if ask_id == "last":
            asked = [(recent[0].asked_at, one) for one in histories if (recent := one.recent(1))]
            histories = [max(asked, key=lambda pair: pair[0])[1]] if asked else []
        for history in histories:
            if (answer := history.find(ask_id)) is not None:
                return answer
        for shared in self._histories().values():
            if (answer := shared.find_elsewhere(ask_id)) is not None:
                return answer
        raise unknown(ask_id)

    def asked(self, limit: int) -> list[tuple[str, HistoryEntry]]:
        """Return the most recent questions, latest first, each with the name of its workspace, "" for the main one.

        Questions that others asked the same database belong to the workspace of that graph.
        """
        asked: dict[str, tuple[str, HistoryEntry]] = {}
        for name, history in self._histories().items():
            for one in history.recent(limit):
                asked.setdefault(one.id, (name, one))
        return sorted(asked.values(), key=lambda pair: pair[1].asked_at, reverse=True)[:limit]

    def close(self) -> None:
        """Close all connections."""
        self._graphs.close()

    def _histories(self) -> dict[str, SharedHistory]:
        """Return the history of each workspace; it uses the connection of the workspace's default graph."""
        return {name: self.get(name).shared_history() for name in self._workspaces}


def _named(workspace: str, configuration: Configuration) -> dict[str, NamedGraph]:
    """Return the graphs of a workspace by name, the default one first."""
    attached = {one.name: one for one in attachments(configuration.workspace)}
    if not attached:
        name = workspace or configuration.settings.graph.name or LOADED
        return {name: NamedGraph(name, configuration, None)}
    chosen = configuration.settings.graph.name
    default = chosen if chosen in attached else next(reversed(attached))
    ordered = [default, *(name for name in attached if name != default)]
    names = {one: f"{workspace}/{one}" if workspace else one for one in ordered}
    return {name: NamedGraph(name, configuration, attached[one]) for one, name in names.items()}
