"""A load from beginning to end: rows, vectors, catalogue, indexes; and making vectors anew."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kgqa_neo4j.database import schema
from kgqa_neo4j.database.driver import Row
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.errors import EmptyGraph
from kgqa_neo4j.loaders.base import Source
from kgqa_neo4j.loading.catalogue import write_catalogue
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.indexes import drop_vector_indexes, make_indexes
from kgqa_neo4j.loading.info import claim_model, reaches, read_info
from kgqa_neo4j.loading.progress import Stages
from kgqa_neo4j.loading.rejects import Rejects
from kgqa_neo4j.loading.rows import Checkpoint, RowLoader, find_checkpoint
from kgqa_neo4j.loading.summary import Summary, peak_memory
from kgqa_neo4j.loading.vectors import VectorLoader, remove_vectors
from kgqa_neo4j.settings import LoadSettings


@dataclass(frozen=True, slots=True)
class Loading:
    """What a load works with: the connection, a way to get the encoder, settings, the workspace."""

    connection: Connection
    embedder: Callable[[], Embedder]
    settings: LoadSettings
    workspace: Path
    stages: Stages


def load(loading: Loading, source: Source) -> Summary:
    """Load a source into the graph, from where an earlier try of the same content stopped.

    Raises:
        InputError: the source is damaged; what came before is in the graph.
        TooManyBadLines: there were more bad lines than `settings.max_errors`.
        WrongDimension: the graph's vectors were made by another model.
        DatabaseError: the server refused, or stayed away longer than `connection`'s patience.
    """
    started = time.monotonic()
    connection, level = loading.connection, loading.settings.embed
    connection.run(schema.create_constraints)
    checkpoint = find_checkpoint(connection, source)
    summary = Summary(checkpoint.id, source.name, source.prefix, resumed_after_line=checkpoint.position)
    before = _counts(connection)
    info = connection.run(read_info)
    if checkpoint.done and reaches(info.embed_level, level) and not info.clearing:
        summary.unchanged = True
    else:
        _load_rows(loading, source, checkpoint, summary)
        _complete(loading, level, summary)
        _mark(connection, checkpoint, "done", done=True)
    summary.lines, summary.rejected = checkpoint.position, checkpoint.rejected
    _conclude(loading, summary, before, started)
    return summary


def reembed(loading: Loading) -> Summary:
    """Remove all vectors and make them anew with the configured model.

    Raises:
        EmptyGraph: nothing was loaded yet.
        DatabaseError: the server refused, or stayed away.
    """
    started = time.monotonic()
    before = _counts(loading.connection)
    if not before["triples"]:
        raise EmptyGraph("there is no graph to embed", hint="load one first: `kgqa load --help`")
    summary = Summary("", "the graph", "")
    loading.connection.run(lambda database: database.write("graph_info_set", properties={"clearing": True}))
    _complete(loading, loading.settings.embed, summary)
    _conclude(loading, summary, before, started)
    return summary


def _load_rows(loading: Loading, source: Source, checkpoint: Checkpoint, summary: Summary) -> None:
    if checkpoint.stage != "rows":
        return
    file = loading.workspace / "rejects" / f"{checkpoint.id.replace(':', '-').replace('/', '_')}.tsv"
    rejects = Rejects(file, source.name, limit=loading.settings.max_errors)
    rejects.resume(checkpoint.position, checkpoint.rejected)
    summary.rejects_file = str(file)
    with loading.stages.stage("rows", "triples") as stage, rejects:
        RowLoader(loading.connection, source, rejects, loading.settings.batch_size).load(checkpoint, stage)
        stage.add(0, source.read)
    _mark(loading.connection, checkpoint, "vectors", done=False)


def _complete(loading: Loading, level: str, summary: Summary) -> None:
    """Do all that follows the rows; everything in it finds what is left to do by itself."""
    connection, stages = loading.connection, loading.stages
    counts = _counts(connection)
    with stages.stage("catalogue", "entities") as stage:
        write_catalogue(connection, stage, counts["entities"])
    if connection.run(read_info).clearing:
        _clear(loading)
    dimension = 0
    if level != "none":
        embedder = loading.embedder()
        dimension = embedder.dimension
        connection.run(lambda database: claim_model(database, embedder))
        vectors = VectorLoader(connection, embedder)
        passes = (
            ("relations", vectors.relations),
            ("entities", vectors.entities),
            ("triples", vectors.triples),
        )
        for name, fill in passes:
            if reaches(level, name):
                with stages.stage(f"vectors of {name}", "vectors") as stage:
                    fill(stage, counts[name])
    with stages.stage("indexes", "indexes") as stage:
        summary.indexes = make_indexes(connection, level, dimension, stage)
    connection.run(lambda database: database.write("graph_info_loaded", embed_level=level))


def _clear(loading: Loading) -> None:
    connection = loading.connection
    gone = {"embed_level": "none", "triple_index": None}
    connection.run(lambda database: database.write("graph_info_set", properties=gone))
    connection.run(drop_vector_indexes)
    with loading.stages.stage("old vectors", "removed") as stage:
        remove_vectors(connection, stage)
    cleared = dict.fromkeys(("clearing", "embedding_model", "embedding_dimension", "embedding_normalised"))
    connection.run(lambda database: database.write("graph_info_set", properties=cleared))


def _mark(connection: Connection, checkpoint: Checkpoint, stage: str, *, done: bool) -> None:
    connection.run(lambda database: database.write("load_stage", id=checkpoint.id, stage=stage, done=done))


def _counts(connection: Connection) -> Row:
    return connection.run(lambda database: database.read("graph_counts"))[0]


def _conclude(loading: Loading, summary: Summary, before: Row, started: float) -> None:
    counts = _counts(loading.connection)
    info = loading.connection.run(read_info)
    summary.entities, summary.relations = counts["entities"], counts["relations"]
    summary.triples = counts["triples"]
    summary.new_triples = counts["triples"] - before["triples"]
    summary.embed_level, summary.embedding_model = info.embed_level, info.embedding_model
    summary.stages = loading.stages.done
    summary.seconds = time.monotonic() - started
    summary.peak_memory_bytes = peak_memory()
