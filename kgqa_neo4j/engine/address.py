"""The address of a workspace's engine: a Unix domain socket in a folder that only the user can enter."""

from __future__ import annotations

import hashlib
import os
import socket
import stat
import struct
from dataclasses import dataclass
from pathlib import Path

LOG_FILE = Path("logs") / "engine.log"
# The smallest system limit for a socket address is 104 bytes, including the terminating zero.
_LONGEST_ADDRESS = 100


class EngineUnavailable(Exception):
    """An engine cannot run here; questions must be answered in process."""


@dataclass(frozen=True, slots=True)
class EngineAddress:
    """An engine's socket, and its workspace, which is an empty path if only the socket is known."""

    socket: Path
    workspace: Path

    @property
    def lock(self) -> Path:
        """The file that is locked while an engine starts."""
        return self.socket.with_suffix(".lock")

    @property
    def log(self) -> Path:
        """The engine's log file."""
        return self.workspace / LOG_FILE

    @property
    def mark(self) -> str:
        """The command-line argument that identifies the engine's process."""
        return f"--socket={self.socket}"


def engine_address(workspace: Path) -> EngineAddress:
    """Return the place of a workspace's engine, whether or not it runs.

    Raises:
        EngineUnavailable: this system has no Unix domain sockets, or no private folder for them.
    """
    workspace = workspace.resolve()
    name = hashlib.blake2b(os.fsencode(workspace), digest_size=10).hexdigest()
    return EngineAddress(_own(_folder()) / f"{name}.sock", workspace)


def places() -> list[EngineAddress]:
    """Return the places of this user's engines, including any that ended without removing their sockets.

    Raises:
        EngineUnavailable: see `engine_address`.
    """
    return [EngineAddress(file, Path()) for file in sorted(_own(_folder()).glob("*.sock"))]


def peer(connection: socket.socket) -> tuple[int, int] | None:
    """Return the process id and user id at the other end of a Unix domain socket, None if not supported."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return None
    form = struct.Struct("3i")
    pid, uid, _ = form.unpack(connection.getsockopt(socket.SOL_SOCKET, option, form.size))
    return pid, uid


def _folder() -> Path:
    if not hasattr(socket, "AF_UNIX") or not hasattr(os, "getuid"):
        raise EngineUnavailable("this system has no Unix domain sockets")
    state = os.environ.get("KGQA_STATE_DIR")
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    candidates = [Path(state) / "engines"] if state else []
    if not state and runtime and Path(runtime).is_dir():
        candidates.append(Path(runtime) / "kgqa-neo4j")
    # Directly below the temporary folder, whose sticky bit keeps other users from replacing the folder.
    candidates.append(Path(os.environ.get("TMPDIR") or "/tmp") / f"kgqa-neo4j-{os.getuid()}")
    short = [one for one in candidates if len(os.fsencode(one.absolute())) + 26 <= _LONGEST_ADDRESS]
    if not short:
        raise EngineUnavailable(f"the path {candidates[-1]} is too long for a socket")
    return short[0].absolute()


def _own(folder: Path) -> Path:
    """Create the folder if necessary, and ensure that only this user can access it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        state = folder.lstat()
        if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.getuid():
            raise EngineUnavailable(f"{folder} belongs to another user")
        if state.st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise EngineUnavailable(f"{folder} cannot be used: {error.strerror}") from error
    return folder
