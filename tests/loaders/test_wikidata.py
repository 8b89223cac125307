"""Wikidata's formats, names, filters, and what is wrong with lines."""

import bz2
import gzip
import io
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from kgqa_neo4j.loaders import stored
from kgqa_neo4j.loaders.base import BadLine, Described, Fact, LineSource
from kgqa_neo4j.loaders.wikidata import truthy as reader
from kgqa_neo4j.loaders.wikidata.reading import MAX_LINE
from kgqa_neo4j.loaders.wikidata.source import WikidataLines, WikidataSource
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Relation
from tests.loaders.wikidata import (
    Q42,
    SLICE,
    TRUTHY,
    bad,
    described,
    document,
    item,
    load,
    opened,
    said,
    snak,
    time,
    triples,
)

GiveInput = Callable[[bytes], None]

WD, WDT = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "dump.json"


def text(language: str, value: str) -> dict[str, dict[str, str]]:
    return {language: {"language": language, "value": value}}


def family() -> list[dict[str, Any]]:
    """Seven is the child of Eight, who is the child of Nine; Eight is a poet, poets are artists."""
    return [
        document("Q7", said(item("P22", "Q8")), said(item("P31", "Q5")), label="Seven"),
        document("Q8", said(item("P22", "Q9")), said(item("P31", "Q100")), label="Eight"),
        document("Q9", label="Nine", sitelinks={"enwiki": {"site": "enwiki", "title": "Nine"}}),
        document("Q100", said(item("P279", "Q101")), label="poet"),
        document("Q101", label="artist"),
    ]


PACKERS = {"": lambda data: data, ".gz": gzip.compress, ".bz2": bz2.compress, ".zst": zstandard.compress}


@pytest.mark.parametrize("suffix", list(PACKERS))
def test_every_packing_gives_the_same_facts(tmp_path: Path, path: Path, suffix: str) -> None:
    expected = triples(opened(path, *family()))
    packed = tmp_path / f"dump.json{suffix}"
    packed.write_bytes(PACKERS[suffix](path.read_bytes()))
    assert triples(load(packed)) == expected
    assert len(expected) == 5


def test_a_dump_may_end_anywhere(path: Path) -> None:
    source = opened(path, *family())
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b'"Q101","') if b'"Q101","' in whole else whole.rindex(b'"labels"')])
    source = load(path)
    assert len(triples(source)) == 5
    assert bad(source)[0][0] == 6
    assert bad(source)[0][1].startswith("not JSON: ")


def test_a_single_entity_is_read_as_the_api_gives_it(path: Path) -> None:
    seven = family()[0]
    for content in (
        json.dumps(seven),
        json.dumps(seven, indent=1),
        json.dumps({"entities": {"Q7": seven}}, indent=1),
    ):
        path.write_text(content)
        assert [triple.object.id for triple in triples(load(path))] == ["wd:Q8", "wd:Q5"], content[:30]


@pytest.mark.parametrize("form", ["{}", "{}\n", "\ufeff {} \n"])
def test_an_array_may_stand_on_one_line(path: Path, form: str) -> None:
    expected = triples(opened(path, *family()))
    path.write_text(form.format(json.dumps(family())))
    source = load(path)
    assert triples(source) == expected
    assert len(described(load(path, ids="Q7", hops="1"))) == 2
    path.write_text(json.dumps(family())[:-2] + ",\n" + json.dumps({"id": "x"}))
    assert {line for line, _ in bad(load(path))} == {1, 2}


def test_an_array_over_many_lines_is_refused_with_what_to_do(path: Path) -> None:
    path.write_text(json.dumps(family(), indent=1))
    with pytest.raises(InputError, match="neither Wikidata's JSON") as caught:
        load(path)
    assert "jq -c" in caught.value.hint


def test_the_real_single_entity() -> None:
    source = load(Q42)
    assert described(source)["wd:Q42"].name == "Douglas Adams"
    facts = {triple.relation.name: triple.object.name for triple in triples(source)}
    assert facts["date of birth"] == "1952-03-11"
    assert facts["height"] == "1.96 metre"
    assert len(triples(source)) == 55


