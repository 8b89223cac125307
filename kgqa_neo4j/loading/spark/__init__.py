"""Loads with Apache Spark: the same parsers, on a cluster; see docs/spark.md. Needs the extra ``spark``."""

from kgqa_neo4j.model.extras import require

require("spark", "pyspark", "pyarrow")
