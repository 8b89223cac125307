"""Processes that outlive this one: recognising, finding and ending them; and ports on this machine."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psutil

# Called with a short text for each lengthy step.
Report = Callable[[str], None]

HOST = "127.0.0.1"
# Below the ranges that systems use for outgoing connections.
_PORTS = range(17000, 32000)
_CLOCK_SLACK_S = 3.0


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """Identifies a process, even if its pid has been reused.

    `mark` is an argument on its command line that no other program has.
    """

    pid: int
    created: float
    mark: str

    def process(self) -> psutil.Process | None:
        """Return the process if it is still running and is the recorded one."""
        try:
            process = psutil.Process(self.pid)
            # A process has no command line for a moment while it is being executed.
            same = self.mark in (process.cmdline() or [self.mark])
            same = same and abs(process.create_time() - self.created) < _CLOCK_SLACK_S
            if same and process.status() != psutil.STATUS_ZOMBIE:
                return process
        except psutil.Error:
            pass  # gone, or another user's: in both cases not the recorded one
        return None

    def write(self, file: Path) -> None:
        """Write the record to a file atomically."""
        temporary = file.with_suffix(".tmp")
        facts = {"pid": self.pid, "created": self.created, "mark": self.mark}
        temporary.write_text(json.dumps(facts), "utf-8")
        temporary.replace(file)

    @classmethod
    def read(cls, file: Path) -> ProcessRecord | None:
        """Return the record in a file; None if there is none or it is unreadable."""
        try:
            facts = json.loads(file.read_text("utf-8"))
            return cls(int(facts["pid"]), float(facts["created"]), str(facts["mark"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None


def find(mark: str) -> ProcessRecord | None:
    """Return a process of this user with `mark` on its command line.

    For cases without a record: its file was removed, or whoever started the process was killed before writing it.
    """
    for process in psutil.process_iter(["cmdline", "create_time"]):
        if mark in (process.info["cmdline"] or ()) and process.pid != os.getpid():
            record = ProcessRecord(process.pid, process.info["create_time"], mark)
            if record.process() is not None:
                return record
    return None


def launch(command: Sequence[str], *, mark: str, log: Path, environment: Mapping[str, str]) -> ProcessRecord:
    """Start a program that keeps running after this process, with its output in `log`.

    Raises:
        OSError: the program cannot be run.
    """
    with log.open("ab") as output:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(environment),
            start_new_session=True,
        )
    # If it ends first, it must not remain as a zombie.
    threading.Thread(target=child.wait, daemon=True).start()
    try:
        created = psutil.Process(child.pid).create_time()
    except psutil.NoSuchProcess:
        created = 0.0
    return ProcessRecord(child.pid, created, mark)


def end(process: psutil.Process, timeout: float) -> None:
    """Terminate a process, and kill it after `timeout` seconds."""
    try:
        process.send_signal(signal.SIGTERM)
        if _wait(process, timeout):
            return
        process.kill()
        _wait(process, timeout)
    except psutil.NoSuchProcess:
        return


def _wait(process: psutil.Process, timeout: float) -> bool:
    """Wait for the end of a process; a zombie counts as ended."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


def port_is_free(port: int) -> bool:
    """Whether a server could listen on `port` of this machine now."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        # Like a server: a port in TIME_WAIT is free, one with a listener is not.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return not port_answers(port)


def port_answers(port: int, timeout: float = 0.5) -> bool:
    """Whether something accepts connections on `port`."""
    try:
        with closing(socket.create_connection((HOST, port), timeout)):
            return True
    except OSError:
        return False


def may_listen(process: psutil.Process | None, port: int) -> bool:
    """Whether a process accepts connections on `port`; True if the system does not reveal that."""
    try:
        found = process.net_connections("tcp") if process is not None else []
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:
        return True
    return any(one.status == psutil.CONN_LISTEN and one.laddr.port == port for one in found)


def free_ports(count: int) -> list[int]:
    """Return distinct free ports, at random, so that concurrent calls rarely collide."""
    found: list[int] = []
    for port in random.sample(_PORTS, len(_PORTS)):
        if port_is_free(port):
            found.append(port)
            if len(found) == count:
                return found
    raise OSError("there is no free port on this machine")