def test_the_real_dump_has_what_its_statements_say() -> None:
    source = load(SLICE)
    names = described(source)
    assert [names[f"wd:{id_}"].name for id_ in ("Q1", "Q23", "Q220")] == [
        "universe",
        "George Washington",
        "Rome",
    ]
    rome = next(one for one in triples(source) if one.subject.name == "Rome" and one.relation.id == "P571")
    assert (rome.object.name, rome.qualifiers["julian"]) == ("753-04-05 BCE", "753-04-13 BCE")
    assert names["wd:Q190"].properties == {"no_value": ["P176"]}
    assert [reason for _, reason in bad(source)] == [
        "P1082 of Q279: qualifier P585: there is no day 2016-06-31"
    ]


def test_the_real_truthy_triples() -> None:
    source = load(TRUTHY)
    adams = described(source)["wd:Q42"]
    assert adams.name == "Douglas Adams"
    assert adams.description.startswith("British science fiction writer and humorist")
    facts = {triple.relation.name: triple.object for triple in triples(source)}
    assert facts["date of birth"].name == "1952-03-11"
    assert facts["work period (start)"].name == "1974"
    assert facts["height"].properties["value"] == 1.96
    assert facts["image"].name == "Douglas adams portrait.jpg"
    assert "VIAF cluster ID" not in facts
    assert "VIAF cluster ID" in {one.relation.name for one in triples(load(TRUTHY, external_ids=True))}


def test_other_files_are_refused_with_what_to_get(path: Path) -> None:
    for content in ("@prefix wd: <http://x> .\n", "<?xml version='1.0'?>"[1:], "a\tb\tc\n"):
        path.write_text(content)
        with pytest.raises(InputError, match=r"dump\.json:1: this is neither") as caught:
            load(path)
        assert "latest-all.json.gz" in caught.value.hint


def test_names_come_in_the_wanted_languages_with_what_stands_in_for_them(path: Path) -> None:
    labels = {**text("en", "Vienna"), **text("de", "Wien"), **text("de-at", "Wean"), **text("ja", "ウィーン")}
    aliases = {"en": [{"language": "en", "value": "Wien"}], "fr": [{"language": "fr", "value": "Vienne"}]}
    descriptions = {**text("en", "capital of Austria"), **text("fr", "capitale")}
    city = {**document("Q1741"), "labels": labels, "aliases": aliases, "descriptions": descriptions}

    def named(languages: str) -> tuple[str, tuple[str, ...], str]:
        entity = described(opened(path, city, languages=languages))["wd:Q1741"]
        return entity.name, entity.aliases, entity.description

    assert named("en") == ("Vienna", ("Wien",), "capital of Austria")
    assert named("de,en") == ("Wien", ("Wean", "Vienna"), "capital of Austria")
    assert named("fr") == ("Vienna", ("Vienne",), "capitale")
    assert named("it")[0] == "Vienna"
    only = {**document("Q1"), "labels": text("ja", "都市")}
    assert described(opened(path, only))["wd:Q1"].name == "都市"
    marked = {**document("Q1"), "labels": {**text("ja", "都市"), **text("mul", "Toshi")}}
    assert described(opened(path, marked))["wd:Q1"].name == "Toshi"
    assert described(opened(path, document("Q1")))["wd:Q1"].name == ""


def test_what_is_only_referred_to_has_its_name_from_the_rest_of_the_file(path: Path) -> None:
    source = opened(path, *family(), ids="Q7")
    assert [(triple.object.id, triple.object.name) for triple in triples(source)] == [
        ("wd:Q8", "Eight"),
        ("wd:Q5", ""),
    ]
    once = opened(path, *family(), ids="Q7", one_pass=True)
    assert [triple.object.name for triple in triples(once)] == ["", ""]


def test_properties_are_called_as_the_dump_says_wherever_it_says_it(path: Path) -> None:
    dump = [document("Q7", said(item("P22", "Q8"))), document("P22", label="begetter")]
    assert triples(opened(path, *dump))[0].relation == Relation("P22", "begetter")
    once = list(opened(path, *dump, one_pass=True).items())
    assert triples(once)[0].relation.name == "father"
    assert Described(3, Relation("P22", "begetter")) in once


