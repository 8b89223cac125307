"""The loaded sources, with the number of their triples and entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.info import read_counts
from kgqa_neo4j.loading.rows import REMOVING
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.store.driver import Database, Row

# Entities counted per statement.
PAGE = 2000


@dataclass(frozen=True, slots=True)
class LoadedSource:
    """A loaded source with the number of its `triples` and `entities`, including those shared with others.

    `entities` is None if not counted yet. `state` is ``loaded``, ``incomplete`` or ``removing``.
    """

    id: str
    source: str
    prefix: str
    kind: str
    number: int
    unnumbered: bool
    state: str
    loaded_at: str
    triples: int
    entities: int | None

    def as_json(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        facts = asdict(self)
        return {name: facts[name] for name in facts if name not in ("number", "unnumbered")}


def sources(database: Database) -> list[LoadedSource]:
    """Return the loaded sources, in loading order."""
    return [_source(row) for row in database.read("graph_sources")]


def chosen(loaded: Sequence[LoadedSource], name: str) -> LoadedSource:
    """Return a source by its id, a prefix of it, or the file name.

    Raises:
        InputError: there is none, or there are several.
    """
    exact = [one for one in loaded if name in (one.id, one.source)]
    found = [one for one in exact if one.id == name] or exact
    found = found or [one for one in loaded if one.id.startswith(name)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(one.id for one in (found or loaded))
    what = f"{len(found)} sources are called {name!r}" if found else f"no source is called {name!r}"
    raise InputError(what, hint=f"use an id: {known}" if loaded else "nothing is loaded")


def counted(connection: Connection) -> list[LoadedSource]:
    """Return the loaded sources, in loading order, after counting those not counted yet.

    A load does not count, because with other sources present that means reading all triples.
    """
    for one in connection.run(sources):
        if one.state == "loaded" and one.entities is None:
            _count_source(connection, one.id)
    return connection.run(sources)


def _count_source(connection: Connection, id_: str) -> None:
    """Count and store the triples and entities of a source."""
    loaded = connection.run(sources)
    number = next(one.number for one in loaded if one.id == id_)
    if len(loaded) == 1:
        counts = connection.run(read_counts)
        triples, entities = counts["triples"], counts["entities"]
    else:
        triples = entities = 0
        after = ""
        while True:

            def page(database: Database, after: str = after) -> Row:
                return database.read("load_count_page", after=after, size=PAGE, load=number)[0]

            row = connection.run(page)
            if row["last"] is None:
                break
            after, triples, entities = row["last"], triples + row["triples"], entities + row["entities"]
    connection.run(lambda database: database.write("load_counted", id=id_, triples=triples, entities=entities))


def _source(row: Row) -> LoadedSource:
    state = "removing" if row["stage"] == REMOVING else "loaded" if row["done"] else "incomplete"
    return LoadedSource(
        row["id"],
        row["source"],
        row["prefix"],
        row["kind"],
        row["number"],
        row["unnumbered"],
        state,
        row["loaded_at"],
        row["triples"] or 0,
        row["entities"],
    )
