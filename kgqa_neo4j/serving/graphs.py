"""The graphs that a server answers for, by name, and the users of a database that ask in their own names."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from kgqa_neo4j.knowledge_graph import KnowledgeGraph
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.serving.problems import Problem
from kgqa_neo4j.serving.work import report
from kgqa_neo4j.settings import Attachment, Configuration, attached_graph
from kgqa_neo4j.settings.attachment import attachments
from kgqa_neo4j.settings.nearest import nearest
from kgqa_neo4j.store.connect import managed_server

LOADED = "default"
"""Name of the graph of a workspace to which none is attached."""
ORIGIN = "the request"


@dataclass(frozen=True, slots=True)
class Credentials:
    """The user of the database in whose name one request asks. Nothing keeps or shows the password."""

    username: str
    password: str = field(repr=False)


class ServedGraphs:
    """The graph of a workspace, or the graphs that are attached to it. Thread-safe."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._lock = threading.Lock()
        self._open: dict[str, tuple[Attachment | None, KnowledgeGraph]] = {}

    @property
    def workspace_configuration(self) -> Configuration:
        """The settings of the workspace, for its default graph."""
        return self._configuration

    @property
    def default(self) -> str:
        """Name of the graph of requests that name none."""
        attached = self.attached()
        chosen = self._configuration.settings.graph.name
        if chosen in attached or not attached:
            return chosen or LOADED
        return next(reversed(attached))

    def attached(self) -> dict[str, Attachment]:
        """Return the attached graphs by name, as they are now."""
        return {one.name: one for one in attachments(self._configuration.workspace)}

    def names(self) -> list[str]:
        """Return the names of the graphs, the default one first."""
        default = self.default
        return [default, *(name for name in self.attached() if name != default)]

    def get(self, name: str = "") -> KnowledgeGraph:
        """Return a graph, opened the first time; without a name the default one.

        Raises:
            Problem: there is no such graph.
            KgqaError: its settings cannot be used.
        """
        attached = self.attached()
        wanted = name or self.default
        if wanted not in (attached or (LOADED,)):
            names = list(attached) or [LOADED]
            hint = f"{nearest(wanted, names)}there are: {', '.join(names)}"
            raise Problem(404, "no-such-graph", f"no graph is called {wanted!r}", hint=hint)
        attachment = attached.get(wanted)
        with self._lock:
            known = self._open.get(wanted)
            if known is not None and known[0] == attachment:
                return known[1]
            if known is not None:  # it was attached anew
                known[1].close()
            configuration = self._configuration
            if attachment is not None and wanted != configuration.settings.graph.name:
                configuration = configuration.of_graph(wanted)
            graph = KnowledgeGraph(configuration, report=report)
            self._open[wanted] = (attachment, graph)
            return graph

    @contextmanager
    def asked_by(self, name: str, credentials: Credentials | None) -> Iterator[KnowledgeGraph]:
        """Give a graph as a user of its database sees it, connected for this block alone; see `get`.

        Without credentials it is the graph as the server sees it.

        Raises:
            InputError: the graph has no users of its own.
        """
        graph = self.get(name)
        if credentials is None:
            yield graph
            return
        configuration = graph.configuration
        changes: dict[str, object] = {
            "neo4j.username": credentials.username,
            "neo4j.password": credentials.password,
        }
        if not configuration.settings.neo4j.uri:
            if attached_graph(configuration) is not None:
                raise InputError(
                    "this graph was loaded from a file into a server that has one user only",
                    hint="ask without credentials of your own",
                )
            # Named outright, a managed server is asked in the name that is given.
            changes["neo4j.uri"] = managed_server(configuration).start(report).uri
        with KnowledgeGraph(configuration.changed(changes, ORIGIN), report=report) as own:
            yield own

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            for _, graph in self._open.values():
                graph.close()
            self._open.clear()
