"""Stages of a load: timing and progress display."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeRemainingColumn


@dataclass(slots=True)
class Stage:
    """One stage of a load: `items` of `unit` done, and the bytes read or sent."""

    name: str
    unit: str
    seconds: float = 0.0
    items: int = 0
    bytes: int = 0

    @property
    def rate(self) -> float:
        """Items per second."""
        return self.items / self.seconds if self.seconds else 0.0


Tell = Callable[[str, str, int, float, float | None], None]


def _nobody(*_: object) -> None:
    """Do nothing."""


class Stages:
    """Times consecutive stages, and shows them on standard error if that is a terminal.

    `tell` is called with each stage's name, unit, items, seconds, and progress from 0 to 1, None if unknown.
    """

    def __init__(self, *, quiet: bool = False, tell: Tell | None = None) -> None:
        self.done: list[Stage] = []
        self._tell = tell or _nobody
        shown = not quiet and sys.stderr.isatty()
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description:<22}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}% {task.fields[detail]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not shown,
        )

    @contextmanager
    def stage(self, name: str, unit: str) -> Iterator[RunningStage]:
        """Time a stage; it is recorded even if it fails."""
        stage = Stage(name, unit)
        started = time.monotonic()
        with self._progress:
            task = self._progress.add_task(name, total=None, detail="")
            try:
                yield RunningStage(stage, self._progress, task, started, self._tell)
            finally:
                stage.seconds = time.monotonic() - started
                self.done.append(stage)


class RunningStage:
    """A running stage."""

    def __init__(self, stage: Stage, progress: Progress, task: TaskID, started: float, tell: Tell) -> None:
        self._stage = stage
        self._progress = progress
        self._task = task
        self._started = started
        self._tell = tell
        tell(stage.name, stage.unit, 0, 0.0, None)

    @property
    def items(self) -> int:
        """Items done so far."""
        return self._stage.items

    def add(self, items: int, size: int = 0) -> None:
        """Add to the items done and their bytes."""
        self._stage.items += items
        self._stage.bytes += size

    def show(self, done: float, total: float) -> None:
        """Show progress as `done` of `total`, in any unit."""
        seconds = max(time.monotonic() - self._started, 1e-3)
        detail = f"{self._stage.items:,} {self._stage.unit}, {self._stage.items / seconds:,.0f}/s"
        share = min(done / total, 1.0) if total else None
        self._tell(self._stage.name, self._stage.unit, self._stage.items, seconds, share)
        self._progress.update(self._task, completed=done, total=total or None, detail=detail)
