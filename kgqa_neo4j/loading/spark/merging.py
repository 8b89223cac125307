"""The rows of all splits, deduplicated and merged.

Keeps the first of equal triples, and the row of each entity with the lowest `place`, with the labels of all of its
rows. To find duplicate triples, only keys are exchanged; the triples themselves stay where they were parsed.
"""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from kgqa_neo4j.loading.bulk import segments
from kgqa_neo4j.loading.bulk.columns import SEPARATOR
from kgqa_neo4j.loading.spark.rows import ENTITIES, TRIPLES

_SAID = ("name", "aliases", "keys", "description", "shape", "values")
ENTITY_SCHEMA = ", ".join(f"`{name}` string" for name in ("kind", *_SAID, "id", "labels")) + ", place bigint"


def triples(rows: DataFrame) -> DataFrame:
    """Return the rows of triples, including duplicates."""
    return rows.where(sql.col("kind").isin(*TRIPLES))


def repeated_places(rows: DataFrame) -> DataFrame:
    """Return the places of duplicate triples, all but the first of each."""
    keys = triples(rows).select("place", sql.unhex("id").alias("id"))
    found = keys.groupBy("id").agg(sql.min("place").alias("first"), sql.count("*").alias("n"))
    found = found.where(sql.col("n") > 1).select("id", "first")
    return keys.join(found, "id").where(sql.col("place") != sql.col("first")).select("place")


def merged_entities(rows: DataFrame) -> DataFrame:
    """Return one row for each entity, with the columns of `ENTITY_SCHEMA`."""
    labels = sql.flatten(sql.collect_set(sql.split("labels", SEPARATOR)))
    said = (
        rows.where(sql.col("kind").isin(*ENTITIES))
        .groupBy("id")
        .agg(
            sql.min_by(sql.struct("kind", *_SAID, "place"), "place").alias("said"),
            sql.array_join(sql.array_sort(sql.array_distinct(labels)), SEPARATOR).alias("labels"),
        )
    )
    return said.select("said.*", "id", "labels")


def used_relations(rows: DataFrame) -> DataFrame:
    """Return name, description, aliases and place of each relation that has triples, by `id`."""
    said = (
        rows.where(sql.col("kind") == segments.RELATIONS)
        .groupBy("id")
        .agg(sql.min_by(sql.struct("name", "description", "aliases", "place"), "place").alias("said"))
    )
    used = triples(rows).select(sql.col("type").alias("id")).distinct()
    return said.select("id", "said.*").join(used, "id", "left_semi")
