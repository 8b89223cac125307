"""The running loads of a workspace and their progress, for progress displays and for questions asked meanwhile.

Each load writes its progress to a file in the workspace, so that another process can read it without querying a server
that may be busy or not up yet. A file whose process is gone was left by a killed load, and is removed.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FOLDER = "loading"
# Minimum seconds between two reports.
_EVERY = 0.5


@dataclass(frozen=True, slots=True)
class RunningLoad:
    """A running load.

    `stage` has made `items` of `unit` so far, at `rate` per second; `share` is its progress, 0 to 1, or None if
    unknown. `seconds` is the time since the load began.
    """

    source: str
    stage: str
    unit: str
    items: int
    rate: float
    share: float | None
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)

    def line(self) -> str:
        """Return it as one line."""
        share = "" if self.share is None else f" {self.share:.0%},"
        rate = f", {self.rate:,.0f}/s" if self.items else ""
        return f"{self.source}: {self.stage},{share} {self.items:,} {self.unit}{rate}; {self.seconds:,.0f} s so far"


class Announcement:
    """Publishes the progress of a load in this process. Errors in writing it do not stop the load."""

    def __init__(self, folder: Path, source: str) -> None:
        import psutil

        self._file = folder / f"{os.getpid()}-{time.monotonic_ns()}.json"
        self._began = time.monotonic()
        self._process_began = psutil.Process().create_time()
        self._told = 0.0
        self._last = RunningLoad(source, "start", "triples", 0, 0.0, None, 0.0)
        self._tell(self._last)

    def progress(self, stage: str, unit: str, items: int, seconds: float, share: float | None) -> None:
        """Publish a stage's progress, unless the same stage was published a moment ago."""
        now = time.monotonic()
        if stage == self._last.stage and now - self._told < _EVERY:
            return
        rate = items / seconds if seconds > 0 else 0.0
        self._last = RunningLoad(self._last.source, stage, unit, items, rate, share, now - self._began)
        self._tell(self._last)

    def end(self) -> None:
        """Remove the published progress."""
        self._file.unlink(missing_ok=True)

    def _tell(self, load: RunningLoad) -> None:
        self._told = time.monotonic()
        process = {"pid": os.getpid(), "process_began": self._process_began}
        part = self._file.with_suffix(".part")
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps({**load.as_json(), **process}), encoding="utf-8")
            part.replace(self._file)


@contextmanager
def announced(workspace: Path, source: str) -> Iterator[Announcement]:
    """Publish a load's progress until the end of the block."""
    announcement = Announcement(workspace / FOLDER, source)
    try:
        yield announcement
    finally:
        with suppress(OSError):
            announcement.end()


def running_loads(workspace: Path) -> list[RunningLoad]:
    """Return the loads of a workspace that are running on this machine."""
    found = []
    try:
        files = sorted((workspace / FOLDER).glob("*.json"))
    except OSError:
        return []
    for file in files:
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            if _lives(told.pop("pid"), told.pop("process_began")):
                found.append(RunningLoad(**told))
                continue
        except FileNotFoundError:
            continue
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            pass  # damaged (disk full), or from another version
        with suppress(OSError):
            file.unlink(missing_ok=True)
    return found


def _lives(pid: int, began: float) -> bool:
    import psutil

    try:
        return abs(psutil.Process(pid).create_time() - began) < 1.0
    except psutil.Error:
        return False
