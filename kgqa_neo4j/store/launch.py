"""Running a Neo4j server: its command line and environment, and checking that it is ready."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kgqa_neo4j.model import errors
from kgqa_neo4j.store.driver import Database, Endpoint
from kgqa_neo4j.store.java import Java
from kgqa_neo4j.store.server_config import Memory, initial_heap_mb

# Needs the least memory and starts fastest; it handles heaps of this size well.
COLLECTOR = "-XX:+UseSerialGC"


def command_line(java: Java, home: Path, memory: Memory, options: Sequence[str] = ()) -> list[str]:
    """Return the command that runs a server on `home`; the class path is in the environment."""
    return [
        str(java.executable),
        *java.options,
        f"-Xms{initial_heap_mb(memory)}m",
        f"-Xmx{memory.heap_mb}m",
        COLLECTOR,
        "-XX:+ExitOnOutOfMemoryError",
        *options,
        "org.neo4j.server.Neo4jCommunity",
        f"--home-dir={home}",
        f"--config-dir={home / 'conf'}",
    ]


def launch_environment(home: Path, jars: Path) -> dict[str, str]:
    """Return the environment variables for the server and its administration tool.

    The jars are listed individually and in order: a wildcard would list them in file-system order, and the start-up
    cache is valid for one order only.
    """
    class_path = os.pathsep.join(str(jar) for jar in sorted(jars.glob("*.jar")))
    return {**os.environ, "CLASSPATH": class_path, "NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")}


def version_if_ready(endpoint: Endpoint) -> str | None:
    """Return the version of a server if it answers queries, otherwise None.

    Raises:
        WrongPassword: it answers, but rejects the credentials.
    """
    try:
        with Database(endpoint, connect_timeout=2) as database:
            rows = list(database.stream("server_version"))
    except (errors.DatabaseDown, errors.DatabaseStarting, errors.UnknownDatabase):
        return None
    return str(rows[0]["version"])


def start_failure(endpoint: Endpoint) -> str:
    """Return what a running server says of a database that it could not start, "" if it says nothing (yet)."""
    try:
        with Database(replace(endpoint, database="system"), connect_timeout=2) as system:
            rows = list(system.stream("database_failure", database=endpoint.database))
    except (errors.DatabaseDown, errors.DatabaseStarting):
        return ""
    return str(rows[0]["message"]) if rows else ""
