"""The graphs of a workspace, each opened once; and what one holds, as a tool tells it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from kgqa_neo4j.knowledge_graph import KnowledgeGraph
from kgqa_neo4j.settings import Configuration, attached_graph
from kgqa_neo4j.settings.attachment import attachments

if TYPE_CHECKING:
    from kgqa_neo4j.attached.model import Property, PropertyGraphSchema

_EXAMPLES = 3
_EXAMPLE_LENGTH = 60
_CONNECTIONS = 12
_LOADED_KEYS = ("id", "name")


class Graphs:
    """Opens the graphs of a workspace by name when they are first asked. Thread-safe."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self._lock = threading.Lock()
        self._open: dict[str, KnowledgeGraph] = {}

    def names(self) -> list[str]:
        """Return the names of the attached graphs; none where the workspace holds one that was loaded."""
        return [one.name for one in attachments(self.configuration.workspace)]

    def graph(self, name: str | None) -> KnowledgeGraph:
        """Return a graph by name; without one the default.

        Raises:
            ConfigError: none of that name is attached.
        """
        with self._lock:
            key = name or ""
            if key not in self._open:
                configuration = self.configuration.of_graph(name) if name else self.configuration
                self._open[key] = KnowledgeGraph(configuration)
            return self._open[key]

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            for graph in self._open.values():
                graph.close()
            self._open.clear()


def schema_values(graphs: Graphs, name: str | None) -> dict[str, Any]:
    """Return the values of a `SchemaResult`: what is most frequent first, so that it survives a cut.

    Raises:
        ConfigError: no graph of that name is attached.
        DatabaseError: or one of its kinds: the server cannot be asked.
    """
    graph = graphs.graph(name)
    attachment = attached_graph(graph.configuration)
    if attachment is not None:
        found = _attached(graph.schema())
        return {"graph": attachment.name, "kind": "attached", "graphs": graphs.names(), **found}
    relationships = [
        {
            "type": one.id,
            "count": one.count,
            "connects": [f"{s} -> {o}" for s, o in zip(one.subjects, one.objects, strict=False)][:_EXAMPLES],
            "properties": [],
        }
        for one in graph.relations()
    ]
    keys = [{"name": key, "type": "text", "examples": []} for key in _LOADED_KEYS]
    entity = {"name": "Entity", "count": None, "named_by": ["name"], "properties": keys}
    where = graph.configuration.workspace.name
    return {
        "graph": where,
        "kind": "loaded",
        "graphs": [],
        "labels": [entity],
        "relationships": relationships,
    }


def _attached(schema: PropertyGraphSchema) -> dict[str, Any]:
    labels = [
        {
            "name": one.name,
            "count": one.count,
            "named_by": list(one.naming),
            "properties": [_property(held) for held in one.properties],
        }
        for one in sorted(schema.labels, key=lambda one: (-one.count, one.name))
    ]
    relationships = [
        {
            "type": one.name,
            "count": one.count,
            "connects": [f"(:{pair.source})->(:{pair.target})" for pair in one.connections[:_CONNECTIONS]],
            "properties": [_property(held) for held in one.properties],
        }
        for one in sorted(schema.types, key=lambda one: (-one.count, one.name))
    ]
    return {"labels": labels, "relationships": relationships}


def _property(one: Property) -> dict[str, Any]:
    examples = [" ".join(sample.split())[:_EXAMPLE_LENGTH] for sample in one.samples[:_EXAMPLES]]
    return {"name": one.name, "type": one.type.value, "examples": examples}
