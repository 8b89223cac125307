"""Helpers for DuckDB's SQL."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb

from kgqa_neo4j.loading.bulk.columns import SEPARATOR

# What is needed to find duplicate triples and how relations chain: hashes of their ids, to save memory.
KEYS = "place, md5_number(id) AS id, hash(source) AS source, hash(type) AS type, hash(target) AS target"


def copy(database: duckdb.DuckDBPyConnection, query: str, file: Path) -> None:
    """Write the result of a query as CSV without a header."""
    database.execute(f"COPY ({query}) TO {literal(file)} (FORMAT csv, HEADER false)")


def copy_parquet(
    database: duckdb.DuckDBPyConnection, query: str, file: Path, parameters: Mapping[str, Any] | None = None
) -> None:
    """Write the result of a query as Parquet."""
    database.execute(f"COPY ({query}) TO {literal(file)} (FORMAT parquet)", parameters or {})


def number(database: duckdb.DuckDBPyConnection, query: str) -> int:
    """Return the single number that a query yields."""
    found = database.execute(query).fetchone()
    return int(found[0]) if found else 0


def has_label(label: str) -> str:
    """Return the condition that `labels` includes a label."""
    return f"list_contains(string_split(labels, chr({ord(SEPARATOR)})), {literal(label)})"


def literal(text: Any) -> str:
    """Return a string literal."""
    return "'" + str(text).replace("'", "''") + "'"


def identifier(name: str) -> str:
    """Return a quoted identifier."""
    return '"' + name.replace('"', '""') + '"'
