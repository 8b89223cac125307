"""A progress bar on standard error, so that standard output holds results alone."""

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
    """Shows how many of how many are done, and for how long it will go on."""

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
        """Set how many of how many are done."""
        self._progress.update(self._task, completed=done, total=of)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


class StageBars:
    """One progress bar after another, each for a stage."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._stage = ""
        self._bar: CountBar | None = None

    def update(self, stage: str, done: int, of: int) -> None:
        """Set how many of how many of a stage are done; a new stage ends the bar of the one before."""
        if self._bar is None or stage != self._stage:
            self._stack.close()
            self._stage, self._bar = stage, self._stack.enter_context(CountBar(stage))
        self._bar.update(done, of)


@contextmanager
def interrupted() -> Iterator[None]:
    """At Ctrl-C print the command that goes on where it stopped, and end with 130."""
    try:
        yield
    except KeyboardInterrupt:
        again = shlex.join(["kgqa", *(word for word in sys.argv[1:] if word != "--fresh")])
        click.echo(f"interrupted; this goes on where it stopped:\n  {again}", err=True)
        raise SystemExit(130) from None
