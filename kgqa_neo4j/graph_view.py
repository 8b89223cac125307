"""Inspecting a graph without asking a question: its schema, names and stored answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from kgqa_neo4j.methods.opened_graph import OpenedGraph
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.settings import Configuration

if TYPE_CHECKING:
    from kgqa_neo4j.attached.model import PropertyGraphSchema
    from kgqa_neo4j.methods.base import Resources
    from kgqa_neo4j.model.completion import Completion
    from kgqa_neo4j.plans.schema import RelationFacts
    from kgqa_neo4j.reporting.history import HistoryEntry
    from kgqa_neo4j.reporting.overview import Overview
    from kgqa_neo4j.reporting.shared_history import SharedHistory
    from kgqa_neo4j.store.driver import Database


class GraphView(ABC):
    """The methods of `KnowledgeGraph` that inspect a graph; subclasses implement `_using`."""

    configuration: Configuration

    @abstractmethod
    def _using(self, configuration: Configuration) -> AbstractContextManager[tuple[OpenedGraph, Resources]]:
        """Give the open graph, and its resources under these settings; the connection stays open for the block."""

    def schema(self) -> PropertyGraphSchema:
        """Return the stored schema of the attached graph, with its corrections; see docs/attach.md.

        Raises:
            ConfigError: no graph is attached to the workspace.
            InputError: the corrections file is invalid; the message contains file:line.
        """
        from kgqa_neo4j.attached.workspace import open_attached

        return open_attached(self.configuration).schema

    def overview(self) -> Overview:
        """Return a summary of a loaded graph: the numbers of entities and triples, and its relations.

        Raises:
            DatabaseError: the database cannot be read.
        """
        from kgqa_neo4j.reporting.overview import read_overview

        with self._database() as database:
            return read_overview(database)

    def complete(self, text: str, limit: int = 8) -> list[Completion]:
        """Return completions of a partly typed name, from entities and classes, the most likely first.

        Args:
            text: the beginning of a name.
            limit: maximum number of completions.

        Raises:
            DatabaseError: the database cannot be read.
        """
        from kgqa_neo4j.attached import completing as of_attached
        from kgqa_neo4j.linking import completing as of_loaded

        with self._using(self.configuration) as (_, resources):
            if (attached := resources.attached) is not None:
                return of_attached.completions(attached.schema, attached.values, text, limit)
            return of_loaded.completions(resources.graph, text, limit)

    def browser_link(self, statement: str) -> str:
        """Return a link that opens Neo4j Browser with a statement in its editor, "" if no Browser is available.

        Raises:
            DatabaseError: the database cannot be reached.
        """
        from kgqa_neo4j.reporting.trace import browser_link

        with self._database() as database:
            return browser_link(database, self.configuration, statement)

    def check(self) -> None:
        """Check that the graph can answer now: open everything a question needs, and reach the database.

        Raises:
            KgqaError: the graph cannot answer.
        """
        with self._database() as database:
            database.read("server_version")

    def relations(self) -> list[RelationFacts]:
        """Return the relations of a loaded graph with counts and sample entities, the most frequent first.

        Raises:
            DatabaseError: the database cannot be read.
        """
        from kgqa_neo4j.plans.graph_schema import schema_of

        with self._database() as database:
            return sorted(schema_of(database).relations().values(), key=lambda one: (-one.count, one.id))

    def answer(self, ask_id: str = "last") -> Answer:
        """Return a stored answer.

        Args:
            ask_id: its id, an unambiguous prefix of the id, or ``last``. Ids of questions that other workspaces asked
                the same loaded graph work too.

        Raises:
            KgqaError: no answer matches, or several do.
        """
        from kgqa_neo4j.reporting.shared_history import unknown

        if (answer := self.shared_history().find(ask_id)) is None:
            raise unknown(ask_id)
        return answer

    def history(self, limit: int = 20) -> list[HistoryEntry]:
        """Return the most recent questions, latest first, including those of other workspaces to the same loaded graph.

        Args:
            limit: maximum number of questions.

        Raises:
            KgqaError: the history of the workspace cannot be read.
        """
        return self.shared_history().recent(limit)

    def shared_history(self) -> SharedHistory:
        """Return the history of this workspace and of others that use the same graph; it reads by this connection."""
        from kgqa_neo4j.reporting.shared_history import SharedHistory

        return SharedHistory(self.configuration, self._database)

    @contextmanager
    def _database(self) -> Iterator[Database]:
        """Give the connection to the graph, which stays open for the block."""
        with self._using(self.configuration) as (_, resources):
            yield resources.graph
