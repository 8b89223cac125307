"""Vectors of entities with Spark; `kgqa_neo4j.loading.vectors` makes those that are still missing after the import."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.types import ArrayType, FloatType, StructField, StructType

from kgqa_neo4j.embedding import create
from kgqa_neo4j.embedding.model_folders import PACKAGED
from kgqa_neo4j.loading.bulk.columns import SEPARATOR
from kgqa_neo4j.loading.bulk.files import Files
from kgqa_neo4j.loading.info import model_properties, reaches
from kgqa_neo4j.loading.spark.encoding_tasks import ENCODED, FACTS, EncoderUnavailable, on_entities
from kgqa_neo4j.loading.spark.storage import Storage
from kgqa_neo4j.loading.vectors import FACTS as MOST_FACTS
from kgqa_neo4j.model.errors import SparkFailed
from kgqa_neo4j.model.graph import MEDIATOR
from kgqa_neo4j.settings import EmbeddingSettings, Settings

# Entities per task, which take one core some minutes.
_OF_A_TASK = 1 << 16
_FACTS = "array<struct<place: bigint, type: string, name: string>>"


@dataclass(frozen=True, slots=True)
class KeptVectors:
    """Gathered entities with the column ``embedding``, null for those without a vector; `count` have one.

    `key` tells the encoder's vectors apart from those of others.
    """

    entities: DataFrame
    count: int
    dimension: int
    key: str


class EntityVectors:
    """Encodes entities in Spark's tasks, exactly those whose texts will not change after the import."""

    def __init__(self, settings: EmbeddingSettings) -> None:
        """`settings` name the encoder, which is created first by `model`."""
        path = Path(settings.model).expanduser()
        if settings.model != PACKAGED and path.is_dir():
            # Tasks run in other folders than this process.
            settings = settings.model_copy(update={"model": str(path.absolute())})
        self._settings = settings

    @cached_property
    def model(self) -> dict[str, Any]:
        """The properties by which the graph records the encoder.

        Raises:
            ConfigError, ModelNotFound, ModelUnreadable: see `kgqa_neo4j.embedding.create`.
        """
        return model_properties(create(self._settings))

    def made(self, entities: DataFrame, triples: DataFrame, files: Files, stages: str) -> KeptVectors:
        """Encode entities, unless an earlier attempt has; the result is kept in the folder `stages`.

        Args:
            entities: the gathered entities.
            triples: `place`, `source`, `type` and `target` of each triple.
            files: what was gathered.
            stages: the folder of the load's stages.

        Raises:
            SparkFailed: the encoder cannot be used on a worker.
        """
        wanted = _wanted(files)
        key = hashlib.blake2b(json.dumps(self.model).encode(), digest_size=8).hexdigest()
        folder = f"{stages}/vectors-{key}"
        schema = StructType([*entities.schema.fields, StructField("embedding", ArrayType(FloatType()))])
        spark = entities.sparkSession
        if not Storage(spark).is_whole(folder):
            if files.catalogued:
                rows = _with_facts(entities, triples)
            else:
                rows = entities.withColumn(FACTS, sql.lit(None).cast(_FACTS))
            # Entities of the same text go to the same task.
            tasks = max(spark.sparkContext.defaultParallelism, -(-files.entities // _OF_A_TASK))
            placed = rows.repartition(tasks, "name", "description", FACTS)
            encoding = on_entities(self._settings, self.model)
            found = placed.select(*entities.columns, FACTS, wanted.alias(ENCODED)).mapInArrow(encoding, schema)
            try:
                found.write.partitionBy("kind").mode("overwrite").parquet(folder)
            except PySparkException as error:
                raise _explained(error) from error
        count = entities.where(wanted).count()
        return KeptVectors(
            spark.read.schema(schema).parquet(folder), count, int(self.model["embedding_dimension"]), key
        )


def entity_vectors(settings: Settings) -> EntityVectors | None:
    """Return what encodes entities if the level of vectors includes them."""
    return EntityVectors(settings.embedding) if reaches(settings.load.embed, "entities") else None


def _wanted(files: Files) -> Column:
    """Return the condition that an entity is no mediator and its text will not change after the import."""
    if files.catalogued:
        return sql.lit(True)
    ordinary = ~sql.array_contains(sql.split("labels", SEPARATOR), MEDIATOR)
    # Nodes without a name may become mediators, and those without a description are described by facts, which may lead
    # to mediators or be joined by them.
    return ordinary & sql.col("description").isNotNull() & (sql.col("name") != sql.col("id"))


def _with_facts(entities: DataFrame, triples: DataFrame) -> DataFrame:
    """Add to entities without a description the facts of their texts.

    As in ``embed_entities_pending``, there is one fact for each relation and direction. The last triples of the source
    come first, since that is the order in which the import tool mostly stores them.
    """
    bare = entities.where("description IS NULL").select("id")
    ends = [
        rows.select(
            sql.col(one).alias("id"), "type", sql.lit(out).alias("out"), sql.col(other).alias("other"), "place"
        )
        for rows, one, other, out in (
            (triples, "source", "target", True),
            (triples.where("source <> target"), "target", "source", False),
        )
    ]
    last = (
        ends[0]
        .unionAll(ends[1])
        .join(bare, "id", "left_semi")
        .groupBy("id", "type", "out")
        .agg(sql.max("place").alias("place"), sql.max_by("other", "place").alias("other"))
    )
    chosen = (
        last.groupBy("id")
        .agg(sql.slice(_latest("place", "type", "other"), 1, MOST_FACTS).alias("facts"))
        .select("id", sql.explode("facts").alias("fact"))
        .select("id", "fact.*")
    )
    names = entities.select(sql.col("id").alias("other"), "name")
    facts = chosen.join(names, "other").groupBy("id").agg(_latest("place", "type", "name").alias(FACTS))
    return entities.join(facts, "id", "left")


def _latest(*names: str) -> Column:
    """Return a group's structs of these columns as a list, the last place first."""
    return sql.sort_array(sql.collect_list(sql.struct(*names)), asc=False)


def _explained(error: PySparkException) -> Exception:
    """Return the error to raise for a failed job."""
    found = re.search(rf"{EncoderUnavailable.__name__}: (.*)", str(error))
    if found is None:
        return error
    return SparkFailed(
        f"the encoder cannot be used on a worker: {found[1].strip()}",
        hint="install it on every machine of the cluster, see docs/spark.md, or add --embed relations; rerun the "
        "command to resume after the last whole stage",
    )
