"""The graphs that a server answers for, and the users of a database that ask in their own names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from kgqa_neo4j.knowledge_graph import KnowledgeGraph
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.open_graphs import NamedGraphs
from kgqa_neo4j.serving.work import report
from kgqa_neo4j.settings import Configuration, attached_graph
from kgqa_neo4j.store.connect import managed_server

ORIGIN = "the request"


@dataclass(frozen=True, slots=True)
class Credentials:
    """The user of the database in whose name one request asks. Nothing keeps or shows the password."""

    username: str
    password: str = field(repr=False)


class ServedGraphs(NamedGraphs):
    """The graphs of the workspaces that a server answers for. Thread-safe."""

    def __init__(self, configuration: Configuration, others: Mapping[str, Configuration] | None = None) -> None:
        super().__init__(configuration, others, report)

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
