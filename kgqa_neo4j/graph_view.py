"""What can be looked at of one graph without asking it anything: its schema, its names, the answers that were kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import nullcontext
from typing import TYPE_CHECKING

from kgqa_neo4j.methods.opened_graph import OpenedGraph
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.settings import Configuration

if TYPE_CHECKING:
    from kgqa_neo4j.attached.model import PropertyGraphSchema
    from kgqa_neo4j.methods.base import Resources
    from kgqa_neo4j.model.completion import Completion
    from kgqa_neo4j.plans.schema import RelationFacts
    from kgqa_neo4j.reporting.history import Asked
    from kgqa_neo4j.reporting.overview import Overview
    from kgqa_neo4j.reporting.shared_history import SharedHistory


class GraphView(ABC):
    """The part of `KnowledgeGraph` that looks at a graph; whoever derives from it opens what that needs."""

    configuration: Configuration

    @abstractmethod
    def _resources(self, configuration: Configuration) -> tuple[OpenedGraph, Resources]:
        """Return what is open, and the resources under these settings."""

    def schema(self) -> PropertyGraphSchema:
        """Return the schema of the attached graph as it was read last, with its corrections; see docs/attach.md.

        Raises:
            ConfigError: no graph is attached to the workspace.
            InputError: the file of corrections is wrong; says file:line.
        """
        from kgqa_neo4j.attached.workspace import open_attached

        return open_attached(self.configuration).schema

    def overview(self) -> Overview:
        """Return what a loaded graph consists of: numbers of entities and triples, and its relations.

        Raises:
            DatabaseError: or one of its kinds.
        """
        from kgqa_neo4j.reporting.overview import read_overview

        return read_overview(self._resources(self.configuration)[1].graph)

    def complete(self, text: str, limit: int = 8) -> list[Completion]:
        """Return names of entities and classes that a text being typed may become, the likeliest first.

        Raises:
            DatabaseError: or one of its kinds.
        """
        from kgqa_neo4j.attached import completing as of_attached
        from kgqa_neo4j.linking import completing as of_loaded

        resources = self._resources(self.configuration)[1]
        if (attached := resources.attached) is not None:
            return of_attached.completions(attached.schema, attached.values, text, limit)
        return of_loaded.completions(resources.graph, text, limit)

    def browser_link(self, statement: str) -> str:
        """Return the link that opens Neo4j Browser with a statement in its editor, "" if no Browser is known.

        Raises:
            DatabaseError: or one of its kinds.
        """
        from kgqa_neo4j.reporting.trace import browser_link

        return browser_link(self._resources(self.configuration)[1].graph, self.configuration, statement)

    def check(self) -> None:
        """Make sure that the graph can be asked now: open what a question needs, and reach the database.

        Raises:
            KgqaError: it cannot.
        """
        self._resources(self.configuration)[1].graph.read("server_version")

    def relations(self) -> list[RelationFacts]:
        """Return the relations of a loaded graph with counts and samples of their ends, the most frequent first.

        Raises:
            DatabaseError: or one of its kinds: the server cannot be asked.
        """
        from kgqa_neo4j.plans.graph_schema import schema_of

        _, resources = self._resources(self.configuration)
        return sorted(schema_of(resources.graph).relations().values(), key=lambda one: (-one.count, one.id))

    def answer(self, ask_id: str = "last") -> Answer:
        """Return an answer that was kept, by its id, a beginning of it, or ``last``.

        An answer that another workspace asked of the same loaded graph is found by its id.

        Raises:
            KgqaError: there is no such answer, or several.
        """
        from kgqa_neo4j.reporting.shared_history import unknown

        if (answer := self.shared_history().find(ask_id)) is None:
            raise unknown(ask_id)
        return answer

    def history(self, limit: int = 20) -> list[Asked]:
        """Return what was asked last, the latest first: in this workspace, and by whoever asks the same loaded graph.

        Raises:
            KgqaError: the history of the workspace cannot be read.
        """
        return self.shared_history().recent(limit)

    def shared_history(self) -> SharedHistory:
        """Return what tells of the answers that this workspace and others keep; it uses this connection."""
        from kgqa_neo4j.reporting.shared_history import SharedHistory

        return SharedHistory(
            self.configuration, lambda: nullcontext(self._resources(self.configuration)[1].graph)
        )
