"""The schema of a graph as an MCP tool returns it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgqa_neo4j.open_graphs import NamedGraphs
from kgqa_neo4j.settings import attached_graph

if TYPE_CHECKING:
    from kgqa_neo4j.attached.model import Property, PropertyGraphSchema

_EXAMPLES = 3
_EXAMPLE_LENGTH = 60
_CONNECTIONS = 12
_LOADED_KEYS = ("id", "name")


def schema_values(graphs: NamedGraphs, name: str | None) -> dict[str, Any]:
    """Return the values of a `SchemaResult`, most frequent first, so that those survive a cut.

    Raises:
        NoSuchGraph: no graph has that name.
        DatabaseError: the server cannot be queried.
    """
    graph = graphs.get(name)
    which = {"graph": graphs.find(name).name, "graphs": graphs.names()}
    if attached_graph(graph.configuration) is not None:
        return {**which, "kind": "attached", **_attached(graph.schema())}
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
    return {**which, "kind": "loaded", "labels": [entity], "relationships": relationships}


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
