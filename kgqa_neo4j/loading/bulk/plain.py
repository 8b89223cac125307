"""Lines that are three names and no more, taken apart and written by a database rather than one by one.

Most lines of most files are such. DuckDB works on a block of them at once, and gives what `named_entity`,
`entity_row` and `triple_id` give to a load by transactions; names that are more than plain ASCII are
left to these themselves.
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

# The mark that some editors put before a text.
_BOM = "\ufeff"
# A part in which there is a letter or a digit of any script is a name; the others are looked at closer.
_NAME = f"regexp_matches({{0}}, '[\\pL\\pN]') AND strlen({{0}}) <= {MAX_KEY}"
_TRIMMED = "trim(parts[{}], $blanks)"
# Names that SQL folds as `kgqa_neo4j.model.graph.fold` does.
_ASCII = "[ -~]+"
# Entities that are remembered to have been written, so that few are written again and again.
_REMEMBERED = 300_000
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
        self._database.execute("CREATE TABLE seen (hash UHUGEINT)")
        self._known: set[str] = set()
        self._typed = sorted(source.typed_relations)

    def read(self, lines: list[tuple[int, bytes | None]]) -> list[int]:
        """Take in a block; returns the places, from 0, of the lines that are not plain."""
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
        """Return the block's new entities that `write_entities` leaves out.

        Returns:
            The name of each, and where it stands first: twice its line's place, or one more where it is the
            object.
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
        """Write the block's new entities whose names are plain ASCII, after `other_names`.

        Args:
            base: what is added to where a name stands, to rank it among all that is said of the entity.
            file: where they go.

        Returns:
            How many bytes that took.
        """
        query, parameters = self.entities(base)
        copy_parquet(self._database, query, file, parameters)
        return file.stat().st_size

    def entities(self, base: int) -> tuple[str, dict[str, int | str]]:
        """Return what finds the entities of `write_entities`, with its parameters."""
        spaced = "trim(replace(name, '_', ' '))"
        query = (
            f"SELECT ($base + stand)::BIGINT AS place, $prefix || name AS id, name, nullif({spaced}, name) AS aliases, "
            f"regexp_replace(lower({spaced}), ' +', ' ', 'g') AS keys, NULL::VARCHAR AS description, "
            f"'Entity' AS labels FROM new WHERE regexp_full_match(name, '{_ASCII}')"
        )
        return query, {"base": base, "prefix": self._prefix}

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
        written, longest = self.make_triples(base)
        if not written:
            # An earlier try that was ended within this block may have left some.
            rows.unlink(missing_ok=True)
            keys.unlink(missing_ok=True)
            return 0, 0
        columns = "place, source, target, type, id, source, target, type, text"
        copy(self._database, f"SELECT {columns} FROM triple", rows)
        copy_parquet(self._database, f"SELECT {KEYS} FROM triple", keys)
        return written, longest

    def make_triples(self, base: int) -> tuple[int, int]:
        """Make the table `triple` of the block's triples; returns what `write` does."""
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
        """Return what a query finds, as Arrow has it. Needs the extra ``spark``."""
        with warnings.catch_warnings():
            # Another call would copy less, but refuses to run where a result is not read to its end.
            warnings.filterwarnings("ignore", "Arrow output on a DB-API result", UserWarning)
            return self._database.execute(query, parameters or {}).to_arrow_table()


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
