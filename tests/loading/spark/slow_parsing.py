"""Parsing that takes long, so that something can happen meanwhile; tasks import it."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pyarrow as pa

from kgqa_neo4j.loading.spark.split_file import SplitFile
from kgqa_neo4j.loading.spark.split_tasks import Parsing


class SlowParsing(Parsing):
    """Takes two seconds longer for each split."""

    def __call__(self, file: SplitFile) -> Iterator[pa.RecordBatch]:
        time.sleep(2)
        yield from super().__call__(file)
