"""The server's jars: a lock list, downloaded once to a cache that all workspaces share.

A jar gets its name in the cache only after its SHA-256 was verified, so existing jars are complete, and interrupted
downloads are simply repeated.
"""

from __future__ import annotations

import csv
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock
from platformdirs import user_cache_path
from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential_jitter

from kgqa_neo4j.model.errors import DownloadFailed

if TYPE_CHECKING:
    from jgo.maven import MavenContext

SERVER_VERSION = "2026.08.1"
_THREADS = 16
_ATTEMPTS = 5
_TIMEOUT_S = 30


@dataclass(frozen=True, slots=True)
class Jar:
    """A line of the lock list: Maven coordinates, checksum, size in bytes."""

    group: str
    artifact: str
    version: str
    classifier: str
    sha256: str
    bytes: int

    @property
    def file_name(self) -> str:
        """The jar's file name in Maven."""
        classifier = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{classifier}.jar"


class BadChecksum(Exception):
    """A downloaded jar differs from the one on the lock list."""


def cache_directory() -> Path:
    """Return the directory for downloads: KGQA_CACHE_DIR, or the user's cache."""
    given = os.environ.get("KGQA_CACHE_DIR")
    return Path(given) if given else user_cache_path("kgqa-neo4j")


def locked_jars() -> list[Jar]:
    """Return the packaged lock list."""
    text = (files("kgqa_neo4j.store") / "jars.tsv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t")
    return [
        Jar(row["group"], row["artifact"], row["version"], row["classifier"], row["sha256"], int(row["bytes"]))
        for row in rows
    ]


def provision(
    jars: Sequence[Jar] | None = None,
    directory: Path | None = None,
    context: MavenContext | None = None,
) -> Path:
    """Make sure that all jars are in `directory`, complete, and return it.

    Jars are not hashed again if an earlier run left its marker and their sizes and times are unchanged. Of concurrent
    calls, one waits for the other.

    Args:
        jars: the lock list; the packaged one if None.
        directory: where to put them; a folder of the user's cache if None.
        context: where to get them; the user's jgo settings (repositories, local cache) if None.

    Raises:
        DownloadFailed: a jar could not be downloaded in several attempts.
    """
    jars = locked_jars() if jars is None else jars
    directory = directory or cache_directory() / f"neo4j-{SERVER_VERSION}"
    marker = directory / "verified.json"
    if _is_ready(marker, jars, directory):
        return directory
    directory.mkdir(parents=True, exist_ok=True)
    with FileLock(directory / ".lock"):
        if not _is_ready(marker, jars, directory):
            _fetch_missing(jars, directory, context)
            _write_marker(marker, jars, directory)
    return directory


def verify(directory: Path | None = None, jars: Sequence[Jar] | None = None) -> list[Jar]:
    """Return the jars that are missing or damaged, after hashing all of them."""
    jars = locked_jars() if jars is None else jars
    directory = directory or cache_directory() / f"neo4j-{SERVER_VERSION}"
    return [jar for jar in jars if not _is_whole(directory / jar.file_name, jar)]


def _stamp(jars: Sequence[Jar], directory: Path) -> dict[str, list[str | int]]:
    """Return each jar's expected hash, and its size and time on disk, without reading it."""
    stamp: dict[str, list[str | int]] = {}
    for jar in jars:
        found = (directory / jar.file_name).stat()
        stamp[jar.file_name] = [jar.sha256, found.st_size, found.st_mtime_ns]
    return stamp


def _is_ready(marker: Path, jars: Sequence[Jar], directory: Path) -> bool:
    try:
        return bool(json.loads(marker.read_text("utf-8")) == _stamp(jars, directory))
    except (OSError, ValueError):
        return False


def _write_marker(marker: Path, jars: Sequence[Jar], directory: Path) -> None:
    temporary = marker.with_suffix(".tmp")
    temporary.write_text(json.dumps(_stamp(jars, directory)), "utf-8")
    temporary.replace(marker)


def _fetch_missing(jars: Sequence[Jar], directory: Path, context: MavenContext | None) -> None:
    missing = verify(directory, jars)
    if not missing:
        return
    context = context or _user_context()
    source = _Source(context, context.repo_cache, directory)
    # An interrupted download may be partial, so it is repeated.
    shutil.rmtree(source.staging, ignore_errors=True)
    context.repo_cache = source.staging
    pool = ThreadPoolExecutor(_THREADS)
    with _progress(sum(jar.bytes for jar in missing)) as advance:
        try:
            for size in pool.map(source.fetch, missing):
                advance(size)
        finally:
            # After a failure or Ctrl-C, do not start on the remaining jars.
            pool.shutdown(cancel_futures=True)
    shutil.rmtree(source.staging, ignore_errors=True)


def _user_context() -> MavenContext:
    """Return Maven with the user's jgo configuration: repositories, mirrors, local cache."""
    # Imported here, since a start that already has its jars does not need it.
    from jgo.config import GlobalSettings
    from jgo.maven import MavenContext

    settings = GlobalSettings.load()
    return MavenContext(
        repo_cache=settings.repo_cache, remote_repos=settings.repositories or None, timeout=_TIMEOUT_S
    )


@dataclass(frozen=True, slots=True)
class _Source:
    """Where jars come from (the user's Maven cache, otherwise the network) and where they go."""

    context: MavenContext
    local: Path
    directory: Path

    @property
    def staging(self) -> Path:
        """Downloads in progress; beside the jars, so that finished ones are moved, not copied."""
        return self.directory / "download"

    def fetch(self, jar: Jar) -> int:
        """Put a jar in place and return its size.

        Raises:
            DownloadFailed: it could not be downloaded, or never with the right checksum.
        """
        retrying = Retrying(
            # jgo raises RuntimeError if no repository has the file, for any status but 200.
            retry=retry_if_exception_type((OSError, RuntimeError, BadChecksum)),
            stop=stop_after_attempt(_ATTEMPTS),
            wait=wait_exponential_jitter(multiplier=0.5, max=8),
            reraise=True,
        )
        try:
            retrying(self._fetch_once, jar)
        except (OSError, RuntimeError, BadChecksum) as error:
            raise DownloadFailed(
                f"could not fetch {jar.file_name}: {error}",
                hint="check the network (or jgo's repositories) and try again; what was fetched so far is kept",
            ) from error
        return jar.bytes

    def _fetch_once(self, jar: Jar) -> None:
        artifact = (
            self.context.project(jar.group, jar.artifact)
            .at_version(jar.version)
            .artifact(classifier=jar.classifier, packaging="jar")
        )
        staged = self.staging / artifact.component.path_prefix / artifact.filename
        own = self.local / artifact.component.path_prefix / artifact.filename
        staged.parent.mkdir(parents=True, exist_ok=True)
        staged.unlink(missing_ok=True)
        if _is_whole(own, jar):
            shutil.copyfile(own, staged)
        else:
            artifact.resolve()
        if not _is_whole(staged, jar):
            raise BadChecksum(f"its SHA-256 is not the expected {jar.sha256}")
        staged.replace(self.directory / jar.file_name)


def _is_whole(path: Path, jar: Jar) -> bool:
    try:
        if path.stat().st_size != jar.bytes:
            return False
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256
    except FileNotFoundError:
        return False


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error."""
    columns = (
        TextColumn("[progress.description]{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(f"Neo4j {SERVER_VERSION}", total=total)
        yield lambda size: progress.advance(task, size)
