"""Sending sources to the machines of a cluster: pickled, with their stores as files that Spark distributes."""

from __future__ import annotations

import io
import pickle
import shutil
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark import SparkContext, SparkFiles

from kgqa_neo4j.loaders.stored import Store, reopened


class _Shipper(pickle.Pickler):
    """Pickles anything; a `Store`, which is a local file, is replaced by a reference to its copy elsewhere."""

    def __init__(self, file: io.BytesIO, context: SparkContext, folder: Path) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._context = context
        self._folder = folder
        self._sent: dict[Path, str] = {}

    def reducer_override(self, thing: Any) -> tuple[Callable[[str], Store], tuple[str]] | Any:
        if not isinstance(thing, Store):
            return NotImplemented
        if thing.file not in self._sent:
            thing.finish()
            # All stores have the same file name, and would overwrite each other.
            name = f"{uuid.uuid4().hex}.sqlite"
            self._folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(thing.file, self._folder / name)
            self._context.addFile(str(self._folder / name))
            self._sent[thing.file] = name
        return _received, (self._sent[thing.file],)


def shipped(thing: Any, context: SparkContext, folder: Path) -> bytes:
    """Pickle an object for use in a task; copies of its stores are put in `folder`."""
    file = io.BytesIO()
    _Shipper(file, context, folder).dump(thing)
    return file.getvalue()


def _received(name: str) -> Store:
    return reopened(Path(SparkFiles.get(name)))
