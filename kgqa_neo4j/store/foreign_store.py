"""Foreign stores: putting a dump, or CSV files with neo4j-admin headers, into a managed server."""

from __future__ import annotations

import csv
import gzip
import io
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kgqa_neo4j.model import errors
from kgqa_neo4j.model.progress import no_progress
from kgqa_neo4j.store import store_swap
from kgqa_neo4j.store.admin_tool import DATABASE, Job, run_admin
from kgqa_neo4j.store.driver import Endpoint
from kgqa_neo4j.store.managed import ManagedServer
from kgqa_neo4j.store.processes import Report
from kgqa_neo4j.store.server_config import Memory

_HEADER_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class ImportSet:
    """The files of an import set, each with its header, for nodes and for relationships."""

    nodes: tuple[Path, ...]
    relationships: tuple[Path, ...]


def load_dump(file: Path, server: ManagedServer, memory: Memory, report: Report = no_progress) -> Endpoint:
    """Replace the server's store by a dump, and start it; a store in an older format is migrated.

    Raises:
        InputError: there is no such file.
        ServerError: it is not a dump, or the server cannot start on it; the old store is restored.
    """
    if not file.is_file():
        raise errors.InputError(
            f"there is no file {file}", hint="give a dump made by `neo4j-admin database dump`"
        )
    arguments = ("database", "load", DATABASE, "--from-stdin", "--overwrite-destination=true")
    report(f"loading {file.name} with Neo4j's own tool")
    return _replace(Job("database load", arguments, input=file), server, memory, report)


def import_set(archive: Path, server: ManagedServer, memory: Memory, report: Report = no_progress) -> Endpoint:
    """Replace the server's store by a ZIP of CSV files with neo4j-admin headers, and start it.

    Raises:
        InputError: it is not such an archive.
        ServerError: the tool failed, or the server cannot start on its output.
    """
    with tempfile.TemporaryDirectory(prefix="kgqa-import-") as folder:
        found = _unpack(archive, Path(folder))
        arguments = (
            "database",
            "import",
            "full",
            DATABASE,
            "--overwrite-destination=true",
            "--id-type=string",
            "--multiline-fields=true",
            "--path-pattern-style=none",
            *(f"--nodes={path}" for path in found.nodes),
            *(f"--relationships={path}" for path in found.relationships),
        )
        report(f"importing {len(found.nodes)} files of nodes and {len(found.relationships)} of relationships")
        return _replace(Job("database import full", arguments), server, memory, report)


def _replace(job: Job, server: ManagedServer, memory: Memory, report: Report) -> Endpoint:
    data = store_swap.new_data(server.home)
    shutil.rmtree(data, ignore_errors=True)
    # The server's directory must be private before it has any content.
    server.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        run_admin(job, server.home / "admin-tool", data, memory, _shown(report))
        endpoint = server.replace_store(DATABASE, report)
    except BaseException:
        shutil.rmtree(data, ignore_errors=True)
        raise
    store_swap.forget_replaced(server.home)
    return endpoint


def _shown(report: Report) -> Callable[[float], None]:
    """Return a progress function that reports each tenth once."""
    last = 0

    def show(share: float) -> None:
        nonlocal last
        if int(share * 10) > last:
            last = int(share * 10)
            report(f"{share:.0%}")

    return show


def _unpack(archive: Path, folder: Path) -> ImportSet:
    """Unpack the files with neo4j-admin headers, under new names, and classify them.

    A file is for relationships if its header has ``:START_ID``, for nodes if it has ``:ID``; others (a model, a readme)
    are ignored.
    """
    nodes: list[Path] = []
    relationships: list[Path] = []
    try:
        with zipfile.ZipFile(archive) as opened:
            for number, entry in enumerate(sorted(opened.infolist(), key=lambda one: one.filename)):
                if entry.is_dir() or not entry.filename.casefold().endswith((".csv", ".csv.gz")):
                    continue
                suffix = ".csv.gz" if entry.filename.casefold().endswith(".gz") else ".csv"
                path = folder / f"{number}{suffix}"
                with opened.open(entry) as source, path.open("wb") as target:
                    shutil.copyfileobj(source, target)
                columns = _header(path)
                if any(":START_ID" in column for column in columns):
                    relationships.append(path)
                elif any(":ID" in column for column in columns):
                    nodes.append(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise errors.InputError(f"cannot read {archive} as a ZIP archive: {error}") from error
    if not nodes:
        raise errors.InputError(
            f"no file in {archive} has a neo4j-admin header (`:ID`, `:START_ID`)",
            hint="pack the CSV files of one import set, each with its header",
        )
    return ImportSet(tuple(nodes), tuple(relationships))


def _header(path: Path) -> list[str]:
    with path.open("rb") as raw:
        source = gzip.GzipFile(fileobj=raw) if path.suffix == ".gz" else raw
        text = source.read(_HEADER_BYTES).decode("utf-8-sig", "replace")
    return next(csv.reader(io.StringIO(text)), [])