def test_a_property_has_its_other_names_too(path: Path) -> None:
    aliases = {"en": [{"language": "en", "value": "daddy"}, {"language": "en", "value": "begetter"}]}
    dump = [document("Q7", said(item("P22", "Q8"))), document("P22", label="begetter", aliases=aliases)]
    assert triples(opened(path, *dump))[0].relation == Relation("P22", "begetter", aliases=("daddy",))


def test_properties_can_be_named_by_a_file(path: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels.tsv"
    labels.write_text(
        'property\tpropertyLabel\nP9000001\tfavourite colour\n<http://www.wikidata.org/entity/P22>\t"sire"@en\n'
    )
    dump = document("Q7", said(item("P22", "Q8"), snak("P9000001", "red")))
    (triple,) = triples(opened(path, dump, property_labels=str(labels)))
    assert triple.relation.name == "sire"
    assert triple.qualifiers["favourite_colour"] == "red"
    labels.write_text(json.dumps(document("P22", label="papa")))
    assert triples(opened(path, dump, property_labels=str(labels)))[0].relation.name == "papa"
    labels.write_text("nothing\n")
    with pytest.raises(InputError, match=r"labels\.tsv has no properties"):
        opened(path, dump, property_labels=str(labels))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"P22\tsire\nP31\tcaf\xe9\n", r"labels\.tsv:2: not UTF-8 at byte 8"),
        (b"P22\tsire\n\nrubbish\n", r"labels\.tsv:3: neither an id with a label nor JSON"),
        (b'[\n{"id": "P22",\n]\n', r"labels\.tsv:2: Input data was truncated"),
        (
            b'{"id": "P22", "labels": {"en": {"language": "en", "value": 5}}}\n',
            r"labels\.tsv:1: Expected `str`",
        ),
        (
            b'{"id": "P22", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
            r"labels\.tsv:1: maximum recursion",
        ),
    ],
)
def test_a_bad_line_among_property_labels_is_named(
    path: Path, tmp_path: Path, content: bytes, message: str
) -> None:
    labels = tmp_path / "labels.tsv"
    labels.write_bytes(content)
    with pytest.raises(InputError, match=message):
        opened(path, *family(), property_labels=str(labels))


def test_other_property_labels_are_another_load(path: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.tsv", tmp_path / "second.tsv"
    first.write_text("P22\tsire\n")
    second.write_text("P22\tsire\n")
    key = opened(path, *family(), property_labels=str(first)).key
    assert opened(path, *family(), property_labels=str(second)).key == key != opened(path, *family()).key
    first.write_text("P22\tpapa\n")
    assert opened(path, *family(), property_labels=str(first)).key != key


def test_only_the_named_properties_are_loaded(path: Path) -> None:
    assert {triple.relation.id for triple in triples(opened(path, *family(), properties="P31, P279"))} == {
        "P31",
        "P279",
    }


def test_instances_of_a_class_are_also_those_of_its_subclasses(path: Path) -> None:
    assert list(described(opened(path, *family(), classes="Q101"))) == ["wd:Q8"]
    assert list(described(opened(path, *family(), classes="Q5,Q101"))) == ["wd:Q7", "wd:Q8"]


def test_only_what_has_a_page_is_loaded(path: Path) -> None:
    assert list(described(opened(path, *family(), sitelinked=True))) == ["wd:Q9"]
    assert list(described(opened(path, *family(), sitelinked=True, one_pass=True))) == ["wd:Q9"]


@pytest.mark.parametrize(
    ("hops", "expected"), [("0", {"Q7"}), ("1", {"Q7", "Q8"}), ("2", {"Q7", "Q8", "Q9", "Q100"}), ("9", 5)]
)
@pytest.mark.parametrize("held", [1, 10_000])
def test_ids_bring_what_is_within_some_hops(
    path: Path, monkeypatch: pytest.MonkeyPatch, hops: str, expected: set[str] | int, held: int
) -> None:
    monkeypatch.setattr(stored, "HELD", held)
    found = {id_.removeprefix("wd:") for id_ in described(opened(path, *family(), ids="Q7", hops=hops))}
    assert found == expected or len(found) == expected


def test_ids_may_stand_in_a_file(path: Path, tmp_path: Path) -> None:
    listed = tmp_path / "ids.txt"
    listed.write_text("Q8\nwd:Q9\nhttp://www.wikidata.org/entity/Q7\n")
    assert list(described(opened(path, *family(), ids=str(listed)))) == ["wd:Q7", "wd:Q8", "wd:Q9"]


def test_a_limit_counts_entities_also_when_a_load_goes_on(path: Path) -> None:
    source = opened(path, *family(), limit="2")
    assert list(described(source)) == ["wd:Q7", "wd:Q8"]
    assert {one.line for one in source.items(after=2)} == {3}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hops": "2"}, "--hops needs --ids"),
        ({"ids": "Q1", "hops": "two"}, "--hops two"),
        ({"ids": "nowhere.txt"}, "--ids: 'nowhere.txt' is neither"),
        ({"properties": "birth"}, "--properties: 'birth' is"),
        ({"ranks": "good"}, "--ranks good"),
        ({"languages": "English!"}, "--languages"),
        ({"one_pass": True, "classes": "Q5"}, "--classes needs to read"),
    ],
)
def test_options_that_cannot_be_are_refused(path: Path, options: dict[str, str | bool], message: str) -> None:
    with pytest.raises(InputError, match=message):
        opened(path, *family(), **options)


