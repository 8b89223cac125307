"""Removal of loads, except for what other loads contain as well.

Relationships and nodes have the numbers of the loads that contain them; the first load of a graph has the number 0,
which is not stored. Each step determines by itself what is left to do, so an interrupted removal is resumed by
repeating it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.indexes import drop_vector_indexes
from kgqa_neo4j.loading.info import read_counts, read_record
from kgqa_neo4j.loading.joined import join_facts
from kgqa_neo4j.loading.pipeline import Loading, complete, encoder
from kgqa_neo4j.loading.rows import SEPARATOR
from kgqa_neo4j.loading.sources import PAGE, LoadedSource, chosen, sources
from kgqa_neo4j.loading.stages import RunningStage
from kgqa_neo4j.loading.summary import Summary
from kgqa_neo4j.loading.texts import write_texts
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.model.graph import fold
from kgqa_neo4j.store.driver import Database, Row, Run

T = TypeVar("T")

# Triples removed per transaction; a hub may have more.
BATCH = 20_000


@dataclass(frozen=True, slots=True)
class Removed:
    """What was removed, and what the graph contains now."""

    sources: tuple[str, ...]
    removed_triples: int
    removed_entities: int
    triples: int
    entities: int
    relations: int


def remove(
    loading: Loading,
    names: Sequence[str] | None,
    forget: Callable[[Database], None] = lambda database: None,
) -> Removed:
    """Remove sources from the graph; the same call resumes an interrupted removal.

    Args:
        loading: the resources.
        names: ids or file names of the sources; None for all.
        forget: updates other data derived from the graph; called before the removal is complete.

    Raises:
        InputError: there is no such source.
        ConfigError: an older version loaded it, without recording its triples.
        DatabaseError: the server refused, or stayed away longer than the connection's patience.
    """
    connection = loading.connection
    loaded = connection.run(sources)
    going = list(loaded) if names is None else [chosen(loaded, name) for name in names]
    kept = [one for one in loaded if one not in going]
    _check_known(going, kept)
    ids, numbers = [one.id for one in going], sorted({one.number for one in kept})
    connection.run(lambda database: database.write("remove_begin", ids=ids))
    with loading.stages.stage("removed facts", "triples") as stage:
        rejoined = _remove_joined(connection, numbers)
        triples, types = _remove_triples(connection, numbers, stage)
    with loading.stages.stage("removed entities", "entities") as stage:
        entities, renamed = _remove_entities(connection, numbers, stage)
    _remove_relations(connection, numbers, types)
    if rejoined:
        for prefix in sorted({one.prefix for one in kept}):
            with loading.stages.stage("joined facts", "mediators") as stage:
                join_facts(connection, prefix, stage)
    _finish(loading, renamed=renamed)
    connection.run(forget)
    connection.run(lambda database: database.write("remove_end", ids=ids))
    connection.run(lambda database: database.write("graph_info_forget"))
    counts = connection.run(read_counts)
    said = tuple(one.source for one in going)
    return Removed(said, triples, entities, counts["triples"], counts["entities"], counts["relations"])


def _check_known(going: Sequence[LoadedSource], kept: Sequence[LoadedSource]) -> None:
    shared = {one.number for one in going} & {one.number for one in kept}
    if shared:
        raise ConfigError(
            "several sources were loaded by an older version, which did not record what came from which",
            hint="remove all of them (`kgqa graph remove --all`) and reload what you need",
        )


def _remove_joined(connection: Connection, kept: Sequence[int]) -> bool:
    """Remove the facts joined by mediators that lose a triple; return whether there were any."""
    found, after = False, ""
    while True:

        def page(run: Run, after: str = after) -> Row:
            run("load_lock")
            return run("remove_joined", after=after, size=PAGE, kept=kept)[0]

        row = _transact(connection, page)
        if row["last"] is None:
            return found
        after = row["last"]
        found = found or row["unmarked"] > 0


def _remove_triples(connection: Connection, kept: Sequence[int], stage: RunningStage) -> tuple[int, set[str]]:
    """Remove the triples of these loads only; return their number, and the types of the remaining ones."""
    removed, after = 0, ""
    types: set[str] = set()
    while True:

        def page(run: Run, after: str = after) -> Row:
            run("load_lock")
            return run("remove_triples", after=after, size=PAGE, most=BATCH, kept=kept)[0]

        row = _transact(connection, page)
        if row["last"] is None:
            return removed, types
        removed += row["removed"]
        stage.add(row["removed"])
        if row["found"] < BATCH:
            after = row["last"]
            types.update(row["types"])


def _remove_entities(connection: Connection, kept: Sequence[int], stage: RunningStage) -> tuple[int, bool]:
    """Remove entities without any mention; return their number, and whether others were renamed."""
    removed, renamed, after = 0, False, ""
    while True:

        def page(run: Run, after: str = after) -> tuple[str | None, int, bool]:
            run("load_lock")
            (row,) = run("remove_told", after=after, size=PAGE, kept=kept, separator=SEPARATOR)
            if row["last"] is None:
                return None, 0, False
            rows = [restored(told, kept) for told in row["told"]]
            if rows:
                run("remove_restore", rows=rows)
            (gone,) = run("remove_entities", after=after, until=row["last"], kept=kept, separator=SEPARATOR)
            return row["last"], gone["removed"], any(one["changed"] for one in rows)

        last, gone, changed = _transact(connection, page)
        if last is None:
            return removed, renamed
        after, removed, renamed = last, removed + gone, renamed or changed
        stage.add(gone)


def _remove_relations(connection: Connection, kept: Sequence[int], types: set[str]) -> None:
    """Remove relations without triples from the catalogue, and restore the names of the others."""

    def work(run: Run) -> None:
        run("load_lock")
        told = run("remove_relations_told", kept=kept, separator=SEPARATOR)
        if told:
            run("remove_restore_relations", rows=[restored(row, kept) for row in told])
        run("remove_relations", types=sorted(types))
        run("catalogue_unstep")

    _transact(connection, work)


def restored(told: Row, kept: Sequence[int]) -> Row:
    """Return the name of an entity or a relation according to the remaining loads, as a row of a statement.

    Args:
        told: its `id`, the last `load` that named it, and the `earlier` names: the load's number, name,
            description and aliases, joined by `SEPARATOR`.
        kept: the numbers of the remaining loads.
    """
    earlier = [said for said in told["earlier"] if int(said.split(SEPARATOR, 1)[0]) in kept]
    if told["load"] in kept or not earlier:
        # Without another name, it keeps this one as long as it has facts.
        return {"id": told["id"], "changed": False, "earlier": earlier or None}
    load, name, description, *aliases = earlier[-1].split(SEPARATOR)
    keys = dict.fromkeys(key for one in (name, *aliases) if (key := fold(one)))
    return {
        "id": told["id"],
        "changed": True,
        "earlier": earlier[:-1] or None,
        "load": int(load) or None,
        "name": name,
        "description": description or None,
        "aliases": aliases or None,
        "keys": list(keys) or None,
    }


def _finish(loading: Loading, *, renamed: bool) -> None:
    """Update the catalogue, the vectors and the indexes."""
    connection = loading.connection
    record = connection.run(read_record)
    counts = connection.run(read_counts)
    if not counts["entities"]:
        connection.run(drop_vector_indexes)
        return
    if renamed:
        with loading.stages.stage("texts", "triples") as stage:
            write_texts(connection, stage, counts["triples"])
    level = record.embed_level
    complete(loading, level, encoder(loading, level), Summary("", "", ""))


def _transact(connection: Connection, work: Callable[[Run], T]) -> T:
    return connection.run(lambda database: database.transact(work))
