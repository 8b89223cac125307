"""Where a workspace's engine listens: a Unix domain socket in a folder that only the user can enter."""

from __future__ import annotations

import hashlib
import os
import socket
import stat
import struct
from dataclasses import dataclass
from pathlib import Path

LOG_FILE = Path("logs") / "engine.log"
# The shortest that a system allows for the address of a socket is 104 bytes, the final zero included.
_LONGEST_ADDRESS = 100


class EngineUnavailable(Exception):
    """There can be no engine here; the question has to be answered in process."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an engine is: the socket that it listens on, and its workspace, empty where only the socket is known."""

    socket: Path
    workspace: Path

    @property
    def lock(self) -> Path:
        """The file that is locked while an engine is started."""
        return self.socket.with_suffix(".lock")

    @property
    def log(self) -> Path:
        """Where it writes what it does."""
        return self.workspace / LOG_FILE

    @property
    def mark(self) -> str:
        """The argument of its command line that no other process has."""
        return f"--socket={self.socket}"


def place_of(workspace: Path) -> Place:
    """Return where the engine of `workspace` is, whether one runs or not.

    Raises:
        EngineUnavailable: this system has no Unix domain sockets, or no folder of the user's own for them.
    """
    workspace = workspace.resolve()
    name = hashlib.blake2b(os.fsencode(workspace), digest_size=10).hexdigest()
    return Place(_own(_folder()) / f"{name}.sock", workspace)


def places() -> list[Place]:
    """Return where engines of this user are, or were if they ended without removing their sockets.

    Raises:
        EngineUnavailable: see `place_of`.
    """
    return [Place(file, Path()) for file in sorted(_own(_folder()).glob("*.sock"))]


def peer(connection: socket.socket) -> tuple[int, int] | None:
    """Return process and user at the other end of a Unix domain socket; None where the system does not tell."""
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
    # Right below a folder where nobody can take away what is another's.
    candidates.append(Path(os.environ.get("TMPDIR") or "/tmp") / f"kgqa-neo4j-{os.getuid()}")
    short = [one for one in candidates if len(os.fsencode(one.absolute())) + 26 <= _LONGEST_ADDRESS]
    if not short:
        raise EngineUnavailable(f"the path {candidates[-1]} is too long for a socket")
    return short[0].absolute()


def _own(folder: Path) -> Path:
    """Make the folder, for the user alone, and make sure that it is."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        state = folder.lstat()
        if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.getuid():
            raise EngineUnavailable(f"{folder} belongs to somebody else")
        if state.st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise EngineUnavailable(f"{folder} cannot be used: {error.strerror}") from error
    return folder
