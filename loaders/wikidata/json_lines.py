"""Wikidata's JSON: a dump with one entity per line, or single entities from Special:EntityData."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

import msgspec

from kgqa_neo4j.loaders.base import BadLine
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.wikidata.documents import Document, DocumentLine, Head, HeadLine, is_id
from kgqa_neo4j.loaders.wikidata.reading import BOM, MAX_LINE
from kgqa_neo4j.loaders.wikidata.salvage import Salvage

# The position of the id varies, but it is among the first members.
_ID = re.compile(rb'"id":\s*"([QPL]\d+)"')
_LOOK = 400
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class JsonLines:
    """A dump: an array with one entity per line, with or without its brackets."""

    together = None

    def __init__(self, file: LineFile) -> None:
        self.file = file
        self._documents = msgspec.json.Decoder(DocumentLine)
        self._heads = msgspec.json.Decoder(HeadLine)

    def __reduce__(self) -> tuple[type[JsonLines], tuple[LineFile]]:
        return JsonLines, (self.file,)

    def on(self, file: LineFile) -> JsonLines:
        """Return a reader of a part of the file."""
        return JsonLines(file)

    def documents(self, after: int = 0) -> Iterator[tuple[int, Document | BadLine]]:
        """Yield the entities; see `reading.Reader`."""
        for number, line in self.pieces(after):
            yield from self.decoded(number, line)

    def heads(self) -> Iterator[Head]:
        """Yield the heads; see `reading.Reader`."""
        for _, line in self.pieces():
            if line is None or _has_nul(line):
                continue
            try:
                found = _head(self._heads, line)
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                continue
            for key, one in found.entities.items() or ((found.id, found),):
                if key != one.id:
                    yield Head(entity=key, redirect=one.id)
                yield one

    def chosen(self, ids: Container[str]) -> Iterator[Document]:
        """Yield the entities with these ids; see `reading.Reader`."""
        for number, line in self.pieces():
            match = _ID.search(line or b"", 0, _LOOK)
            if match is None or match[1].decode() in ids:
                for _, document in self.decoded(number, line):
                    if isinstance(document, Document) and document.id in ids:
                        yield document

    def sitelinked(self) -> Iterator[str]:
        """Yield nothing: in this format, entities have their sitelinks."""
        return iter(())

    def pieces(self, after: int = 0) -> Iterator[tuple[int, bytes | None]]:
        """Yield the lines that may hold an entity, without the brackets and commas of the array."""
        for number, line in self.file.numbered():
            if number <= after:
                continue
            if line is None:
                yield number, None
                continue
            text = line.removeprefix(BOM) if number == 1 else line
            # An entity ends in a brace, so brackets and commas at the ends are the array's.
            stripped = text.strip()
            text = stripped.lstrip(b"[, ").rstrip(b"], ")
            if text and stripped.startswith(b"["):
                yield from ((number, part) for part in _elements(text))
            elif text:
                yield number, text

    def decoded(self, number: int, piece: bytes | None) -> Iterator[tuple[int, Document | BadLine]]:
        """Yield the entities of a line, or the reason why it is bad."""
        yield from decoded(self._documents, number, piece)


class JsonDocument:
    """One JSON text on several lines."""

    def __init__(self, file: LineFile) -> None:
        self.file = file

    def documents(self, after: int = 0) -> Iterator[tuple[int, Document | BadLine]]:
        """Yield the entities; see `reading.Reader`."""
        lines: list[bytes] = []
        size = 0
        for line in self.file.lines():
            # No line is longer than this either, which bounds the memory used.
            if size <= MAX_LINE:
                lines.append(line or b"")
                size += len(lines[-1]) + 1
        if after < self.file.line:
            text = b"\n".join(lines).removeprefix(BOM)
            yield from decoded(
                msgspec.json.Decoder(DocumentLine), self.file.line, text if size <= MAX_LINE else None
            )

    def heads(self) -> Iterator[Head]:
        """Yield the heads; see `reading.Reader`."""
        return (found for _, found in self.documents() if isinstance(found, Document))

    def chosen(self, ids: Container[str]) -> Iterator[Document]:
        """Yield the entities with these ids; see `reading.Reader`."""
        return (found for _, found in self.documents() if isinstance(found, Document) and found.id in ids)

    def sitelinked(self) -> Iterator[str]:
        """Yield nothing: in this format, entities have their sitelinks."""
        return iter(())


def decoded(
    decoder: msgspec.json.Decoder[DocumentLine], number: int, line: bytes | None
) -> Iterator[tuple[int, Document | BadLine]]:
    """Yield a line's entity, or its entities by id as the API returns them, or the reason why it is bad."""
    if line is None:
        yield number, BadLine(number, f"longer than {MAX_LINE} bytes", b"")
        return
    problems: list[tuple[str, bytes]] = []
    try:
        try:
            found = decoder.decode(line)
        except msgspec.ValidationError:
            salvage = Salvage()
            found, problems = salvage.line(line), salvage.problems
    except UnicodeDecodeError as error:
        yield number, BadLine(number, f"not UTF-8 at byte {error.start + 1}", line)
        return
    except msgspec.ValidationError as error:
        yield number, BadLine(number, f"not an entity: {error}", line)
        return
    except (msgspec.DecodeError, RecursionError) as error:
        yield number, BadLine(number, f"not JSON: {error}", line)
        return
    if _has_nul(line):
        yield number, BadLine(number, "contains a NUL character", line)
        return
    for reason, part in problems:
        yield number, BadLine(number, reason, part)
    for key, one in found.entities.items() or ((found.id or found.entity, found),):
        if one.redirect and is_id(one.entity):
            yield number, one
        elif not is_id(one.id):
            yield number, BadLine(number, "has no entity id such as Q42", line)
        else:
            if found.entities and is_id(key) and key != one.id:
                # It was requested by an id that was merged into another.
                yield number, Document(entity=key, redirect=one.id)
            yield number, one


def _elements(line: bytes) -> list[bytes]:
    """Return the elements of an array that is on one line; otherwise the line itself."""
    try:
        return [bytes(part) for part in msgspec.json.decode(b"[%b]" % line, type=list[msgspec.Raw])]
    except (msgspec.DecodeError, RecursionError):
        return [line]


def _head(decoder: msgspec.json.Decoder[HeadLine], line: bytes) -> HeadLine | DocumentLine:
    try:
        return decoder.decode(line)
    except msgspec.ValidationError:
        return Salvage().line(line)


def _has_nul(line: bytes) -> bool:
    return b"u0000" in line and _NUL.search(line) is not None
