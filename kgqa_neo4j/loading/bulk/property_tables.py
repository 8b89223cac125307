"""Rows with properties as tables, which rows of different shapes share unless a name has two types."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import duckdb

from kgqa_neo4j.loading.bulk.files import write_header
from kgqa_neo4j.loading.bulk.sql import copy, identifier, literal

MOST_COLUMNS = 120
# Placeholder for a table's properties in a query. (Braces already have a meaning in SQL here.)
PROPERTIES = "$properties"


def tables(database: duckdb.DuckDBPyConnection, rows: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Group the shapes of rows; yield for each group its shapes in SQL and its columns (name, type)."""
    found = database.execute(
        f"SELECT shape, count(*) AS n FROM {rows} WHERE shape IS NOT NULL GROUP BY shape ORDER BY n DESC, shape"
    ).fetchall()
    for types, shapes in gathered(shape for shape, _ in found):
        yield ", ".join(map(literal, shapes)), sorted(types.items())


def gathered(shapes: Iterable[str]) -> list[tuple[dict[str, str], list[str]]]:
    """Group shapes that fit one table, the most frequent first; return each table's column types and shapes."""
    grouped: list[tuple[dict[str, str], list[str]]] = []
    for shape in shapes:
        wanted = dict(column.split(":") for column in json.loads(shape))
        for types, fitting in grouped:
            fits = all(types.get(name, kind) == kind for name, kind in wanted.items())
            if fits and len(types | wanted) <= MOST_COLUMNS:
                types.update(wanted)
                fitting.append(shape)
                break
        else:
            grouped.append((wanted, [shape]))
    return grouped


def write_table(
    database: duckdb.DuckDBPyConnection,
    file: Path,
    base: Sequence[str],
    columns: Sequence[tuple[str, str]],
    query: str,
) -> list[str]:
    """Write one table.

    Args:
        database: the database with the rows.
        file: the file to write.
        base: the columns before the properties, in the import tool's notation.
        columns: the properties (name, type).
        query: selects the rows; `PROPERTIES` in it is replaced by theirs.

    Returns:
        The paths of header and file.
    """
    header = write_header(file.parent, file.stem, (*base, *(f"{key}:{kind}" for key, kind in columns)))
    pointers = (literal(f'$."{key}"') for key, _ in columns)
    names = (identifier(f"property {key}") for key, _ in columns)
    values = (f"values ->> {pointer} AS {name}" for pointer, name in zip(pointers, names, strict=True))
    copy(database, query.replace(PROPERTIES, ", ".join(values)), file)
    return [header, str(file)]


def has_broken_rows(file: Path) -> bool:
    """Whether a field of a CSV file has a line break, which the import tool must know."""
    inside = False
    with file.open("rb") as lines:
        for line in lines:
            inside ^= line.count(b'"') % 2 == 1
            if inside or b"\r" in line:
                return True
    return False
