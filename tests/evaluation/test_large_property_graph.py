"""The graph of the benchmark for millions of nodes: names that differ, answers that are known by rule."""

import csv
import io
import zipfile
from pathlib import Path

from benchmarks.attached_peers import schema_for_peers
from benchmarks.large_property_graph import Sizes, city, company, person, product, questions, write_set
from kgqa_neo4j.attached.model import (
    Connection,
    Label,
    Property,
    PropertyGraphSchema,
    RelationshipType,
    ValueType,
)


def test_every_node_has_a_name_of_its_own() -> None:
    sizes = Sizes.of(50_000)
    names = [
        *map(person, range(sizes.persons)),
        *map(company, range(sizes.companies)),
        *map(product, range(sizes.products)),
        *map(city, range(sizes.cities)),
    ]
    assert len(names) == len(set(names)) == 50_000
    # Also far out.
    assert len({person(n) for n in range(2_900_000, 2_950_000)}) == 50_000


def test_there_are_four_relationships_for_a_node_and_answers_are_what_the_files_say(tmp_path: Path) -> None:
    sizes = Sizes.of(500)
    write_set(tmp_path / "set.zip", sizes)
    with zipfile.ZipFile(tmp_path / "set.zip") as archive:
        rows = {
            entry: list(csv.reader(io.StringIO(archive.read(entry).decode())))[1:]
            for entry in archive.namelist()
        }
    nodes = sum(len(found) for entry, found in rows.items() if ".nodes." in entry)
    facts = sum(len(found) for entry, found in rows.items() if ".relationships." in entry)
    assert (nodes, facts) == (500, 2000)
    ids = {row[1]: row[0] for row in rows["persons.nodes.csv"]}
    employers = {row[0]: row[2] for row in rows["works.relationships.csv"]}
    companies = {row[0]: row[1] for row in rows["companies.nodes.csv"]}
    question, gold = questions(sizes, 1, 3)[0]
    asked = question.removeprefix("Which company does ").removesuffix(" work for?")
    assert companies[employers[ids[asked]]] == gold


def test_peers_get_the_schema_that_was_read() -> None:
    schema = PropertyGraphSchema(
        (Label("A", 1, (Property("n", ValueType.NUMBER),)),),
        (RelationshipType("R", 2, (Connection("A", "R", "A", 2),)),),
    )
    told = schema_for_peers(schema)
    assert told["node_props"] == {"A": [{"property": "n", "type": "INTEGER"}]} and told["rel_props"] == {}
    assert told["relationships"] == [{"start": "A", "type": "R", "end": "A"}]
