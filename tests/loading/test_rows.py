"""What a source may say besides plain triples: qualifiers, literals, descriptions, several items a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.loaders.base import Described, Fact, Item
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.pipeline import Loading, load
from kgqa_neo4j.loading.stages import Stages
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.model.literals import Time, number_value, place_value, time_value
from kgqa_neo4j.settings import LoadSettings
from kgqa_neo4j.store.driver import Database

Cypher = Callable[..., list[dict[str, Any]]]

BORN, HELD = Relation("P569", "date of birth"), Relation("P39", "position held")


class ListSource:
    """Items from a list."""

    name, prefix, key, size, read, given = "list", "wd", "0123", 1, 1, 1.0

    def __init__(self, *items: Item) -> None:
        self._items = items
        self.line = max(item.line for item in items)

    def items(self, after: int = 0) -> Iterator[Item]:
        return (item for item in self._items if item.line > after)


def _load(database: Database, folder: Path, *items: Item, batch_size: int = 1000) -> None:
    settings = LoadSettings(embed="none", batch_size=batch_size)

    def no_encoder() -> None:
        raise AssertionError("nothing is to be encoded")

    loading = Loading(Connection(lambda: database), no_encoder, settings, folder, Stages(quiet=True))  # type: ignore[arg-type]
    load(loading, ListSource(*items))


def test_an_entity_that_is_only_mentioned_is_called_by_its_id_until_it_is_described(
    database: Database, tmp_path: Path, cypher: Cypher
) -> None:
    ada = Entity("wd:Q7259", "Ada Lovelace", ("Augusta Ada King",), "mathematician")
    _load(
        database,
        tmp_path,
        Fact(1, Triple(Entity("wd:Q1", "London"), BORN, Entity("wd:Q7259", ""))),
        Described(2, ada),
        Fact(3, Triple(Entity("wd:Q7259", ""), BORN, Entity("wd:Q2", ""))),
        Described(3, Relation("P569", "date of birth", "when somebody was born")),
        batch_size=1,
    )
    named = {
        row["id"]: row for row in cypher("MATCH (e:Entity) RETURN e.id AS id, e.name AS name, e.keys AS keys")
    }
    assert named["wd:Q7259"]["name"] == "Ada Lovelace"
    assert named["wd:Q7259"]["keys"] == ["ada lovelace", "augusta ada king"]
    assert named["wd:Q2"]["name"] == "wd:Q2"
    assert cypher("MATCH (r:Relation) RETURN r.description AS d") == [{"d": "when somebody was born"}]


def test_literals_are_shared_nodes_with_typed_values(
    database: Database, tmp_path: Path, cypher: Cypher
) -> None:
    people = [Entity(f"wd:Q{number}", f"person {number}") for number in range(2)]
    caesar = time_value(Time.parse("-0043-03-15"))
    items = [Fact(line, Triple(person, BORN, caesar)) for line, person in enumerate(people, 1)]
    height = number_value(Decimal("1.850"), "metre", "wd:Q11573")
    items.append(Fact(3, Triple(people[0], Relation("P2048", "height"), height)))
    items.append(Fact(4, Triple(people[0], Relation("P625", "place"), place_value(51.5, -0.12))))
    _load(database, tmp_path, *items)
    (row,) = cypher(
        "MATCH (e:Entity)-[:P569]->(v:Value {datatype: 'time'})"
        " RETURN DISTINCT v.value.year AS year, v.name AS name, count(e) AS people"
    )
    assert row == {"year": -43, "name": "44-03-15 BCE", "people": 2}
    (row,) = cypher("MATCH ()-[:P2048]->(v:Value) RETURN v.value AS value, v.name AS name")
    assert row == {"value": 1.85, "name": "1.85 metre"}
    (row,) = cypher("MATCH ()-[:P625]->(v:Value) RETURN v.value.latitude AS latitude")
    assert row == {"latitude": 51.5}


def test_the_same_fact_twice_with_other_qualifiers_is_two(
    database: Database, tmp_path: Path, cypher: Cypher
) -> None:
    person, office = Entity("wd:Q1", "person"), Entity("wd:Q2", "office")
    items = [
        Fact(
            1,
            Triple(
                person, HELD, office, {"start_time": Time(year, precision="year"), "rank": "normal"}, f"s{year}"
            ),
        )
        for year in (1990, 2001)
    ]
    for _ in range(2):
        _load(database, tmp_path, *items)
    rows = cypher(
        "MATCH ()-[r:P39]->() RETURN r.start_time.year AS year, r.start_time_precision AS precision,"
        " r.rank AS rank ORDER BY year"
    )
    assert rows == [{"year": year, "precision": "year", "rank": "normal"} for year in (1990, 2001)]


@pytest.mark.parametrize(
    ("time", "name"),
    [
        (Time.parse("1952-03-11"), "1952-03-11"),
        (Time.parse("1952-03-00"), "1952-03"),
        (Time.parse("1952-00-00"), "1952"),
        (Time(1950, precision="decade"), "1950s"),
        (Time(1801, precision="century"), "19th century"),
        (Time.parse("+12000"), "12000"),
        (Time(0, precision="year"), "1 BCE"),
    ],
)
def test_a_time_reads_as_far_as_it_is_known(time: Time, name: str) -> None:
    assert time.name == name


@pytest.mark.parametrize("text", ["1900-02-29", "1900-13-01", "soon", "1999999999", "2001-02-3"])
def test_a_day_that_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"day|date|year"):
        Time.parse(text)
