"""The protocols for readers of Wikidata's formats, which yield entities with their lines."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Protocol, Self

from kgqa_neo4j.loaders.base import BadLine
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.wikidata.documents import Document, Head

# Entities are a few megabytes of JSON at most.
MAX_LINE = 1 << 25
BOM = b"\xef\xbb\xbf"


class Reader(Protocol):
    """Reads the entities of a file, repeatedly unless it is standard input."""

    @property
    def file(self) -> LineFile:
        """The file."""

    def documents(self, after: int = 0) -> Iterator[tuple[int, Document | BadLine]]:
        """Yield each entity that ends after a line, with its last line, and bad lines."""

    def heads(self) -> Iterator[Head]:
        """Yield the heads as fast as possible, skipping what cannot be read."""

    def chosen(self, ids: Container[str]) -> Iterator[Document]:
        """Yield the entities with these ids."""

    def sitelinked(self) -> Iterator[str]:
        """Yield the ids of entities that have a page, if the entities themselves do not contain this."""


class PieceReader(Reader, Protocol):
    """A reader that divides a file into *pieces*: runs of lines that can be parsed independently."""

    @property
    def together(self) -> Callable[[bytes], bytes] | None:
        """See `kgqa_neo4j.loaders.base.SplitSource`."""

    def on(self, file: LineFile) -> Self:
        """Return a reader of a part of the file."""

    def pieces(self, after: int = 0) -> Iterator[tuple[int, bytes | None]]:
        """Yield the pieces that end after a line, each with the number of its first line.

        None is a line that was too long to read.

        Raises:
            InputError: the file is damaged, after yielding what precedes the damage.
        """

    def decoded(self, number: int, piece: bytes | None) -> Iterator[tuple[int, Document | BadLine]]:
        """Yield what `documents` does, for a piece that begins at this line."""
