"""Writing rows: entities, relations and triples, in batches that carry their checkpoint."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from kgqa_neo4j.errors import InputError
from kgqa_neo4j.graph import Entity, Triple, fold
from kgqa_neo4j.loaders.base import Fact, Source
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.progress import RunningStage
from kgqa_neo4j.loading.rejects import Rejects

Statements = list[tuple[str, dict[str, Any]]]


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

    def statement(self) -> tuple[str, dict[str, Any]]:
        """Return the statement that records it."""
        return "load_checkpoint", {
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

    def statements(self) -> Statements:
        """Return what writes the batch: nodes first, then triples by relation, in the order of ids.

        The order is the same in every loader, so that two of them wait for each other's locks
        instead of holding each other up.
        """
        entities = [self.entities[key] for key in sorted(self.entities)]
        described = [{"id": one.id, "description": one.description} for one in entities if one.description]
        relations = {name: next(iter(group.values())).relation for name, group in sorted(self.triples.items())}
        statements: Statements = [
            ("load_entities", {"rows": [_entity_row(entity) for entity in entities]}),
            ("load_relations", {"rows": [{"id": one.id, "name": one.name} for one in relations.values()]}),
        ]
        if described:
            statements.append(("load_descriptions", {"rows": described}))
        for name in relations:
            rows = [_triple_row(id_, triple) for id_, triple in self.triples[name].items()]
            rows.sort(key=lambda row: (row["source"], row["target"]))
            statements.append(("load_triples", {"type": name, "rows": rows}))
        return statements


def _entity_row(entity: Entity) -> dict[str, Any]:
    keys = dict.fromkeys(fold(name) for name in (entity.name, *entity.aliases))
    return {"id": entity.id, "name": entity.name, "aliases": list(entity.aliases), "keys": list(keys)}


def _triple_row(id_: str, triple: Triple) -> dict[str, Any]:
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
                if written is not None:
                    written.result()
                statements = [checkpoint.statement(), *batch.statements()]
                written = writer.submit(self._write, statements)
                stage.add(batch.facts)
                stage.show(self._source.read, self._source.size)
                if error is not None:
                    written.result()
                    raise error
            if written is not None:
                written.result()

    def _write(self, statements: Statements) -> None:
        self._connection.run(lambda database: database.write_all(list(statements)))

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
