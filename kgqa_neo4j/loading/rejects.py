"""Rejected lines, written to a file in the workspace."""

from __future__ import annotations

import re
from pathlib import Path
from types import TracebackType
from typing import Self

from kgqa_neo4j.loaders.base import BadLine
from kgqa_neo4j.model.errors import TooManyBadLines

SHOWN_BYTES = 1000
_NAME_LENGTH = 100
_CONTROL = re.compile(r"[\x00-\x1f]")


def file_name(load: str) -> str:
    """Return a load's id as a file name without suffix."""
    return re.sub(r"[^\w.-]", "-", load)[-_NAME_LENGTH:]


def rejects_file(workspace: Path, load: str) -> Path:
    """Return the path of a load's rejects file."""
    return workspace / "rejects" / f"{file_name(load)}.tsv"


class Rejects:
    """A file of rejected lines: ``file:line``, the reason and the line, separated by TAB.

    If items are not numbered by lines, their number follows.
    """

    def __init__(self, path: Path, source: str, *, limit: int = -1) -> None:
        """Set the arguments; the file is created with the first rejected line.

        Args:
            path: the file.
            source: the name of the source file.
            limit: maximum number of rejected lines; -1 for no limit.
        """
        self.path = path
        self.count = 0
        # A file name may contain a line break.
        self._source = _CONTROL.sub(lambda match: _escaped(match[0]), source)
        self._limit = limit
        self._pending: list[BadLine] = []

    def resume(self, position: int, count: int) -> None:
        """Drop lines after `position`, which will be read again; `count` remain before it."""
        self.count = count
        if not self.path.exists():
            return
        lines = self.path.read_text("utf-8").split("\n")[:-1]
        kept = [line for line in lines if _number(line) <= position]
        self.path.write_text("".join(f"{line}\n" for line in kept), "utf-8")

    def add(self, bad: BadLine) -> None:
        """Write a rejected line.

        Raises:
            TooManyBadLines: there are now more than the limit.
        """
        self.count += 1
        self._pending.append(bad)
        if 0 <= self._limit < self.count:
            self.flush()
            accepted = f"more than {self._limit} bad lines; the last: " if self._limit else ""
            raise TooManyBadLines(
                f"{accepted}{self._source}:{bad.place or bad.line}: {bad.reason}",
                hint=f"fix the file, or load the rest with a higher --max-errors; see {self.path}",
            )

    def flush(self) -> None:
        """Flush to disk; called before the checkpoint moves past these lines."""
        if not self._pending:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            for bad in self._pending:
                content = bad.content[:SHOWN_BYTES].decode("utf-8", "backslashreplace")
                place, number = (bad.place, f"\t{bad.line}") if bad.place else (bad.line, "")
                said = f"{_escaped(bad.reason)}\t{_escaped(content)}{number}"
                file.write(f"{self._source}:{place}\t{said}\n")
        self._pending.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.flush()


def _number(line: str) -> int:
    """Return the item number of a rejected line."""
    place, _, _, *number = line.split("\t")
    return int(number[0] if number else place.rpartition(":")[2])


def _escaped(text: str) -> str:
    """Return a text without line breaks, TABs and terminal control characters."""
    return text.encode("unicode_escape").decode("ascii")
