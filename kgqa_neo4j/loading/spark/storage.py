"""Files where Spark reads and writes them: on a local disk, HDFS, or an object store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from kgqa_neo4j.model.errors import InputError

_DONE = "_SUCCESS"
_LOCAL = "file:"


@dataclass(frozen=True, slots=True)
class Stored:
    """A file's path, size, and time of its last change."""

    path: str
    size: int
    changed: int


class Storage:
    """Access to Spark's file systems from the driver."""

    def __init__(self, spark: SparkSession) -> None:
        self._jvm: Any = spark.sparkContext._jvm
        self._settings: Any = spark.sparkContext._jsc.hadoopConfiguration()

    def files(self, path: str) -> list[Stored]:
        """Return the files at a path, in a folder or matching a pattern, ordered by name.

        Raises:
            InputError: there are none, or they cannot be read.
        """
        try:
            place, system = self._at(path)
            found: list[Any] = list(system.globStatus(place) or ())
            if len(found) == 1 and found[0].isDirectory():
                found = list(system.listStatus(found[0].getPath()))
        except Py4JJavaError as error:
            raise InputError(f"cannot read {path}: {_reason(error)}", hint="check the path") from error
        kept = [one for one in found if one.isFile() and one.getPath().getName()[0] not in "_."]
        if not kept:
            raise InputError(f"cannot read {path}: there is no such file", hint="check the path")
        stored = [Stored(_path(one), one.getLen(), one.getModificationTime()) for one in kept]
        return sorted(stored, key=lambda one: one.path)

    def first_bytes(self, path: str, size: int) -> bytes:
        """Return the first bytes of a file.

        Raises:
            InputError: it cannot be read.
        """
        try:
            place, system = self._at(path)
            stream = system.open(place)
            try:
                read = (stream.read() for _ in range(size))
                return bytes(one for one in read if one >= 0)
            finally:
                stream.close()
        except Py4JJavaError as error:
            raise InputError(f"cannot read {path}: {_reason(error)}", hint="check the path") from error

    def is_whole(self, folder: str) -> bool:
        """Whether a stage has completed a folder."""
        place, system = self._at(f"{folder}/{_DONE}")
        return bool(system.exists(place))

    def written(self, folder: str) -> list[Stored]:
        """Return the files of a folder that are not empty; none if there is no folder."""
        try:
            return [one for one in self.files(folder) if one.size]
        except InputError:
            return []

    def remove(self, folder: str) -> None:
        """Remove a folder if it exists."""
        place, system = self._at(folder)
        system.delete(place, True)

    def _at(self, path: str) -> tuple[Any, Any]:
        """Return Spark's object for a path, and its file system."""
        place = self._jvm.org.apache.hadoop.fs.Path(path)
        return place, place.getFileSystem(self._settings)


def _path(status: Any) -> str:
    path = str(status.getPath().toString())
    # The import tool needs local paths without a scheme.
    return "/" + path[len(_LOCAL) :].lstrip("/") if path.startswith(_LOCAL) else path


def _reason(error: Py4JJavaError) -> str:
    return str(error.java_exception).partition("\n")[0]
