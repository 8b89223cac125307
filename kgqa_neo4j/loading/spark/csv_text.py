"""Rows as CSV lines for the import tool; every field that is not empty is quoted."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql

from kgqa_neo4j.loading.spark.storage import Storage


def line(columns: Sequence[Column]) -> Column:
    """Return texts as one CSV line; an empty text becomes a missing value."""
    return sql.concat_ws(",", *map(_field, columns)).alias("value")


def _field(text: Column) -> Column:
    quoted = sql.concat(sql.lit('"'), sql.replace(text, sql.lit('"'), sql.lit('""')), sql.lit('"'))
    return sql.when(text.isNull() | (text == ""), sql.lit("")).otherwise(quoted)


def write(storage: Storage, rows: DataFrame, columns: Sequence[Column], folder: str) -> list[str]:
    """Write rows unless already done; return the files."""
    if not storage.is_whole(folder):
        rows.select(line(columns)).write.mode("overwrite").option("lineSep", "\n").text(folder)
    return [one.path for one in storage.written(folder)]


def has_breaks(storage: Storage, rows: DataFrame, folder: str) -> bool:
    """Whether a field of the files from `write` has a line break."""
    if not storage.is_whole(folder):
        return False
    # The first line of a row that spans several has an unclosed quote.
    text = rows.sparkSession.read.option("lineSep", "\n").text(folder)
    quotes = sql.length(text.value) - sql.length(sql.replace(text.value, sql.lit('"'), sql.lit("")))
    return not text.where((quotes % 2 == 1) | text.value.contains("\r")).isEmpty()
