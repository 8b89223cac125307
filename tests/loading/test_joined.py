"""Mediators: told from the data, marked, and what they join written as facts of one hop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from neo4j.vector import Vector

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Loading, Summary, load
from kgqa_neo4j.loading.mediators import Part, joined_facts, joined_name, qualifier_key
from kgqa_neo4j.model.graph import triple_id
from kgqa_neo4j.store.driver import Database

NS = "http://rdf.freebase.com/ns/"
DATE = "^^<http://www.w3.org/2001/XMLSchema#date>"
YEAR = "^^<http://www.w3.org/2001/XMLSchema#gYear>"
Cypher = Callable[..., list[dict[str, Any]]]

NAMES = {"barack": "Barack Obama", "michelle": "Michelle Obama", "marriage": "Marriage", "chicago": "Chicago"}
MARRIAGE = [
    ("m.barack", "people.person.spouse_s", "m.x1"),
    ("m.michelle", "people.person.spouse_s", "m.x1"),
    ("m.x1", "people.marriage.spouse", "m.barack"),
    ("m.x1", "people.marriage.spouse", "m.michelle"),
    ("m.x1", "people.marriage.from", f'"1992-10-03"{DATE}'),
    ("m.x1", "people.marriage.type_of_union", "m.marriage"),
    ("m.barack", "people.person.places_lived", "m.x2"),
    ("m.x2", "people.place_lived.location", "m.chicago"),
    ("m.x2", "people.place_lived.start_date", f'"1985"{YEAR}'),
    ("m.x2", "people.place_lived.end_date", f'"1988"{YEAR}'),
]
NAMED = [(f"m.{id_}", "type.object.name", f'"{name}"@en') for id_, name in NAMES.items()]

LoadDump = Callable[..., Summary]


@pytest.fixture
def load_dump(loading: Callable[..., Loading], tmp_path: Path) -> LoadDump:
    def run(*lines: tuple[str, str, str], **settings: object) -> Summary:
        file = tmp_path / "dump.nt"
        terms = [(s, p, o if o.startswith('"') else f"<{NS}{o}>") for s, p, o in lines]
        file.write_text("".join(f"<{NS}{s}>\t<{NS}{p}>\t{o}\t.\n" for s, p, o in terms))
        source = LOADERS.get("freebase").open(str(file), {})
        return load(loading(None, **{"embed": "relations", **settings}), source)

    return run


def test_what_a_mediator_joins_is_one_fact_in_each_direction_that_the_data_has(
    database: Database, load_dump: LoadDump, cypher: Cypher
) -> None:
    summary = load_dump(*NAMED, *MARRIAGE)
    rows = cypher(
        "MATCH (s)-[r]->(o) WHERE r.mediator IS NOT NULL"
        " RETURN s.name AS s, type(r) AS type, o.name AS o, r.text AS text ORDER BY s, type, o"
    )
    spouse, lived = (
        "people.person.spouse_s..people.marriage.",
        "people.person.places_lived..people.place_lived.",
    )
    assert [(row["s"], row["type"], row["o"]) for row in rows] == [
        ("Barack Obama", f"{lived}end_date", "1988"),
        ("Barack Obama", f"{lived}location", "Chicago"),
        ("Barack Obama", f"{lived}start_date", "1985"),
        ("Barack Obama", f"{spouse}from", "1992-10-03"),
        ("Barack Obama", f"{spouse}spouse", "Michelle Obama"),
        ("Barack Obama", f"{spouse}type_of_union", "Marriage"),
        ("Michelle Obama", f"{spouse}from", "1992-10-03"),
        ("Michelle Obama", f"{spouse}spouse", "Barack Obama"),
        ("Michelle Obama", f"{spouse}type_of_union", "Marriage"),
    ]
    assert "(Barack Obama, person spouse marriage, Michelle Obama)" in {row["text"] for row in rows}
    assert (summary.mediators, summary.triples) == (2, len(rows))
    assert cypher("MATCH (m:Mediator) RETURN m.id AS id, m.keys AS keys ORDER BY id") == [
        {"id": "fb:m.x1", "keys": []},
        {"id": "fb:m.x2", "keys": []},
    ]


def test_the_other_parts_of_a_fact_become_its_qualifiers_with_native_dates(
    database: Database, load_dump: LoadDump, cypher: Cypher
) -> None:
    load_dump(*NAMED, *MARRIAGE)
    (row,) = cypher(
        "MATCH ({name: 'Barack Obama'})-[r]->({name: 'Michelle Obama'})"
        " RETURN toString(r.start_time) AS start, r.type_of_union AS union, r.mediator AS mediator"
    )
    assert row == {"start": "1992-10-03", "union": "Marriage", "mediator": "fb:m.x1"}
    (row,) = cypher(
        "MATCH ()-[r]->({name: 'Chicago'}) WHERE r.mediator IS NOT NULL"
        " RETURN r.start_time.year AS start, r.start_time_precision AS precision, r.end_time.year AS end"
    )
    assert row == {"start": 1985, "precision": "year", "end": 1988}


def test_the_catalogue_counts_joined_facts_and_not_their_parts(
    database: Database, load_dump: LoadDump, cypher: Cypher
) -> None:
    load_dump(*NAMED, *MARRIAGE)
    counts = {row["id"]: row["n"] for row in cypher("MATCH (p:Relation) RETURN p.id AS id, p.count AS n")}
    assert counts["people.person.spouse_s..people.marriage.spouse"] == 2
    assert counts["people.person.spouse_s"] == counts["people.marriage.spouse"] == 0
    steps = cypher("MATCH (a:Relation)-[:FOLLOWED_BY]->(b) WHERE 0 IN [a.count, b.count] RETURN count(*) AS n")
    assert steps == [{"n": 0}]


def test_joining_again_changes_nothing_and_a_later_part_is_joined_too(
    database: Database, load_dump: LoadDump, cypher: Cypher
) -> None:
    before = load_dump(*NAMED, *MARRIAGE[:6]).triples
    assert load_dump(*NAMED, *MARRIAGE[:6]).unchanged
    after = load_dump(*NAMED, *MARRIAGE[:6], ("m.x1", "people.marriage.location_of_ceremony", "m.chicago"))
    # From both spouses, and between the place and the kind of union, which both the marriage leads to.
    assert after.triples == before + 3
    ids = cypher("MATCH ()-[r]->() WHERE r.id IS NOT NULL RETURN count(r.id) AS n, count(DISTINCT r.id) AS ids")
    assert ids[0]["n"] == ids[0]["ids"]


def test_a_mediator_that_gets_a_name_is_an_entity_again(
    database: Database, load_dump: LoadDump, cypher: Cypher
) -> None:
    load_dump(*NAMED, *MARRIAGE)
    summary = load_dump(*NAMED, *MARRIAGE, ("m.x2", "type.object.name", '"life in Chicago"@en'))
    assert summary.mediators == 1
    assert cypher("MATCH ()-[r]->() WHERE r.mediator = 'fb:m.x2' RETURN count(r) AS n") == [{"n": 0}]
    (row,) = cypher("MATCH (e {id: 'fb:m.x2'}) RETURN labels(e) AS labels, e.keys AS keys")
    assert row == {"labels": ["Entity"], "keys": ["life in chicago"]}


def test_an_entity_whose_name_is_missing_is_no_mediator(
    database: Database, load_dump: LoadDump, cypher: Cypher
) -> None:
    films = [(f"m.f{n}", "film.film.directed_by", "m.barack") for n in range(5)]
    named = [(f"m.f{n}", "type.object.name", f'"film {n}"@en') for n in range(4)]
    cast = [("m.f4", "film.film.produced_by", "m.michelle")]
    hub = [("m.hub", "a.club.member", f"m.p{n}") for n in range(41)]
    members = [(f"m.p{n}", "type.object.name", f'"member {n}"@en') for n in range(41)]
    produced = [(f"m.f{n}", "film.film.produced_by", "m.michelle") for n in range(4)]
    summary = load_dump(*NAMED, *films, *named, *cast, *hub, *members, *produced)
    assert summary.mediators == 0
    assert cypher("MATCH (:Mediator) RETURN count(*) AS n") == [{"n": 0}]


VECTOR = Vector([1.0] + [0.0] * 7, "f32")
EXPLORING: dict[str, dict[str, Any]] = {
    "explore_hop": {
        "frontier": [{"id": "fb:m.barack", "came_by": []}],
        "question": VECTOR,
        "relation_threshold": -1.0,
        "entity_threshold": -1.0,
        "hub_cap": 100,
    },
    "follow_relation": {
        "ids": ["fb:m.barack"],
        "relation": "people.person.spouse_s",
        "outward": True,
        "question": VECTOR,
        "read_cap": 100,
        "hub_cap": 100,
        "most": 100,
    },
    "neighbours": {
        "frontier": [{"id": "fb:m.barack", "came_by": []}],
        "vector": VECTOR,
        "hub_cap": 100,
        "most": 100,
        "made": {},
    },
    "reach": {"ids": ["fb:m.barack"], "hub_cap": 100, "most": 100},
    "bare_triples": {"ids": ["fb:m.barack"], "hub_cap": 100, "most": 100},
    "candidate_triples": {"ids": ["fb:m.barack"], "hub_cap": 100, "most": 100},
    "partial_triples": {
        "frontier": [{"id": "fb:m.barack", "came_by": ""}],
        "ways": [{"relation": "people.person.spouse_s", "outward": True}],
        "vector": VECTOR,
        "beyond": None,
        "touching": [],
        "read_cap": 100,
        "hub_cap": 100,
        "most": 100,
        "keep": 100,
        "bare": 100,
    },
    "learn_paths": {
        "questions": [
            {
                "key": 0,
                "topics": ["fb:m.barack"],
                "answers": ["fb:m.chicago", "fb:m.michelle", "fb:m.x1"],
            }
        ],
        "least": 1,
        "depth": 3,
        "hub_cap": 100,
        "pass_cap": 100,
        "most": 100,
    },
    "catalogue_page": {"after": "", "size": 100},
}


def test_no_exploring_statement_shows_a_mediator(
    database: Database, load_dump: LoadDump, cypher: Cypher
) -> None:
    load_dump(*NAMED, *MARRIAGE)
    for statement, parameters in EXPLORING.items():
        shown = repr(database.read(statement, **parameters))
        assert "fb:m.x" not in shown, statement
        # A relation that leads to a mediator shows only joined with another.
        assert "'people.person.spouse_s'" not in shown, statement
    (row,) = database.read("explore_hop", **EXPLORING["explore_hop"])
    found = {(one["name"], one["triple"]) for one in row["triples"]}
    relation = "people.person.spouse_s..people.marriage.spouse"
    assert ("Michelle Obama", triple_id("fb:m.barack", relation, "fb:m.michelle")) in found
    (row,) = database.read("learn_paths", **EXPLORING["learn_paths"])
    assert [relation, "true"] in [one["path"] for one in row["found"]]


def test_one_walks_on_from_a_time_and_not_from_another_value(
    database: Database, load_dump: LoadDump, cypher: Cypher
) -> None:
    born = [
        (f"m.{who}", "people.person.date_of_birth", f'"1961-08-04"{DATE}') for who in ("barack", "michelle")
    ]
    tall = [(f"m.{who}", "people.person.height_meters", '"1.85"') for who in ("barack", "michelle")]
    load_dump(*NAMED, *born, *tall)

    def beyond(value: str, came_by: list[str]) -> list[Any]:
        given = {**EXPLORING["explore_hop"], "frontier": [{"id": value, "came_by": came_by}]}
        return [one["name"] for row in database.read("explore_hop", **given) for one in row["triples"]]

    came_by = [triple_id("fb:m.barack", "people.person.date_of_birth", "time:1961-08-04")]
    assert beyond("time:1961-08-04", came_by) == ["Michelle Obama"]
    assert beyond("number:1.85", [triple_id("fb:m.barack", "people.person.height_meters", "number:1.85")]) == []
    # What the question itself names is where the walk begins.
    assert sorted(beyond("number:1.85", [])) == ["Barack Obama", "Michelle Obama"]
    reached = database.read("reach", **EXPLORING["reach"])
    assert [row["id"] for row in reached] == ["time:1961-08-04"]


def _parts(*rows: tuple[str, bool, str]) -> list[Part]:
    return [Part(relation, outward, id_, id_.upper()) for relation, outward, id_ in rows]


def test_parts_that_no_fact_leads_between_are_joined_once() -> None:
    parts = _parts(("a.film", True, "film"), ("a.role", True, "role"), ("a.actor", True, "actor"))
    joined = [(one.row["source"], one.relation.id, one.row["target"]) for one in joined_facts("m", parts, {})]
    assert joined == [
        ("actor", "a.actor..a.film", "film"),
        ("actor", "a.actor..a.role", "role"),
        ("film", "a.film..a.role", "role"),
    ]


def test_a_joined_fact_is_the_same_triple_whatever_mediator_joins_it() -> None:
    parts = _parts(("p.film", False, "actor"), ("a.film", True, "film"))
    first, second = (next(joined_facts(name, parts, {})).row["id"] for name in ("m1", "m2"))
    assert first != second
    assert first[:20] == second[:20] == triple_id("actor", "p.film..a.film", "film")


def test_a_joined_relation_reads_without_repeating_words() -> None:
    assert joined_name("actor film", "performance film") == "actor film performance"
    assert joined_name("person places lived", "place lived location") == "person places lived location"


@pytest.mark.parametrize(
    ("relation", "is_time", "key"),
    [
        ("people.marriage.from", True, "start_time"),
        ("sports.roster.to", True, "end_time"),
        ("P580/start_date", True, "start_time"),
        ("award.award_honor.year", True, "point_in_time"),
        ("film.performance.premiere", True, "premiere"),
        ("film.performance.character", False, "character"),
        ("people.marriage.from", False, "from"),
        ("a.performance.type", False, "performance_type"),
        ("a.marriage.end_time", False, "end_time_text"),
    ],
)
def test_a_qualifier_is_called_by_what_the_relation_says(relation: str, is_time: bool, key: str) -> None:
    assert qualifier_key(relation, is_time=is_time) == key
