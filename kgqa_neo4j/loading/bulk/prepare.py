"""Segments to the input files of `database import full`: deduplicated and merged, out of core.

DuckDB handles what may not fit in memory: which duplicate of a triple came first, which mention of an entity is the
most informative, how relations chain. Triples without qualifiers stay in the segments' files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb

from kgqa_neo4j.loading.bulk import segments
from kgqa_neo4j.loading.bulk.catalogue import write_catalogue
from kgqa_neo4j.loading.bulk.columns import ENTITY_COLUMNS, SEPARATOR, TRIPLE_COLUMNS
from kgqa_neo4j.loading.bulk.files import Files, write_header
from kgqa_neo4j.loading.bulk.property_tables import PROPERTIES, has_broken_rows, tables, write_table
from kgqa_neo4j.loading.bulk.segment_tables import TRIPLE_NAMES, Segments
from kgqa_neo4j.loading.bulk.sql import KEYS, copy, identifier, number

# Files of triples that the import tool can read directly.
_READY = (segments.PLAIN, segments.TRIPLES, segments.BROKEN_TRIPLES)
_KEPT = "place NOT IN (SELECT place FROM repeated)"


class Preparation:
    """Makes the import files in a folder from its segments, starting over if that was interrupted."""

    def __init__(self, folder: Path, longest: int, *, mediators: bool = False) -> None:
        """Set the arguments; nothing is written before `run`.

        Args:
            folder: the folder of the segments.
            longest: the maximum characters in a row of a segment.
            mediators: whether some entities may turn out to be mediators.
        """
        self._rows = Segments(folder, longest)
        self._out = folder / "import"
        self._mediators = mediators
        self._files = Files(longest=longest)
        # Files of triples written anew without duplicates, by the files that they stand for.
        self._rewritten: dict[str, str] = {}

    def run(self, show: Callable[[float], None] = lambda share: None) -> Files:
        """Make all files; `show` is called with the progress, 0 to 1."""
        self._out.mkdir(exist_ok=True)
        for old in self._out.iterdir():
            old.unlink()
        with self._rows.database() as database:
            steps = (self._read_triples, self._drop_repeated, self._triples, self._entities, self._catalogue)
            for done, step in enumerate(steps, 1):
                step(database)
                show(done / len(steps))
        return self._files

    def _read_triples(self, database: duckdb.DuckDBPyConnection) -> None:
        database.execute(
            "CREATE TABLE triple (place BIGINT, id UHUGEINT, source UBIGINT, type UBIGINT, target UBIGINT)"
        )
        kinds = (segments.TRIPLES, segments.BROKEN_TRIPLES, segments.QUALIFIED)
        # One kind after the other: reading several formats at once would exceed the memory limit.
        for keys in (self._rows.keys(), *(f"(SELECT {KEYS} FROM {self._rows.rows(kind)})" for kind in kinds)):
            database.execute(f"INSERT INTO triple FROM {keys}")

    def _drop_repeated(self, database: duckdb.DuckDBPyConnection) -> None:
        """Keep the first of equal triples, as a load by transactions does."""
        database.execute(
            "CREATE TABLE repeated AS SELECT place FROM triple JOIN "
            "(SELECT id, min(place) AS first FROM triple GROUP BY id HAVING count(*) > 1) USING (id) "
            "WHERE place <> first ORDER BY place"
        )
        # DELETE would hold all deleted rows in memory.
        database.execute("CREATE TABLE kept AS SELECT * FROM triple ANTI JOIN repeated USING (place)")
        database.execute("DROP TABLE triple")
        database.execute("ALTER TABLE kept RENAME TO triple")
        blocks = database.execute(f"SELECT DISTINCT place // {segments.ROWS_OF_BLOCK} FROM repeated").fetchall()
        for (block,) in blocks:
            for kind in _READY:
                file = self._rows.file(block, kind)
                if file.exists():
                    self._rewrite(database, file, kind, block)
        self._files.triples = number(database, "SELECT count(*) FROM triple")

    def _rewrite(self, database: duckdb.DuckDBPyConnection, file: Path, kind: str, block: int) -> None:
        """Write a file of triples without repeated ones."""
        fresh = self._out / file.name
        first = block * segments.ROWS_OF_BLOCK
        repeated = (
            f"SELECT place FROM repeated WHERE place BETWEEN {first} AND {first + segments.ROWS_OF_BLOCK - 1}"
        )
        rows = self._rows.rows(kind, [str(file)])
        copy(database, f"SELECT * FROM {rows} WHERE place NOT IN ({repeated})", fresh)
        if kind == segments.PLAIN:
            # In its place, to save disk space: if this is interrupted, it drops the same triples again.
            fresh.replace(file)
        else:
            self._rewritten[str(file)] = str(fresh)

    def _triples(self, database: duckdb.DuckDBPyConnection) -> None:
        for kind in _READY:
            if found := self._rows.files(kind):
                files = [self._rewritten.get(file, file) for file in found]
                # The tool rejects empty files, which blocks with nothing but duplicates become.
                files = [file for file in files if Path(file).stat().st_size]
                if files:
                    self._files.relationships.append([write_header(self._out, kind, TRIPLE_COLUMNS), *files])
                if kind == segments.BROKEN_TRIPLES:
                    self._files.broken += files
        rows = self._rows.rows(segments.QUALIFIED)
        names = ", ".join(map(identifier, TRIPLE_NAMES))
        for place, (shapes, columns) in enumerate(tables(database, rows)):
            file = self._out / f"qualified-{place}.csv"
            query = f"SELECT {names}, {PROPERTIES} FROM {rows} WHERE shape IN ({shapes}) AND {_KEPT}"
            # A table with nothing but duplicates has no rows, and the tool rejects empty files.
            group = write_table(database, file, TRIPLE_COLUMNS, columns, query)
            if file.stat().st_size:
                self._files.relationships.append(group)
                self._files.broken += [str(file)] * has_broken_rows(file)

    def _entities(self, database: duckdb.DuckDBPyConnection) -> None:
        """Keep the row with the lowest `place` for each entity, with the labels of all of its rows."""
        kinds = (segments.PLAIN_ENTITIES, segments.ENTITIES, segments.BROKEN_ENTITIES, segments.VALUES)
        database.execute(
            "CREATE TABLE said (key UHUGEINT, id UBIGINT, is_time BOOLEAN, place BIGINT, labels VARCHAR)"
        )
        for kind in kinds:
            database.execute(
                "INSERT INTO said SELECT md5_number(id), hash(id), id LIKE 'time:%', place, labels "
                f"FROM {self._rows.rows(kind)}"
            )
        database.execute(
            "CREATE TABLE entity AS SELECT key, any_value(id) AS id, any_value(is_time) AS is_time, "
            "min(place) AS place, max(labels) AS labels, min(labels) <> max(labels) AS various "
            "FROM said GROUP BY key"
        )
        self._files.entities = number(database, "SELECT count(*) FROM entity")
        split = f"list(string_split(labels, chr({ord(SEPARATOR)})))"
        union = f"array_to_string(list_sort(list_distinct(flatten({split}))), chr({ord(SEPARATOR)}))"
        database.execute(
            f"CREATE TABLE kinds AS SELECT key, {union} AS labels FROM said "
            "SEMI JOIN (FROM entity WHERE various) USING (key) GROUP BY key"
        )
        columns = "said.id, said.name, said.aliases, said.keys, said.description"
        columns += ", coalesce(kinds.labels, entity.labels)"
        chosen = "AS said JOIN entity ON said.place = entity.place LEFT JOIN kinds USING (key)"
        for kind in (segments.PLAIN_ENTITIES, segments.ENTITIES, segments.BROKEN_ENTITIES):
            file = self._out / f"{kind}.csv"
            copy(database, f"SELECT {columns} FROM {self._rows.rows(kind)} {chosen}", file)
            if file.stat().st_size:
                self._files.nodes.append([write_header(self._out, kind, ENTITY_COLUMNS), str(file)])
                self._files.broken += [str(file)] * (kind == segments.BROKEN_ENTITIES)
        rows = self._rows.rows(segments.VALUES)
        for place, (shapes, types) in enumerate(tables(database, rows)):
            file = self._out / f"values-{place}.csv"
            query = f"SELECT {columns}, {PROPERTIES} FROM {rows} {chosen} WHERE said.shape IN ({shapes})"
            group = write_table(database, file, ENTITY_COLUMNS, types, query)
            if file.stat().st_size:
                self._files.nodes.append(group)
                self._files.broken += [str(file)] * has_broken_rows(file)

    def _catalogue(self, database: duckdb.DuckDBPyConnection) -> None:
        write_catalogue(database, self._rows, self._out, self._files, mediators=self._mediators)
