"""Segments: the files written for the items in one block of lines.

Triples without qualifiers are already in the import tool's format, so that most bytes are written only once; triples
with qualifiers, entities and relations are gathered later by `prepare`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from kgqa_neo4j.loaders.base import BadLine, Described, Item, NamedLineSource, named_entity
from kgqa_neo4j.loading.bulk.columns import SEPARATOR, joined, typed
from kgqa_neo4j.loading.bulk.plain import PlainLines
from kgqa_neo4j.loading.rows import entity_row, triple_text
from kgqa_neo4j.model.graph import Entity, Relation, Triple

# "Broken" rows have a line break in a field, which the import tool reads more slowly. "Plain" rows are written by
# `PlainLines`, with the keys for detecting duplicates in separate files.
TRIPLES, BROKEN_TRIPLES, QUALIFIED, PLAIN = "triples", "broken-triples", "qualified", "plain-triples"
ENTITIES, BROKEN_ENTITIES, VALUES, PLAIN_ENTITIES = "entities", "broken-entities", "values", "plain-entities"
RELATIONS = "relations"
WRITTEN = (TRIPLES, BROKEN_TRIPLES, QUALIFIED, ENTITIES, BROKEN_ENTITIES, VALUES, RELATIONS)
# The row numbers of a block start at its number times this.
ROWS_OF_BLOCK = 1 << 24
# Entities that a process remembers as written, so that few are written repeatedly.
REMEMBERED = 100_000
# Rows about an entity are ordered by `place`: first its descriptions, then mentions, the most informative first.
_MENTION = 1 << 60
# Rank of a mention with nothing but a name.
_NAMED = 2


def is_mention(place: int) -> bool:
    """Whether the row about an entity or a relation at a place is a mention of it, not a description."""
    return place >= _MENTION


@dataclass(slots=True)
class Segment:
    """The result of one block of lines: its number of facts and triples, its bad lines, bytes and longest row."""

    block: int
    facts: int = 0
    triples: int = 0
    rejected: list[tuple[int, str, str]] = field(default_factory=list)
    bytes: int = 0
    longest: int = 0

    def write(self, folder: Path) -> None:
        """Record that the block is complete, with all of its files."""
        file = folder / f"{self.block:06}.json"
        temporary = file.with_suffix(".tmp")
        temporary.write_text(json.dumps({name: getattr(self, name) for name in self.__slots__}), "utf-8")
        temporary.replace(file)

    @classmethod
    def read(cls, folder: Path, block: int) -> Segment | None:
        """Return the record of a block; None if it is incomplete."""
        try:
            facts = json.loads((folder / f"{block:06}.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return cls(**{**facts, "rejected": [tuple(bad) for bad in facts["rejected"]]})

    def bad_lines(self) -> list[BadLine]:
        """Return the block's bad lines."""
        return [BadLine(line, why, content.encode("latin-1")) for line, why, content in self.rejected]


def segment_file(folder: Path, block: int, kind: str) -> Path:
    """Return the path of a block's file of a kind, which may not exist."""
    return folder / f"{block:06}.{kind}.csv"


def plain_entities_file(folder: Path, block: int) -> Path:
    """Return the path of a block's file of entities from plain triples."""
    return folder / f"{block:06}.{PLAIN_ENTITIES}.parquet"


def keys_file(folder: Path, block: int) -> Path:
    """Return the path of a block's file of keys, which identify its plain triples."""
    return folder / f"{block:06}.keys.parquet"


class Sheet(Protocol):
    """Rows of one kind, in memory until the end of the block; `longest` is the longest of unbounded rows."""

    longest: int

    def row(self, values: Iterable[Any], /) -> int:
        """Write a row and return its length."""

    def long_row(self, values: Iterable[Any]) -> None:
        """Write a row of unbounded length."""
        self.longest = max(self.longest, self.row(values))


class _File(Sheet):
    """Rows as CSV."""

    row: Callable[[Iterable[Any]], int]

    def __init__(self) -> None:
        self.text = io.StringIO(newline="")
        # The writer quotes fields with a character of the line end; outside quotes, both are line breaks.
        self.row = csv.writer(self.text, lineterminator="\r\n").writerow
        self.longest = 0


