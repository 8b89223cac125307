"""A Spark session: its master, its Java, and the Spark settings that a load relies on."""

from __future__ import annotations

import os
import shlex
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException, PythonException
from pyspark.sql import SparkSession

from kgqa_neo4j.model.errors import ConfigError, SparkFailed
from kgqa_neo4j.settings import SparkSettings
from kgqa_neo4j.store.java import Java, find_java

# Spark requests it for its linear algebra, which a load does not use; a runtime without it would not start.
_VECTOR_MODULE = "--add-modules=jdk.incubator.vector"
# Opens a package that newer runtimes lack and therefore warn about.
_GONE_PACKAGE, _GONE_SINCE = "--add-opens=java.base/sun.security.action=ALL-UNNAMED", 24
_LOGGING = """\
rootLogger.level = warn
rootLogger.appenderRef.file.ref = file
appender.file.type = File
appender.file.name = file
appender.file.fileName = {log}
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %d{{yy/MM/dd HH:mm:ss}} %p %c{{1}}: %m%n%ex
"""
MEGABYTE = 1 << 20
_BATCH_BYTES = 16 << 20
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@contextmanager
def session(settings: SparkSettings, folder: Path) -> Iterator[SparkSession]:
    """Start a session, and stop it at the end.

    Args:
        settings: the master, and the size of a split.
        folder: the folder for the log and a Java launcher.

    Raises:
        ConfigError: the master cannot be reached.
        JavaMissing: there is no suitable Java.
        SparkFailed: a job in the session failed on the cluster.
    """
    environment = java_environment(find_java(), folder)
    environment["PYSPARK_PYTHON"] = settings.python or sys.executable
    environment["PYSPARK_DRIVER_PYTHON"] = sys.executable
    before = {name: os.environ.get(name) for name in environment}
    os.environ.update(environment)
    try:
        with warnings.catch_warnings():
            # It is given only Arrow columns, no pandas objects.
            warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
            with _ended(_started(settings, folder)) as spark:
                yield spark
    except PySparkException as error:
        raise SparkFailed(
            f"Spark failed: {_shown(error)}",
            hint=f"see {log_file(folder)} and Spark's own logs; rerun the command to resume after the last "
            "whole stage",
        ) from error
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def java_environment(java: Java, folder: Path) -> dict[str, str]:
    """Return the environment variables that make Spark run on a Java runtime.

    Spark has options that the packaged runtime does not support: a launcher in `folder` drops them.
    """
    refused = [_GONE_PACKAGE] * (java.version >= _GONE_SINCE)
    if not java.has_vector_module:
        refused.append(_VECTOR_MODULE)
    if not refused:
        return {"JAVA_HOME": str(java.home)}
    launcher = folder / "java" / "bin" / "java"
    text = (
        "#!/bin/bash\n"
        "options=()\n"
        f'for one in "$@"; do case "$one" in {"|".join(refused)}) ;; *) options+=("$one") ;; esac; done\n'
        f'exec {shlex.quote(str(java.executable))} "${{options[@]}}"\n'
    )
    if not launcher.exists() or launcher.read_text("utf-8") != text:
        launcher.parent.mkdir(parents=True, exist_ok=True)
        temporary = launcher.with_name(f"java.{os.getpid()}")
        temporary.write_text(text, "utf-8")
        temporary.chmod(0o755)
        temporary.replace(launcher)
    return {"JAVA_HOME": str(launcher.parent.parent)}


def is_local(master: str) -> bool:
    """Whether all of Spark runs on this machine."""
    return master.startswith("local") or urlsplit(master).hostname in LOOPBACK


def log_file(folder: Path) -> Path:
    """Return the path of the driver's log."""
    return folder / "spark.log"


def _started(settings: SparkSettings, folder: Path) -> SparkSession:
    split = str(settings.split_mb * MEGABYTE)
    builder = SparkSession.builder.master(settings.master).appName("kgqa load")
    options = {
        # One task per split, with the same splits on every cluster.
        "spark.sql.files.maxPartitionBytes": split,
        "spark.sql.files.openCostInBytes": split,
        "spark.sql.execution.arrow.maxBytesPerBatch": str(_BATCH_BYTES),
        "spark.ui.showConsoleProgress": str(sys.stderr.isatty()).lower(),
    }
    if is_local(settings.master):
        # Nobody else should be able to reach the driver.
        options |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
    if "SPARK_CONF_DIR" not in os.environ:
        folder.mkdir(parents=True, exist_ok=True)
        logging = folder / "log4j2.properties"
        logging.write_text(_LOGGING.format(log=log_file(folder)), "utf-8")
        options["spark.driver.extraJavaOptions"] = f'"-Dlog4j2.configurationFile={logging.as_uri()}"'
    for name, value in options.items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate()
    except (PySparkException, Py4JError) as error:
        raise ConfigError(
            f"Spark cannot be started on {settings.master}: {_shown(error)}",
            hint="check that the master is running and that spark.master is its address",
        ) from error


@contextmanager
def _ended(spark: SparkSession) -> Iterator[SparkSession]:
    try:
        yield spark
    finally:
        spark.stop()


def _shown(error: Exception) -> str:
    """Return the first line of an error, or for a Python error in a task the last."""
    lines = [line for line in str(error).strip().splitlines() if line.strip()] or [type(error).__name__]
    said = lines[-1] if isinstance(error, PythonException) else lines[0]
    return said.strip()[:300]
