"""Reading lines from plain and compressed files, with positions for error messages."""

from __future__ import annotations

import atexit
import bz2
import hashlib
import io
import shutil
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from itertools import chain, islice
from pathlib import Path
from typing import IO, Protocol, TypeVar, cast

import zstandard
from isal import isal_zlib

from kgqa_neo4j.model.errors import DamagedSource, InputError

CHUNK = 1 << 18
# zstandard does not bound the output of one input chunk, so it is fed small ones.
ZSTD_CHUNK = 1 << 12
MAX_LINE = 1 << 16
# The maximum of `zstd --long`; memory is allocated only if an archive needs it.
ZSTD_WINDOW = 1 << 31
SUFFIXES = (".gz", ".bz2", ".zst")


# The library's type stub declares this class as an instance of itself.
_GzipError: type[Exception] = isal_zlib.error  # type: ignore[assignment]


T = TypeVar("T")


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


def _unzstd() -> _Decompressor:
    return zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW).decompressobj()


# A zstd file may begin with a skippable frame, as those of `pzstd` and seekable archives do.
_SKIPPED = tuple(bytes((0x50 + kind, 0x2A, 0x4D, 0x18)) for kind in range(16))
_FORMATS: tuple[tuple[tuple[bytes, ...], Callable[[], _Decompressor], int], ...] = (
    ((b"\x1f\x8b",), lambda: isal_zlib.decompressobj(31), 1 << 14),
    ((b"BZh",), bz2.BZ2Decompressor, 1 << 14),
    ((b"\x28\xb5\x2f\xfd", *_SKIPPED), _unzstd, ZSTD_CHUNK),
)


def stem(path: Path) -> str:
    """Return the file's name without folder and suffixes: ``kb`` for ``a/kb.txt.gz``."""
    name = path.name
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    return Path(name).stem or name


class LineFile:
    """A text file, plain or compressed (detected by its first bytes), read as lines of bytes.

    Attributes:
        read: bytes read so far, before decompression.
        line: lines read so far.
        begins: whether its first line is also the first of the file, which is false for a later part of a file.
        opens: whether its first line is also the first of the whole source.
    """

    begins = True
    opens = True

    def __init__(self, path: Path, name: str = "", *, max_line: int = MAX_LINE) -> None:
        """Check that there is a readable file at `path`, without keeping it open.

        Args:
            path: the file.
            name: its name in messages; the file's name if empty.
            max_line: maximum bytes per line; longer lines are skipped.

        Raises:
            InputError: there is no such file, or it cannot be read.
        """
        self.path = path
        self.name = name or path.name
        self.max_line = max_line
        self.read = 0
        self.line = 0
        try:
            self._magic, self.size = self._look()
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror}", hint="check the path") from error
        if is_utf_16(self._magic):
            raise InputError(f"{self.name} is UTF-16", hint="convert it to UTF-8 first, e.g. with iconv")

    def _look(self) -> tuple[bytes, int]:
        """Return the first four bytes and the size."""
        with self.path.open("rb") as file:
            return file.read(4), self.path.stat().st_size

    def _open(self) -> AbstractContextManager[IO[bytes]]:
        return self.path.open("rb")

    @property
    def magic(self) -> bytes:
        """The first four bytes, before decompression."""
        return self._magic

    def key(self) -> str:
        """Return 16 hex digits that identify the file's content."""
        with self.path.open("rb") as file:
            digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=8))
        return digest.hexdigest()

    def first(self, count: int) -> list[bytes]:
        """Return the first non-blank lines, at most `count`.

        Raises:
            InputError: the archive is damaged before the first of them.
        """
        return _filled(self.lines(), count)

    def lines(self) -> Iterator[bytes | None]:
        """Yield each line without its line end; None for a line longer than `max_line` bytes.

        Raises:
            DamagedSource: the archive is damaged or truncated; the message says after which byte.
        """
        self.read = self.line = 0
        # The parts of a line longer than a chunk are joined once, not at every chunk.
        parts: list[bytes] = []
        length, skipping = 0, False
        for chunk in self.chunks():
            *whole, rest = chunk.split(b"\n")
            for line in whole:
                if parts:
                    line = b"".join((*parts, line))
                    parts, length = [], 0
                self.line += 1
                yield None if skipping or len(line) > self.max_line else line.removesuffix(b"\r")
                skipping = False
            if not skipping and rest:
                parts.append(rest)
                length += len(rest)
                if length > self.max_line:
                    parts, length, skipping = [], 0, True
        if parts or skipping:
            self.line += 1
            yield None if skipping else b"".join(parts).removesuffix(b"\r")

    def numbered(self) -> Iterator[tuple[int, bytes | None]]:
        """Yield each line with its number, from 1; see `lines`."""
        return enumerate(self.lines(), 1)

    def looked(
        self, look: Callable[[LineFile], Iterator[T]], together: Callable[[bytes], bytes] | None = None
    ) -> Iterator[T]:
        """Yield what `look` finds in a pass over the lines, in their order.

        Args:
            look: searches a part of the file, or all of it; must be picklable, since parts may be searched by several
                processes at once.
            together: the group key of a line, b"" for none; a line group is never divided between parts. See
                `kgqa_neo4j.loaders.base.SplitSource`.
        """
        return look(self)

    def chunks(self) -> Iterator[bytes]:
        """Yield the file's bytes, decompressed.

        Raises:
            DamagedSource: the archive is damaged or truncated.
        """
        with self._open() as file:
            for magics, make, size in _FORMATS:
                if self._magic.startswith(magics):
                    yield from self._decompressed(file, make, size)
                    return
            while data := file.read(CHUNK):
                self.read += len(data)
                yield data

    def _decompressed(self, file: IO[bytes], make: Callable[[], _Decompressor], size: int) -> Iterator[bytes]:
        unpack = make()
        fresh = True
        while data := file.read(size):
            self.read += len(data)
            while data:
                if unpack.eof:
                    # Tapes and block devices pad the last block with zeros.
                    data = data.lstrip(b"\0")
                    if not data:
                        break
                try:
                    if unpack.eof:
                        unpack, fresh = make(), True
                    text = unpack.decompress(data)
                except (_GzipError, OSError, EOFError, zstandard.ZstdError) as error:
                    raise self._damaged(f"is damaged ({error})") from error
                fresh = False
                data = unpack.unused_data if unpack.eof else b""
                yield text
        if not unpack.eof or fresh:
            raise self._damaged("is cut short")

    def _damaged(self, what: str) -> DamagedSource:
        return DamagedSource(
            f"{self.name} {what} near byte {self.read} of {self.size}, after line {self.line}",
            hint="download the file again and rerun the same command; what came before is loaded",
        )


