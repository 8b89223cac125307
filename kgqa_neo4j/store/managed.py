"""A managed Neo4j server in a directory: provisioned, started, found again, stopped.

All state is in its home: ``ports.json``, ``password`` (readable by the user only), ``run/`` (the process, and whether
it is ready), ``conf/``, ``data/`` and ``logs/``. A lock file lets only one process at a time work on a home.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from filelock import FileLock, Timeout

from kgqa_neo4j.model import errors
from kgqa_neo4j.model.progress import no_progress
from kgqa_neo4j.store import logs, processes, server_config, server_registry, store_swap
from kgqa_neo4j.store.driver import Endpoint
from kgqa_neo4j.store.installation import Installation
from kgqa_neo4j.store.launch import start_failure, version_if_ready
from kgqa_neo4j.store.processes import HOST, ProcessRecord, Report

USERNAME = "neo4j"
_STOP_TIMEOUT_S = 30.0
_PORT_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """The output of `kgqa db status --json`; values that do not apply are None."""

    running: bool
    uri: str | None
    http_url: str | None
    username: str | None
    password_file: str | None
    version: str | None
    home: str | None
    pid: int | None


class _PortTaken(Exception):
    """Another program took a port after it was chosen and before the server started."""


class ManagedServer:
    """The server with the directory `home`; nothing happens until `start`."""

    def __init__(self, home: Path, memory_mb: int = 0, start_timeout: float = 120.0) -> None:
        self.home = home.resolve()
        self._memory_mb = memory_mb
        self._start_timeout = start_timeout
        self._ports_file = self.home / "ports.json"
        self._pid_file = self.home / "run" / "process.json"
        self._ready_file = self.home / "run" / "ready.json"
        self.password_file = self.home / "password"
        self.log_file = self.home / "logs" / "console.log"
        self._debug_log = self.home / "logs" / "debug.log"

    def start(self, report: Report = no_progress) -> Endpoint:
        """Start the server unless it is running, wait until it answers, and return its endpoint.

        Args:
            report: called with a short text for each lengthy step.

        Raises:
            ServerError: it could not be provisioned or started (or DownloadFailed, JavaMissing).
        """
        if self._ready_process() is None:
            for directory in (self.home, self._pid_file.parent):
                directory.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self._lock():
                if self._ready_process() is None:
                    server_registry.register(self.home)
                    self._bring_up(report)
        return self.endpoint()

    def stop(self) -> bool:
        """Stop the server, wait for its end, and return whether it was running."""
        if not self.home.exists():
            orphan = processes.find(self._mark)
            return orphan is not None and self._end(orphan.process())
        with self._lock():
            return self._stop_locked()

    def has_store(self) -> bool:
        """Whether there is a store that may have content; never starts the server."""
        parts = (store_swap.DATA, store_swap.NEW, store_swap.REPLACED)
        return (
            any((self.home / part / "databases").exists() for part in parts)
            and not store_swap.empty_mark(self.home).exists()
        )

    def mark_empty(self, empty: bool) -> None:
        """Record that everything loaded has been removed, or that a load is starting."""
        if empty:
            store_swap.empty_mark(self.home).touch()
        else:
            store_swap.empty_mark(self.home).unlink(missing_ok=True)

    def status(self) -> ServerStatus:
        """Return whether the server runs, and where; never starts it."""
        process = self._process()
        ports = self._ports()
        ready = self._ready_facts()
        return ServerStatus(
            running=process is not None and ports is not None and processes.port_answers(ports[0]),
            uri=f"bolt://{HOST}:{ports[0]}" if ports else None,
            http_url=f"http://{HOST}:{ports[1]}" if ports else None,
            username=USERNAME,
            password_file=str(self.password_file) if self.password_file.exists() else None,
            version=str(ready["version"]) if process is not None and "version" in ready else None,
            home=str(self.home),
            pid=process.pid if process is not None else None,
        )

    def endpoint(self) -> Endpoint:
        """Return the server's endpoint, which is the last one if it is not running.

        Raises:
            DatabaseDown: it was never started.
        """
        ports = self._ports()
        if not ports or not self.password_file.exists():
            raise errors.DatabaseDown(
                f"there is no server in {self.home} yet", hint="start it with `kgqa db start`"
            )
        return Endpoint(
            uri=f"bolt://{HOST}:{ports[0]}",
            username=USERNAME,
            password=self.password_file.read_text("utf-8"),
            http_url=f"http://{HOST}:{ports[1]}",
            managed=True,
        )

    def replace_store(self, database: str, report: Report = no_progress) -> Endpoint:
        """Replace the server's store by the one in `store_swap.new_data`, and start it.

        The old one is kept until `store_swap.forget_replaced`. If the new one does not start, the old one is restored
        and started. Repeatable: if the new store is already in place, it is just started.

        Raises:
            ServerError: the new store could not be started; the old one is restored.
        """
        for directory in (self.home, self._pid_file.parent):
            directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        server_registry.register(self.home)
        with self._lock():
            self._stop_locked()
            store_swap.recover(self.home)
            installation = Installation.prepare(self.home, self.password_file, report)
            installation.set_password()
            # An imported store is valuable even before the first login.
            installation.mark_finished()
            if store_swap.is_new(self.home, database):
                store_swap.put_in_place(self.home, database)
        try:
            return self.start(report)
        except errors.ServerError:
            self.restore_store(report)
            raise

    def restore_store(self, report: Report = no_progress) -> None:
        """Put the store that `replace_store` replaced back, if it is still kept, and start the server on it."""
        if store_swap.is_replaced(self.home):
            with self._lock():
                self._stop_locked()
                store_swap.put_back(self.home)
            self.start(report)

    # Finding the process.

    @property
    def _mark(self) -> str:
        return f"--home-dir={self.home}"

    def _process(self) -> psutil.Process | None:
        record = ProcessRecord.read(self._pid_file)
        return record.process() if record is not None and record.mark == self._mark else None

    def _ready_process(self) -> psutil.Process | None:
        process = self._process()
        return process if process is not None and self._ready_facts().get("pid") == process.pid else None

    def _ready_facts(self) -> dict[str, object]:
        return _read_json(self._ready_file)

    def _ports(self) -> tuple[int, int] | None:
        facts = _read_json(self._ports_file)
        try:
            return int(str(facts["bolt"])), int(str(facts["http"]))
        except (KeyError, ValueError):
            return None

    @contextmanager
    def _lock(self) -> Iterator[None]:
        try:
            with FileLock(self.home / "run" / "lock", timeout=self._start_timeout * 2):
                yield
        except Timeout as error:
            raise errors.ServerError(
                f"another process has been starting or stopping the server in {self.home} for too long",
                hint=f"see {self.log_file}, end that process, and try again",
            ) from error

    # Starting the process, with the lock held.

    def _bring_up(self, report: Report) -> None:
        record = ProcessRecord.read(self._pid_file)
        if record is None or record.process() is None:
            record = processes.find(self._mark)
        if record is not None and self._ports() is not None:
            # Whoever started it was killed before it was ready: continue from there.
            record.write(self._pid_file)
            self._await_ready(record)
            return
        store_swap.recover(self.home)
        installation = Installation.prepare(self.home, self.password_file, report)
        began = time.monotonic()
        report("starting Neo4j")
        try:
            self._launch_and_wait(installation)
        except (errors.ServerError, errors.WrongPassword):
            if not installation.discard_unfinished():
                raise
            # The very first start was interrupted; nobody can have stored anything yet.
            self._launch_and_wait(installation)
        installation.mark_finished()
        report(f"Neo4j is up after {time.monotonic() - began:.1f} s")

    def _launch_and_wait(self, installation: Installation) -> None:
        installation.set_password()
        for attempt in range(_PORT_ATTEMPTS):
            bolt_port, http_port = self._choose_ports(again=attempt > 0)
            memory = server_config.memory_for(self._memory_mb)
            installation.write_configuration(server_config.neo4j_conf(bolt_port, http_port, memory))
            self._ready_file.unlink(missing_ok=True)
            record = installation.launch(memory, self._mark, self.log_file)
            record.write(self._pid_file)
            try:
                self._await_ready(record)
            except _PortTaken:
                continue
            except BaseException:
                self._end(record.process())
                raise
            return
        raise errors.ServerError(
            "all ports tried are taken by other programs", hint="run the command again; see `kgqa db logs`"
        )

    def _choose_ports(self, *, again: bool) -> tuple[int, int]:
        ports = self._ports()
        if ports is not None and not again and all(processes.port_is_free(port) for port in ports):
            return ports
        bolt_port, http_port = processes.free_ports(2)
        temporary = self._ports_file.with_suffix(".tmp")
        temporary.write_text(json.dumps({"bolt": bolt_port, "http": http_port}), "utf-8")
        temporary.replace(self._ports_file)
        return bolt_port, http_port

    def _await_ready(self, record: ProcessRecord) -> None:
        """Wait until the database answers a query, and record that it is ready."""
        endpoint = self.endpoint()
        bolt_port = (self._ports() or (0, 0))[0]
        deadline = time.monotonic() + self._start_timeout
        while time.monotonic() < deadline:
            if record.process() is None:
                raise self._why_it_ended()
            # A server that started at the same time may have got the port, in which case this one will end.
            if processes.port_answers(bolt_port) and processes.may_listen(record.process(), bolt_port):
                version = version_if_ready(endpoint)
                if version is not None:
                    _write_json(self._ready_file, {"pid": record.pid, "version": version})
                    return
                if failure := start_failure(endpoint):
                    cause = logs.last_error(self._debug_log) or failure
                    raise errors.ServerError(
                        f"Neo4j could not start the database {endpoint.database!r}: {cause}",
                        hint=f"see {self._debug_log}",
                    )
            time.sleep(0.1)
        raise errors.ServerError(
            f"Neo4j did not answer within {self._start_timeout:.0f} s",
            hint=f"see {self.log_file}, or raise server.start_timeout",
        )

    def _why_it_ended(self) -> Exception:
        tail = logs.tail(self.log_file, 40)
        if any("Address already in use" in line or "BindException" in line for line in tail):
            return _PortTaken()
        telling = [line for line in tail if "ERROR" in line or "Exception" in line or "rror:" in line]
        return errors.ServerError(
            f"Neo4j exited while starting: {(telling or tail or ['it wrote no log'])[-1].strip()[:300]}",
            hint=f"see {self.log_file} and {self._debug_log}",
        )

    def _stop_locked(self) -> bool:
        ended = self._end(self._process())
        for file in (self._ready_file, self._pid_file):
            file.unlink(missing_ok=True)
        return ended

    def _end(self, process: psutil.Process | None) -> bool:
        if process is None:
            return False
        processes.end(process, _STOP_TIMEOUT_S)
        return True


def stop_all() -> list[Path]:
    """Stop all managed servers that this user started; return the homes of those that were running."""
    stopped = []
    for home in server_registry.known_homes():
        if ManagedServer(home).stop():
            stopped.append(home)
        if not home.exists():
            server_registry.forget(home)
    return stopped


def _read_json(file: Path) -> dict[str, object]:
    try:
        facts = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return facts if isinstance(facts, dict) else {}


def _write_json(file: Path, facts: dict[str, object]) -> None:
    temporary = file.with_suffix(".tmp")
    temporary.write_text(json.dumps(facts), "utf-8")
    temporary.replace(file)
