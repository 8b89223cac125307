"""Finding, starting and killing the engine of a workspace."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time

from kgqa_neo4j.engine.address import EngineAddress, EngineUnavailable, peer

# Seconds for an engine to open its socket, which it does before any slow work.
_START_S = 30.0
_LOOK_S = 0.02
_END_S = 10.0
_LONGEST_LOG = 2**20


def connect(place: EngineAddress) -> socket.socket | None:
    """Return a connection to the running engine, None if none runs.

    Raises:
        EngineUnavailable: the socket belongs to another user.
    """
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(str(place.socket))
    except OSError:
        connection.close()
        return None
    other = peer(connection)
    if other is not None and other[1] != os.getuid():
        connection.close()
        raise EngineUnavailable(f"{place.socket} belongs to another user")
    return connection


def start(place: EngineAddress) -> socket.socket:
    """Start the engine, unless another command has just done so, and return a connection.

    Raises:
        EngineUnavailable: the engine does not start.
    """
    # Imported here, because finding a running engine does not need it.
    from filelock import FileLock, Timeout

    try:
        with FileLock(place.lock, timeout=_START_S):
            connection = connect(place)
            return _launch(place) if connection is None else connection
    except Timeout:
        raise EngineUnavailable("another command is starting it, and takes too long") from None
    except OSError as error:
        raise EngineUnavailable(f"it cannot be started: {error}") from error


def end(place: EngineAddress, pid: int | None) -> None:
    """Terminate an unresponsive engine, by force if necessary, and remove its socket."""
    if pid is None or not is_engine(place, pid):
        place.socket.unlink(missing_ok=True)
        return
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(pid, sign)
        except ProcessLookupError:
            break
        if _gone(place, pid):
            break
    place.socket.unlink(missing_ok=True)


def is_engine(place: EngineAddress, pid: int) -> bool:
    """Whether a process is the engine of that place, rather than another process that reused its id."""
    import psutil

    try:
        return place.mark in psutil.Process(pid).cmdline()
    except psutil.Error:
        return False


def _launch(place: EngineAddress) -> socket.socket:
    place.log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Start afresh if the log has grown too long over many starts.
    mode = "wb" if place.log.exists() and place.log.stat().st_size > _LONGEST_LOG else "ab"
    with place.log.open(mode) as log:
        child = subprocess.Popen(
            # -P: do not import modules from the current directory.
            [sys.executable, "-P", "-m", "kgqa_neo4j.engine", str(place.workspace), place.mark],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    # Reap the engine if it ends before this process does, so that it leaves no zombie.
    threading.Thread(target=child.wait, daemon=True).start()
    deadline = time.monotonic() + _START_S
    while time.monotonic() < deadline:
        if (connection := connect(place)) is not None:
            return connection
        if child.returncode is not None:
            raise EngineUnavailable(f"it exited at start-up; see {place.log}")
        time.sleep(_LOOK_S)
    child.kill()
    raise EngineUnavailable(f"it did not start within {_START_S:.0f} s; see {place.log}")


def _gone(place: EngineAddress, pid: int) -> bool:
    deadline = time.monotonic() + _END_S
    while time.monotonic() < deadline:
        if not is_engine(place, pid):
            return True
        time.sleep(_LOOK_S)
    return False
