"""A bulk load from start to end: parse, prepare, import, swap the store; then proceed like any other load.

Each stage leaves a marker in the load's folder in the workspace, so the same command resumes after the last one. What
follows the import (constraints, vectors, indexes) is `kgqa_neo4j.loading.load`.
"""

from __future__ import annotations

import csv
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from kgqa_neo4j.loaders.base import HasMediators, Source
from kgqa_neo4j.loading.bulk import disk
from kgqa_neo4j.loading.bulk.columns import SEPARATOR
from kgqa_neo4j.loading.bulk.files import Files, write_header
from kgqa_neo4j.loading.bulk.parallel_parsing import Parsing
from kgqa_neo4j.loading.bulk.prepare import Preparation
from kgqa_neo4j.loading.bulk.segment_tables import remove_leftovers
from kgqa_neo4j.loading.bulk.segments import Segment
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.pipeline import Loading, load
from kgqa_neo4j.loading.rejects import Rejects, file_name, rejects_file
from kgqa_neo4j.loading.rows import Checkpoint, find_checkpoint
from kgqa_neo4j.loading.stages import Stages
from kgqa_neo4j.loading.summary import Summary
from kgqa_neo4j.loading.unchanged import graph_unchanged
from kgqa_neo4j.model.errors import ConfigError, ServerError
from kgqa_neo4j.store import admin_tool, import_tool, schema, server_config, store_swap
from kgqa_neo4j.store.driver import Row
from kgqa_neo4j.store.managed import ManagedServer

