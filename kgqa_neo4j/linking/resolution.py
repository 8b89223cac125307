"""Resolve strings (ids, names or aliases) to ids of entities in the graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kgqa_neo4j.linking import lucene
from kgqa_neo4j.model.graph import fold
from kgqa_neo4j.store.driver import Database

Ids = frozenset[str]

NAMES_PER_STATEMENT = 2_000
# No real graph has more entities for the keys of one statement.
ENTITIES_PER_STATEMENT = 20_000


def resolve(database: Database, names: Iterable[str], prefixes: Sequence[str] = ()) -> dict[str, Ids]:
    """Return the ids of the entities that each string means, empty if the graph has none.

    A string is an id, an id without one of `prefixes`, or a name. Only if it is none of these are aliases tried, with
    underscores read as spaces, so that a literal match wins.

    Raises:
        DatabaseError: the graph cannot be read.
    """
    wanted = sorted(set(names))
    found: dict[str, Ids] = dict.fromkeys(wanted, frozenset())
    for batch in _batches(wanted, NAMES_PER_STATEMENT):
        for row in database.read("match_names", names=batch, prefixes=list(prefixes)):
            found[row["name"]] = frozenset(row["ids"])
    missing = [name for name in wanted if not found[name]]
    by_key = look_up(database, (fold(name) for name in missing))
    for name in missing:
        bearers = by_key.get(fold(name), [])
        exact = [id for id, spellings in bearers if name in spellings]
        spaced = [id for id, spellings in bearers if _spaced(name) in map(_spaced, spellings)]
        found[name] = frozenset(exact or spaced)
    return found


def look_up(database: Database, keys: Iterable[str]) -> dict[str, list[tuple[str, list[str]]]]:
    """Return, for each folded name in the graph, its entities as id and names (name and aliases)."""
    found: dict[str, list[tuple[str, list[str]]]] = defaultdict(list)
    for batch in _batches(sorted(set(keys) - {""}), lucene.CLAUSES):
        query = " ".join(map(lucene.quote, batch))
        for row in database.read("match_keys", query=query, keys=batch, limit=ENTITIES_PER_STATEMENT):
            for key in row["keys"]:
                found[key].append((row["id"], [row["name"], *row["aliases"]]))
    return dict(found)


def _spaced(name: str) -> str:
    return " ".join(name.replace("_", " ").split())


def _batches(items: Sequence[str], size: int) -> Iterator[list[str]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
