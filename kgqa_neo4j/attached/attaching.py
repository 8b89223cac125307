"""Attaching a graph to a workspace: a server's, or a file's that goes into the workspace's own server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from kgqa_neo4j.attached.workspace import AttachedGraph, attach, refresh
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.settings import Attachment, Configuration, attached_graph
from kgqa_neo4j.store.connect import managed_server
from kgqa_neo4j.store.foreign_store import import_set, load_dump
from kgqa_neo4j.store.server_config import memory_for

__all__ = ["Where", "attach_file", "attach_server", "refresh"]


@dataclass(frozen=True, slots=True)
class Where:
    """A database on a server; what is None comes from the settings."""

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
    """Attach a database of a server that runs; the password is that of the settings and is not kept.

    Raises:
        ConfigError: no address was given, and the settings name none.
        DatabaseError: or one of its kinds: it cannot be read.
    """
    settings = configuration.settings.neo4j
    uri = where.uri or settings.uri
    if not uri:
        raise ConfigError(
            "no server was named", hint="name one: `kgqa attach bolt://localhost:7687`, or set NEO4J_URI"
        )
    if urlsplit(uri).password:
        raise ConfigError("the address holds a password", hint="put it into NEO4J_PASSWORD instead")
    database = where.database or settings.database
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

    Raises:
        ConfigError: the workspace has a graph that was loaded, which this would replace.
        InputError: the file is no such archive.
        ServerError: Neo4j's own tool failed, or the server does not start on the store.
    """
    server = managed_server(configuration)
    before = attached_graph(configuration)
    if server.has_store() and (before is None or before.uri):
        raise ConfigError(
            f"the workspace {configuration.workspace} has a graph of its own, which this would replace",
            hint="use another --workspace",
        )
    memory = memory_for(configuration.settings.server.memory_mb)
    put = import_set if file.suffix.casefold() == ".zip" else load_dump
    put(file, server, memory, report)
    attachment = Attachment(
        name=name or file.stem, include=tuple(include), exclude=tuple(exclude), source=str(file)
    )
    return attach(configuration, attachment, report)