def test_other_options_are_another_load(path: Path) -> None:
    assert opened(path, *family()).key == opened(path, *family()).key
    assert opened(path, *family()).key != opened(path, *family(), languages="de").key


def test_an_id_that_was_merged_leads_to_the_entity_that_it_is_now(path: Path) -> None:
    merged = {"entity": "Q700", "redirect": "Q7"}
    dump = [document("Q1", said(item("P22", "Q700")), label="One"), document("Q7", label="Seven"), merged]
    source = opened(path, *dump)
    assert triples(source)[0].object.id == "wd:Q7"
    assert triples(source)[0].object.name == "Seven"
    assert described(source)["wd:Q7"].properties["redirects"] == ["wd:Q700"]
    assert list(described(opened(path, *dump, ids="Q700"))) == ["wd:Q7"]
    once = opened(path, merged, *dump[:2], one_pass=True)
    assert triples(once)[0].object.id == "wd:Q7"
    path.write_text(json.dumps({"entities": {"Q700": document("Q7", label="Seven")}}))
    assert described(load(path))["wd:Q7"].properties["redirects"] == ["wd:Q700"]


def test_each_bad_line_has_its_number_and_its_reason(path: Path) -> None:
    good = json.dumps(family()[0]).encode()
    lines = [
        b"[",
        good + b",",
        b'{"id": "Q1", ' + b",",
        b'{"id": "caf\xe9", "labels": {}},',
        b'{"id": "Q2", "labels": {"en": {"language": "en", "value": "a\xff"}}},',
        b'{"id": "Q3", "labels": {"en": {"language": "en", "value": "a\\u0000b"}}},',
        b'{"id": "Q4", "labels": {"en": {"language": "en", "value": "\\ud800x"}}},',
        b'{"id": "Q5", "claims": {"P31": "no list"}},',
        b'{"id": "constructor"},',
        b'{"type": "item"},',
        b"42,",
        b'{"id": 7, "claims": {}},',
        b'{"id": "Q2", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"},",
        b'{"id": "Q6", "x": "' + b"y" * MAX_LINE + b'"},',
        b"",
        good.replace(b"Q7", b"Q77") + b"\r",
        b"]",
    ]
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines))
    source = load(path)
    found = dict(bad(source))
    assert list(found) == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    assert found[3].startswith("not JSON: ")
    assert found[4].startswith("not UTF-8 at byte")
    assert found[6] == "contains a NUL character"
    assert found[8] == "P31 of Q5: Expected `array`, got `str`"
    assert found[9] == "has no entity id such as Q42"
    assert found[12] == "not an entity: Expected `str`, got `int` - at `$.id`"
    assert found[13].startswith("not JSON: maximum recursion depth")
    assert found[14] == f"longer than {MAX_LINE} bytes"
    assert list(described(source)) == ["wd:Q7", "wd:Q77"]


