"""Java's ahead-of-time cache of the server's classes, which halves the time of a start.

Java 25 and newer can save, at the end of a run, the classes that it loaded and linked, and reuse them the next time.
The cache is specific to a set of jars and a runtime, and shared by all workspaces. It is made when a server first
starts on a machine, by a separate server that runs for some seconds without data. If that fails, servers start without
it.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from filelock import FileLock

from kgqa_neo4j.model import errors
from kgqa_neo4j.store import processes, server_config
from kgqa_neo4j.store.driver import Database, Endpoint
from kgqa_neo4j.store.java import Java
from kgqa_neo4j.store.launch import COLLECTOR, command_line, launch_environment, version_if_ready
from kgqa_neo4j.store.processes import Report

_LEAST_JAVA = 25
_START_TIMEOUT_S = 300.0
_WRITE_TIMEOUT_S = 600.0
_CHECK_TIMEOUT_S = 60.0
# The first statements of nearly every session, so that the planner's classes are cached, too.
_WARM_UP = ("graph_ready", "show_indexes")


def startup_cache(java: Java, jars: Path, report: Report, *, again: bool = False) -> Path | None:
    """Return the cache for these jars on this runtime; None if it is not available.

    A missing cache is made now, which takes about half a minute on two cores; after a failure, only if `again` is set.
    """
    cache = _cache_file(java, jars)
    if cache is None or cache.exists():
        return cache
    failed = cache.with_suffix(".failed")
    try:
        with FileLock(jars / ".startup.lock"):
            if not cache.exists() and (again or not failed.exists()):
                report("warming the start-up cache, once per machine; this takes half a minute or more")
                failed.unlink(missing_ok=True)
                _train(java, jars, cache)
                if not cache.exists():
                    failed.touch()
    except OSError:
        # The cache directory is another user's, or full: starts are slower, that is all.
        return None
    return cache if cache.exists() else None


def _cache_file(java: Java, jars: Path) -> Path | None:
    # With an incubating module the cache cannot hold linked classes, and is useless.
    if java.version < _LEAST_JAVA or java.has_vector_module:
        return None
    verified = (jars / "verified.json").read_text("utf-8")
    facts = "\0".join((str(java.home), java.release, *java.options, verified))
    return jars / f"startup-{hashlib.sha256(facts.encode()).hexdigest()[:16]}.aot"


def _train(java: Java, jars: Path, cache: Path) -> None:
    """Run a server without data, which writes the cache as it ends."""
    home = jars / "training"
    mark = f"--home-dir={home}"
    # An earlier run may have been killed before it ended its server.
    if (orphan := processes.find(mark)) is not None and (process := orphan.process()) is not None:
        processes.end(process, 0)
    shutil.rmtree(home, ignore_errors=True)
    for name in ("conf", "data", "logs"):
        (home / name).mkdir(parents=True)
    bolt_port, http_port = processes.free_ports(2)
    memory = server_config.memory_for(server_config.LEAST_MB)
    # It has no data, listens on this machine only, and is gone in some seconds.
    conf = server_config.neo4j_conf(bolt_port, http_port, memory) + "dbms.security.auth_enabled=false\n"
    (home / "conf" / "neo4j.conf").write_text(conf, "utf-8")
    unfinished = cache.with_suffix(".tmp")
    command = command_line(java, home, memory, [f"-XX:AOTCacheOutput={unfinished}"])
    environment = launch_environment(home, jars)
    record = processes.launch(command, mark=mark, log=home / "logs" / "console.log", environment=environment)
    ready = False
    try:
        endpoint = Endpoint(f"bolt://{processes.HOST}:{bolt_port}", "", "")
        ready = _wait_and_warm_up(record, endpoint, _WARM_UP)
    finally:
        if (process := record.process()) is not None:
            processes.end(process, _WRITE_TIMEOUT_S if ready else 0)
    if ready and unfinished.exists() and fits(java, unfinished, environment):
        unfinished.replace(cache)
        shutil.rmtree(home, ignore_errors=True)


def fits(java: Java, cache: Path, environment: Mapping[str, str]) -> bool:
    """Whether Java accepts the cache; it rejects one that was not written completely."""
    options = [*java.options, COLLECTOR, f"-XX:AOTCache={cache}", "-XX:AOTMode=on", "-version"]
    command = [str(java.executable), *options]
    try:
        done = subprocess.run(command, env=dict(environment), capture_output=True, timeout=_CHECK_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


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
