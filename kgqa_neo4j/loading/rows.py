"""Writing of entities, relations and triples in batches, each with its checkpoint."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kgqa_neo4j.loaders.base import Described, Fact, Source
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.rejects import Rejects
from kgqa_neo4j.loading.stages import RunningStage
from kgqa_neo4j.model.errors import ConfigError, InputError
from kgqa_neo4j.model.graph import Entity, Relation, Triple, fold
from kgqa_neo4j.model.literals import split_times
from kgqa_neo4j.store.driver import Row, Run

# The stage of a load that is being removed.
REMOVING = "removing"
# Separates the parts of an entity's earlier names; see `removal`.
SEPARATOR = "\x1f"


@dataclass(slots=True)
class Checkpoint:
    """The progress of a load: all lines up to `position` are in the graph."""

    id: str
    source: str
    prefix: str
    kind: str = ""
    position: int = 0
    triples: int = 0
    rejected: int = 0
    stage: str = "rows"
    done: bool = False

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of the statement ``load_checkpoint``."""
        return {
            "id": self.id,
            "source": self.source,
            "prefix": self.prefix,
            "kind": self.kind,
            "position": self.position,
            "lines": self.position,
            "triples": self.triples,
            "rejected": self.rejected,
        }

    @property
    def has_facts(self) -> bool:
        """Whether any line was usable."""
        return self.triples > 0 or self.position > self.rejected

    def require_facts(self, rejects: Path) -> None:
        """Reject a source without any usable line: the wrong file, or a pipe whose other end failed.

        Args:
            rejects: the file with the rejected lines.

        Raises:
            InputError: no line was read, or none was usable.
        """
        if self.has_facts:
            return
        if not self.rejected:
            raise InputError(f"{self.source} is empty", hint="check how it was created")
        raise InputError(
            f"{self.source} has no triples: every line was rejected ({self.rejected:,})",
            hint=f"check that the format is right; the reasons are in {rejects}",
        )


def find_checkpoint(connection: Connection, source: Source, kind: str = "") -> Checkpoint:
    """Return the checkpoint for the same content; a new one if it was never loaded.

    Raises:
        ConfigError: its removal was interrupted.
    """
    checkpoint = Checkpoint(f"{source.prefix}:{source.key}", source.name, source.prefix, kind)
    for row in connection.run(lambda database: database.read("load_find", id=checkpoint.id)):
        checkpoint.position = max(row["position"], 0)
        checkpoint.triples = row["triples"] or 0
        checkpoint.rejected = row["rejected"] or 0
        checkpoint.stage, checkpoint.done = row["stage"], row["done"]
    if checkpoint.stage == REMOVING:
        raise ConfigError(
            f"the removal of {source.name} was interrupted",
            hint=f"complete it first: kgqa graph remove {shlex.quote(checkpoint.id)}",
        )
    return checkpoint


def record_stage(connection: Connection, checkpoint: Checkpoint, stage: str, *, done: bool = False) -> None:
    """Record in the graph that the load of a checkpoint has reached a stage, and whether that ends it."""
    connection.run(lambda database: database.write("load_stage", id=checkpoint.id, stage=stage, done=done))


@dataclass(slots=True)
class Batch:
    """Facts and descriptions that are written in one transaction."""

    facts: int = 0
    entities: dict[str, Entity] = field(default_factory=dict)
    triples: dict[str, dict[str, Triple]] = field(default_factory=dict)
    described: dict[str, Entity] = field(default_factory=dict)
    catalogued: dict[str, Relation] = field(default_factory=dict)

    def add(self, triple: Triple) -> None:
        """Add a triple; duplicates are written once."""
        self.facts += 1
        for entity in (triple.subject, triple.object):
            known = self.entities.get(entity.id)
            if known is None or _says_more(entity, known):
                self.entities[entity.id] = entity
        # The first one wins, as between batches.
        self.triples.setdefault(triple.relation.id, {}).setdefault(triple.id, triple)

    def describe(self, what: Entity | Relation) -> None:
        """Add the description of an entity or a relation; the last one wins."""
        self.facts += 1
        if isinstance(what, Relation):
            self.catalogued[what.id] = what
        else:
            self.described[what.id] = _with_labels(what, self.described.get(what.id))

    def rows(self) -> Rows:
        """Return the batch as rows of statements, ordered by id."""
        said = {key: _with_labels(one, self.entities.get(key)) for key, one in self.described.items()}
        new = {**self.entities, **said}
        described = [one for one in self.entities.values() if one.description]
        firsts = {name: next(iter(group.values())) for name, group in sorted(self.triples.items())}
        return Rows(
            entities=[entity_row(new[key]) for key in sorted(new)],
            relations=[_relation_row(first.relation) for first in firsts.values()],
            descriptions=[{"id": one.id, "description": one.description} for one in described],
            triples={name: self._triple_rows(name) for name in firsts},
            described=[entity_row(said[key]) for key in sorted(said)],
            catalogued=[_relation_row(self.catalogued[key]) for key in sorted(self.catalogued)],
        )

    def _triple_rows(self, relation: str) -> list[Row]:
        rows = [_triple_row(id_, triple) for id_, triple in self.triples[relation].items()]
        return sorted(rows, key=lambda row: (row["source"], row["target"]))


def _says_more(entity: Entity, known: Entity) -> bool:
    return bool(entity.name and not known.name) or bool(entity.description and not known.description)


