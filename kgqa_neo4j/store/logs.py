"""Reading a server's logs."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

# Neo4j's log for users, its log for developers, and the output of Java.
LOGS = ("neo4j", "debug", "console")
_POLL_S = 0.3
# Lines in which to look for the last error.
_RECENT = 500
# The lines of a stack trace that name exceptions, outermost first.
_EXCEPTION = re.compile(r"^(?:Caused by: )?[\w.$]+(?:Exception|Error): (.+)$", re.MULTILINE)


def tail(file: Path, lines: int) -> list[str]:
    """Return the last lines of a log; none if there is no such file."""
    try:
        text = file.read_text("utf-8", errors="replace")
    except FileNotFoundError:
        return []
    return text.splitlines()[-lines:] if lines > 0 else []


def last_error(file: Path) -> str:
    """Return the message of the innermost exception of the last error in Neo4j's log for developers, "" without one."""
    for line in reversed(tail(file, _RECENT)):
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        trace = entry.get("stacktrace", "") if isinstance(entry, dict) and entry.get("level") == "ERROR" else ""
        if found := _EXCEPTION.findall(trace):
            return str(found[-1])
    return ""


def follow(file: Path, lines: int, *, forever: bool) -> Iterator[str]:
    """Yield the last lines of a log, and with `forever` those added later.

    If a log is replaced (when the server starts, or by rotation), the new one is read from its beginning.
    """
    yield from tail(file, lines)
    position = file.stat().st_size if file.exists() else 0
    while forever:
        time.sleep(_POLL_S)
        size = file.stat().st_size if file.exists() else 0
        position = min(position, size) if size >= position else 0
        if size == position:
            continue
        with file.open("rb") as stream:
            stream.seek(position)
            added = stream.read()
        # Leave an incomplete line for the next time.
        whole = added[: added.rfind(b"\n") + 1]
        position += len(whole)
        yield from whole.decode("utf-8", errors="replace").splitlines()
