"""The bytes of a file as a parser of RDF reads them: unpacked, and not without end."""

from __future__ import annotations

import io

from kgqa_neo4j.loaders.files import LineFile

# The parser keeps a statement whole: one that never ends would take all memory.
MAX_STATEMENT = 8 << 20


class Endless(OSError):
    """There are too many bytes without a statement."""


class Unpacked(io.RawIOBase):
    """A file's bytes, unpacked. `since` counts those read since it was last set to 0."""

    def __init__(self, file: LineFile, most: int | None) -> None:
        file.read = 0
        self.since = 0
        self._most = most
        self._chunks = file.chunks()
        self._left = b""

    def readable(self) -> bool:
        """It can be read."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return some bytes; none at the end.

        Raises:
            Endless: there were too many since `since` was last set to 0.
            DamagedSource: the archive is damaged or cut short.
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
