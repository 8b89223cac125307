"""Rows of all splits to the input files of `database import full`, deduplicated and merged.

Does the same as `kgqa_neo4j.loading.bulk.prepare` on one machine; see `kgqa_neo4j.loading.spark.merging` for what is
merged, and how.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql

from kgqa_neo4j.loading.bulk import segments
from kgqa_neo4j.loading.bulk.columns import ENTITY_COLUMNS, SEPARATOR, TRIPLE_COLUMNS, VECTOR_COLUMN
from kgqa_neo4j.loading.bulk.files import Files
from kgqa_neo4j.loading.bulk.property_tables import gathered
from kgqa_neo4j.loading.spark import csv_text, merging
from kgqa_neo4j.loading.spark.catalogue import Catalogue
from kgqa_neo4j.loading.spark.rows import COUNT
from kgqa_neo4j.loading.spark.staging import Staging
from kgqa_neo4j.loading.spark.storage import Storage
from kgqa_neo4j.loading.spark.vectors import KeptVectors
from kgqa_neo4j.model.graph import VALUE

# The columns of rows for those of `TRIPLE_COLUMNS`.
_TRIPLE_NAMES = ("place", "source", "target", "type", "id", "source", "target", "type", "text")
# The longest number of a vector as text, with its separator.
_NUMBER = 16
Header = Callable[[str, Sequence[str]], str]


class Gathering:
    """Makes the import files in the staging folder, except for those that an earlier attempt completed."""

    def __init__(self, staging: Staging, rows: Sequence[str], header: Header, *, mediators: bool) -> None:
        """Set the arguments; nothing is written before `run`.

        Args:
            staging: the session and its folders.
            rows: the folders with the rows of all splits.
            header: writes a header, given a name and columns, and returns its path.
            mediators: whether some entities may turn out to be mediators.
        """
        self._spark = staging.spark
        self._storage = Storage(staging.spark)
        self._out = f"{staging.folder}/import"
        self._gathered = f"{staging.folder}/entities"
        self._rows = staging.rows(*rows)
        self._header = header
        self._mediators = mediators
        self._files = Files()

    def run(self, show: Callable[[float], None] = lambda share: None) -> Files:
        """Make all files but those of `write_entities`; `show` is called with the progress, 0 to 1."""
        self._files.longest = self._longest()
        repeated = merging.repeated_places(self._rows).persist(StorageLevel.MEMORY_AND_DISK)
        try:
            number = repeated.count()
            triples = merging.triples(self._rows)
            self._files.triples = triples.count() - number
            show(0.2)
            if number:
                triples = triples.join(repeated, "place", "left_anti")
            self._write_triples(triples)
            show(0.5)
            is_value = sql.array_contains(sql.split("labels", SEPARATOR), VALUE)
            entities = self.entities().select("id", is_value.alias("is_value"), "labels")
            self._files.entities = entities.count()
            show(0.7)
            relations = self._of(segments.RELATIONS)
            catalogue = Catalogue(self._storage, self._out, self._header, self._files)
            catalogue.write(triples, entities, relations, mediators=self._mediators)
            show(1.0)
        finally:
            repeated.unpersist()
        return self._files

    def entities(self) -> DataFrame:
        """Return the entities, each with all that is said about it, after gathering them if that is not done yet."""
        if not self._storage.is_whole(self._gathered):
            merged = merging.merged_entities(self._rows)
            merged.write.partitionBy("kind").mode("overwrite").parquet(self._gathered)
        return self._spark.read.schema(merging.ENTITY_SCHEMA).parquet(self._gathered)

    def write_entities(self, vectors: KeptVectors | None = None) -> None:
        """Make the files of the entities, once `run` has gathered them; with their vectors, if given."""
        entities, suffix = self.entities(), ""
        columns: tuple[str, ...] = ENTITY_COLUMNS
        shown = [sql.col(column.split(":")[0]) for column in columns]
        if vectors is not None:
            entities, suffix = vectors.entities, f"-{vectors.key}"
            columns = (*columns, VECTOR_COLUMN)
            shown.append(sql.concat_ws(SEPARATOR, sql.col("embedding").cast("array<string>")))
            self._files.longest += vectors.dimension * _NUMBER
        kinds = (segments.ENTITIES, segments.BROKEN_ENTITIES)
        self._files.nodes += self._write_kinds(kinds, entities, shown, columns, suffix)
        rows = entities.where(sql.col("kind") == segments.VALUES)
        self._files.nodes += self._write_tables(f"values{suffix}", rows, shown, columns)

    def _of(self, *kinds: str) -> DataFrame:
        return self._rows.where(sql.col("kind").isin(*kinds))

    def _longest(self) -> int:
        """Return a bound for the characters of a row in the files, but for vectors."""
        # Quotes are doubled, and each field has two around it.
        found = self._of(COUNT).agg(sql.max(sql.col("text").cast("bigint"))).first()
        return 2 * int((found and found[0]) or 0) + 64

    def _write_kinds(
        self,
        kinds: tuple[str, str],
        rows: DataFrame,
        shown: Sequence[Column],
        columns: Sequence[str],
        suffix: str = "",
    ) -> list[list[str]]:
        """Write the rows of two kinds, the second with line breaks in fields; return a group of files for each."""
        groups = []
        for kind in kinds:
            files = csv_text.write(
                self._storage, rows.where(sql.col("kind") == kind), shown, f"{self._out}/{kind}{suffix}"
            )
            if files:
                groups.append([self._header(kind, columns), *files])
                self._files.broken += files if kind == kinds[1] else []
        return groups

    def _write_triples(self, triples: DataFrame) -> None:
        columns = [_text(name) for name in _TRIPLE_NAMES]
        kinds = (segments.TRIPLES, segments.BROKEN_TRIPLES)
        self._files.relationships += self._write_kinds(kinds, triples, columns, TRIPLE_COLUMNS)
        rows = triples.where(sql.col("kind") == segments.QUALIFIED)
        self._files.relationships += self._write_tables("qualified", rows, columns, TRIPLE_COLUMNS)

    def _write_tables(
        self, name: str, rows: DataFrame, columns: Sequence[Column], base: Sequence[str]
    ) -> list[list[str]]:
        """Write rows with properties as tables with the same columns; return each header with its files."""
        groups: list[list[str]] = []
        shapes = rows.groupBy("shape").count().orderBy(sql.desc("count"), "shape").collect()
        for place, (types, fitting) in enumerate(gathered(row.shape for row in shapes)):
            typed = sorted(types.items())
            values = sql.from_json("values", "map<string,string>")
            folder = f"{self._out}/{name}-{place}"
            table = rows.where(sql.col("shape").isin(*fitting))
            fields = [*columns, *(values[key] for key, _ in typed)]
            files = csv_text.write(self._storage, table, fields, folder)
            if files:
                header = self._header(f"{name}-{place}", (*base, *(f"{key}:{kind}" for key, kind in typed)))
                groups.append([header, *files])
                self._files.broken += files if csv_text.has_breaks(self._storage, table, folder) else []
        return groups


def _text(name: str) -> Column:
    return sql.col(name).cast("string")
