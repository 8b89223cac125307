"""The relation catalogue with Spark; see `kgqa_neo4j.loading.bulk.catalogue`, which computes it on one machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql

from kgqa_neo4j.loading.bulk.catalogue import RELATION_COLUMNS, STEP_COLUMNS
from kgqa_neo4j.loading.bulk.columns import SEPARATOR
from kgqa_neo4j.loading.bulk.files import Files
from kgqa_neo4j.loading.spark import csv_text
from kgqa_neo4j.loading.spark.storage import Storage
from kgqa_neo4j.model.graph import MEDIATOR


class Catalogue:
    """Writes the relations with their counts, and the steps between them."""

    def __init__(
        self, storage: Storage, out: str, header: Callable[[str, Sequence[str]], str], files: Files
    ) -> None:
        """Set the arguments; nothing is written before `write`, which writes to `out` and updates `files`."""
        self._storage = storage
        self._out = out
        self._header = header
        self._files = files

    def write(self, triples: DataFrame, entities: DataFrame, relations: DataFrame, *, mediators: bool) -> None:
        """Write the catalogue, without steps if there are mediators.

        Args:
            triples: `source`, `type` and `target` of each triple.
            entities: `id`, `is_value` and `labels` of each entity.
            relations: names and descriptions of relations.
            mediators: whether some entities may turn out to be mediators.
        """
        files = self._files
        marked = entities.where(sql.array_contains(sql.split("labels", SEPARATOR), MEDIATOR))
        files.catalogued = not mediators and marked.isEmpty()
        walk = self._walk(triples, entities).persist()
        try:
            self._write(triples, relations, walk)
        finally:
            walk.unpersist()

    def _write(self, triples: DataFrame, relations: DataFrame, walk: DataFrame) -> None:
        files = self._files
        said = relations.groupBy("id").agg(
            sql.min_by(sql.struct("name", "description", "aliases"), "place").alias("said")
        )
        counted = walk.where("out").groupBy(sql.col("type").alias("hash")).agg(sql.sum("n").alias("n"))
        used = triples.select(sql.xxhash64("type").alias("hash")).distinct()
        known = (
            said.select("id", "said.*", sql.xxhash64("id").alias("hash"))
            .join(used, "hash", "left_semi")
            .join(counted, "hash", "left")
            .persist()
        )
        files.relations = known.count()
        if files.relations:
            number = sql.coalesce(sql.col("n"), sql.lit(0)) if files.catalogued else sql.lit(0)
            texts = [sql.col(name) for name in ("id", "name", "description", "aliases")]
            columns = [*texts, number.cast("string"), sql.lit("Relation")]
            written = csv_text.write(self._storage, known, columns, f"{self._out}/relations")
            files.nodes.append([self._header("relations", RELATION_COLUMNS), *written])
            if csv_text.has_breaks(self._storage, known, f"{self._out}/relations"):
                files.broken += written
            if files.catalogued:
                self._write_steps(walk, known.select("hash", "id"))
        known.unpersist()

    def _walk(self, triples: DataFrame, entities: DataFrame) -> DataFrame:
        """Return the number of triples per entity, relation and direction, with hashed ids."""
        ends = [
            triples.select(
                sql.xxhash64(end).alias("entity"), sql.xxhash64("type").alias("type"), sql.lit(out).alias("out")
            )
            for end, out in (("source", True), ("target", False))
        ]
        # Paths do not pass through values, except times.
        values = entities.where("is_value AND NOT id LIKE 'time:%'").select(sql.xxhash64("id").alias("entity"))
        counted = ends[0].unionAll(ends[1]).groupBy("entity", "type", "out").agg(sql.count("*").alias("n"))
        return counted.join(values, "entity", "left_anti")

    def _write_steps(self, walk: DataFrame, relations: DataFrame) -> None:
        """Write the number of entities at which a step from one relation to another is possible."""
        a, b = walk.alias("a"), walk.alias("b")

        def of(side: str, name: str) -> Column:
            return sql.col(f"{side}.{name}")

        direction = sql.concat(
            sql.when(of("a", "out"), "in").otherwise("out"),
            sql.lit("-"),
            sql.when(of("b", "out"), "out").otherwise("in"),
        )
        # Returning along the same relation requires a second triple.
        other = (of("a", "type") != of("b", "type")) | (of("a", "out") != of("b", "out")) | (of("a", "n") > 1)
        steps = (
            a.join(b, of("a", "entity") == of("b", "entity"))
            .where(other)
            .groupBy(of("a", "type").alias("one"), of("b", "type").alias("other"), direction.alias("direction"))
            .agg(sql.count("*").alias("entities"))
        )
        named = sql.broadcast(relations)
        rows = (
            steps.join(named.withColumnsRenamed({"hash": "one", "id": "start"}), "one")
            .join(named.withColumnsRenamed({"hash": "other", "id": "end"}), "other")
            .select("start", "end", "direction", sql.col("entities").cast("string"))
        )
        columns = [
            sql.col("start"),
            sql.col("end"),
            sql.lit("FOLLOWED_BY"),
            sql.col("direction"),
            sql.col("entities"),
        ]
        written = csv_text.write(self._storage, rows, columns, f"{self._out}/steps")
        if written:
            self._files.relationships.append([self._header("steps", STEP_COLUMNS), *written])
