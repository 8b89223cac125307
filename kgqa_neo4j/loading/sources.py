"""What was loaded: each source, and how much of the graph it brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.rows import REMOVING
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.store.driver import Database, Row

# Entities looked at in one statement.
PAGE = 2000


@dataclass(frozen=True, slots=True)
class LoadedSource:
    """One source that was loaded: `triples` and `entities` that it brought, whichever others did too.

    `entities` is None where they were not counted. `state` is ``loaded``, ``incomplete`` or ``removing``.
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
    """Return what was loaded, the first first."""
    return [_source(row) for row in database.read("graph_sources")]


def chosen(loaded: Sequence[LoadedSource], name: str) -> LoadedSource:
    """Return the source of an id, of the beginning of one, or of a file's name.

    Raises:
        InputError: there is none, or there are several.
    """
    exact = [one for one in loaded if name in (one.id, one.source)]
    found = [one for one in exact if one.id == name] or exact
    found = found or [one for one in loaded if one.id.startswith(name)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(one.id for one in (found or loaded)) or "none"
    what = f"{len(found)} sources are called {name!r}" if found else f"no source is called {name!r}"
    raise InputError(what, hint=f"name one by its id: {known}" if loaded else "nothing is loaded")


def counted(connection: Connection) -> list[LoadedSource]:
    """Return what was loaded, the first first, and count what was not counted yet.

    A load does not count by itself, as that is a look at all triples where there are other sources.
    """
    for one in connection.run(sources):
        if one.state == "loaded" and one.entities is None:
            _count_source(connection, one.id)
    return connection.run(sources)


def _count_source(connection: Connection, id_: str) -> None:
    """Keep how many triples and entities a source brought."""
    loaded = connection.run(sources)
    number = next(one.number for one in loaded if one.id == id_)
    if len(loaded) == 1:
        counts = connection.run(lambda database: database.read("graph_counts"))[0]
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
