"""Loader for a property graph attached to a workspace: its nodes, properties and relationships as triples."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from kgqa_neo4j.attached.counts import read_totals
from kgqa_neo4j.attached.streaming import count_nodes, stream_nodes, stream_relationships
from kgqa_neo4j.attached.workspace import AttachedGraph, open_attached
from kgqa_neo4j.loaders.base import Item, LoaderOption
from kgqa_neo4j.loaders.property_facts import PropertyFacts
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.store.connect import connect, database_id, require_own_graph

FOLDER = "loaded"
"""Folder of a workspace that holds the workspaces into which its attached graphs are loaded."""


class PropertyGraph:
    """An attached graph; see `kgqa_neo4j.loaders.base.Source`. Each node or relationship counts as a line."""

    def __init__(self, configuration: Configuration, graph: AttachedGraph, prefix: str, target: Path) -> None:
        """Count the graph's nodes and relationships.

        Args:
            configuration: configuration of the workspace to which the graph is attached.
            graph: the attached graph and its schema.
            prefix: prefix of the entities' ids.
            target: the workspace to load into, for the user.
        """
        self._configuration, self._schema = configuration, graph.schema
        self._facts = PropertyFacts(self._schema, prefix)
        self.name, self.prefix = graph.attachment.name, prefix
        with connect(configuration) as database:
            totals = read_totals(database)
            self._nodes = count_nodes(database, self._schema)
            stale = graph.is_stale(database)
        self.size = self._nodes + sum(totals.types.get(one, 0) for one in self._schema.type)
        schema = msgspec.json.encode(self._schema).decode()
        where = configuration.settings.neo4j
        said = json.dumps([where.uri, where.database, totals.fingerprint(), schema])
        self.key = hashlib.blake2b(said.encode(), digest_size=10).hexdigest()
        changed = ("the graph has changed since its schema was read: `kgqa attach --refresh`",) if stale else ()
        self.notes = (
            *changed,
            f"loading into the workspace {target}; ask there with: kgqa --workspace {target} ask",
        )
        self.line = 0

    @property
    def read(self) -> int:
        """Nodes and relationships read so far, the unit of `size`."""
        return self.line

    @property
    def given(self) -> float:
        """Fraction of the items yielded so far, 0 to 1."""
        return min(1.0, self.line / self.size) if self.size else 1.0

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield the items of the nodes, then of the relationships, after line `after`.

        Raises:
            DatabaseError: or a subclass: the server cannot be queried.
        """
        with connect(self._configuration) as database:
            self.line = min(after, self._nodes)
            for node in stream_nodes(database, self._schema, self.line):
                self.line += 1
                yield from self._facts.of_node(self.line, node)
            self.line = max(self._nodes, after)
            for relationship in stream_relationships(database, self._schema, self.line - self._nodes):
                self.line += 1
                yield self._facts.of_relationship(self.line, relationship)


class PropertyGraphLoader:
    """An attached property graph; see `kgqa_neo4j.loaders.base.GraphLoader`."""

    help = """Load an attached property graph into a workspace of its own, for the published methods.

    \b
    The graph stays as it is; what is read of it becomes triples:
      kgqa load property-graph --from movies
      kgqa load property-graph --from movies --into films

    Each node is named after its naming properties and becomes an instance of its labels. Other properties
    become typed values, relationships become triples, and their properties become qualifiers.
    """
    needs_path = False
    options = (
        LoaderOption("from", "Name of the attached graph; default: the default graph."),
        LoaderOption(
            "into", f"Workspace to load it into; default: the folder {FOLDER}/NAME of this workspace."
        ),
        LoaderOption("prefix", "Prefix of entity ids; default: the name of the graph."),
    )

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> PropertyGraph:
        """Refuse: the source is no file.

        Raises:
            ConfigError: always; see `open_attached`.
        """
        raise ConfigError(
            "a property graph is attached to a workspace", hint="kgqa load property-graph --from NAME"
        )

    def open_attached(
        self, configuration: Configuration, options: Mapping[str, str | bool | None]
    ) -> tuple[PropertyGraph, Configuration]:
        """Open an attached graph; return it with the configuration of the target workspace.

        Raises:
            ConfigError: no such graph is attached, or it would be loaded into itself.
            DatabaseError: or a subclass: the server cannot be queried.
        """
        name = options.get("from")
        configuration = configuration.of_graph(str(name)) if name else configuration
        graph = open_attached(configuration)
        into = options.get("into")
        own = configuration.workspace / FOLDER / graph.attachment.name
        target = configuration.elsewhere(Path(str(into)).resolve() if into else own)
        require_own_graph(target)
        _check_other_database(configuration, target)
        prefix = str(options.get("prefix") or graph.attachment.name)
        return PropertyGraph(configuration, graph, prefix, target.workspace), target


def _check_other_database(configuration: Configuration, target: Configuration) -> None:
    """Check that source and target are different databases, by their ids, since a server can have many addresses.

    Raises:
        ConfigError: they are the same database.
    """
    if not target.settings.neo4j.uri:
        return
    with connect(configuration) as source, connect(target) as other:
        same = database_id(source) == database_id(other)
    if same:
        raise ConfigError(
            f"the graph would be loaded into the database it is read from, {target.settings.neo4j.uri}, "
            f"by {target.origin('neo4j.uri')}",
            hint="clear NEO4J_URI for this (`NEO4J_URI= kgqa load ...`), or NEO4J_DATABASE to another one",
        )


loader = PropertyGraphLoader()
