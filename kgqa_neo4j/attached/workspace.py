"""What a workspace stores about an attached graph: the schema, its corrections, and the value index."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

import msgspec
from filelock import FileLock

from kgqa_neo4j.attached.corrections import correct
from kgqa_neo4j.attached.counts import read_counts, read_totals
from kgqa_neo4j.attached.introspection import read_schema
from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.attached.value_index import build_value_index
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.model.errors import ConfigError, EmptyGraph
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.settings import Attachment, Configuration, attached_graph
from kgqa_neo4j.settings.attachment import (
    attachments,
    folder_of,
    remove_attachment,
    settings_of,
    write_attachment,
)
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Database

# Version of the stored schema; files of earlier versions are read again from the graph.
_FORM = 2


class _Kept(msgspec.Struct):
    """The schema file: the schema, the counts of the graph at that time, and the version of the file."""

    schema: PropertyGraphSchema
    fingerprint: list[list[object]]
    form: int = 0


@dataclass(frozen=True)
class AttachedGraph:
    """An attached graph of a workspace as last read."""

    folder: Path
    attachment: Attachment

    @property
    def corrections_file(self) -> Path:
        """The file in which users correct what was inferred."""
        return self.folder / "schema.toml"

    @property
    def lessons_file(self) -> Path:
        """The file in which lessons are stored."""
        return self.folder / "learned.json"

    @property
    def _schema_file(self) -> Path:
        return self.folder / "schema.json"

    @property
    def _values_file(self) -> Path:
        return self.folder / "values.sqlite"

    @cached_property
    def _kept(self) -> _Kept:
        try:
            return msgspec.json.decode(self._schema_file.read_bytes(), type=_Kept)
        except (OSError, msgspec.MsgspecError) as error:
            raise ConfigError(
                f"the schema of the attached graph cannot be read: {self._schema_file}: {error}",
                hint="read it again: `kgqa attach --refresh`",
            ) from error

    @property
    def state(self) -> tuple[int, ...]:
        """Modification times that change when the schema is read again or corrected, or something is learned."""
        files = (self._schema_file, self.corrections_file, self.lessons_file)
        return tuple(file.stat().st_mtime_ns if file.exists() else 0 for file in files)

    @property
    def inferred_schema(self) -> PropertyGraphSchema:
        """The schema as inferred, without corrections."""
        return self._kept.schema

    @cached_property
    def schema(self) -> PropertyGraphSchema:
        """The schema with the corrections of `corrections_file`.

        Raises:
            InputError: that file is invalid; gives file:line.
            ConfigError: the schema was never read.
        """
        return correct(self._kept.schema, self.corrections_file)

    @cached_property
    def values(self) -> ValueIndex:
        """The value index.

        Raises:
            KgqaError: there is none.
        """
        return ValueIndex(self._values_file)

    def is_stale(self, database: Database) -> bool:
        """Return whether the graph's counts have changed since it was read, or the schema file has an older version."""
        return self._kept.form != _FORM or read_totals(database).fingerprint() != self._kept.fingerprint

    def read(self, database: Database, report: Report = no_progress) -> AttachedGraph:
        """Read schema and values again, and return the graph with these.

        Raises:
            EmptyGraph: no node has a label.
            DatabaseError: or a subclass.
        """
        attachment = self.attachment
        counts = read_counts(database)
        schema = read_schema(
            database, include=attachment.include, exclude=attachment.exclude, counts=counts, report=report
        )
        if not schema.labels:
            where = f"{database.endpoint.uri}, database {database.endpoint.database!r}"
            raise EmptyGraph(
                f"no node in {where} has a label to attach",
                hint="check --database, --include-labels and --exclude-labels",
            )
        kept = _Kept(schema, counts.fingerprint(), _FORM)
        self.folder.mkdir(parents=True, exist_ok=True)
        # Several processes may notice at once that the graph has changed.
        with FileLock(self.folder / "reading.lock"):
            build_value_index(database, schema, self._values_file, kept.fingerprint, report).close()
            temporary = self._schema_file.with_suffix(".tmp")
            temporary.write_bytes(msgspec.json.encode(kept))
            temporary.replace(self._schema_file)
        return AttachedGraph(self.folder, attachment)


def open_attached(configuration: Configuration) -> AttachedGraph:
    """Return the attached graph of a workspace.

    Raises:
        ConfigError: there is none.
    """
    attachment = attached_graph(configuration)
    if attachment is None:
        raise ConfigError(
            f"no graph is attached to the workspace {configuration.workspace}",
            hint="attach one: `kgqa attach bolt://localhost:7687`, or `kgqa attach --dump FILE`",
        )
    return AttachedGraph(folder_of(configuration.workspace, attachment.name), attachment)


def attached_graphs(workspace: Path) -> list[AttachedGraph]:
    """Return the graphs attached to a workspace, the default one last.

    Raises:
        ConfigError: the stored attachment of one cannot be read.
    """
    return [AttachedGraph(folder_of(workspace, one.name), one) for one in attachments(workspace)]


def attach(configuration: Configuration, attachment: Attachment, report: Report = no_progress) -> AttachedGraph:
    """Attach a graph to a workspace, replacing one of the same name, and read its schema and values.

    It becomes the default graph. If it cannot be read, nothing is stored.

    Raises:
        DatabaseError: or a subclass: it cannot be read.
        EmptyGraph: it is empty.
    """
    workspace, name = configuration.workspace, attachment.name
    before = next((one for one in attachments(workspace) if one.name == name), None)
    attachment = msgspec.structs.replace(attachment, attached_at=datetime.now(UTC).isoformat())
    write_attachment(workspace, attachment)
    try:
        graph = AttachedGraph(folder_of(workspace, name), attachment)
        leading = configuration.changed(settings_of(attachment, os.environ), "kgqa attach")
        with connect(leading, report) as database:
            return graph.read(database, report)
    except BaseException:
        if before is None:
            remove_attachment(workspace, name)
        else:
            write_attachment(workspace, before)
        raise


def refresh(configuration: Configuration, report: Report = no_progress) -> AttachedGraph:
    """Read schema and values of the attached graph again.

    Raises:
        ConfigError: there is none.
        DatabaseError: or a subclass.
    """
    graph = open_attached(configuration)
    with connect(configuration, report) as database:
        return graph.read(database, report)