@pytest.mark.parametrize("one_pass", [False, True])
@pytest.mark.parametrize("member", ["x", "claims", "labels"])
def test_a_line_that_is_nested_too_deeply_is_one_bad_line(path: Path, one_pass: bool, member: str) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    first, last = (json.dumps(one) for one in family()[:2])
    path.write_text(f'{first}\n{{"id":"Q2","{member}":{deep}}}\n{last}\n')
    source = load(path, one_pass=one_pass)
    assert [line for line, _ in bad(source)] == [2]
    assert list(described(source)) == ["wd:Q7", "wd:Q8"]


def test_some_spoilt_lines_do_not_hide_the_format(path: Path, stdin: GiveInput) -> None:
    people = [json.dumps(document(f"Q{number}", label=f"n{number}")) for number in range(1, 9)]
    for spoilt in ("garbage", '{"id": "Q99", "la', "<Q99>", "\x1f"):
        content = "\n".join((spoilt, "", *people)) + "\n"
        path.write_text(content)
        stdin(content.encode())
        for source in (load(path), load(Path("-"))):
            found = list(source.items())
            assert [one.line for one in found if isinstance(one, BadLine)] == [1]
            assert sum(isinstance(one, Described) for one in found) == 8
    named = [f'<{WD}Q{number}> {LABEL} "n{number}"@en .' for number in range(1, 9)]
    source = truthy(path, "garbage", *named[:4], "more garbage", *named[4:])
    assert [line for line, _ in bad(source)] == [1, 6]
    assert len(described(source)) == 8


def test_the_names_of_a_cut_archive_of_few_lines_are_loaded(path: Path) -> None:
    opened(path, *family())
    packed = gzip.compress(path.read_bytes())
    path.write_bytes(packed[:-4])
    source, found = load(path), []
    with pytest.raises(InputError, match="cut short near byte"):
        for one in source.items():
            found.append(one)
    assert len(triples(found)) == 5


def test_of_a_field_of_the_wrong_type_only_its_value_is_left_out(path: Path) -> None:
    seven = document(
        "Q7",
        said(snak("P1082", {"amount": 5, "unit": "1"}, "quantity"), id="wrong"),
        said(item("P31", "Q5"), item("P39", "Q1"), {"property": "P580", "snaktype": 1}, snak("P1545", "2")),
        said(item("P22", "Q8"), rank="normal", id="right"),
        labels={**text("en", "Seven"), "de": {"language": "de", "value": None}},
        aliases={"en": [{"language": "en", "value": 7}, {"language": "en", "value": "VII"}], "fr": "sept"},
        descriptions=text("en", "a number"),
        sitelinks=3,
    )
    source = opened(path, seven, document("Q8", said(item("P22", "Q7")), label="Eight"))
    assert bad(source) == [
        (2, "P1082 of Q7: Expected `str`, got `int` - at `$.mainsnak.datavalue.value.amount`"),
        (2, "P31 of Q7: qualifier P580: Expected `str`, got `int` - at `$.snaktype`"),
        (2, "label of Q7 in de: Expected `str`, got `null` - at `$.value`"),
        (2, "alias of Q7 in en: Expected `str`, got `int` - at `$.value`"),
        (2, "alias of Q7 in fr: Expected `array`, got `str`"),
        (2, "sitelinks of Q7: Expected `object`, got `int`"),
    ]
    entity = described(source)["wd:Q7"]
    assert (entity.name, entity.aliases, entity.description) == ("Seven", ("VII",), "a number")
    found = triples(source)
    assert [triple.object.id for triple in found] == ["wd:Q5", "wd:Q8", "wd:Q7"]
    assert found[0].qualifiers["series_ordinal"] == "2"
    assert found[2].object.name == "Seven"
    path.write_text(json.dumps({"entities": {"Q7": seven, "Q8": document("Q8", label="Eight")}}))
    assert list(described(load(path))) == ["wd:Q7", "wd:Q8"]
    assert len(bad(load(path))) == 6


