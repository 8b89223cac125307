"""Lines that are three names and no more, taken apart and written by a database rather than one by one.

Most lines of most files are such. DuckDB works on a block of them at once; what Python does is said
once a name, and the ids, which have to be those that a load by transactions gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import duckdb

from kgqa_neo4j.graph import triple_key_id
from kgqa_neo4j.loaders.base import MAX_PLAIN, NamedLineSource
from kgqa_neo4j.loading.bulk.sql import KEYS, copy, copy_keys

# The mark that some editors put before a text.
_BOM = "\ufeff"
# A part in which there is a letter or a digit of any script is a name; the others are looked at closer.
_NAME = f"regexp_matches({{0}}, '[\\pL\\pN]') AND strlen({{0}}) <= {MAX_PLAIN}"
# Rows of a triple hold its names thrice, quotes in them twice, and the prefix four times.
_MOST_NAMES, _MOST_PREFIXES, _REST = 6, 8, 64


class PlainLines:
    """Takes blocks of lines of one source; what is read of one is dropped by the next."""

    def __init__(self, source: NamedLineSource) -> None:
        """Open a database in memory, for this process alone."""
        self._source = source
        self._prefix = f"{source.prefix}:"
        self._database = duckdb.connect(config={"threads": 1})
        self._database.execute("SET enable_progress_bar = false")
        self._database.execute("CREATE TABLE relation (type VARCHAR, said VARCHAR)")
        self._known: set[str] = set()

    def read(self, lines: list[tuple[int, bytes | None]]) -> list[int]:
        """Take in a block; returns the places, from 0, of the lines that are not plain."""
        self._database.execute(
            "CREATE OR REPLACE TEMP TABLE part AS SELECT place, parts[1] AS subject, parts[2] AS type, "
            "parts[3] AS object, len(parts) = 3 AND "
            f"{' AND '.join(map(_NAME.format, ('subject', 'type', 'object')))} AS plain FROM "
            "(SELECT place, string_split(line, $separator) AS parts FROM (SELECT unnest(range(len(lines))) "
            "AS place, unnest(lines) AS line FROM (SELECT string_split($text, chr(10)) AS lines)))",
            {"separator": self._source.separator, "text": _text([line for _, line in lines])},
        )
        odd = self._database.execute("SELECT place FROM part WHERE NOT plain ORDER BY place").fetchall()
        self._database.execute("DELETE FROM part WHERE NOT plain")
        return [place for (place,) in odd]

    def names(self) -> list[tuple[str, int]]:
        """Return the block's entities by name, each with where it stands first: twice its line's place, or
        one more where it is the object."""
        return self._database.execute(
            "SELECT name, min(stand) FROM (SELECT subject AS name, 2 * place AS stand FROM part UNION ALL "
            "SELECT object, 2 * place + 1 FROM part) GROUP BY name ORDER BY 2"
        ).fetchall()

    def relations(self) -> list[tuple[str, int]]:
        """Return the block's relations that no earlier block had, each with its first line's place."""
        found = self._database.execute("SELECT type, min(place) FROM part GROUP BY type ORDER BY 2").fetchall()
        new = [(type_, place) for type_, place in found if type_ not in self._known]
        for type_, _ in new:
            self._known.add(type_)
            said = self._source.relation(type_).name
            self._database.execute("INSERT INTO relation VALUES (?, ?)", (type_, said))
        return new

    def write(self, base: int, rows: Path, keys: Path) -> tuple[int, int]:
        """Write the block's triples, after `relations`.

        Args:
            base: what is added to a line's place, to number its row.
            rows: where the rows go, as the import tool reads them.
            keys: where that goes by which `prepare` tells triples apart.

        Returns:
            How many they are, and how many characters a row has at most.
        """
        ids = self._ids()
        if not ids:
            # An earlier try that was ended within this block may have left some.
            rows.unlink(missing_ok=True)
            keys.unlink(missing_ok=True)
            return 0, 0
        self._database.execute(
            "CREATE OR REPLACE TEMP TABLE triple AS SELECT place + $base AS place, "
            "$prefix || subject AS source, $prefix || object AS target, type, id, "
            "replace(concat('(', subject, ', ', said, ', ', object, ')'), '_', ' ') AS text "
            "FROM part POSITIONAL JOIN (SELECT unnest(string_split($ids, ' ')) AS id) "
            "JOIN relation USING (type)",
            {"base": base, "prefix": self._prefix, "ids": " ".join(ids)},
        )
        columns = "place, source, target, type, id, source, target, type, text"
        copy(self._database, f"SELECT {columns} FROM triple", rows)
        copy_keys(self._database, f"SELECT {KEYS} FROM triple", keys)
        found = self._database.execute("SELECT max(length(subject) + length(type) + length(object)) FROM part")
        (longest,) = found.fetchone() or (0,)
        return len(ids), _MOST_NAMES * longest + _MOST_PREFIXES * len(self._prefix) + _REST

    def _ids(self) -> list[str]:
        """Return the triples' ids in the order of their lines."""
        keys: Iterable[tuple[str]] = self._database.execute(
            "SELECT concat($prefix, subject, chr(31), type, chr(31), $prefix, object) FROM part",
            {"prefix": self._prefix},
        ).fetchall()
        return [triple_key_id(key) for (key,) in keys]


def _text(lines: list[bytes | None]) -> str:
    """Return the lines as one text, those empty in which anything has to be looked at closer."""
    try:
        text = b"\n".join(line or b"" for line in lines).decode()
        if not _is_odd(text):
            return text
    except UnicodeDecodeError:
        pass
    return "\n".join(map(_checked, lines))


def _checked(line: bytes | None) -> str:
    try:
        text = (line or b"").decode()
    except UnicodeDecodeError:
        return ""
    return "" if _is_odd(text) else text


def _is_odd(text: str) -> bool:
    return "\0" in text or "\r" in text or _BOM in text
