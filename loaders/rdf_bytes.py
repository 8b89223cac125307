"""A file's bytes as input for an RDF parser: decompressed, and limited per statement."""

from __future__ import annotations

import io

from kgqa_neo4j.loaders.files import LineFile

# The parser keeps a whole statement in memory, so an unterminated one would exhaust it.
MAX_STATEMENT = 8 << 20


class Endless(OSError):
    """Too many bytes without a statement."""


class Unpacked(io.RawIOBase):
    """A file's bytes, decompressed. `since` counts the bytes read since it was last reset to 0."""

    def __init__(self, file: LineFile, most: int | None) -> None:
        file.read = 0
        self.since = 0
        self._most = most
        self._chunks = file.chunks()
        self._left = b""

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return some bytes; none at the end.

        Raises:
            Endless: too many bytes were read since `since` was reset.
            DamagedSource: the archive is damaged or truncated.
        """
        while not self._left:
            chunk = next(self._chunks, None)
            if chunk is None:
                return b""
            self._left = chunk
        size = len(self._left) if size < 0 else size
        data, self._left = self._left[:size], self._left[size:]
        self.since += len(data)
        if self._most is not None and self.since > self._most:
            raise Endless
        return data
