"""Constraints and indexes: the only module that builds schema commands.

Schema commands take no parameters, so the labels, relationship types and properties in them are quoted here.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kgqa_neo4j.model.errors import IndexPopulating
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.quoting import quote as quote
from kgqa_neo4j.store.statements import TRIPLE_INDEX

UNIQUE = {
    "entity_id": "Entity",
    "relation_id": "Relation",
    "load_id": "Load",
    "ask_id": "Ask",
    "exemplar_id": "Exemplar",
    "lesson_id": "Lesson",
    "graph_info_id": "GraphInfo",
}
# Name, label, properties, analyzer.
FULL_TEXT = (
    ("entity_names", "Entity", "n.name, n.aliases", "standard-no-stop-words"),
    ("entity_keys", "Entity", "n.keys", "keyword"),
    ("entity_descriptions", "Entity", "n.description", "english"),
    ("relation_names", "Relation", "n.name, n.aliases, n.description", "english"),
)
TRIPLE_INDEX_PREFIX = f"{TRIPLE_INDEX}_"
POLL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class NewIndex:
    """An index that can be created: its name, and the statement for that."""

    name: str
    statement: str


def create_constraints(database: Database) -> None:
    """Make all ids unique, unless they already are."""
    for name, label in UNIQUE.items():
        database.run_schema(f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE")


def create_name_indexes(database: Database) -> list[str]:
    """Create the look-up indexes on names, without waiting; return their names."""
    database.run_schema(
        "CREATE RANGE INDEX entity_name IF NOT EXISTS FOR (n:Entity) ON (n.name)",
        *(
            f"CREATE FULLTEXT INDEX {name} IF NOT EXISTS FOR (n:{label}) ON EACH [{properties}] "
            f"OPTIONS {{indexConfig: {{`fulltext.analyzer`: '{analyzer}'}}}}"
            for name, label, properties, analyzer in FULL_TEXT
        ),
    )
    return ["entity_name", *(name for name, *_ in FULL_TEXT)]


def create_node_vector_index(database: Database, label: str, dimension: int) -> str:
    """Create the vector index of `Entity` or `Relation`, without waiting; return its name."""
    name = f"{label.lower()}_embedding"
    database.run_schema(
        f"CREATE VECTOR INDEX {name} IF NOT EXISTS FOR (n:{quote(label)}) ON n.embedding {_vector(dimension)}"
    )
    return name


def range_index(label: str, key: str) -> NewIndex:
    """Return the index to find nodes of a label by the value of a property."""
    name = _index_name("range", label, [key])
    target = f"FOR (n:{quote(label)}) ON (n.{quote(key)})"
    return NewIndex(name, f"CREATE RANGE INDEX {quote(name)} IF NOT EXISTS {target}")


def full_text_index(label: str, keys: Sequence[str]) -> NewIndex:
    """Return the index to find nodes of a label by words in some properties."""
    name = _index_name("words", label, keys)
    listed = ", ".join(f"n.{quote(key)}" for key in keys)
    target = f"FOR (n:{quote(label)}) ON EACH [{listed}]"
    return NewIndex(name, f"CREATE FULLTEXT INDEX {quote(name)} IF NOT EXISTS {target}")


def triple_index_name(types: Iterable[str]) -> str:
    """Return the name of the vector index over exactly these relationship types."""
    key = "\x1f".join(sorted(types)).encode()
    return TRIPLE_INDEX_PREFIX + hashlib.blake2b(key, digest_size=6).hexdigest()


def create_triple_index(database: Database, types: Iterable[str], dimension: int) -> str:
    """Create the vector index over the triples of these types, without waiting; return its name."""
    listed = sorted(types)
    name = triple_index_name(listed)
    database.run_schema(
        f"CYPHER 25 CREATE VECTOR INDEX {name} IF NOT EXISTS "
        f"FOR ()-[r:{'|'.join(quote(kind) for kind in listed)}]-() ON r.embedding "
        f"WITH [r.source, r.target, r.type] {_vector(dimension)}"
    )
    return name


def triple_indexes(database: Database) -> dict[str, set[str]]:
    """Return the existing vector indexes on triples, with the relationship types of each."""
    rows = database.read("show_indexes")
    return {row["name"]: set(row["types"]) for row in rows if row["name"].startswith(TRIPLE_INDEX_PREFIX)}


def triple_index_types(database: Database) -> set[str]:
    """Return the relationship types of the triple index in use; none if there is no index."""
    name = next((row["triple_index"] for row in database.read("graph_info")), None)
    return triple_indexes(database).get(name or "", set())


def drop_index(database: Database, name: str) -> None:
    """Drop an index, if it exists."""
    database.run_schema(f"DROP INDEX {quote(name)} IF EXISTS")


def await_indexes(
    database: Database, names: Iterable[str], progress: Callable[[float], None] = lambda share: None
) -> None:
    """Wait until the named indexes are online.

    Args:
        database: the connection.
        names: the indexes.
        progress: called with the populated fraction, 0 to 1.

    Raises:
        IndexPopulating: one is missing or has failed.
    """
    wanted = set(names)
    while True:
        rows = {row["name"]: row for row in database.read("show_indexes") if row["name"] in wanted}
        missing = wanted - rows.keys()
        failed = {name for name, row in rows.items() if row["state"] == "FAILED"}
        if missing or failed:
            raise IndexPopulating(
                f"these indexes are missing or failed: {', '.join(sorted(missing | failed))}",
                hint="run the same `kgqa load` again to create them",
            )
        progress(sum(row["percent"] for row in rows.values()) / (100 * max(len(rows), 1)))
        if all(row["state"] == "ONLINE" for row in rows.values()):
            return
        time.sleep(POLL_SECONDS)


def _index_name(kind: str, label: str, keys: Sequence[str]) -> str:
    """Return a readable name that is unique to the label and properties."""
    key = hashlib.blake2b("\x1f".join((label, *keys)).encode(), digest_size=4).hexdigest()
    shown = re.sub(r"[^a-z0-9]+", "_", "_".join((label, *keys)).lower())[:60].strip("_")
    return f"kgqa_{kind}_{shown}_{key}"


def _vector(dimension: int) -> str:
    return (
        f"OPTIONS {{indexConfig: {{`vector.dimensions`: {int(dimension)}, "
        "`vector.similarity_function`: 'cosine'}}"
    )