def test_a_name_that_no_index_holds_is_cut_and_reported(path: Path) -> None:
    long = "ñ" * 9000
    seven = document(
        "Q7", said(item("P22", "Q8")), label=long, aliases={"en": [{"language": "en", "value": f"{long}2"}]}
    )
    source = opened(path, seven, document("Q8", said(item("P22", "Q7"))), document("P22", label=long))
    entity = described(source)["wd:Q7"]
    assert len(entity.name) == 1000
    assert entity.name.endswith("ñ…")
    assert [len(name) for name in (*entity.aliases, *(one.object.name for one in triples(source)))] == [0, 1000]
    assert bad(source) == [
        (2, "a name of Q7 of 9000 characters was cut to 1000"),
        (2, "a name of Q7 of 9001 characters was cut to 1000"),
        (4, "a name of P22 of 9000 characters was cut to 1000"),
    ]


def test_a_cut_archive_gives_what_it_holds_and_says_where_it_ends(path: Path) -> None:
    opened(
        path,
        *(document(f"Q{number}", said(item("P31", "Q5")), label=f"n{number}") for number in range(1, 3000)),
    )
    packed = gzip.compress(path.read_bytes())
    path.write_bytes(packed[: len(packed) // 2])
    source, found = load(path), []
    with pytest.raises(InputError, match="cut short near byte"):
        for one in source.items():
            found.append(one)
    assert len(triples(found)) > 500
    assert triples(found)[0].subject.name == "n1"


def truthy(path: Path, *lines: str, **options: str | bool) -> WikidataSource:
    path.write_text("\n".join(lines) + "\n")
    return load(path, **options)


def test_truthy_values_are_typed(path: Path) -> None:
    xsd = "http://www.w3.org/2001/XMLSchema#"
    values = {
        "P569": f'"1952-03-11T00:00:00Z"^^<{xsd}dateTime>',
        "P571": f'"-0043-03-15T00:00:00Z"^^<{xsd}dateTime>',
        "P576": f'"0000-01-01T00:00:00Z"^^<{xsd}dateTime>',
        "P1082": f'"+5295000"^^<{xsd}decimal>',
        "P625": '"Point(-5.5 57.0)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>',
        "P1559": '"Ad\\u00E0"@it',
        "P856": "<http://x.org/a%20b>",
        "P18": "<http://commons.wikimedia.org/wiki/Special:FilePath/A%20b.jpg>",
        "P22": f"<{WD}.well-known/genid/abc>".replace("entity/", ""),
        "P31": f"<{WD}Q5>",
    }
    source = truthy(path, *(f"<{WD}Q7> <{WDT}{key}> {term} ." for key, term in values.items()))
    found = {triple.relation.id: triple.object for triple in triples(source)}
    assert [found[key].name for key in values] == [
        "1952-03-11",
        "44-03-15 BCE",
        "1 BCE",
        "5295000",
        "57, -5.5",
        "Adà",
        "http://x.org/a%20b",
        "A b.jpg",
        "unknown",
        "",
    ]
    assert found["P22"].id == "unknown:abc"
    assert found["P31"].id == "wd:Q5"


def test_bad_lines_of_triples_have_their_number_and_reason(path: Path) -> None:
    fact = f"<{WD}Q7> <{WDT}P31>"
    lines = [
        f'<{WD}Q7> {LABEL} "Seven"@en .',
        f'<{WD}Q7> {LABEL} "open .',
        f"{fact} <{WD}Q5>",
        f"{fact} <{WD}Q5 .",
        f"{fact} .",
        f'{fact} "0000-13-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .',
        f'{fact} "\\q" .',
        "",
        f"{fact} <{WD}Q5> .",
    ]
    source = truthy(path, *lines)
    assert [line for line, _ in bad(source)] == [2, 3, 4, 5, 7, 9]
    assert [triple.object.id for triple in triples(source)] == ["wd:Q5"]
    assert described(source)["wd:Q7"].name == "Seven"


@pytest.mark.parametrize(
    ("object_", "reason"),
    [
        (b"<http://x.org/caf\xe9>", "not UTF-8"),
        (b"<http://x.org/a\0b>", "contains a NUL character"),
        (b"<http://commons.wikimedia.org/wiki/Special:FilePath/A%00.jpg>", "contains a NUL character"),
        (
            b"<http://commons.wikimedia.org/wiki/Special:FilePath/A%FF.jpg>",
            "the name of a file that is not UTF-8",
        ),
        (b"_:a\xff", "not UTF-8"),
    ],
)
def test_an_iri_that_no_text_holds_is_a_bad_line(path: Path, object_: bytes, reason: str) -> None:
    fact = f"<{WD}Q7> <{WDT}P856> ".encode()
    path.write_bytes(fact + object_ + b" .\n" + fact + b"<http://x.org/%FF> .\n")
    source = load(path)
    assert bad(source) == [(1, reason)]
    assert [triple.object.name for triple in triples(source)] == ["http://x.org/%FF"]


def test_triples_may_name_schemas_and_have_properties_only_as_predicates(path: Path) -> None:
    source = truthy(
        path,
        f"<{WD}Q7> <{WDT}P12861> <{WD}E10> .",
        f"<{WD}E10> <{WDT}P31> <{WD}Q5> .",
        f"<{WD}Q7> <{WDT}Q5> <{WD}Q5> .",
        f"<{WD}Q7> {TYPE} <http://www.wikidata.org/prop/novalue/x> .",
        f"<{WD}L7-F1> <{WDT}P443> <http://x.org/a> .",
    )
    assert [(one.subject.id, one.object.id) for one in triples(source)] == [
        ("wd:Q7", "wd:E10"),
        ("wd:L7-F1", "text:http://x.org/a"),
    ]
    assert [line for line, _ in bad(source)] == [2, 3, 4]


def test_triples_go_on_between_entities(path: Path) -> None:
    lines = [
        f'<{WD}Q{number}> {LABEL} "n{number}"@en .\n<{WD}Q{number}> <{WDT}P31> <{WD}Q5> .'
        for number in (1, 2, 3)
    ]
    source = truthy(path, *lines)
    assert [one.line for one in source.items() if isinstance(one, Fact)] == [2, 4, 6]
    assert [one.triple.subject.name for one in source.items(after=2) if isinstance(one, Fact)] == ["n2", "n3"]


def test_triples_may_be_parsed_in_other_processes_a_few_entities_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = [
        [
            f'<{WD}Q{number}> {LABEL} "n{number}"@en .',
            f"<https://en.wikipedia.org/wiki/{number}> <http://schema.org/about> <{WD}Q{number}> .",
            f"<{WD}Q{number}> <{WDT}P31> <{WD}Q5> ." if number % 7 else f"<{WD}Q{number}> <{WDT}P31> .",
            "# comment" if number % 3 else "",
            f"<{WD}Q{number}> <{WDT}P22> <{WD}Q{number + 1}> .",
        ]
        for number in range(1, 40)
    ]
    source = truthy(path, *(line for lines in about for line in lines))
    expected = list(source.items())
    assert [line for line, _ in bad(source)] == [33, 68, 103, 138, 173]
    assert len(triples(expected)) == 39 * 2 - 5
    assert isinstance(source, WikidataLines) and isinstance(source, LineSource)
    copy = pickle.loads(pickle.dumps(source))
    for least, count in ((1, 39), (1000, 13), (1 << 20, 1)):
        monkeypatch.setattr(reader, "PIECE", least)
        pieces = list(source.lines())
        assert len(pieces) == count
        assert [one for number, piece in pieces for one in copy.parse(number, piece)] == expected
        assert list(source.items(after=103)) == [one for one in expected if one.line > 103]


def test_an_entity_of_many_lines_is_read_in_parts(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PIECE", 1000)
    monkeypatch.setattr(reader, "MAX_PIECE", 2000)
    facts = [f"<{WD}Q7> <{WDT}P31> <{WD}Q{number}> ." for number in range(1, 101)]
    source = truthy(path, f'<{WD}Q7> {LABEL} "Seven"@en .', *facts, f"<{WD}Q8> <{WDT}P31> <{WD}Q5> .")
    assert isinstance(source, WikidataLines) and isinstance(source, LineSource)
    assert max(len(piece or b"") for _, piece in source.lines()) < 2200
    assert len({one.id for one in triples(list(source.items()))}) == 101
    assert {one.subject.name for one in triples(list(source.items()))[:100]} == {"Seven"}


def test_a_line_of_triples_that_is_too_long_is_reported_within_its_entity(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = truthy(path, f'<{WD}Q7> {LABEL} "Seven"@en .', "x" * 300, f"<{WD}Q7> <{WDT}P31> <{WD}Q5> .", "\r")
    monkeypatch.setattr(source._reader.file, "max_line", 200)
    assert bad(source) == [(2, f"longer than {1 << 25} bytes")]
    assert [one.line for one in source.items() if isinstance(one, Fact)] == [3]


def test_triples_know_pages_redirects_and_missing_values(path: Path) -> None:
    lines = [
        f'<{WD}Q7> {LABEL} "Seven"@en .',
        f"<{WD}Q7> {TYPE} <http://www.wikidata.org/prop/novalue/P26> .",
        f"<{WD}Q7> <{WDT}P22> <{WD}Q800> .",
        f"<https://en.wikipedia.org/wiki/Seven> <http://schema.org/about> <{WD}Q7> .",
        f"<https://www.wikidata.org/wiki/Special:EntityData/Q8> <http://schema.org/about> <{WD}Q8> .",
        f'<{WD}Q8> {LABEL} "Eight"@en .',
        f"<{WD}Q800> <http://www.w3.org/2002/07/owl#sameAs> <{WD}Q8> .",
    ]
    source = truthy(path, *lines)
    assert described(source)["wd:Q7"].properties == {"no_value": ["P26"]}
    assert described(source)["wd:Q8"].properties == {"redirects": ["wd:Q800"]}
    assert [(one.object.id, one.object.name) for one in triples(source)] == [("wd:Q8", "Eight")]
    # A page about what is no entity of Wikidata hides no other.
    lines.insert(0, f"<https://en.wikipedia.org/wiki/X> <http://schema.org/about> <{WD}X> .")
    assert list(described(truthy(path, *lines, sitelinked=True))) == ["wd:Q7"]
    with pytest.raises(InputError, match="--sitelinked needs"):
        truthy(path, *lines, sitelinked=True, one_pass=True)


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> GiveInput:
    def give(content: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(content))))

    return give


@pytest.mark.parametrize("packed", [False, True])
def test_standard_input_is_read_once(path: Path, stdin: GiveInput, packed: bool) -> None:
    expected = len(triples(opened(path, *family())))
    content = path.read_bytes()
    stdin(gzip.compress(content) if packed else content)
    source = load(Path("-"))
    assert source.name == "stdin"
    assert len(triples(source)) == expected


def test_a_pretty_printed_entity_may_come_by_standard_input(stdin: GiveInput) -> None:
    stdin(json.dumps({"entities": {"Q7": family()[0]}}, indent=2).encode())
    assert len(triples(load(Path("-")))) == 2


def test_what_needs_several_passes_is_refused_on_standard_input(stdin: GiveInput) -> None:
    stdin(b"[\n]\n")
    with pytest.raises(InputError, match="--classes needs to read the input more than once") as caught:
        load(Path("-"), classes="Q5")
    assert "give a file" in caught.value.hint
    with pytest.raises(InputError, match="--hops needs to read"):
        load(Path("-"), ids="Q5", hops="1")


def test_dates_of_qualifiers_reach_beyond_the_calendar_of_python(path: Path) -> None:
    ages = said(item("P31", "Q1"), time("P580", "-13798000000-00-00T00:00:00Z", 3))
    (triple,) = triples(opened(path, document("Q7", ages)))
    assert triple.qualifiers["start_time_year"] == -13_797_999_999


def test_lines_may_be_parsed_in_other_processes(path: Path) -> None:
    source = opened(path, *family(), {"entity": "Q70", "redirect": "Q7"}, document("P22", label="begetter"))
    expected = list(source.items())
    assert isinstance(source, WikidataLines) and isinstance(source, LineSource)
    numbered = list(source.lines())
    copy = pickle.loads(pickle.dumps(source))
    assert [one for number, line in numbered for one in copy.parse(number, line)] == expected
    assert triples(expected)[0].object.name == "Eight"
    assert not isinstance(opened(path, *family(), limit="2"), LineSource)
