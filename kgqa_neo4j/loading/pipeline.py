"""The load pipeline: rows, vectors, catalogue, indexes; and re-embedding."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.loaders.base import HasMediators, HasNotes, Source
from kgqa_neo4j.loading.catalogue import write_catalogue
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.indexes import drop_vector_indexes, make_indexes
from kgqa_neo4j.loading.info import claim_model, reaches, read_counts, read_record
from kgqa_neo4j.loading.joined import join_facts
from kgqa_neo4j.loading.rejects import Rejects, rejects_file
from kgqa_neo4j.loading.rows import Checkpoint, RowLoader, find_checkpoint, record_stage
from kgqa_neo4j.loading.stages import Stages
from kgqa_neo4j.loading.summary import Summary, peak_memory
from kgqa_neo4j.loading.texts import write_texts
from kgqa_neo4j.loading.vectors import VectorLoader, remove_vectors
from kgqa_neo4j.model.errors import DamagedSource, EmptyGraph, IndexPopulating
from kgqa_neo4j.settings import LoadSettings
from kgqa_neo4j.store import health, schema
from kgqa_neo4j.store.driver import Database, Row
from kgqa_neo4j.store.health import LAZY


@dataclass(frozen=True, slots=True)
class Loading:
    """The resources of a load: connection, encoder factory, settings, workspace.

    `kind` is the name of the loader, stored with the load.
    """

    connection: Connection
    embedder: Callable[[], Embedder]
    settings: LoadSettings
    workspace: Path
    stages: Stages
    kind: str = ""


def load(loading: Loading, source: Source) -> Summary:
    """Load a source into the graph; resume an interrupted load of the same content.

    Raises:
        DamagedSource: an archive is truncated; its beginning is in the graph, with vectors and indexes, and
            the error has the summary.
        InputError: nothing in the source can be used.
        TooManyBadLines: there are more bad lines than `settings.max_errors`.
        WrongDimension: the graph's vectors come from another model.
        DatabaseError: the server refused, or stayed away longer than `connection`'s patience.
    """
    started = time.monotonic()
    connection = loading.connection
    connection.run(schema.create_constraints)
    level = _level(connection, loading.settings.embed)
    checkpoint = find_checkpoint(connection, source, loading.kind)
    summary = Summary(checkpoint.id, source.name, source.prefix, resumed_after_line=checkpoint.position)
    summary.rejects_file = str(rejects_file(loading.workspace, checkpoint.id))
    summary.notes = list(source.notes) if isinstance(source, HasNotes) else []
    before = connection.run(read_counts)
    damaged: DamagedSource | None = None
    if checkpoint.done and connection.run(lambda database: _is_complete(database, level)):
        summary.unchanged = True
    else:
        # The model is checked first: an error must not leave a graph without vectors.
        embedder = encoder(loading, level)
        damaged = _load_rows(loading, source, checkpoint)
        _join(loading, source)
        # Either no row was written since, or the bulk import wrote the catalogue.
        catalogued = checkpoint.stage in ("done", "catalogued")
        complete(loading, level, embedder, summary, catalogued=catalogued)
        if damaged is None:
            record_stage(connection, checkpoint, "done", done=True)
    summary.lines, summary.rejected = checkpoint.position, checkpoint.rejected
    _conclude(loading, summary, before, started)
    if damaged is not None:
        damaged.summary = summary
        raise damaged
    return summary


def reembed(loading: Loading, level: str | None = None) -> Summary:
    """Remove all vectors and remake them with the configured model.

    Args:
        loading: the resources.
        level: the level of vectors; None for the graph's own.

    Raises:
        EmptyGraph: nothing was loaded yet.
        DatabaseError: the server refused, or stayed away.
    """
    started = time.monotonic()
    connection = loading.connection
    before = _counts_of_something(connection)
    summary = Summary("", "the graph", "")
    record = connection.run(read_record)
    level = level or record.reembed_level or record.embed_level
    begun = {"clearing": True, "reembed_level": level, "embed_level": "none", "triple_index": None}
    connection.run(lambda database: database.write("graph_info_set", properties=begun))
    complete(loading, level, encoder(loading, level), summary)
    _conclude(loading, summary, before, started)
    return summary


def fill(loading: Loading, level: str) -> Summary:
    """Make the vectors that the graph lacks, up to a level; existing ones stay.

    Raises:
        EmptyGraph: nothing was loaded yet.
        WrongDimension: the graph's vectors come from another model.
        DatabaseError: the server refused, or stayed away.
    """
    started = time.monotonic()
    before = _counts_of_something(loading.connection)
    summary = Summary("", "the graph", "")
    if reaches(loading.connection.run(read_record).embed_level, level):
        summary.unchanged = True
    else:
        complete(loading, level, encoder(loading, level), summary)
    _conclude(loading, summary, before, started)
    return summary


def _level(connection: Connection, wanted: str) -> str:
    """Return the level of vectors to load up to: `lazy` never reduces an existing `triples`."""
    return "triples" if wanted == LAZY and connection.run(read_record).embed_level == "triples" else wanted


def _is_complete(database: Database, level: str) -> bool:
    """Return whether the graph has its vectors up to a level, and all of its indexes."""
    record = read_record(database)
    try:
        health.check_indexes(health.graph_info(database), health.index_states(database))
    except (IndexPopulating, EmptyGraph):
        return False
    return reaches(record.embed_level, level)


def encoder(loading: Loading, level: str) -> Embedder | None:
    """Return the encoder, after recording it as that of the graph's vectors."""
    if level == "none":
        return None
    embedder = loading.embedder()
    loading.connection.run(lambda database: claim_model(database, embedder))
    return embedder


