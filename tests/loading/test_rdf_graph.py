"""RDF and tables in a graph: what a reader of the file would expect to find."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Loading, Summary, graph_hash, load, removal
from kgqa_neo4j.store.driver import Database

Cypher = Callable[..., list[dict[str, Any]]]
LoadFile = Callable[..., Summary]
PREFIXES = "@prefix ex: <http://example.org/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
HELD = 'ex:{0} rdfs:label "{0}" ; ex:held [ ex:office ex:Chair ; ex:since 18{1} ] .\n'


@pytest.fixture
def load_file(loading: Callable[..., Loading], tmp_path: Path) -> LoadFile:
    def run(name: str, text: str, loader: str = "rdf", **options: str) -> Summary:
        (tmp_path / name).write_text(text)
        return load(loading(embed="none"), LOADERS.get(loader).open(str(tmp_path / name), options))

    return run


def joined(cypher: Cypher) -> list[tuple[str, str, str, int]]:
    rows = cypher(
        "MATCH (s)-[r]->(o) WHERE r.mediator IS NOT NULL AND NOT o:Value "
        "RETURN s.name AS s, type(r) AS type, o.name AS o, r.since AS since ORDER BY s"
    )
    return [(row["s"], row["type"], row["o"], row["since"]) for row in rows]


def test_blank_nodes_join_what_they_stand_between(load_file: LoadFile, cypher: Cypher) -> None:
    summary = load_file("a.ttl", PREFIXES + "".join(HELD.format(name, 40 + at) for at, name in enumerate("AB")))
    assert summary.mediators == 2
    assert joined(cypher) == [
        ("A", "ex:held..ex:office", "Chair", 1840),
        ("B", "ex:held..ex:office", "Chair", 1841),
    ]


def test_what_the_mediators_of_a_removed_source_joined_goes_with_it(
    load_file: LoadFile, loading: Callable[..., Loading], database: Database, cypher: Cypher
) -> None:
    load_file("a.ttl", PREFIXES + "".join(HELD.format(name, 40 + at) for at, name in enumerate("AB")))
    hashed = graph_hash(database)
    load_file("b.ttl", PREFIXES + HELD.format("C", 50), prefix="a")
    load_file("c.ttl", PREFIXES + HELD.format("D", 60))
    removal.remove(loading(embed="none"), ["b.ttl", "c.ttl"])
    assert graph_hash(database) == hashed
    assert [row[0] for row in joined(cypher)] == ["A", "B"]


def test_labels_of_one_file_name_what_another_mentions(
    load_file: LoadFile, loading: Callable[..., Loading], cypher: Cypher
) -> None:
    names = "MATCH (e:Entity) RETURN e.name AS name ORDER BY name"
    load_file("a.ttl", f"{PREFIXES}ex:a1 ex:knows ex:b2 .\n")
    load_file("names.ttl", f'{PREFIXES}ex:a1 rdfs:label "Ada" .\nex:b2 rdfs:label "Bob" .\n')
    assert [row["name"] for row in cypher(names)] == ["Ada", "Bob"]
    removal.remove(loading(embed="none"), ["names.ttl"])
    assert [row["name"] for row in cypher(names)] == ["a1", "b2"]


def test_rows_of_a_table_are_called_by_their_names(load_file: LoadFile, cypher: Cypher) -> None:
    text = "id,name,manager_id\n1,Ada,\n2,Bob,1\n3,Eve,2\n"
    load_file("staff.csv", text, "table", id="id", **{"class": "employee"})
    rows = cypher("MATCH (s)-[r:manager_id]->(o) RETURN s.name AS s, o.name AS o, o.keys AS keys ORDER BY s")
    assert rows == [
        {"s": "Bob", "o": "Ada", "keys": ["ada"]},
        {"s": "Eve", "o": "Bob", "keys": ["bob"]},
    ]
    found = cypher("MATCH (e)-[:instance_of]->({id: 'staff:employee'}) RETURN count(e) AS n")
    assert found == [{"n": 3}]
