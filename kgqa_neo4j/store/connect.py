"""Connecting to the database in the settings: on the user's server, or the workspace's own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from kgqa_neo4j.model import errors
from kgqa_neo4j.model.progress import no_progress
from kgqa_neo4j.settings import Configuration, attached_graph
from kgqa_neo4j.settings.attachment import attachments
from kgqa_neo4j.store.bookmarks import FILE as BOOKMARKS
from kgqa_neo4j.store.driver import Database, Endpoint
from kgqa_neo4j.store.managed import ManagedServer, ServerStatus
from kgqa_neo4j.store.processes import Report

# For the SEARCH clause with filters, over vector indexes on several relationship types.
LEAST_VERSION = (2026, 2)
# For labels as parameters, which reading an attached graph requires.
LEAST_ATTACHED_VERSION = (5, 26)
_LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class BrowserPage:
    """The address of Neo4j Browser and how to log in."""

    url: str
    username: str
    password: str = field(repr=False)
    password_place: str


def connect(
    configuration: Configuration,
    report: Report = no_progress,
    *,
    patience: float = 1.0,
    may_index: bool = False,
) -> Database:
    """Return a connection that has been tested.

    If `neo4j.uri` is set, that server is used and nothing is started; otherwise the workspace's managed server, which
    is started if necessary. A statement may take `patience` times `neo4j.timeout`. An attached graph is read-only; with
    `may_index`, indexes can be created there, but nothing else.

    Raises:
        DatabaseError: or a subclass, within some seconds; also `ServerTooOld`.
        ServerError: the managed server could not be started.
    """
    settings = configuration.settings.neo4j
    endpoint = endpoint_of(configuration, report=report)
    timeout = patience * settings.timeout
    attached = attached_graph(configuration) is not None
    database = Database(
        endpoint,
        timeout=timeout,
        connect_timeout=settings.connect_timeout,
        read_only=attached,
        may_index=may_index,
        bookmarks=configuration.workspace / BOOKMARKS,
    )
    try:
        check_version(database, LEAST_ATTACHED_VERSION if attached else LEAST_VERSION)
        if not endpoint.http_url:
            database.endpoint = replace(endpoint, http_url=_advertised_http_url(database))
    except BaseException:
        database.close()
        raise
    return database


def require_store(configuration: Configuration) -> None:
    """Check that something may be loaded, before starting a server or a model.

    Raises:
        EmptyGraph: the workspace's own server never ran, or everything was removed from it.
    """
    if not configuration.settings.neo4j.uri and not managed_server(configuration).has_store():
        raise errors.EmptyGraph(
            f"nothing is loaded in the workspace {configuration.workspace}",
            hint="load a graph first: `kgqa load triples FILE`, or `kgqa load sample`; or `kgqa attach` one",
        )


def require_own_graph(configuration: Configuration) -> None:
    """Check that the workspace's graph may be changed.

    Raises:
        ConfigError: it is an attached graph, which is read-only.
    """
    if (attachment := attached_graph(configuration)) is not None:
        raise errors.ConfigError(
            f"the workspace {configuration.workspace} has the attached graph {attachment.name!r}, "
            "which is read-only",
            hint="use another --workspace to load a graph",
        )


def managed_server(configuration: Configuration) -> ManagedServer:
    """Return the managed server of a workspace, whether it runs or not."""
    server = configuration.settings.server
    return ManagedServer(configuration.workspace / "server", server.memory_mb, server.start_timeout)


def own_server(configuration: Configuration) -> ManagedServer:
    """Return the managed server of a workspace that uses it, even if only for one of several attached graphs.

    Raises:
        ConfigError: the settings name another server, which is not managed.
    """
    in_use = any(not one.uri for one in attachments(configuration.workspace))
    if configuration.settings.neo4j.uri and not in_use:
        raise errors.ConfigError(
            f"neo4j.uri is set (by {configuration.origin('neo4j.uri')}): that server is not managed by kgqa",
            hint="unset it to use the managed server of this workspace",
        )
    return managed_server(configuration)


def endpoint_of(configuration: Configuration, *, start: bool = True, report: Report = no_progress) -> Endpoint:
    """Return the server in the settings; with `start`, a managed one is started.

    Raises:
        DatabaseDown: without `start`, there has never been a managed server.
        ServerError: the managed server could not be started.
    """
    settings = configuration.settings.neo4j
    if settings.uri:
        return Endpoint(
            uri=settings.uri,
            username=settings.username,
            password=settings.password.get_secret_value(),
            database=settings.database,
            http_url=settings.browser_url,
            ca_file=settings.ca_file,
            members=tuple(filter(None, (one.strip() for one in settings.members.split(",")))),
        )
    server = managed_server(configuration)
    endpoint = server.start(report) if start else server.endpoint()
    return replace(endpoint, database=settings.database, http_url=settings.browser_url or endpoint.http_url)


def status_of(configuration: Configuration) -> ServerStatus:
    """Return whether the server in the settings answers; never starts one."""
    settings = configuration.settings.neo4j
    if not settings.uri:
        return managed_server(configuration).status()
    version = http_url = None
    try:
        with connect(configuration) as database:
            version = server_version(database)
            http_url = database.endpoint.http_url or None
    except (errors.DatabaseDown, errors.DatabaseStarting):
        pass  # not answering is a valid status
    return ServerStatus(
        running=version is not None,
        uri=settings.uri,
        http_url=http_url or settings.browser_url or None,
        username=settings.username,
        password_file=None,
        version=version,
        home=None,
        pid=None,
    )


def browser_page(configuration: Configuration) -> BrowserPage:
    """Return the address of Neo4j Browser, starting a managed server if necessary.

    Raises:
        ConfigError: the server of NEO4J_URI does not advertise its Browser.
    """
    with connect(configuration) as database:
        endpoint = database.endpoint
    if not endpoint.http_url:
        raise errors.ConfigError(
            f"the server at {endpoint.uri} does not say where Neo4j Browser is", hint="set neo4j.browser_url"
        )
    place = f"in {managed_server(configuration).password_file}" if endpoint.managed else "as in NEO4J_PASSWORD"
    return BrowserPage(f"{endpoint.http_url}/browser/", endpoint.username, endpoint.password, place)


def server_version(database: Database) -> str:
    """Return the server's version, such as ``2026.08.1``; a failure is not retried, unlike other reads."""
    rows = list(database.stream("server_version"))
    return str(rows[0]["version"]) if rows else ""