class StandardInput(LineFile):
    """Standard input as a stream, for inputs too long to copy: its lines can be read only once."""

    def __init__(self, *, max_line: int = MAX_LINE) -> None:
        super().__init__(Path("-"), "stdin", max_line=max_line)
        self._key = uuid.uuid4().hex[:16]
        self._kept: list[bytes | None] = []
        self._rest: Iterator[bytes | None] | None = None

    def __getstate__(self) -> dict[str, object]:
        # Other processes receive lines to parse; they do not read any.
        return {**self.__dict__, "_kept": [], "_rest": None}

    def first(self, count: int) -> list[bytes]:
        """Return the first non-blank lines; `lines` yields them again."""
        return _filled(self._peeked(), count)

    def lines(self) -> Iterator[bytes | None]:
        """Yield the lines; works only once."""
        return chain(self._kept, self._rest or super().lines())

    def _peeked(self) -> Iterator[bytes | None]:
        self._rest = super().lines()
        try:
            for line in self._rest:
                self._kept.append(line)
                yield line
        except InputError as error:
            self._rest = _raising(error)
            raise

    def key(self) -> str:
        """Return a key unique to this run, since the content is not known before it is read."""
        return self._key

    def _look(self) -> tuple[bytes, int]:
        return cast(io.BufferedReader, sys.stdin.buffer).peek(4)[:4], 0

    def _open(self) -> AbstractContextManager[IO[bytes]]:
        return nullcontext(sys.stdin.buffer)


def is_utf_16(begin: bytes) -> bool:
    """Whether a file begins with a byte order mark of UTF-16, or with two ASCII characters in UTF-16."""
    zeros = tuple(byte == 0 for byte in begin)
    return begin[:2] in (b"\xff\xfe", b"\xfe\xff") or zeros in (
        (False, True, False, True),
        (True, False, True, False),
    )


def _filled(lines: Iterator[bytes | None], count: int) -> list[bytes]:
    """Return the first non-blank lines; if an archive ends early, those before its end."""
    found: list[bytes] = []
    try:
        for line in islice((line for line in lines if line and line.strip()), count):
            found.append(line)
    except InputError:
        # The error is raised again when the lines are read, after the usable ones.
        if not found:
            raise
    return found


def _raising(error: InputError) -> Iterator[bytes | None]:
    """Raise an error when the first line is requested."""
    yield from ()
    raise error


class FileSource:
    """The properties of a source that reads one file once; see `kgqa_neo4j.loaders.base.Source`."""

    def __init__(self, file: LineFile) -> None:
        self._file = file
        self.name = file.name

    @property
    def size(self) -> int:
        """Total bytes to read, before decompression."""
        return self._file.size

    @property
    def read(self) -> int:
        """Bytes read so far, before decompression."""
        return self._file.read

    @property
    def given(self) -> float:
        """Fraction of the items yielded so far, 0 to 1; 1 if the size is unknown."""
        return min(1.0, self._file.read / self._file.size) if self._file.size else 1.0

    @property
    def line(self) -> int:
        """Lines read so far."""
        return self._file.line


Opener = Callable[[str, int], LineFile]
_opener: ContextVar[Opener | None] = ContextVar("opener", default=None)


def open_lines(path: str, max_line: int = MAX_LINE) -> LineFile:
    """Return the file at `path`, or the substitute from another engine's opener; see `opening_with`.

    Raises:
        InputError: there is no such file, or it cannot be read.
    """
    opener = _opener.get()
    return LineFile(Path(path), max_line=max_line) if opener is None else opener(path, max_line)


@contextmanager
def opening_with(opener: Opener) -> Iterator[None]:
    """Let `open_lines` call `opener` with the path and the maximum bytes per line."""
    token = _opener.set(opener)
    try:
        yield
    finally:
        _opener.reset(token)


def spool_stdin() -> Path:
    """Copy standard input to a temporary file, deleted at exit, so that it can be read several times."""
    with tempfile.NamedTemporaryFile(prefix="kgqa-stdin-", delete=False) as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
    path = Path(copy.name)
    atexit.register(path.unlink, missing_ok=True)
    return path
