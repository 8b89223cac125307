"""The graphs that a server answers for, and access to them with a request's own database credentials."""

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
    """The database user on whose behalf one request asks. The password is never stored or shown."""

    username: str
    password: str = field(repr=False)


class ServedGraphs(NamedGraphs):
    """The graphs of the workspaces that a server answers for. Thread-safe."""

    def __init__(self, configuration: Configuration, others: Mapping[str, Configuration] | None = None) -> None:
        super().__init__(configuration, others, report)

    @contextmanager
    def asked_by(self, name: str, credentials: Credentials | None) -> Iterator[KnowledgeGraph]:
        """Yield a graph connected as a database user, for the duration of this block; see `get`.

        Without credentials, yield the graph as the server itself is connected to it.

        Raises:
            InputError: the graph's server has no other users.
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
                    "this graph is on a server that has only one user",
                    hint="ask without your own credentials",
                )
            # With an explicit URI, the given user name is used on the managed server as well.
            changes["neo4j.uri"] = managed_server(configuration).start(report).uri
        with KnowledgeGraph(configuration.changed(changes, ORIGIN), report=report) as own:
            yield own