def database_id(database: Database) -> str:
    """Return the id of a database, the same by whatever address it is reached."""
    return str(database.read("database_id")[0]["id"])


def check_version(database: Database, least_version: tuple[int, int] = LEAST_VERSION) -> None:
    """Check that the server supports the Cypher of the statements.

    Raises:
        ServerTooOld: it does not.
    """
    version = server_version(database)
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    if numbers < least_version:
        least = ".".join(f"{part:02d}" for part in least_version)
        raise errors.ServerTooOld(
            f"the server at {database.endpoint.uri} is Neo4j {version or 'of unknown version'}; "
            f"kgqa needs {least} or newer",
            hint="upgrade it, or unset NEO4J_URI to use the managed server",
        )


def _advertised_http_url(database: Database) -> str:
    """Return the server's HTTP address (for Neo4j Browser); "" if it does not advertise one."""
    try:
        rows = database.read("server_http_address")
    except errors.DatabaseError:
        return ""  # the user may not read settings: omit the link
    facts = {row["name"]: row["value"] for row in rows}
    if facts.get("server.http.enabled") != "true":
        return ""
    host, _, port = facts.get("server.http.advertised_address", "").rpartition(":")
    asked = urlsplit(database.endpoint.uri).hostname or "localhost"
    # A server behind a port mapping or a host name may think that it is "localhost".
    if host in ("", *_LOCAL_HOSTS) and asked not in _LOCAL_HOSTS:
        host = asked
    return f"http://{host or asked}:{port}"
