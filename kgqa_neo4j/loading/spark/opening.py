"""Opening a source through Spark, with the parser that reads it on the cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from kgqa_neo4j.loaders.base import GraphLoader, Loader, Source
from kgqa_neo4j.loaders.files import opening_with
from kgqa_neo4j.loading.spark.parsing import SparkParser
from kgqa_neo4j.loading.spark.session import session
from kgqa_neo4j.loading.spark.splits import SparkFile
from kgqa_neo4j.loading.spark.staging import Staging
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import Configuration


@contextmanager
def opened(
    configuration: Configuration, loader: Loader, path: str, options: Mapping[str, str | bool | None]
) -> Iterator[tuple[Source, SparkParser]]:
    """Start Spark and open a source with a loader, on any file system that Spark supports.

    Raises:
        ConfigError: the loader's sources are not files, or Spark cannot be started.
        InputError: there is no such file, or not in the loader's format.
    """
    _require_files(loader, path)
    settings = configuration.settings.spark
    folder = (configuration.workspace / "spark").absolute()
    with session(settings, folder) as spark:
        if spark.sparkContext.uiWebUrl:
            print(f"Spark {spark.version} on {settings.master}: {spark.sparkContext.uiWebUrl}", file=sys.stderr)
        staging = Staging(spark, settings.staging.rstrip("/") or str(folder / "stages"), folder)
        yield opened_in(staging, loader, path, options)


def opened_in(
    staging: Staging, loader: Loader, path: str, options: Mapping[str, str | bool | None]
) -> tuple[Source, SparkParser]:
    """Open a source in a running session; see `opened`."""
    files: list[SparkFile] = []

    def open_file(place: str, max_line: int) -> SparkFile:
        files.append(SparkFile(staging, place, max_line))
        return files[-1]

    with opening_with(open_file):
        source = loader.open(path, options)
    if not files:
        raise ConfigError(
            "Spark cannot load this kind of source", hint="load it without --engine spark, perhaps with --bulk"
        )
    return source, SparkParser(staging, files[0])


def _require_files(loader: Loader, path: str) -> None:
    if path == "-" or isinstance(loader, GraphLoader) or not loader.needs_path:
        raise ConfigError(
            "Spark reads files only, and this is not a file",
            hint="give a file, or load it without --engine spark",
        )