def _with_labels(described: Entity, mentioned: Entity | None) -> Entity:
    """Return an entity with its labels, including those from mentions."""
    if mentioned is None or set(mentioned.labels) <= set(described.labels):
        return described
    return replace(described, labels=tuple(dict.fromkeys((*described.labels, *mentioned.labels))))


@dataclass(frozen=True, slots=True)
class Rows:
    """A batch ready to be written, triples grouped by relation."""

    entities: list[Row] = field(default_factory=list)
    relations: list[Row] = field(default_factory=list)
    descriptions: list[Row] = field(default_factory=list)
    triples: dict[str, list[Row]] = field(default_factory=dict)
    described: list[Row] = field(default_factory=list)
    catalogued: list[Row] = field(default_factory=list)

    def write(self, run: Run, load: int) -> None:
        """Write what is missing in the graph. Concurrent loads exclude each other by ``load_lock``.

        Args:
            run: runs a statement.
            load: the number of the load; the first one, 0, leaves no mark.
        """
        # Before writing entities: a triple with a new entity is then found to be missing at once.
        known = {row["id"] for rows in self.triples.values() for row in run("load_known", rows=rows)}
        marks = {"load": load, "loads": [load]} if load else {}
        run("load_entities", rows=[{**row, **marks} for row in self.entities] if load else self.entities)
        run("load_relations", rows=[{**row, **marks} for row in self.relations])
        said = {"load": load, "separator": SEPARATOR}
        if self.descriptions:
            run("load_descriptions", rows=self.descriptions, **said)
        if self.described:
            run("load_described", rows=self.described, **said)
        for name, rows in self.triples.items():
            if missing := [{**row, **marks} for row in rows if row["id"] not in known]:
                run("load_triples", type=name, rows=missing)
            if shared := [row for row in rows if row["id"] in known]:
                run("load_shared", rows=shared, load=load)
        if self.catalogued:
            run("load_catalogued", rows=self.catalogued, **said)


def entity_row(entity: Entity) -> Row:
    """Return an entity as a row of ``load_entities``; missing parts are None."""
    name = entity.name or entity.id
    keys = dict.fromkeys(fold(one) for one in (name, *entity.aliases))
    properties, times = split_times(entity.properties)
    return {
        "id": entity.id,
        "name": name,
        "aliases": list(entity.aliases) or None,
        # A blank name cannot be looked up.
        "keys": [key for key in keys if key] or None,
        "description": entity.description or None,
        "labels": list(entity.labels),
        "properties": properties,
        "times": times,
    }


def _relation_row(relation: Relation) -> Row:
    return {
        "id": relation.id,
        "name": relation.name,
        "description": relation.description or None,
        "aliases": list(relation.aliases) or None,
    }


def triple_text(triple: Triple) -> str | None:
    """Return the verbalised triple; None while an end has no name.

    A later name would make a text of ids stale, so such texts are written after all rows.
    """
    return triple.text if triple.subject.name and triple.object.name else None


def _triple_row(id_: str, triple: Triple) -> Row:
    qualifiers, times = split_times(triple.qualifiers)
    return {
        "id": id_,
        "source": triple.subject.id,
        "target": triple.object.id,
        "text": triple_text(triple),
        "qualifiers": qualifiers,
        "times": times,
    }


class RowLoader:
    """Loads a source's rows after a checkpoint."""

    def __init__(self, connection: Connection, source: Source, rejects: Rejects, batch_size: int) -> None:
        self._connection = connection
        self._source = source
        self._rejects = rejects
        self._batch_size = batch_size

    def load(self, checkpoint: Checkpoint, stage: RunningStage) -> None:
        """Write everything after the checkpoint, and advance it.

        Raises:
            DamagedSource: an archive is truncated; its beginning is written.
            TooManyBadLines: more bad lines than the limit; the lines before are written.
        """
        # A batch is prepared while the previous one is written.
        with ThreadPoolExecutor(1, "kgqa-rows") as writer:
            written: Future[None] | None = None
            for batch, error in self._batches(checkpoint):
                rows, parameters = batch.rows(), checkpoint.parameters()
                if written is not None:
                    written.result()
                written = writer.submit(self._write, rows, parameters)
                stage.add(batch.facts)
                stage.show(self._source.read, self._source.size)
                if error is not None:
                    written.result()
                    raise error
            if written is not None:
                written.result()

    def _write(self, rows: Rows, checkpoint: dict[str, Any]) -> None:
        def together(run: Run) -> None:
            run("load_lock")
            (row,) = run("load_checkpoint", **checkpoint)
            rows.write(run, row["number"])

        self._connection.run(lambda database: database.transact(together))

    def _batches(self, checkpoint: Checkpoint) -> Iterator[tuple[Batch, InputError | None]]:
        """Yield batches with the checkpoint after each; the last may come with an error."""
        batch, error = Batch(), None
        try:
            for item in self._source.items(checkpoint.position):
                # Not within a line with several items: checkpoints are between lines.
                if batch.facts >= self._batch_size and item.line > checkpoint.position:
                    self._rejects.flush()
                    yield batch, None
                    batch = Batch()
                if isinstance(item, Fact):
                    batch.add(item.triple)
                    checkpoint.triples += 1
                elif isinstance(item, Described):
                    batch.describe(item.what)
                else:
                    self._rejects.add(item)
                    checkpoint.rejected += 1
                checkpoint.position = item.line
        except InputError as stopped:
            error = stopped
        if error is None:
            checkpoint.position = max(checkpoint.position, self._source.line)
        self._rejects.flush()
        yield batch, error
