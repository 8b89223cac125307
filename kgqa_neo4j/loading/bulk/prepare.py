"""From segments to the files of `database import full`: gathered, each thing once, out of core.

DuckDB does what does not fit into memory: which triple came first, which mention says most of an
entity, how relations chain. Triples without qualifiers stay in the files that the segments are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from kgqa_neo4j.errors import InputError
from kgqa_neo4j.graph import MEDIATOR, VALUE
from kgqa_neo4j.loading.bulk import segments
from kgqa_neo4j.loading.bulk.columns import ENTITY_COLUMNS, SEPARATOR, TRIPLE_COLUMNS

MEMORY_LIMIT = "256MB"
# Columns of one table: rows of unlike shapes share it as long as no name means two types.
MOST_COLUMNS = 120

_TRIPLE_NAMES = [column.split(":")[0] for column in TRIPLE_COLUMNS]
_ENTITY_NAMES = ["place", *(column.split(":")[0] for column in ENTITY_COLUMNS)]
_PROPERTIES = ["shape", "values"]
_COLUMNS = {
    segments.TRIPLES: _TRIPLE_NAMES,
    segments.BROKEN_TRIPLES: _TRIPLE_NAMES,
    segments.QUALIFIED: [*_TRIPLE_NAMES, *_PROPERTIES],
    segments.ENTITIES: _ENTITY_NAMES,
    segments.BROKEN_ENTITIES: _ENTITY_NAMES,
    segments.VALUES: [*_ENTITY_NAMES, *_PROPERTIES],
    segments.RELATIONS: ["place", "id", "name", "description"],
}
_NUMBERS = ("place",)


@dataclass(slots=True)
class Files:
    """The import tool's input: groups of files, each with its header; and what is in it.

    `broken` are those with line breaks inside of fields. `catalogued` says that the relations are
    counted and chained already, which needs facts that are no parts of larger ones.
    """

    nodes: list[list[str]] = field(default_factory=list)
    relationships: list[list[str]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    entities: int = 0
    relations: int = 0
    triples: int = 0
    longest: int = 0
    bytes: int = 0
    catalogued: bool = False

    def write(self, file: Path) -> None:
        """Keep this; whoever finds it need not prepare again."""
        temporary = file.with_suffix(".tmp")
        temporary.write_text(json.dumps(asdict(self)), "utf-8")
        temporary.replace(file)

    @classmethod
    def read(cls, file: Path) -> Files | None:
        """Return what was kept; None when there is nothing."""
        try:
            return cls(**json.loads(file.read_text("utf-8")))
        except (OSError, ValueError):
            return None


class Preparation:
    """Makes the files in `folder` from the segments there; what it finds half done it does again."""

    def __init__(self, folder: Path, longest: int, *, mediators: bool = False) -> None:
        """Nothing is written before `run`.

        Args:
            folder: where the segments are.
            longest: the most bytes that a row of a segment has.
            mediators: some entities will turn out to join the parts of one fact.
        """
        self._mediators = mediators
        self._folder = folder
        self._out = folder / "import"
        self._files = Files(longest=longest)
        self._work = folder / "work.duckdb"

    def run(self, show: Callable[[float], None] = lambda share: None) -> Files:
        """Make all files; `show` hears what share is done, 0 to 1."""
        self._out.mkdir(exist_ok=True)
        for old in (*self._out.iterdir(), self._work):
            old.unlink(missing_ok=True)
        with self._database() as database:
            steps = (self._read_triples, self._drop_repeated, self._triples, self._entities, self._relations)
            for number, step in enumerate(steps, 1):
                step(database)
                show(number / len(steps))
        self._work.unlink(missing_ok=True)
        return self._files

    @contextmanager
    def _database(self) -> Iterator[duckdb.DuckDBPyConnection]:
        options: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": MEMORY_LIMIT,
            "temp_directory": str(self._folder / "spill"),
            "preserve_insertion_order": False,
        }
        try:
            with duckdb.connect(str(self._work), config=options) as database:
                yield database
        except duckdb.OutOfMemoryException as error:
            raise InputError(
                f"the rows of this source could not be sorted: {error}",
                hint="free some disk, then run the same again",
            ) from error

    def _segments(self, kind: str) -> list[str]:
        return sorted(str(file) for file in self._folder.glob(f"*.{kind}.csv"))

    def _rows(self, kind: str, files: Sequence[str] | None = None) -> str:
        """Return an expression that reads the rows of one kind of segments."""
        files = self._segments(kind) if files is None else files
        names = _COLUMNS[kind]
        if not files:
            empty = ", ".join(f"NULL::{_type(name)} AS {_name(name)}" for name in names)
            return f"(SELECT {empty} WHERE false)"
        columns = ", ".join(f"{_text(name)}: {_text(_type(name))}" for name in names)
        most = max(self._files.longest * 4 + 1024, 1 << 21)
        return (
            f"read_csv([{', '.join(map(_text, files))}], header = false, auto_detect = false, delim = ',', "
            f"quote = '\"', escape = '\"', new_line = '\\n', max_line_size = {most}, "
            f"buffer_size = {max(most * 2, 1 << 23)}, columns = {{{columns}}})"
        )

    def _all_rows(self, names: str, *kinds: str) -> str:
        return "(" + " UNION ALL ".join(f"SELECT {names} FROM {self._rows(kind)}" for kind in kinds) + ")"

    def _read_triples(self, database: duckdb.DuckDBPyConnection) -> None:
        kinds = (segments.TRIPLES, segments.BROKEN_TRIPLES, segments.QUALIFIED)
        database.execute(
            "CREATE TABLE triple AS SELECT place, md5_number(id) AS id, hash(source) AS source, "
            "hash(type) AS type, hash(target) AS target "
            f"FROM {self._all_rows('place, id, source, type, target', *kinds)}"
        )

    def _drop_repeated(self, database: duckdb.DuckDBPyConnection) -> None:
        """Of triples that are the same the first stays, as in a load by transactions."""
        database.execute(
            "CREATE TABLE repeated AS SELECT place FROM triple JOIN "
            "(SELECT id, min(place) AS first FROM triple GROUP BY id HAVING count(*) > 1) USING (id) "
            "WHERE place <> first"
        )
        blocks = database.execute(f"SELECT DISTINCT place // {segments.ROWS_OF_BLOCK} FROM repeated").fetchall()
        if not blocks:
            return
        database.execute("DELETE FROM triple WHERE place IN (SELECT place FROM repeated)")
        for (block,) in blocks:
            for kind in (segments.TRIPLES, segments.BROKEN_TRIPLES, segments.QUALIFIED):
                file = self._folder / f"{block:06}.{kind}.csv"
                if file.exists():
                    self._without_repeated(database, kind, file)

    def _without_repeated(self, database: duckdb.DuckDBPyConnection, kind: str, file: Path) -> None:
        fresh = file.with_suffix(".fresh")
        places = "SELECT place FROM repeated"
        query = f"SELECT * FROM {self._rows(kind, [str(file)])} WHERE place NOT IN ({places})"
        self._copy(database, query, fresh)
        fresh.replace(file)

    def _triples(self, database: duckdb.DuckDBPyConnection) -> None:
        (self._files.triples,) = database.execute("SELECT count(*) FROM triple").fetchone() or (0,)
        for kind in (segments.TRIPLES, segments.BROKEN_TRIPLES):
            if files := self._segments(kind):
                header = self._header(f"{kind}-header", TRIPLE_COLUMNS)
                self._files.relationships.append([header, *files])
                if kind == segments.BROKEN_TRIPLES:
                    self._files.broken += files
        rows = self._rows(segments.QUALIFIED)
        for number, (shapes, columns) in enumerate(self._tables(database, rows)):
            names = ", ".join(map(_name, _TRIPLE_NAMES))
            group = self._table(
                database,
                f"qualified-{number}",
                TRIPLE_COLUMNS,
                columns,
                f"SELECT {names}, {{properties}} FROM {rows} WHERE shape IN ({shapes})",
            )
            self._files.relationships.append(group)

    def _entities(self, database: duckdb.DuckDBPyConnection) -> None:
        """Of all that is said of an entity the foremost holds; what kind of thing it is adds up."""
        kinds = (segments.ENTITIES, segments.BROKEN_ENTITIES, segments.VALUES)
        rows = self._all_rows("id, place, labels", *kinds)
        database.execute(
            "CREATE TABLE entity AS SELECT id, min(place) AS place, max(labels) AS labels, "
            f"min(labels) <> max(labels) AS various FROM {rows} GROUP BY id"
        )
        split = f"list(string_split(said.labels, chr({ord(SEPARATOR)})))"
        union = f"array_to_string(list_sort(list_distinct(flatten({split}))), chr({ord(SEPARATOR)}))"
        database.execute(
            f"CREATE TABLE kinds AS SELECT id, {union} AS labels FROM {rows} AS said "
            "SEMI JOIN (FROM entity WHERE various) USING (id) GROUP BY id"
        )
        (self._files.entities,) = database.execute("SELECT count(*) FROM entity").fetchone() or (0,)
        columns = "said.id, said.name, said.aliases, said.keys, said.description"
        columns += ", coalesce(kinds.labels, entity.labels)"
        chosen = "AS said JOIN entity ON said.place = entity.place LEFT JOIN kinds ON kinds.id = entity.id"
        for kind in kinds[:2]:
            file = self._out / f"{kind}.csv"
            if self._segments(kind):
                self._copy(database, f"SELECT {columns} FROM {self._rows(kind)} {chosen}", file)
                self._files.nodes.append([self._header(f"{kind}-header", ENTITY_COLUMNS), str(file)])
                self._files.broken += [str(file)] * (kind == segments.BROKEN_ENTITIES)
        rows = self._rows(segments.VALUES)
        for number, (shapes, types) in enumerate(self._tables(database, rows)):
            query = f"SELECT {columns}, {{properties}} FROM {rows} {chosen} WHERE said.shape IN ({shapes})"
            self._files.nodes.append(self._table(database, f"values-{number}", ENTITY_COLUMNS, types, query))

    def _tables(
        self, database: duckdb.DuckDBPyConnection, rows: str
    ) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Group the shapes of properties into tables: those of a group agree on the type of every name."""
        found = database.execute(
            f"SELECT shape, count(*) AS n FROM {rows} WHERE shape IS NOT NULL "
            "GROUP BY shape ORDER BY n DESC, shape"
        ).fetchall()
        tables: list[tuple[dict[str, str], list[str]]] = []
        for shape, _ in found:
            wanted = dict(column.split(":") for column in json.loads(shape))
            for types, shapes in tables:
                fits = all(types.get(name, kind) == kind for name, kind in wanted.items())
                if fits and len(types | wanted) <= MOST_COLUMNS:
                    types.update(wanted)
                    shapes.append(shape)
                    break
            else:
                tables.append((wanted, [shape]))
        for types, shapes in tables:
            yield ", ".join(map(_text, shapes)), sorted(types.items())

    def _table(
        self,
        database: duckdb.DuckDBPyConnection,
        name: str,
        base: tuple[str, ...],
        columns: list[tuple[str, str]],
        query: str,
    ) -> list[str]:
        header = self._header(f"{name}-header", (*base, *(f"{key}:{kind}" for key, kind in columns)))
        properties = ", ".join(
            f"values ->> {_text(_pointer(key))} AS {_name('p ' + key)}" for key, _ in columns
        )
        file = self._out / f"{name}.csv"
        self._copy(database, query.format(properties=properties), file)
        # Rare, and the tool reads such files more slowly; so it is looked up.
        if _has_broken_rows(file):
            self._files.broken.append(str(file))
        return [header, str(file)]

    def _relations(self, database: duckdb.DuckDBPyConnection) -> None:
        rows = self._rows(segments.RELATIONS)
        mediators, values = (
            f"SELECT hash(id) FROM entity WHERE {condition}"
            for condition in (
                f"{_has_label(MEDIATOR)}",
                f"{_has_label(VALUE)} AND id NOT LIKE 'time:%'",
            )
        )
        (joins,) = database.execute(f"SELECT count(*) FROM ({mediators})").fetchone() or (0,)
        self._files.catalogued = not joins and not self._mediators
        through = f"WHERE entity NOT IN ({values})"
        database.execute(
            "CREATE TABLE walk AS SELECT entity, type, out, count(*) AS n FROM ("
            "SELECT source AS entity, type, true AS out FROM triple UNION ALL "
            f"SELECT target, type, false FROM triple) {through} GROUP BY ALL"
        )
        database.execute(
            "CREATE TABLE relation AS SELECT said.id AS id, said.name AS name, "
            "said.description AS description, hash(said.id) AS type, coalesce(counted.n, 0) AS n FROM "
            "(SELECT id, one.name AS name, one.description AS description FROM "
            "(SELECT id, arg_min({'name': name, 'description': description}, place) AS one "
            f"FROM {rows} GROUP BY id)) AS said "
            "SEMI JOIN (SELECT DISTINCT type FROM triple) AS known ON known.type = hash(said.id) "
            "LEFT JOIN (SELECT type, sum(n) AS n FROM walk WHERE out GROUP BY type) AS counted "
            "ON counted.type = hash(said.id)"
        )
        (self._files.relations,) = database.execute("SELECT count(*) FROM relation").fetchone() or (0,)
        nodes = self._out / "relations.csv"
        count = "n" if self._files.catalogued else "0"
        self._copy(database, f"SELECT id, name, description, {count}, 'Relation' FROM relation", nodes)
        columns = ("id:ID(Relation)", "name:string", "description:string", "count:long", "labels:LABEL")
        if nodes.stat().st_size:
            self._files.nodes.append([self._header("relations-header", columns), str(nodes)])
            self._files.broken += [str(nodes)] * _has_broken_rows(nodes)
        if self._files.catalogued:
            self._steps(database)

    def _steps(self, database: duckdb.DuckDBPyConnection) -> None:
        """On how many entities one can step from one relation onto another; see ``catalogue_page``."""
        steps = self._out / "steps.csv"
        walked = "CASE WHEN {0}.out THEN '{1}' ELSE '{2}' END"
        direction = f"{walked.format('a', 'in', 'out')} || '-' || {walked.format('b', 'out', 'in')}"
        self._copy(
            database,
            "SELECT one.id, other.id, 'FOLLOWED_BY', direction, entities FROM "
            f"(SELECT a.type AS first, b.type AS second, {direction} AS direction, "
            "count(*) AS entities FROM walk AS a JOIN walk AS b ON a.entity = b.entity "
            "WHERE a.type <> b.type OR a.out <> b.out OR a.n > 1 GROUP BY ALL) "
            "JOIN relation AS one ON one.type = first JOIN relation AS other ON other.type = second",
            steps,
        )
        columns = (
            "start:START_ID(Relation)",
            "end:END_ID(Relation)",
            "kind:TYPE",
            "direction:string",
            "count:long",
        )
        if steps.stat().st_size:
            self._files.relationships.append([self._header("steps-header", columns), str(steps)])

    def _header(self, name: str, columns: tuple[str, ...]) -> str:
        file = self._out / f"{name}.csv"
        file.write_text(",".join(columns) + "\n", "utf-8")
        return str(file)

    def _copy(self, database: duckdb.DuckDBPyConnection, query: str, file: Path) -> None:
        database.execute(f"COPY ({query}) TO {_text(str(file))} (FORMAT csv, HEADER false)")


def _has_broken_rows(file: Path) -> bool:
    """Whether a quoted field of a CSV file holds a line break."""
    inside = False
    with file.open("rb") as lines:
        for line in lines:
            inside ^= line.count(b'"') % 2 == 1
            if inside or b"\r" in line:
                return True
    return False


def _has_label(label: str) -> str:
    return f"list_contains(string_split(labels, chr({ord(SEPARATOR)})), {_text(label)})"


def _type(column: str) -> str:
    return "BIGINT" if column in _NUMBERS else "VARCHAR"


def _pointer(key: str) -> str:
    return f'$."{key}"'


def _text(text: Any) -> str:
    """Return a string literal of SQL."""
    return "'" + str(text).replace("'", "''") + "'"


def _name(name: str) -> str:
    """Return a quoted identifier of SQL."""
    return '"' + name.replace('"', '""') + '"'