def _load_rows(loading: Loading, source: Source, checkpoint: Checkpoint) -> DamagedSource | None:
    """Load the rows that are not in the graph yet; return the error of a truncated source, if any."""
    if checkpoint.stage != "rows":
        return None
    damaged = None
    file = rejects_file(loading.workspace, checkpoint.id)
    rejects = Rejects(file, source.name, limit=loading.settings.max_errors)
    rejects.resume(checkpoint.position, checkpoint.rejected)
    with loading.stages.stage("rows", "triples") as stage, rejects:
        try:
            RowLoader(loading.connection, source, rejects, loading.settings.batch_size).load(checkpoint, stage)
        except DamagedSource as error:
            damaged = error
        stage.add(0, source.read)
    if not checkpoint.has_facts:
        # Nothing was loaded, so there is nothing to list or to resume.
        loading.connection.run(lambda database: database.write("remove_end", ids=[checkpoint.id]))
    if damaged is not None:
        if not checkpoint.has_facts:
            raise damaged
        # Not marked as done, since the missing part may have more rows.
        return damaged
    checkpoint.require_facts(file)
    record_stage(loading.connection, checkpoint, "vectors")
    return None


def _join(loading: Loading, source: Source) -> None:
    """Write the facts that the source's mediators join, once all rows are loaded."""
    if isinstance(source, HasMediators) and source.has_mediators:
        with loading.stages.stage("joined facts", "mediators") as stage:
            join_facts(loading.connection, source.prefix, stage)


def complete(
    loading: Loading, level: str, embedder: Embedder | None, summary: Summary, *, catalogued: bool = False
) -> None:
    """Run all stages after the rows; each determines by itself what is left to do.

    A new graph can be queried as soon as its relations have vectors; until the end, questions do without the other
    vectors.
    """
    connection, stages = loading.connection, loading.stages
    counts = connection.run(read_counts)
    dimension = embedder.dimension if embedder is not None else 0
    # These indexes are populated while the catalogue is counted.
    connection.run(schema.create_name_indexes)
    if not catalogued:
        with stages.stage("catalogue", "entities") as stage:
            write_catalogue(connection, stage, counts["entities"])
    if connection.run(read_record).clearing:
        _clear(loading)
    if embedder is not None:
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
                if name == "relations":
                    _open_early(loading, dimension)
                    if reaches(level, LAZY):
                        _texts(loading, counts["triples"])
    with stages.stage("indexes", "indexes") as stage:
        summary.indexes = make_indexes(connection, level, dimension, stage)
    connection.run(lambda database: database.write("graph_info_loaded", embed_level=level))


def _texts(loading: Loading, triples: int) -> None:
    with loading.stages.stage("texts", "triples") as stage:
        write_texts(loading.connection, stage, triples)


def _open_early(loading: Loading, dimension: int) -> None:
    """Make a new graph usable for questions, with names, the catalogue and the vectors of relations."""
    connection = loading.connection
    record = connection.run(read_record)
    if reaches(record.embed_level, "relations"):
        return
    with loading.stages.stage("first indexes", "indexes") as stage:
        make_indexes(connection, "relations", dimension, stage)
    properties = {"embed_level": "relations", "loaded_at": datetime.now(UTC)}
    connection.run(lambda database: database.write("graph_info_set", properties=properties))


def _clear(loading: Loading) -> None:
    """Remove all vectors; the flag is cleared last, so that no old vector can remain."""
    connection = loading.connection
    connection.run(drop_vector_indexes)
    with loading.stages.stage("old vectors", "removed") as stage:
        remove_vectors(connection, stage)
    connection.run(lambda database: database.write("graph_info_set", properties={"clearing": None}))


def _counts_of_something(connection: Connection) -> Row:
    counts = connection.run(read_counts)
    if not counts["triples"]:
        raise EmptyGraph("nothing to embed: no graph is loaded", hint="load a graph first: `kgqa load --help`")
    return counts


def _conclude(loading: Loading, summary: Summary, before: Row, started: float) -> None:
    counts = loading.connection.run(read_counts)
    record = loading.connection.run(read_record)
    summary.entities, summary.relations = counts["entities"], counts["relations"]
    summary.triples, summary.mediators = counts["triples"], counts["mediators"]
    summary.new_triples = counts["triples"] - before["triples"]
    summary.embed_level, summary.embedding_model = record.embed_level, record.embedding_model
    summary.stages = loading.stages.done
    summary.seconds = time.monotonic() - started
    summary.peak_memory_bytes = peak_memory()