_LOAD_COLUMNS = (
    "id:ID(Load)",
    "source:string",
    "prefix:string",
    "kind:string",
    "number:long",
    "stage:string",
    "done:boolean",
    "position:long",
    "lines:long",
    "triples:long",
    "rejected:long",
    "started_at:datetime",
    "labels:LABEL",
)
_INFO_COLUMNS = (
    "id:ID(GraphInfo)",
    "embedding_model:string",
    "embedding_dimension:long",
    "embedding_normalised:boolean",
    "labels:LABEL",
)


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a bulk load: the workspace's own server, or the user's (`server` is None)."""

    server: ManagedServer | None
    memory: server_config.Memory
    replace: bool = False


@dataclass(frozen=True, slots=True)
class BuiltFiles:
    """The files of a load, its number of lines, and of triples including duplicates."""

    files: Files
    lines: int
    triples: int


class FileBuilder(Protocol):
    """An external engine that parses a source and gathers its rows, instead of this process."""

    @property
    def model(self) -> Mapping[str, Any]:
        """What the graph is to record about the encoder of the vectors in the files; empty if there are none."""

    def make(self, source: Source, folder: Path, stages: Stages, rejects: Rejects) -> BuiltFiles:
        """Make the input files of the import tool.

        Args:
            source: the source to load.
            folder: the folder for headers.
            stages: shows progress.
            rejects: receives the bad lines.

        Raises:
            InputError: the source is damaged.
            TooManyBadLines: more bad lines than the limit.
        """

    def clear(self) -> None:
        """Remove intermediate files, once the load is complete."""


def bulk_load(loading: Loading, source: Source, target: Target, builder: FileBuilder | None = None) -> Summary:
    """Load a source with the import tool, resuming an interrupted load of the same content.

    `builder` is the engine that makes the tool's files, None for processes on this machine.

    For a server that this program does not manage, everything before the import is done, and the summary's
    `import_command` is to be run there; the same load then does the rest.

    Raises:
        ConfigError: the graph is not empty, and may not be replaced; the message lists what would be lost.
        InputError: the source is damaged, or nothing in it can be used; the graph is unchanged.
        NotEnoughDisk: the files or the store would not fit.
        ServerError: the import failed, or the new store did not start; the old one is kept.
    """
    started = time.monotonic()
    bulk = _Bulk(loading, source, target, builder)
    imported = bulk.needs_import()
    if imported:
        files = bulk.prepared()
        if target.server is None:
            return bulk.explained(files)
        bulk.imported(target.server, files)
    summary = load(loading, source)
    if imported:
        # To `load`, the imported rows look like those of an interrupted load.
        summary.new_triples, summary.resumed_after_line = summary.triples, 0
    summary.seconds = time.monotonic() - started
    bulk.clear()
    return summary


class _Bulk:
    def __init__(self, loading: Loading, source: Source, target: Target, builder: FileBuilder | None) -> None:
        self._builder = builder
        self._loading = loading
        self._source = source
        self._target = target
        self._id = f"{source.prefix}:{source.key}"
        self._folder = (loading.workspace / "bulk" / file_name(self._id)).absolute()
        self._rejects_file = rejects_file(loading.workspace, self._id)
        self._checkpoint = Checkpoint(self._id, source.name, source.prefix, loading.kind)

    @property
    def _home(self) -> Path:
        return self._target.server.home if self._target.server is not None else self._folder

    def needs_import(self) -> bool:
        """Whether the graph does not contain this load yet; refuses to replace another graph."""
        server = self._target.server
        if server is not None and not (server.home / store_swap.DATA / "databases").exists():
            return True
        connection = self._loading.connection
        held = find_checkpoint(connection, self._source).stage != "rows"
        if held and not self._target.replace:
            return False
        row = _there(connection)
        if held and not set(row["loads"]) - {self._id}:
            return False
        if held and server is not None and not store_swap.is_new(server.home, admin_tool.DATABASE):
            # An interrupted attempt imported its store into this graph, and others were added since.
            self._imported.unlink(missing_ok=True)
        lost = _losses(row)
        if lost and not self._target.replace:
            raise ConfigError(
                f"a bulk load builds a new graph, but there is one already: {lost}",
                hint="add --replace to replace that graph, or drop --bulk to add to it",
            )
        return True

    def prepared(self) -> Files:
        """Parse the source and gather its rows, unless that is done."""
        mark = self._folder / "prepared.json"
        files = Files.read(mark)
        # An earlier attempt may have been for another level of vectors, or with another encoder.
        if files is None or files.model != (self._builder.model if self._builder is not None else {}):
            self._imported.unlink(missing_ok=True)
            self._folder.mkdir(parents=True, exist_ok=True)
            files = self._gathered() if self._builder is None else self._made_elsewhere(self._builder)
            self._add_load(files)
            if files.model:
                # So that a later attempt with another encoder is refused.
                self._add_node(
                    "info", _INFO_COLUMNS, {"id": "graph", **files.model, "labels": "GraphInfo"}, files
                )
            import_tool.write_arguments(
                import_tool.arguments(
                    import_tool.ImportFiles(files.nodes, files.relationships, files.broken, files.longest),
                    SEPARATOR,
                ),
                self._arguments,
            )
            files.write(mark)
        if not self._is_imported():
            # Else what an interrupted import left would count as used disk space.
            shutil.rmtree(store_swap.new_data(self._home), ignore_errors=True)
            disk.check_for_store(self._folder, self._there(), files.bytes)
        return files

    def _gathered(self) -> Files:
        segments = self._parsed()
        rows = sum(segment.bytes for segment in segments)
        disk.check_for_segments(self._folder, self._there(), rows, 1.0)
        with self._loading.stages.stage("prepared", "triples") as stage:
            longest = max((segment.longest for segment in segments), default=0)
            mediators = isinstance(self._source, HasMediators) and self._source.has_mediators
            preparation = Preparation(self._folder, longest, mediators=mediators)
            files = preparation.run(lambda share: stage.show(share, 1.0))
            stage.add(files.triples, rows)
        files.bytes = rows
        return files

    def _made_elsewhere(self, builder: FileBuilder) -> Files:
        with self._rejects() as rejects, graph_unchanged():
            made = builder.make(self._source, self._folder, self._loading.stages, rejects)
            self._parsed_all(made.lines, made.triples, rejects)
        return made.files

    def _rejects(self) -> Rejects:
        return Rejects(self._rejects_file, self._source.name, limit=self._loading.settings.max_errors)

    def _parsed_all(self, lines: int, triples: int, rejects: Rejects) -> None:
        self._checkpoint.position, self._checkpoint.triples = lines, triples
        self._checkpoint.rejected = rejects.count
        self._checkpoint.require_facts(self._rejects_file)

    @property
    def _imported(self) -> Path:
        """The marker that the import ended."""
        return self._folder / "imported"

    @property
    def _arguments(self) -> Path:
        return self._folder / "arguments"

    def _there(self) -> Path:
        self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
        return self._home

    def _parsed(self) -> list[Segment]:
        segments: list[Segment] = []
        rows = 0
        # Else what an interrupted preparation left would count as used disk space.
        remove_leftovers(self._folder)
        already = sum(file.stat().st_size for file in self._folder.iterdir() if file.is_file())
        with self._loading.stages.stage("parsed", "triples") as stage, self._rejects() as rejects:
            with graph_unchanged():
                for segment in Parsing(self._source, self._folder, rejects).run(stage):
                    segments.append(segment)
                    rows += segment.bytes
                    disk.check_for_segments(self._folder, self._there(), rows, self._source.given, already)
                self._parsed_all(self._source.line, sum(segment.triples for segment in segments), rejects)
            stage.add(0, self._source.read)
        return segments

    def _add_load(self, files: Files) -> None:
        """Import the load's own record, too, by which the graph shows that it contains this load."""
        stage = "catalogued" if files.catalogued else "vectors"
        values = {**self._checkpoint.parameters(), "stage": stage, "done": "false"}
        values |= {"number": 0, "started_at": datetime.now(UTC).isoformat(), "labels": "Load"}
        self._add_node("load", _LOAD_COLUMNS, values, files)

    def _add_node(self, name: str, columns: Sequence[str], values: Mapping[str, Any], files: Files) -> None:
        row = self._folder / f"{name}.csv"
        with row.open("w", encoding="utf-8", newline="") as file:
            names = (column.split(":")[0] for column in columns)
            shown = (values[name] for name in names)
            # The tool reads "true" and "false".
            texts = [str(one).lower() if isinstance(one, bool) else one for one in shown]
            csv.writer(file, lineterminator="\n").writerow(texts)
        files.nodes.append([write_header(self._folder, name, columns), str(row)])

    def imported(self, server: ManagedServer, files: Files) -> None:
        """Import into a new store beside the old one, and swap them."""
        loading = self._loading
        if not self._is_imported():
            data = store_swap.new_data(server.home)
            with loading.stages.stage("imported", "triples") as stage:
                tool = import_tool.ImportTool(self._folder / "tool", self._target.memory)
                tool.run(self._arguments, data, lambda share: stage.show(share, 1.0))
                stage.add(files.triples)
            self._imported.touch()
        with loading.stages.stage("server on the new store", "starts") as stage:
            loading.connection.close()
            server.replace_store(admin_tool.DATABASE)
            self._check(server, files)
            # Populated while `load` creates the constraints, which it does first.
            loading.connection.run(schema.create_name_indexes)
            stage.add(1)

    def _is_imported(self) -> bool:
        """Whether the new store is complete, and neither in use yet nor discarded because it did not start."""
        kept = store_swap.is_new(self._home, admin_tool.DATABASE) or store_swap.is_replaced(self._home)
        return kept and self._imported.exists()

    def _check(self, server: ManagedServer, files: Files) -> None:
        """Check that the new store is complete, and only then remove the old one; else restore that."""
        connection = self._loading.connection
        row = _there(connection)
        found, wanted = (row["entities"], row["triples"]), (files.entities, files.triples)
        if found != wanted or find_checkpoint(connection, self._source).stage == "rows":
            connection.close()
            server.restore_store()
            raise ServerError(
                f"the new store holds {found[0]:,} entities and {found[1]:,} triples, "
                f"but {wanted[0]:,} and {wanted[1]:,} were imported",
                hint=f"the graph is as before; see {self._folder / 'tool'}, and rerun the same command to import again",
            )
        store_swap.forget_replaced(self._home)

    def explained(self, files: Files) -> Summary:
        """Return a summary with the command to run on the server's machine."""
        summary = Summary(self._id, self._source.name, self._source.prefix)
        summary.import_command = f"neo4j-admin database import full neo4j @{self._arguments}"
        summary.entities, summary.relations, summary.triples = files.entities, files.relations, files.triples
        summary.stages = self._loading.stages.done
        return summary

    def clear(self) -> None:
        """Remove intermediate files, once the load is complete."""
        shutil.rmtree(self._folder, ignore_errors=True)
        if self._builder is not None:
            self._builder.clear()
        if self._target.server is not None:
            store_swap.forget_replaced(self._home)


def _there(connection: Connection) -> Row:
    """Return the contents of the graph as counted by ``bulk_losses``."""
    return connection.run(lambda database: database.read("bulk_losses"))[0]


def _losses(row: Row) -> str:
    """Describe the contents of a graph; "" if it is empty."""
    parts = [
        f"{row[name]:,} {what}"
        for name, what in (
            ("entities", "entities"),
            ("triples", "triples"),
            ("asks", "questions asked"),
            ("others", "nodes of other kinds"),
        )
        if row[name]
    ]
    sources = f", loaded from {', '.join(row['sources'])}" if parts and row["sources"] else ""
    return ", ".join(parts) + sources