class SegmentWriter:
    """Writes blocks of items; each process has one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._plain: PlainLines | None = None
        self._seen: dict[str, int] = {}
        self._catalogued: set[str] = set()

    def write(self, block: int, items: Iterable[Item]) -> Segment:
        """Write `items` as segment number `block`."""
        segment, files = Segment(block), {kind: self._new_sheet() for kind in WRITTEN}
        self._take(segment, files, items, block * ROWS_OF_BLOCK)
        return self._finish(segment, files)

    def write_lines(
        self, block: int, lines: list[tuple[int, bytes | None]], source: NamedLineSource
    ) -> Segment:
        """Write lines that are mostly three plain names; several times as fast as `write`."""
        segment, files = Segment(block), {kind: self._new_sheet() for kind in WRITTEN}
        base = block * ROWS_OF_BLOCK + 1
        if self._plain is None:
            self._plain = PlainLines(source)
        for place in self._plain.read(lines):
            self._take(segment, files, source.parse(*lines[place]), base + place - 1)
        for name, place in self._plain.other_names():
            self._mention_one(files, 2 * base + place, named_entity(source.prefix, name))
        self._plain_entities(segment, self._plain, _NAMED * _MENTION + 2 * base)
        for type_, place in self._plain.relations():
            self._relation(files, base + place, source.relation(type_))
        written, segment.longest = self._plain_triples(segment, self._plain, base)
        segment.facts += written
        segment.triples += written
        return self._finish(segment, files)

    def _plain_entities(self, segment: Segment, plain: PlainLines, base: int) -> None:
        segment.bytes = plain.write_entities(base, plain_entities_file(self._folder, segment.block))

    def _plain_triples(self, segment: Segment, plain: PlainLines, base: int) -> tuple[int, int]:
        rows, keys = segment_file(self._folder, segment.block, PLAIN), keys_file(self._folder, segment.block)
        written, longest = plain.write(base, rows, keys)
        segment.bytes += rows.stat().st_size if written else 0
        return written, longest

    def _new_sheet(self) -> Sheet:
        return _File()

    def _take(self, segment: Segment, files: dict[str, Sheet], items: Iterable[Item], place: int) -> None:
        """Write items, with row numbers starting after `place`."""
        for item in items:
            if isinstance(item, BadLine):
                segment.rejected.append((item.line, item.reason, item.content[:4000].decode("latin-1")))
                continue
            segment.facts += 1
            place += 1
            if isinstance(item, Described):
                self._describe(files, place, item.what)
            else:
                segment.triples += 1
                self._add(files, place, item.triple)

    def _finish(self, segment: Segment, files: dict[str, Sheet]) -> Segment:
        for kind, file in files.items():
            self._store(segment, kind, file)
        segment.write(self._folder)
        return segment

    def _add(self, files: dict[str, Sheet], place: int, triple: Triple) -> None:
        subject, relation, object_ = triple.subject, triple.relation, triple.object
        self._mention(files, place, (subject, object_))
        self._relation(files, place, relation)
        text = triple_text(triple)
        row: list[Any] = [place, subject.id, object_.id, relation.id, triple.id]
        row += (subject.id, object_.id, relation.id, text)
        if triple.qualifiers:
            files[QUALIFIED].long_row((*row, *typed(triple.qualifiers)))
        else:
            broken = _is_broken(f"{subject.id}{object_.id}{relation.id}{text}")
            files[BROKEN_TRIPLES if broken else TRIPLES].long_row(row)

    def _mention(self, files: dict[str, Sheet], place: int, ends: tuple[Entity, Entity]) -> None:
        for side, entity in enumerate(ends):
            self._mention_one(files, 2 * place + side, entity)

    def _mention_one(self, files: dict[str, Sheet], order: int, entity: Entity) -> None:
        rank = (0 if entity.name else 2) + (0 if entity.description else 1)
        if rank < self._seen.get(entity.id, 4):
            if len(self._seen) > REMEMBERED:
                self._seen.clear()
            self._seen[entity.id] = rank
            self._entity(files, _MENTION * (rank + 1) + order, entity)

    def _relation(self, files: dict[str, Sheet], place: int, relation: Relation) -> None:
        if relation.id not in self._catalogued:
            self._catalogued.add(relation.id)
            self._name_relation(files, _MENTION + place, relation)

    def _name_relation(self, files: dict[str, Sheet], order: int, relation: Relation) -> None:
        aliases = joined(list(relation.aliases))
        files[RELATIONS].long_row((order, relation.id, relation.name, relation.description or None, aliases))

    def _describe(self, files: dict[str, Sheet], place: int, what: Entity | Relation) -> None:
        # The last description counts, and ranks before all mentions.
        if isinstance(what, Relation):
            self._name_relation(files, -place, what)
        else:
            self._entity(files, -place, what)

    def _entity(self, files: dict[str, Sheet], order: int, entity: Entity) -> None:
        row = entity_row(entity)
        aliases = joined(row["aliases"] or [])
        labels = SEPARATOR.join(("Entity", *sorted(entity.labels)))
        values = [order, entity.id, row["name"], aliases, joined(row["keys"] or []), row["description"], labels]
        if entity.properties:
            files[VALUES].long_row((*values, *typed(entity.properties)))
        else:
            broken = _is_broken(f"{entity.id}{row['name']}{aliases}{row['description']}")
            files[BROKEN_ENTITIES if broken else ENTITIES].long_row(values)

    def _store(self, segment: Segment, kind: str, file: Sheet) -> None:
        assert isinstance(file, _File)
        text = file.text.getvalue()
        path = segment_file(self._folder, segment.block, kind)
        if not text:
            path.unlink(missing_ok=True)
            return
        # A store can hold neither NUL characters nor lone surrogates, but escapes in a source may produce them.
        data = text.replace("\0", "").encode("utf-8", "replace")
        path.write_bytes(data)
        segment.bytes += len(data)
        segment.longest = max(segment.longest, file.longest)


def _is_broken(text: str) -> bool:
    return "\n" in text or "\r" in text
