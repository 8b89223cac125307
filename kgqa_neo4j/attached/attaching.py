"""Attach a graph to a workspace, and forget it: on a running server, or from a file into the workspace's own server."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from kgqa_neo4j.attached.workspace import AttachedGraph, attach, refresh
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.settings import Attachment, Configuration, load_configuration, write_setting
from kgqa_neo4j.settings.attachment import (
    attachments,
    check_graph_name,
    chosen_attachment,
    remove_attachment,
)
from kgqa_neo4j.store.connect import managed_server
from kgqa_neo4j.store.foreign_store import import_set, load_dump
from kgqa_neo4j.store.server_config import memory_for

__all__ = ["Where", "attach_file", "attach_server", "forget", "refresh"]


@dataclass(frozen=True, slots=True)
class Where:
    """A database on a server; fields that are None come from the settings."""

    uri: str | None = None
    database: str | None = None
    username: str | None = None


def attach_server(
    configuration: Configuration,
    where: Where,
    *,
    name: str | None = None,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    report: Report = no_progress,
) -> AttachedGraph:
    """Attach a database of a running server; the password comes from the settings and is not stored.

    Without a `name`, the graph is named after its database, if no graph at another address has that name.

    Raises:
        ConfigError: neither the arguments nor the settings give an address, or the name cannot be used.
        DatabaseError: or a subclass: the database cannot be read.
    """
    settings = configuration.settings.neo4j
    uri = where.uri or settings.uri
    if not uri:
        raise ConfigError(
            "no server address given", hint="give one: `kgqa attach bolt://localhost:7687`, or set NEO4J_URI"
        )
    if urlsplit(uri).password:
        raise ConfigError("the address contains a password", hint="set NEO4J_PASSWORD instead")
    database = where.database or settings.database
    for one in attachments(configuration.workspace):
        if not name and one.name == database and (one.uri, one.database) != (uri, database):
            raise ConfigError(
                f"a graph called {one.name!r} is attached already: {one.uri or one.source}, {one.database}",
                hint=f"use another --name, or replace it: --name {one.name}",
            )
    check_graph_name(configuration.workspace, name or database)
    attachment = Attachment(
        name=name or database,
        uri=uri,
        database=database,
        username=where.username or settings.username,
        include=tuple(include),
        exclude=tuple(exclude),
    )
    return attach(configuration, attachment, report)


def attach_file(
    configuration: Configuration,
    file: Path,
    *,
    name: str | None = None,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    report: Report = no_progress,
) -> AttachedGraph:
    """Load a dump, or a ZIP of an import set, into the workspace's own server, and attach it.

    It replaces a graph attached this way before, which is forgotten.

    Raises:
        ConfigError: the workspace has a loaded graph, which this would replace, or the name cannot be used.
        InputError: the file is not such an archive.
        ServerError: Neo4j's own tool failed, or the server does not start on the store.
    """
    name = name or re.sub(r"[^\w.-]+", "-", file.stem).strip("-.") or "graph"
    workspace = configuration.workspace
    check_graph_name(workspace, name)
    server = managed_server(configuration)
    before = [one.name for one in attachments(workspace) if not one.uri]
    if server.has_store() and not before:
        raise ConfigError(
            f"the workspace {workspace} has a loaded graph, which this would replace",
            hint="use another --workspace",
        )
    memory = memory_for(configuration.settings.server.memory_mb)
    put = import_set if file.suffix.casefold() == ".zip" else load_dump
    put(file, server, memory, report)
    for other in before:
        if other != name:
            report(f"detached {other}: {name} replaces it on the workspace's own server")
            forget(workspace, other)
    attachment = Attachment(name=name, include=tuple(include), exclude=tuple(exclude), source=str(file))
    return attach(configuration, attachment, report)


def forget(workspace: Path, name: str) -> Attachment:
    """Forget an attached graph: delete what the workspace stores about it, without touching the graph itself.

    Raises:
        ConfigError: no graph of that name is attached.
    """
    attachment = chosen_attachment(workspace, name)
    assert attachment is not None, "there is one of that name"
    remove_attachment(workspace, name)
    # Otherwise every command would look for the graph.
    if load_configuration(workspace, environment={}, attached=False).settings.graph.name == name:
        write_setting(workspace, "graph.name", None)
    return attachment
