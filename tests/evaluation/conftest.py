"""A graph of a few entities with awkward names, as a load would have written it."""

from collections.abc import Callable
from typing import Any

import pytest

from kgqa_neo4j.model.graph import fold, triple_id
from kgqa_neo4j.store import schema
from kgqa_neo4j.store.driver import Database

ENTITIES = {
    "t:kismet1": ("Kismet", []),
    "t:kismet2": ("Kismet", []),
    "t:ada": ("Ada Lovelace", ["Countess of Lovelace"]),
    "t:united_kingdom": ("united_kingdom", ["united kingdom"]),
    "t:Comedy": ("Comedy", []),
    "t:comedy": ("comedy", []),
    "t:lock": ("Lock, Stock and Two Barrels", []),
    "t:It": ("It", []),
    "t:1984": ("1984", []),
    "t:quote": ('The "Big\\ Quote" +(x)', []),
    "u:m.01": ("Grace Hopper", []),
}
TRIPLES = [("t:kismet1", "written_by", "t:ada"), ("t:kismet2", "written_by", "u:m.01")]


@pytest.fixture
def graph(database: Database, cypher: Callable[..., list[dict[str, Any]]]) -> Database:
    schema.create_constraints(database)
    rows = []
    for id, (name, aliases) in ENTITIES.items():
        keys = sorted({fold(spelling) for spelling in [name, *aliases]})
        row = {"id": id, "name": name, "aliases": aliases, "keys": keys}
        rows.append({**row, "labels": [], "properties": {}, "times": {}})
    database.write("load_entities", rows=rows)
    for source, kind, target in TRIPLES:
        row = {"id": triple_id(source, kind, target), "source": source, "target": target, "text": "(…)"}
        database.write("load_triples", type=kind, rows=[{**row, "qualifiers": {}, "times": {}}])
    cypher("UNWIND ['t', 'u'] AS prefix CREATE (:Load {id: prefix, prefix: prefix, done: true})")
    cypher(
        "CREATE (:GraphInfo {id: 'graph', embed_level: 'none', loaded_at: datetime('2026-01-01T00:00:00Z')})"
    )
    schema.await_indexes(database, schema.create_name_indexes(database))
    return database
