"""What the readers of Wikidata's formats have in common: entities, one after the other, with their lines."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Protocol, Self

from kgqa_neo4j.loaders.base import BadLine
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.wikidata.documents import Document, Head

# Entities are megabytes of JSON at most; a longer line is none.
MAX_LINE = 1 << 25
BOM = b"\xef\xbb\xbf"


class Reader(Protocol):
    """Reads the entities of a file; it can be read again unless it is standard input."""

    @property
    def file(self) -> LineFile:
        """The file."""

    def documents(self, after: int = 0) -> Iterator[tuple[int, Document | BadLine]]:
        """Yield each entity after a line, with its (last) line, or why a line is none."""

    def heads(self) -> Iterator[Head]:
        """Yield what names there are, as quickly as it can; what cannot be read is passed over."""

    def chosen(self, ids: Container[str]) -> Iterator[Document]:
        """Yield the entities with these ids."""

    def sitelinked(self) -> Iterator[str]:
        """Yield the ids of entities that have a page, where the entities do not say so themselves."""


class PieceReader(Reader, Protocol):
    """A reader of what can be cut into pieces, each with all that is to be known of its entities."""

    @property
    def together(self) -> Callable[[bytes], bytes] | None:
        """See `kgqa_neo4j.loaders.base.SplitSource`."""

    def on(self, file: LineFile) -> Self:
        """Return a reader of a part of the file."""

    def pieces(self, after: int = 0) -> Iterator[tuple[int, bytes | None]]:
        """Yield the pieces that reach beyond a line, each with the number of its first line.

        None is a line that was too long to be read.

        Raises:
            InputError: the file is damaged; what stands before that was yielded.
        """

    def decoded(self, number: int, piece: bytes | None) -> Iterator[tuple[int, Document | BadLine]]:
        """Yield what `documents` would of a piece that begins with this line."""
