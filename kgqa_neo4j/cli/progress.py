"""Progress bars on standard error, so that standard output holds only results."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Self

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class CountBar:
    """A progress bar with the count done, the total and the remaining time."""

    def __init__(self, label: str) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
        )
        self._task = self._progress.add_task(label, total=None)

    def update(self, done: int, of: int) -> None:
        """Update progress (done, total)."""
        self._progress.update(self._task, completed=done, total=of)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


class StageBars:
    """Successive progress bars, one per stage."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._stage = ""
        self._bar: CountBar | None = None

    def update(self, stage: str, done: int, of: int) -> None:
        """Update a stage's progress (done, total); a new stage closes the previous bar."""
        if self._bar is None or stage != self._stage:
            self._stack.close()
            self._stage, self._bar = stage, self._stack.enter_context(CountBar(stage))
        self._bar.update(done, of)


@contextmanager
def interrupted() -> Iterator[None]:
    """On Ctrl-C, print the command that resumes, and exit with 130."""
    try:
        yield
    except KeyboardInterrupt:
        again = shlex.join(["kgqa", *(word for word in sys.argv[1:] if word != "--fresh")])
        click.echo(f"interrupted; to resume:\n  {again}", err=True)
        raise SystemExit(130) from None
