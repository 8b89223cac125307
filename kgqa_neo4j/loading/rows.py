"""Writing rows: entities, relations and triples, in batches that carry their checkpoint."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from kgqa_neo4j.database.driver import Row, Run
from kgqa_neo4j.errors import InputError
from kgqa_neo4j.graph import Entity, Triple, fold
from kgqa_neo4j.loaders.base import Fact, Source
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.progress import RunningStage
from kgqa_neo4j.loading.rejects import Rejects


@dataclass(slots=True)
class Checkpoint:
    """How far a load has come: all lines up to `position` are in the graph."""

    id: str
    source: str
    prefix: str
    position: int = 0
    triples: int = 0
    rejected: int = 0
    stage: str = "rows"
    done: bool = False

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of ``load_checkpoint``, the statement that records it."""
        return {
            "id": self.id,
            "source": self.source,
            "prefix": self.prefix,
            "position": self.position,
            "lines": self.position,
            "triples": self.triples,
            "rejected": self.rejected,
        }


def find_checkpoint(connection: Connection, source: Source) -> Checkpoint:
    """Return where the load of this very content stands; at its start if it never began."""
    checkpoint = Checkpoint(f"{source.prefix}:{source.key}", source.name, source.prefix)
    for row in connection.run(lambda database: database.read("load_find", id=checkpoint.id)):
        checkpoint.position = max(row["position"], 0)
        checkpoint.triples = row["triples"] or 0
        checkpoint.rejected = row["rejected"] or 0
        checkpoint.stage, checkpoint.done = row["stage"], row["done"]
    return checkpoint


@dataclass(slots=True)
class Batch:
    """Facts that are written together."""

    facts: int = 0
    entities: dict[str, Entity] = field(default_factory=dict)
    triples: dict[str, dict[str, Triple]] = field(default_factory=dict)

    def add(self, triple: Triple) -> None:
        """Take in one triple; what it repeats is written once."""
        self.facts += 1
        for entity in (triple.subject, triple.object):
            known = self.entities.get(entity.id)
            if known is None or (entity.description and not known.description):
                self.entities[entity.id] = entity
        self.triples.setdefault(triple.relation.id, {})[triple.id] = triple

    def rows(self) -> Rows:
        """Return the batch as the rows of statements, in the order of ids."""
        described = [one for one in self.entities.values() if one.description]
        firsts = {name: next(iter(group.values())) for name, group in sorted(self.triples.items())}
        return Rows(
            entities=[_entity_row(self.entities[key]) for key in sorted(self.entities)],
            relations=[{"id": name, "name": first.relation.name} for name, first in firsts.items()],
            descriptions=[{"id": one.id, "description": one.description} for one in described],
            triples={name: self._triple_rows(name) for name in firsts},
        )

    def _triple_rows(self, relation: str) -> list[Row]:
        rows = [_triple_row(id_, triple) for id_, triple in self.triples[relation].items()]
        return sorted(rows, key=lambda row: (row["source"], row["target"]))


@dataclass(frozen=True, slots=True)
class Rows:
    """A batch, ready to be written; the triples by relation."""

    entities: list[Row]
    relations: list[Row]
    descriptions: list[Row]
    triples: dict[str, list[Row]]

    def write(self, run: Run) -> None:
        """Write what is not there yet. Several loaders must not do so at once; see ``load_lock``."""
        # Before the entities: what needs a new one is out at the first look.
        known = {row["id"] for rows in self.triples.values() for row in run("load_known", rows=rows)}
        run("load_entities", rows=self.entities)
        run("load_relations", rows=self.relations)
        if self.descriptions:
            run("load_descriptions", rows=self.descriptions)
        for name, rows in self.triples.items():
            if missing := [row for row in rows if row["id"] not in known]:
                run("load_triples", type=name, rows=missing)


def _entity_row(entity: Entity) -> Row:
    keys = dict.fromkeys(fold(name) for name in (entity.name, *entity.aliases))
    return {"id": entity.id, "name": entity.name, "aliases": list(entity.aliases), "keys": list(keys)}


def _triple_row(id_: str, triple: Triple) -> Row:
    return {"id": id_, "source": triple.subject.id, "target": triple.object.id, "text": triple.text}


class RowLoader:
    """Loads a source's rows, from a checkpoint on."""

    def __init__(self, connection: Connection, source: Source, rejects: Rejects, batch_size: int) -> None:
        self._connection = connection
        self._source = source
        self._rejects = rejects
        self._batch_size = batch_size

    def load(self, checkpoint: Checkpoint, stage: RunningStage) -> None:
        """Write everything after the checkpoint, and move it along.

        Raises:
            InputError: the source is damaged; what came before it is written.
            TooManyBadLines: more bad lines than the limit; what came before is written.
        """
        # One batch is prepared while the one before it is written.
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
            run("load_checkpoint", **checkpoint)
            rows.write(run)

        self._connection.run(lambda database: database.transact(together))

    def _batches(self, checkpoint: Checkpoint) -> Iterator[tuple[Batch, InputError | None]]:
        """Yield batches with the checkpoint moved behind each; the last may come with an error."""
        batch, error = Batch(), None
        try:
            for item in self._source.items(checkpoint.position):
                if isinstance(item, Fact):
                    batch.add(item.triple)
                    checkpoint.triples += 1
                else:
                    self._rejects.add(item)
                    checkpoint.rejected += 1
                checkpoint.position = item.line
                if batch.facts >= self._batch_size:
                    self._rejects.flush()
                    yield batch, None
                    batch = Batch()
        except InputError as stopped:
            error = stopped
        if error is None:
            checkpoint.position = max(checkpoint.position, self._source.line)
        self._rejects.flush()
        yield batch, error
