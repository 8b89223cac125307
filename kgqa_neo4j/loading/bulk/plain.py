"""Parsing of plain lines, those with three names and nothing else, by a database instead of one by one.

Most lines of most files are plain. DuckDB processes a block of them at once, with the same results as `named_entity`,
`entity_row` and `triple_id` in a load by transactions; names beyond plain ASCII are left to these functions.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from kgqa_neo4j.loaders.base import MAX_KEY, NamedLineSource
from kgqa_neo4j.loaders.columns import BLANKS
from kgqa_neo4j.loading.bulk.sql import KEYS, copy, copy_parquet, number
from kgqa_neo4j.model.graph import ID_SEPARATOR, KEY_DIGITS

if TYPE_CHECKING:
    import pyarrow

# Byte order mark.
_BOM = "\ufeff"
# A part with a letter or digit of any script is a name; lines with others are parsed one by one.
_NAME = f"regexp_matches({{0}}, '[\\pL\\pN]') AND strlen({{0}}) <= {MAX_KEY}"
_TRIMMED = "trim(parts[{}], $blanks)"
# Names for which SQL gives the same result as `kgqa_neo4j.model.graph.fold`.
_ASCII = "[ -~]+"
# Entities remembered as written, so that few are written repeatedly.
_REMEMBERED = 300_000
# Bounds on the length of a triple's row: it has each name three times and the prefix four times, and quotes in them are
# doubled.
_MOST_NAMES, _MOST_PREFIXES, _REST = 6, 8, 64


class PlainLines:
    """Processes blocks of lines of one source; each block replaces the previous one."""

    def __init__(self, source: NamedLineSource) -> None:
        """Open an in-memory database for this process."""
        self._source = source
        self._prefix = f"{source.prefix}:"
        self._database = duckdb.connect(config={"threads": 1})
        self._database.execute("SET enable_progress_bar = false")
        self._database.execute("CREATE TABLE relation (type VARCHAR, said VARCHAR)")
        self._database.execute("CREATE TABLE seen (hash UHUGEINT)")
        self._known: set[str] = set()
        self._typed = sorted(source.typed_relations)

    def read(self, lines: list[tuple[int, bytes | None]]) -> list[int]:
        """Parse a block; return the indexes, from 0, of the lines that are not plain."""
        self._database.execute(
            f"CREATE OR REPLACE TEMP TABLE part AS SELECT place, {_TRIMMED.format(1)} AS subject, "
            f"{_TRIMMED.format(2)} AS type, {_TRIMMED.format(3)} AS object, len(parts) = 3 AND "
            f"{' AND '.join(map(_NAME.format, ('subject', 'type', 'object')))} "
            "AND NOT list_contains($typed, type) AS plain FROM "
            "(SELECT place, string_split(line, $separator) AS parts FROM (SELECT unnest(range(len(lines))) "
            "AS place, unnest(lines) AS line FROM (SELECT string_split($text, chr(10)) AS lines)))",
            {
                "separator": self._source.separator,
                "text": _text([line for _, line in lines]),
                "typed": self._typed,
                "blanks": BLANKS,
            },
        )
        odd = self._database.execute("SELECT place FROM part WHERE NOT plain ORDER BY place").fetchall()
        self._database.execute("DELETE FROM part WHERE NOT plain")
        return [place for (place,) in odd]

    def other_names(self) -> list[tuple[str, int]]:
        """Return the block's new entities that `write_entities` omits.

        Returns:
            The name of each, and its first position: twice its line's index, plus one if it is the object.
        """
        self._database.execute(
            "CREATE OR REPLACE TEMP TABLE new AS FROM (SELECT name, md5_number(name) AS hash, "
            "min(stand) AS stand FROM (SELECT subject AS name, 2 * place AS stand FROM part UNION ALL "
            "SELECT object, 2 * place + 1 FROM part) GROUP BY name) ANTI JOIN seen USING (hash)"
        )
        if number(self._database, "SELECT count(*) FROM seen") > _REMEMBERED:
            self._database.execute("DELETE FROM seen")
        self._database.execute("INSERT INTO seen SELECT hash FROM new")
        return self._database.execute(
            f"SELECT name, stand FROM new WHERE NOT regexp_full_match(name, '{_ASCII}') ORDER BY stand"
        ).fetchall()

    def write_entities(self, base: int, file: Path) -> int:
        """Write the block's new entities whose names are plain ASCII; call it after `other_names`.

        Args:
            base: added to a name's position, to rank it among all rows about the entity.
            file: the file to write.

        Returns:
            The size of the file in bytes.
        """
        query, parameters = self.entities(base)
        copy_parquet(self._database, query, file, parameters)
        return file.stat().st_size

    def entities(self, base: int) -> tuple[str, dict[str, int | str]]:
        """Return the query for the entities of `write_entities`, with its parameters."""
        spaced = "trim(replace(name, '_', ' '))"
        query = (
            f"SELECT ($base + stand)::BIGINT AS place, $prefix || name AS id, name, nullif({spaced}, name) AS aliases, "
            f"regexp_replace(lower({spaced}), ' +', ' ', 'g') AS keys, NULL::VARCHAR AS description, "
            f"'Entity' AS labels FROM new WHERE regexp_full_match(name, '{_ASCII}')"
        )
        return query, {"base": base, "prefix": self._prefix}

    def relations(self) -> list[tuple[str, int]]:
        """Return the block's relations that are new, each with the index of its first line."""
        found = self._database.execute("SELECT type, min(place) FROM part GROUP BY type ORDER BY 2").fetchall()
        new = [(type_, place) for type_, place in found if type_ not in self._known]
        for type_, _ in new:
            self._known.add(type_)
            said = self._source.relation(type_).name
            self._database.execute("INSERT INTO relation VALUES (?, ?)", (type_, said))
        return new

    def write(self, base: int, rows: Path, keys: Path) -> tuple[int, int]:
        """Write the block's triples; call it after `relations`.

        Args:
            base: added to a line's index, to number its row.
            rows: the file for rows in the import tool's format.
            keys: the file for the keys by which `prepare` detects duplicates.

        Returns:
            The number of triples, and a bound on the characters in a row.
        """
        written, longest = self.make_triples(base)
        if not written:
            # An earlier attempt that was killed within this block may have left files.
            rows.unlink(missing_ok=True)
            keys.unlink(missing_ok=True)
            return 0, 0
        columns = "place, source, target, type, id, source, target, type, text"
        copy(self._database, f"SELECT {columns} FROM triple", rows)
        copy_parquet(self._database, f"SELECT {KEYS} FROM triple", keys)
        return written, longest

    def make_triples(self, base: int) -> tuple[int, int]:
        """Create the table `triple` with the block's triples; return the same as `write`."""
        self._database.execute(
            "CREATE OR REPLACE TEMP TABLE triple AS "
            "SELECT ($base + place)::BIGINT AS place, source, target, type, text, "
            f"left(sha256(concat_ws(chr({ord(ID_SEPARATOR)}), source, type, target)), {KEY_DIGITS}) AS id "
            "FROM (SELECT place, $prefix || subject AS source, $prefix || object AS target, type, "
            "replace(concat('(', subject, ', ', said, ', ', object, ')'), '_', ' ') AS text "
            "FROM part JOIN relation USING (type))",
            {"base": base, "prefix": self._prefix},
        )
        written = number(self._database, "SELECT count(*) FROM triple")
        if not written:
            return 0, 0
        longest = number(
            self._database, "SELECT max(length(subject) + length(type) + length(object)) FROM part"
        )
        return written, _MOST_NAMES * longest + _MOST_PREFIXES * len(self._prefix) + _REST

    def table(self, query: str, parameters: Mapping[str, int | str] | None = None) -> pyarrow.Table:
        """Return the result of a query as an Arrow table. Needs the extra ``spark``."""
        with warnings.catch_warnings():
            # The alternative copies less, but fails if a result is not read to its end.
            warnings.filterwarnings("ignore", "Arrow output on a DB-API result", UserWarning)
            return self._database.execute(query, parameters or {}).to_arrow_table()


def _text(lines: list[bytes | None]) -> str:
    """Return the lines as one text, with lines that need a closer look left empty."""
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
