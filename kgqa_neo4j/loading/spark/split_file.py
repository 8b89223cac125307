"""Some numbered lines of a file: a split of it, or line groups at the edges of splits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from kgqa_neo4j.loaders.files import LineFile

Numbered = tuple[int, bytes | None]
"""A line with its number in its file, from 1; None for a line that is too long."""


class SplitFile(LineFile):
    """A part of a file, from line `start` on, with `before` lines of the source before the file.

    Its lines can be read only once.
    """

    def __init__(self, name: str, lines: Iterable[Numbered], *, first: int, before: int, max_line: int) -> None:
        """Set the arguments, without reading the lines yet.

        Args:
            name: the file's name in messages.
            lines: the lines, with their numbers in the file.
            first: the number in the file of the part's first line.
            before: the number of lines of the source before the file.
            max_line: maximum bytes per line.
        """
        self.path, self.name, self.max_line = Path(name), name, max_line
        self.read = self.line = self.size = 0
        self._magic = b""
        self._lines = lines
        self.start, self.before = first, before
        self.begins = first == 1
        self.opens = self.begins and not before

    def numbered(self) -> Iterator[Numbered]:
        """Yield each line with its number in the file."""
        for number, line in self._lines:
            self.line = number
            yield number, line

    def lines(self) -> Iterator[bytes | None]:
        """Yield the lines."""
        return (line for _, line in self.numbered())


def as_line(content: bytes, max_line: int) -> bytes | None:
    """Return a line as `LineFile.lines` yields it."""
    return None if len(content) > max_line else content.removesuffix(b"\r")
