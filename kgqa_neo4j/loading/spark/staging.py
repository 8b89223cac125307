"""Where the stages of a load by Spark keep their results, so that a later attempt resumes after the last whole one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from kgqa_neo4j.loading.spark.rows import SCHEMA


@dataclass(frozen=True, slots=True)
class Staging:
    """The session of a load, and the folders for what it keeps.

    `folder` is for the results of stages, on a file system that all machines of the cluster share; `local` is a folder
    of this machine.
    """

    spark: SparkSession
    folder: str
    local: Path

    def rows(self, *folders: str) -> DataFrame:
        """Return the rows that stages have written to these folders."""
        # Columns may be in another order if a folder is empty, hence by name.
        read = [self.spark.read.schema(SCHEMA).parquet(folder) for folder in folders]
        return reduce(DataFrame.unionByName, read)
