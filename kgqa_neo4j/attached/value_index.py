"""Build the value index, in one pass over the owners of text properties, in batches, into a file."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kgqa_neo4j.attached.full_names import with_full_names
from kgqa_neo4j.attached.model import Label, Property, PropertyGraphSchema, RelationshipType, ValueType
from kgqa_neo4j.attached.text import name_words, normalised, words_of
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.store.driver import Database

LONGEST = 400
"""Maximum length of a text that a question may name."""

# Number of distinct values counted in memory before they are written.
_BATCH = 100_000
_REPORTED = 200_000
_KEY_WORDS = words_of("id code number no key ref reference serial")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -65536;
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE slots (id INTEGER PRIMARY KEY, owner TEXT, property TEXT, on_relationship INTEGER);
CREATE TABLE found (norm TEXT, slot INTEGER, value TEXT, count INTEGER, PRIMARY KEY (norm, slot, value))
  WITHOUT ROWID;
"""
# An index over the content of `texts`, without positions, because trigrams are searched individually.
_GRAMS = """
CREATE TABLE texts (id INTEGER PRIMARY KEY, norm TEXT);
INSERT INTO texts (norm) SELECT DISTINCT norm FROM found WHERE lettered(norm);
CREATE VIRTUAL TABLE grams USING fts5(norm, content='texts', content_rowid='id', tokenize='trigram', detail='none');
INSERT INTO grams(grams) VALUES ('rebuild');
INSERT INTO grams(grams) VALUES ('optimize');
CREATE VIRTUAL TABLE gram_counts USING fts5vocab(grams, row);
"""


@dataclass(frozen=True, slots=True)
class _Slots:
    """The indexed properties of a label or type."""

    owner: Label | RelationshipType
    properties: tuple[Property, ...]


def build_value_index(
    database: Database,
    schema: PropertyGraphSchema,
    file: Path,
    fingerprint: object = None,
    report: Report = no_progress,
) -> ValueIndex:
    """Read all values of text properties and ids, and write their index.

    Rows are streamed and counted in batches, so memory use is bounded; the old index stays in use until the new one is
    complete.

    Args:
        database: the graph.
        schema: the schema with the properties.
        file: the file of the index.
        fingerprint: stored in the index; see `counts.GraphCounts.fingerprint`.
        report: receives progress of slow steps.

    Raises:
        DatabaseError: or a subclass.
        KgqaError: this Python's SQLite lacks trigrams, or the disk is full.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(".new")
    temporary.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(temporary)) as connection:
            connection.executescript(_TABLES)
            connection.create_function("lettered", 1, _is_lettered, deterministic=True)
            _fill(connection, database, indexed_properties(with_full_names(schema)), report)
            report("indexing the values")
            connection.executescript(_GRAMS)
            connection.execute("INSERT INTO about VALUES ('fingerprint', ?)", (json.dumps(fingerprint),))
            connection.commit()
    except sqlite3.Error as error:
        raise KgqaError(f"the value index {file} cannot be built: {error}") from error
    temporary.replace(file)
    return ValueIndex(file)


def indexed_properties(schema: PropertyGraphSchema) -> list[_Slots]:
    """Return the properties to index: those stored as text or lists of text, and integers that are ids."""
    owners: list[Label | RelationshipType] = [*schema.labels, *schema.types]
    slots = [
        _Slots(owner, tuple(one for one in owner.properties if _is_indexed(owner, one))) for owner in owners
    ]
    return [one for one in slots if one.properties]


def _is_indexed(owner: Label | RelationshipType, one: Property) -> bool:
    if any(kind in ("STRING", "LIST<STRING>") for kind in one.stored):
        return True
    named = isinstance(owner, Label) and one.name in owner.naming
    parts = name_words(one.name)
    keyed = bool(parts) and (parts[-1] in _KEY_WORDS or parts[-1].endswith("id"))
    return "INTEGER" in one.stored and (named or one.unique or keyed)


def _is_lettered(text: str) -> bool:
    """Return whether a text has words; codes of digits are only found whole or by prefix."""
    return _LETTERS.search(text) is not None


def _fill(connection: sqlite3.Connection, database: Database, slots: Sequence[_Slots], report: Report) -> None:
    number = 0
    for slot in slots:
        first = number
        for one in slot.properties:
            row = (number, slot.owner.name, one.name, isinstance(slot.owner, RelationshipType))
            connection.execute("INSERT INTO slots VALUES (?, ?, ?, ?)", row)
            number += 1
        report(f"reading the values of {slot.owner.name}")
        _fill_slot(connection, _rows(database, slot), first, slot, report)


def _fill_slot(
    connection: sqlite3.Connection, rows: Iterator[list[object]], first: int, slot: _Slots, report: Report
) -> None:
    counted: Counter[tuple[int, str]] = Counter()
    derived = _places_of_parts(slot)
    for done, values in enumerate(rows, 1):
        values = [*values, *(_joined(values, parts) for parts in derived)]
        for place, value in enumerate(values):
            for item in _items(value, slot.properties[place]):
                if isinstance(item, str | int) and not isinstance(item, bool) and item != "":
                    counted[first + place, str(item)] += 1
        if len(counted) >= _BATCH:
            _flush(connection, counted)
        if done % _REPORTED == 0:
            report(f"read {done:,} of {slot.owner.count:,} {slot.owner.name}")
    _flush(connection, counted)


def _items(value: object, one: Property) -> Sequence[object]:
    """Return the searchable values of a property: the items of a list, also of a list stored as text."""
    if isinstance(value, str) and one.type is ValueType.LIST and one.format:
        return value.split(one.format)
    return value if isinstance(value, list) else (value,)


def _places_of_parts(slot: _Slots) -> list[list[int]]:
    """Return for each derived property the indices of its parts; derived properties come last."""
    stored = [one.name for one in slot.properties if not one.parts]
    return [[stored.index(part) for part in one.parts] for one in slot.properties if one.parts]


def _joined(values: Sequence[object], parts: Sequence[int]) -> str:
    found = [values[place] for place in parts]
    return " ".join(map(str, found)) if all(isinstance(one, str) and one for one in found) else ""


def _flush(connection: sqlite3.Connection, counted: Counter[tuple[int, str]]) -> None:
    rows = sorted(
        (norm, slot, value, count) for (slot, value), count in counted.items() if (norm := normalised(value))
    )
    connection.executemany(
        "INSERT INTO found VALUES (?, ?, ?, ?) "
        "ON CONFLICT (norm, slot, value) DO UPDATE SET count = count + excluded.count",
        rows,
    )
    counted.clear()


def _rows(database: Database, slot: _Slots) -> Iterator[list[object]]:
    keys = [one.name for one in slot.properties if not one.parts]
    name = slot.owner.name
    if isinstance(slot.owner, Label):
        rows = database.stream("attached_node_values", label=name, keys=keys, length=LONGEST)
    else:
        rows = database.stream_about("attached_relationship_values", {"type": name}, keys=keys, length=LONGEST)
    return (row["values"] for row in rows)
