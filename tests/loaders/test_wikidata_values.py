"""Wikidata's datatypes, ranks and qualifiers."""

from pathlib import Path
from typing import Any

import pytest
from neo4j.spatial import WGS84Point

from kgqa_neo4j.loaders.wikidata.times import gregorian
from kgqa_neo4j.model.literals import Time
from tests.loaders.wikidata import (
    JULIAN,
    bad,
    described,
    document,
    item,
    opened,
    said,
    snak,
    time,
    triples,
    value,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "dump.json"


@pytest.mark.parametrize(
    ("text", "precision", "name", "stored"),
    [
        ("+1952-03-11T00:00:00Z", 11, "1952-03-11", Time(1952, 3, 11)),
        ("+1952-03-00T00:00:00Z", 10, "1952-03", Time(1952, 3, 1, "month")),
        ("+1952-00-00T00:00:00Z", 9, "1952", Time(1952, precision="year")),
        ("+1952-00-00T00:00:00Z", 11, "1952", Time(1952, precision="year")),
        ("+1955-00-00T00:00:00Z", 8, "1950s", Time(1950, precision="decade")),
        ("+1900-00-00T00:00:00Z", 7, "19th century", Time(1801, precision="century")),
        ("+1801-00-00T00:00:00Z", 7, "19th century", Time(1801, precision="century")),
        ("-0450-00-00T00:00:00Z", 7, "5th century BCE", Time(-499, precision="century")),
        ("-0450-00-00T00:00:00Z", 8, "450s BCE", Time(-458, precision="decade")),
        ("+1500-00-00T00:00:00Z", 6, "2nd millennium", Time(1001, precision="millennium")),
        ("-0044-03-15T00:00:00Z", 11, "44-03-15 BCE", Time(-43, 3, 15)),
        ("-13000-00-00T00:00:00Z", 5, "about 13,000 BCE", Time(-12999, precision="era")),
    ],
)
def test_a_time_has_its_precision_and_its_first_day(
    path: Path, text: str, precision: int, name: str, stored: Time
) -> None:
    node = value(path, time("P571", text, precision)).object
    assert node.name == name
    assert node.properties["value"] == stored
    assert node.properties["precision"] == stored.precision


def test_a_time_beyond_dates_keeps_its_year(path: Path) -> None:
    node = value(path, time("P571", "-13798000000-00-00T00:00:00Z", 3)).object
    assert node.name == "about 13,798,000,000 BCE"
    assert node.properties["year"] == -13_797_999_999
    assert "value" not in node.properties


@pytest.mark.parametrize(
    ("julian", "expected"),
    [
        ((1582, 10, 5), (1582, 10, 15)),
        ((1564, 4, 26), (1564, 5, 6)),
        ((1500, 2, 29), (1500, 3, 10)),
        ((1917, 10, 25), (1917, 11, 7)),
        ((-43, 3, 15), (-43, 3, 13)),
        ((-4712, 1, 1), (-4713, 11, 24)),
    ],
)
def test_days_of_the_julian_calendar_become_those_of_the_gregorian(
    julian: tuple[int, int, int], expected: tuple[int, int, int]
) -> None:
    assert gregorian(*julian) == expected


def test_the_calendar_stays_with_the_fact(path: Path) -> None:
    triple = value(path, time("P569", "+1564-04-26T00:00:00Z", calendar=JULIAN))
    assert triple.object.name == "1564-05-06"
    assert triple.qualifiers["calendar"] == "julian"
    assert triple.qualifiers["julian"] == "1564-04-26"
    year = value(path, time("P569", "+1564-00-00T00:00:00Z", 9, JULIAN))
    assert (year.object.name, year.qualifiers["calendar"]) == ("1564", "julian")


@pytest.mark.parametrize(
    "text", ["+0000-01-01T00:00:00Z", "+1900-02-29T00:00:00Z", "+1900-13-01T00:00:00Z", "soon", ""]
)
def test_a_time_that_there_is_not_is_reported_and_stops_nothing(path: Path, text: str) -> None:
    source = opened(path, document("Q7", said(time("P569", text)), said(item("P31", "Q5"))))
    assert [triple.object.id for triple in triples(source)] == ["wd:Q5"]
    ((line, reason),) = bad(source)
    assert line == 2
    assert reason.startswith("P569 of Q7: ")


def test_a_quantity_has_its_unit_and_its_bounds_stand_with_the_fact(path: Path) -> None:
    amount = {"amount": "+1.96", "unit": "http://www.wikidata.org/entity/Q11573"}
    triple = value(path, snak("P2048", {**amount, "upperBound": "+1.97", "lowerBound": "+1.96"}, "quantity"))
    assert triple.object.name == "1.96 metre"
    assert triple.object.properties["value"] == 1.96
    assert triple.object.properties["unit_id"] == "wd:Q11573"
    assert triple.qualifiers["upper_bound"] == 1.97
    assert "lower_bound" not in triple.qualifiers
    count = value(path, snak("P1082", {"amount": "+5295000", "unit": "1"}, "quantity")).object
    assert (count.name, count.properties["value"]) == ("5295000", 5_295_000)
    unnamed = value(
        path, snak("P2048", {"amount": "-3", "unit": "http://www.wikidata.org/entity/Q999"}, "quantity")
    )
    assert unnamed.object.properties["unit_id"] == "wd:Q999"


@pytest.mark.parametrize("amount", ["many", "NaN", "+Infinity", "1e999999", ""])
def test_a_number_that_cannot_be_stored_is_reported(path: Path, amount: str) -> None:
    source = opened(path, document("Q7", said(snak("P1082", {"amount": amount, "unit": "1"}, "quantity"))))
    assert triples(source) == []
    assert "not a number" in bad(source)[0][1]


def test_places_are_points_on_earth_and_coordinates_elsewhere(path: Path) -> None:
    place = {
        "latitude": 57,
        "longitude": -5.5,
        "precision": 1e-05,
        "globe": "http://www.wikidata.org/entity/Q2",
    }
    assert value(path, snak("P625", place, "globecoordinate")).object.properties["value"] == WGS84Point(
        (-5.5, 57)
    )
    moon = {"latitude": 0.67, "longitude": 203.5, "globe": "http://www.wikidata.org/entity/Q405"}
    node = value(path, snak("P625", moon, "globecoordinate")).object
    assert node.name == "0.67, 203.5 (Moon)"
    assert "value" not in node.properties
    source = opened(path, document("Q7", said(snak("P625", {**place, "latitude": 91}, "globecoordinate"))))
    assert bad(source) == [(2, "P625 of Q7: there is no place 91.0, -5.5")]


@pytest.mark.parametrize(
    "kind", ["url", "commonsMedia", "math", "musical-notation", "geo-shape", "tabular-data"]
)
def test_what_is_written_as_text_is_text(path: Path, kind: str) -> None:
    node = value(path, snak("P856", "\\int_0^1 x", datatype=kind)).object
    assert (node.id, node.name, node.labels) == ("text:\\int_0^1 x", "\\int_0^1 x", ("Value",))


@pytest.mark.parametrize("id_", ["Q5", "P31", "L7", "L7-S1", "L7-F2", "E10", "M3"])
def test_entities_of_all_kinds_are_nodes(path: Path, id_: str) -> None:
    node = value(path, snak("P31", {"id": id_, "entity-type": "any"}, "wikibase-entityid")).object
    assert (node.id, node.labels) == (f"wd:{id_}", ())


def test_an_old_dump_gives_only_the_number_of_an_item(path: Path) -> None:
    old = snak("P31", {"entity-type": "item", "numeric-id": 5}, "wikibase-entityid")
    assert value(path, old).object.id == "wd:Q5"


@pytest.mark.parametrize("property_", ["", "birth", "P0", "Q5", "P٣1", "P31`) DETACH DELETE n //"])
def test_what_is_not_a_property_is_reported_and_the_rest_is_kept(path: Path, property_: str) -> None:
    none = {"snaktype": "novalue", "property": property_}
    fine = said(item("P31", "Q5"), item(property_, "Q6"), snak("P1545", "2"))
    source = opened(path, document("Q7", said(item(property_, "Q8")), said(none), fine, label="seven"))
    (triple,) = triples(source)
    assert (triple.relation.id, triple.object.id) == ("P31", "wd:Q5")
    assert set(triple.qualifiers) == {"series_ordinal", "statement"}
    assert described(source)["wd:Q7"].properties == {}
    reasons = [reason for _, reason in bad(source)]
    assert len(reasons) == 3
    assert all(reason.endswith(f"{property_!r} is not a property") for reason in reasons)


def test_a_datatype_that_is_not_known_is_reported(path: Path) -> None:
    source = opened(path, document("Q7", said(snak("P31", [1, 2], "novel"))))
    assert bad(source) == [(2, "P31 of Q7: a value of type novel that cannot be read")]


def test_external_ids_are_left_out_unless_wanted(path: Path) -> None:
    statement = said(snak("P214", "12345", datatype="external-id"))
    assert triples(opened(path, document("Q7", statement))) == []
    (triple,) = triples(opened(path, document("Q7", statement), external_ids=True))
    assert triple.object.name == "12345"


def test_the_best_rank_counts_unless_all_are_wanted(path: Path) -> None:
    def people(number: int, rank: str) -> dict[str, Any]:
        return said(snak("P1082", {"amount": str(number), "unit": "1"}, "quantity"), rank=rank)

    capital = said(item("P36", "Q1"))
    city = document("Q7", people(1, "normal"), people(2, "preferred"), people(3, "deprecated"), capital)
    assert [triple.object.name for triple in triples(opened(path, city))] == ["2", ""]
    everything = triples(opened(path, city, ranks="all"))
    ranked = [(triple.object.id, triple.qualifiers["rank"]) for triple in everything]
    assert ranked == [("number:1", "normal"), ("number:2", "preferred"), ("wd:Q1", "normal")]


def test_a_value_that_nobody_knows_is_a_node_of_its_own_and_no_value_is_none(path: Path) -> None:
    nobody = {"snaktype": "novalue", "property": "P26", "datatype": "wikibase-item"}
    person = document("Q7", said(snak("P22"), id="Q7$a"), said(nobody), label="seven")
    source = opened(path, person)
    (triple,) = triples(source)
    assert (triple.object.id, triple.object.name, triple.object.labels) == (
        "unknown:Q7$a",
        "unknown",
        ("Value",),
    )
    assert described(source)["wd:Q7"].properties["no_value"] == ["P26"]


def test_qualifiers_are_properties_under_the_names_of_their_properties(path: Path) -> None:
    held = said(
        item("P39", "Q11696"),
        time("P580", "+1789-04-30T00:00:00Z"),
        time("P582", "+1797-00-00T00:00:00Z", 9),
        item("P1366", "Q11806"),
        snak("P1545", "1"),
        snak("P2044", {"amount": "+694", "unit": "http://www.wikidata.org/entity/Q11573"}, "quantity"),
        item("P99999", "Q8"),
        id="Q23$x",
    )
    adams = document("Q11806", label="John Adams")
    (triple,) = triples(opened(path, document("Q23", held), adams))
    assert triple.qualifiers == {
        "start_time": Time(1789, 4, 30),
        "end_time": Time(1797, precision="year"),
        "replaced_by": ["John Adams"],
        "replaced_by_ids": ["wd:Q11806"],
        "series_ordinal": "1",
        "elevation_above_sea_level": 694,
        "elevation_above_sea_level_unit": "metre",
        "P99999": ["wd:Q8"],
        "P99999_ids": ["wd:Q8"],
        "statement": "Q23$x",
    }


def test_of_several_ends_the_last_one_counts_and_all_are_kept(path: Path) -> None:
    years = [
        time(property_, f"+{year}-00-00T00:00:00Z", 9)
        for property_ in ("P580", "P582")
        for year in (1990, 1980)
    ]
    (triple,) = triples(opened(path, document("Q7", said(item("P39", "Q1"), *years))))
    assert triple.qualifiers["start_time"] == Time(1980, precision="year")
    assert triple.qualifiers["end_time"] == Time(1990, precision="year")
    assert triple.qualifiers["end_time_all"] == ["1990", "1980"]


def test_qualifiers_without_a_known_value_say_so(path: Path) -> None:
    open_end = {"snaktype": "novalue", "property": "P582", "datatype": "time"}
    (triple,) = triples(
        opened(path, document("Q7", said(item("P39", "Q1"), snak("P580", kind="time"), open_end)))
    )
    assert triple.qualifiers["start_time_unknown"] is True
    assert triple.qualifiers["end_time_none"] is True


def test_a_bad_qualifier_is_reported_and_the_others_are_kept(path: Path) -> None:
    qualifiers = time("P585", "+2016-06-31T00:00:00Z"), snak("P1545", "2")
    source = opened(path, document("Q7", said(item("P39", "Q1"), *qualifiers)))
    assert triples(source)[0].qualifiers["series_ordinal"] == "2"
    assert bad(source) == [(2, "P39 of Q7: qualifier P585: there is no day 2016-06-31")]


def test_a_qualifier_cannot_take_the_place_of_what_every_relationship_has(path: Path) -> None:
    odd = document("P900001", label="Source"), document("P900002", label="Statement")
    qualifiers = snak("P900001", "a"), snak("P900002", "b")
    (triple,) = triples(opened(path, document("Q7", said(item("P39", "Q1"), *qualifiers, id="s")), *odd))
    assert triple.qualifiers == {"P900001": "a", "P900002": "b", "statement": "s"}


def test_statements_of_the_same_fact_are_told_apart_and_single_ones_are_not(path: Path) -> None:
    twice = [said(item("P39", "Q1"), id=f"Q7${number}") for number in range(2)]
    found = triples(opened(path, document("Q7", *twice, said(item("P39", "Q2")))))
    assert [triple.statement for triple in found] == ["Q7$0", "Q7$1", ""]
    assert len({triple.id for triple in found}) == 3


def test_texts_in_other_languages_are_left_out_where_there_are_wanted_ones(path: Path) -> None:
    def text(property_: str, language: str) -> dict[str, Any]:
        return said(snak(property_, {"text": f"in {language}", "language": language}, "monolingualtext"))

    texts = [text("P1549", "de"), text("P1549", "en"), text("P1549", "mul"), text("P1705", "ja")]
    found = triples(opened(path, document("Q7", *texts)))
    assert [triple.object.id for triple in found] == ["text:en:in en", "text:mul:in mul", "text:ja:in ja"]
    found = triples(opened(path, document("Q7", *texts), languages="de"))
    assert [triple.object.name for triple in found] == ["in de", "in mul", "in ja"]
