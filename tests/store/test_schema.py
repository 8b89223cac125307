from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kgqa_neo4j.model.errors import IndexPopulating, InputError
from kgqa_neo4j.store import schema
from kgqa_neo4j.store.driver import Database

Cypher = Callable[..., list[dict[str, Any]]]

HOSTILE = [
    "with space",
    "back`tick",
    "``",
    "`] -() ON r.x //",
    "A|B",
    "quote'\"",
    "new\nline",
    "\\",
    "\\u0060",
    "\\u0060) MATCH (n) DETACH DELETE n //",
    "a\\\\u0060b",
    "ends with \\",
    "\\\\\\`",
    "関係 é 🎬",
    "\u202ertl",
    "FOLLOWED_BY",
    "1",
    "$type",
    "x" * 2000,
]


@pytest.fixture
def database(bare_database: Database) -> Database:
    return bare_database


def test_every_hostile_type_gets_into_the_index_as_it_is(database: Database, cypher: Cypher) -> None:
    cypher(
        "CYPHER 25 UNWIND $types AS type CREATE (:Entity)-[r:$(type) {type: type}]->(:Entity) "
        "SET r.embedding = [1.0, 0.0, 0.5], r.source = 'a', r.target = 'b'",
        types=HOSTILE,
    )
    name = schema.create_triple_index(database, HOSTILE, 3)
    schema.await_indexes(database, [name])
    assert schema.triple_indexes(database) == {name: set(HOSTILE)}
    found = cypher(
        "CALL db.index.vector.queryRelationships($name, 50, [1.0, 0.0, 0.5]) "
        "YIELD relationship RETURN relationship.type AS type",
        name=name,
    )
    assert {row["type"] for row in found} == set(HOSTILE)
    schema.drop_index(database, name)
    assert schema.triple_indexes(database) == {}


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_what_cannot_be_a_type_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        schema.quote(name)


def test_thousands_of_types_fit_in_one_index(database: Database) -> None:
    name = schema.create_triple_index(database, [f"relation {number}" for number in range(3000)], 4)
    schema.await_indexes(database, [name])
    assert len(schema.triple_indexes(database)[name]) == 3000


def test_constraints_and_indexes_may_be_asked_for_twice(database: Database, cypher: Cypher) -> None:
    for _ in range(2):
        schema.create_constraints(database)
        names = schema.create_name_indexes(database)
        names.append(schema.create_node_vector_index(database, "Entity", 3))
        schema.await_indexes(database, names)
    states = cypher(
        "SHOW INDEXES YIELD name, state WHERE name IN $names RETURN collect(state) AS states", names=names
    )
    assert states == [{"states": ["ONLINE"] * len(set(names))}]
    assert {row["name"] for row in cypher("SHOW CONSTRAINTS YIELD name")} == set(schema.UNIQUE)


def test_a_missing_index_is_not_waited_for(database: Database) -> None:
    with pytest.raises(IndexPopulating, match="nothing_of_this_name"):
        schema.await_indexes(database, ["nothing_of_this_name"])


def test_awaiting_tells_how_far_it_is(database: Database, cypher: Cypher) -> None:
    cypher("UNWIND range(1, 20000) AS n CREATE (:Entity {name: 'entity ' + n})")
    shares: list[float] = []
    schema.await_indexes(database, schema.create_name_indexes(database), shares.append)
    assert shares
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_two_makers_at_once_do_not_disturb_each_other(database: Database, cypher: Cypher) -> None:
    def make(_: int) -> None:
        schema.create_constraints(database)
        schema.await_indexes(database, schema.create_name_indexes(database))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(make, range(8)))
    assert {row["name"] for row in cypher("SHOW CONSTRAINTS YIELD name")} == set(schema.UNIQUE)
