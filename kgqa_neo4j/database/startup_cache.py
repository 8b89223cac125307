"""Half the time to start: Java's ahead-of-time cache of the server's classes.

A Java machine of version 25 or newer can write down, at the end of a run, the classes that it
loaded and linked, and take them from there the next time. The cache is made by `kgqa db prepare`,
once for a set of jars and a runtime, by a server that runs for a few seconds without data, and is shared by all
workspaces. Where it cannot be made, or does not fit, the server starts without it.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from filelock import FileLock

from kgqa_neo4j import errors
from kgqa_neo4j.database import processes, server_config
from kgqa_neo4j.database.driver import Database, Endpoint
from kgqa_neo4j.database.java import Java
from kgqa_neo4j.database.launch import command_line, launch_environment, version_if_ready

_LEAST_JAVA = 25
# Classes alone, not how often each method ran: with an idle server's profile Java compiles what a load
# needs early and badly, and its rows took up to twice as long. A later Java may not know the option.
_TRAINING_OPTIONS = (
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-AOTRecordTraining",
)
_START_TIMEOUT_S = 300.0
_WRITE_TIMEOUT_S = 600.0
# What nearly every session asks first, so that the planner's classes are in the cache as well.
_WARM_UP = ("graph_ready", "show_indexes")


def startup_cache(java: Java, jars: Path) -> Path | None:
    """Return the cache for these jars on this runtime, if it has been made."""
    cache = _cache_file(java, jars)
    return cache if cache is not None and cache.exists() else None


def make_startup_cache(java: Java, jars: Path) -> bool:
    """Make the cache unless there is one; say whether there is one now.

    Takes about half a minute of two cores, so it is only done when asked for.
    """
    cache = _cache_file(java, jars)
    if cache is None:
        return False
    with FileLock(jars / ".startup.lock"):
        if not cache.exists():
            for old in jars.glob("startup-*"):
                old.unlink()
            _train(java, jars, cache)
    return cache.exists()


def _cache_file(java: Java, jars: Path) -> Path | None:
    # With an incubating module the cache cannot hold linked classes, and is of no use.
    if java.version < _LEAST_JAVA or java.has_vector_module:
        return None
    verified = (jars / "verified.json").read_text("utf-8")
    facts = "\0".join((str(java.home), java.release, *java.options, *_TRAINING_OPTIONS, verified))
    return jars / f"startup-{hashlib.sha256(facts.encode()).hexdigest()[:16]}.aot"


def _train(java: Java, jars: Path, cache: Path) -> None:
    """Run a server without data, which writes the cache as it ends."""
    home = jars / "training"
    shutil.rmtree(home, ignore_errors=True)
    for name in ("conf", "data", "logs"):
        (home / name).mkdir(parents=True)
    bolt_port, http_port = processes.free_ports(2)
    memory = server_config.memory_for(server_config.LEAST_MB)
    # It holds nothing, listens on this machine only, and is gone in some seconds.
    conf = server_config.neo4j_conf(bolt_port, http_port, memory) + "dbms.security.auth_enabled=false\n"
    (home / "conf" / "neo4j.conf").write_text(conf, "utf-8")
    unfinished = cache.with_suffix(".tmp")
    command = command_line(java, home, memory, [f"-XX:AOTCacheOutput={unfinished}", *_TRAINING_OPTIONS])
    record = processes.launch(
        command,
        mark=f"--home-dir={home}",
        log=home / "logs" / "console.log",
        environment=launch_environment(home, jars),
    )
    try:
        endpoint = Endpoint(f"bolt://{processes.HOST}:{bolt_port}", "", "")
        ready = _wait_and_warm_up(record, endpoint, _WARM_UP)
    finally:
        process = record.process()
        if process is not None:
            processes.end(process, _WRITE_TIMEOUT_S)
    if ready and unfinished.exists():
        unfinished.replace(cache)
        shutil.rmtree(home, ignore_errors=True)


def _wait_and_warm_up(record: processes.ProcessRecord, endpoint: Endpoint, statements: Sequence[str]) -> bool:
    deadline = time.monotonic() + _START_TIMEOUT_S
    while time.monotonic() < deadline and record.process() is not None:
        if version_if_ready(endpoint) is None:
            time.sleep(0.2)
            continue
        try:
            with Database(endpoint) as database:
                for statement in statements:
                    database.read(statement)
        except errors.DatabaseError:
            return False
        return True
    return False
