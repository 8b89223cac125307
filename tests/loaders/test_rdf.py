import gzip
from pathlib import Path

import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import BadLine, Described, Fact
from kgqa_neo4j.loaders.rdf import RdfFile
from kgqa_neo4j.loaders.rdf_terms import BlankNodes
from kgqa_neo4j.model.errors import DamagedSource, InputError
from kgqa_neo4j.model.graph import Entity, Relation
from kgqa_neo4j.model.literals import Time, text_value, time_value

TURTLE = """@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:Ada a ex:Person ;
  rdfs:label "Ada Lovelace"@en, "Ada, die Gräfin"@de ;
  skos:altLabel "Countess of Lovelace"@en ;
  rdfs:comment "an English mathematician"@en ;
  ex:birthDate "1815-12-10"^^xsd:date ;
  ex:height 1.7 ;
  ex:famous true ;
  ex:motto "think"@en ;
  ex:knows ex:Charles_Babbage .
ex:birthDate rdfs:label "date of birth" .
"""
NT = """<http://example.org/Ada> <http://example.org/knows> <http://example.org/Charles_Babbage> .
# a comment
<http://example.org/Ada> <http://example.org/knows> "broken .
<http://example.org/Ada> <http://www.w3.org/2000/01/rdf-schema#label> "Ada" .
"""


def opened(path: Path, content: str | bytes, **options: str | bool) -> RdfFile:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    source = LOADERS.get("rdf").open(str(path), options)
    assert isinstance(source, RdfFile)
    return source


def facts(source: RdfFile) -> list[tuple[str, str, str]]:
    found = [item.triple for item in source.items() if isinstance(item, Fact)]
    return [(one.subject.id, one.relation.id, one.object.id) for one in found]


def said(source: RdfFile) -> list[Entity | Relation]:
    return [item.what for item in source.items() if isinstance(item, Described)]


def test_statements_become_facts_and_labels_names(tmp_path: Path) -> None:
    source = opened(tmp_path / "people.ttl", TURTLE)
    assert facts(source) == [
        ("ex:Ada", "instance_of", "ex:Person"),
        ("ex:Ada", "ex:birthDate", "time:1815-12-10"),
        ("ex:Ada", "ex:height", "number:1.7"),
        ("ex:Ada", "ex:famous", "boolean:true"),
        ("ex:Ada", "ex:motto", "text:en:think"),
        ("ex:Ada", "ex:knows", "ex:Charles_Babbage"),
    ]
    (ada,) = said(source)
    assert ada == Entity("ex:Ada", "Ada Lovelace", ("Countess of Lovelace",), "an English mathematician")
    triples = [item.triple for item in source.items() if isinstance(item, Fact)]
    assert triples[1].relation == Relation("ex:birthDate", "date of birth")
    assert triples[1].text == "(Ada Lovelace, date of birth, 1815-12-10)"
    assert triples[5].object == Entity("ex:Charles_Babbage", "Charles_Babbage", ("Charles Babbage",))
    assert triples[4].object == text_value("think", "en")
    assert triples[1].object == time_value(Time(1815, 12, 10))


@pytest.mark.parametrize(
    ("languages", "name"),
    [("de", "Ada, die Gräfin"), ("fr,de", "Ada, die Gräfin"), ("en", "Ada Lovelace"), ("fr", "Ada Lovelace")],
)
def test_names_are_of_the_preferred_language(tmp_path: Path, languages: str, name: str) -> None:
    ada = said(opened(tmp_path / "people.ttl", TURTLE, language=languages))[0]
    assert ada.name == name


XML = """<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/">
<rdf:Description rdf:about="http://example.org/Ada"><ex:knows rdf:resource="http://example.org/Bob"/>
</rdf:Description></rdf:RDF>"""
JSON = '{"@context": {"ex": "http://example.org/"}, "@id": "ex:Ada", "ex:knows": {"@id": "ex:Bob"}}'
LINE = "<http://example.org/Ada> <http://example.org/knows> <http://example.org/Bob>"
PREFIX = "@prefix ex: <http://example.org/> .\n"


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("kb.ttl", f"{PREFIX}ex:Ada ex:knows ex:Bob .", {}),
        ("kb.trig", f"{PREFIX}ex:g {{ ex:Ada ex:knows ex:Bob . }}", {}),
        ("kb.rdf", XML, {}),
        ("kb.txt", XML, {}),
        ("kb.jsonld", JSON, {}),
        ("kb.nt", f"{LINE} .", {"namespaces": "ex=http://example.org/"}),
        ("kb.nq", f"{LINE} <http://example.org/g> .", {"namespaces": "ex=http://example.org/"}),
        ("kb.data", f"{LINE} .", {"namespaces": "ex=http://example.org/", "format": "nt"}),
    ],
)
def test_every_format_gives_the_same_facts(
    tmp_path: Path, name: str, text: str, options: dict[str, str]
) -> None:
    assert facts(opened(tmp_path / name, text, **options)) == [("ex:Ada", "ex:knows", "ex:Bob")]
    packed = opened(tmp_path / f"{name}.gz", gzip.compress(text.encode()), **options)
    assert facts(packed) == [("ex:Ada", "ex:knows", "ex:Bob")]


def test_ids_without_a_prefix_are_whole_and_names_are_short(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb.nt", NT)
    (fact,) = [item.triple for item in source.items() if isinstance(item, Fact)]
    assert (fact.subject.id, fact.subject.name) == ("http://example.org/Ada", "Ada")
    assert fact.object.aliases == ("Charles Babbage",)
    assert fact.relation == Relation("http://example.org/knows", "knows")


def test_the_empty_prefix_is_the_file_s(tmp_path: Path) -> None:
    text = "@prefix : <http://example.org/> .\n:Ada :birthPlace :London .\n"
    source = opened(tmp_path / "kb.ttl", text)
    assert facts(source) == [("kb:Ada", "kb:birthPlace", "kb:London")]
    (fact,) = [item.triple for item in source.items() if isinstance(item, Fact)]
    assert fact.relation.name == "birth place"


def test_what_is_named_relative_to_the_file_has_the_file_s_prefix(tmp_path: Path) -> None:
    source = opened(tmp_path / "my data.ttl", "<Ada> <knows> <#Bob> .\n")
    assert facts(source) == [("my data:Ada", "my data:knows", "my data:#Bob")]


def test_a_bad_statement_is_told_with_its_line_and_the_rest_is_read(tmp_path: Path) -> None:
    (bad,) = [item for item in opened(tmp_path / "kb.nt", NT).items() if isinstance(item, BadLine)]
    assert (bad.place, bad.content[:8]) == ("3", b"<http://")
    text = f"{PREFIX}ex:a ex:knows no:b .\nex:a ex:knows ex:c .\n"
    source = opened(tmp_path / "kb.ttl", text)
    (bad,) = [item for item in source.items() if isinstance(item, BadLine)]
    assert bad.place == "2"
    assert "The prefix no: has not been declared" in bad.reason
    assert facts(source) == [("ex:a", "ex:knows", "ex:c")]


def test_blank_nodes_are_the_same_each_time_and_join_facts(tmp_path: Path) -> None:
    text = f"{PREFIX}ex:Ada ex:held [ ex:office ex:Chair ; ex:since 1840 ] , _:x .\n_:x ex:office ex:Desk .\n"
    source = opened(tmp_path / "kb.ttl", text)
    first = facts(source)
    assert first == facts(source) == facts(opened(tmp_path / "kb.ttl", text))
    file = source.key[:8]
    assert ("ex:Ada", "ex:held", f"kb:_{file}..1") in first
    assert (f"kb:_{file}.x", "ex:office", "ex:Desk") in first
    other = {end for fact in facts(opened(tmp_path / "kb.ttl", text + "ex:a ex:b ex:c .")) for end in fact}
    assert f"kb:_{file}..1" not in other
    assert source.has_mediators
    assert not opened(tmp_path / "a.ttl", TURTLE).has_mediators


@pytest.mark.parametrize("name", ["e37cd5caa8077f71735553ac4273a20", "be37cd5caa8077f71735553ac4273a20"])
def test_a_name_of_the_parser_is_a_number_whether_or_not_it_began_with_a_zero(name: str) -> None:
    assert BlankNodes("kb", "0123abcd").id(name) == "kb:_0123abcd..1"


def test_reading_goes_on_after_an_item(tmp_path: Path) -> None:
    source = opened(tmp_path / "people.ttl", TURTLE)
    everything = list(source.items())
    assert source.line >= everything[-1].line
    for after in (0, 1, 4, 9):
        assert list(source.items(after)) == [item for item in everything if item.line > after]


def test_what_a_cut_archive_held_is_given(tmp_path: Path) -> None:
    packed = gzip.compress(
        "".join(f"<http://e/{i}> <http://e/p> <http://e/{i * 7}> .\n" for i in range(5000)).encode()
    )
    source = opened(tmp_path / "kb.nt.gz", packed[: len(packed) // 2])
    items = source.items()
    with pytest.raises(DamagedSource):
        for found in items:
            assert isinstance(found, Fact | BadLine)
    assert source.line > 1000


def test_a_context_on_the_web_is_not_fetched(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb.jsonld", '{"@context": "https://schema.org", "@id": "x", "name": "a"}')
    with pytest.raises(InputError, match="is not fetched"):
        list(source.items())


@pytest.mark.parametrize(
    ("options", "message"),
    [({"format": "doc"}, "no format 'doc'"), ({"namespaces": "ex"}, "'ex' is not a prefix")],
)
def test_options_that_make_no_sense_are_refused(tmp_path: Path, options: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        opened(tmp_path / "kb.ttl", TURTLE, **options)


def test_literals_that_are_not_what_they_say_are_texts(tmp_path: Path) -> None:
    text = PREFIX + (
        "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n"
        'ex:a ex:p "soon"^^xsd:date, "1e400000"^^xsd:decimal, "2021-03-04T10:00:00Z"^^xsd:dateTime, '
        '"1990"^^xsd:gYear, "NaN"^^xsd:double, "Point(2 48)"^^'
        "<http://www.opengis.net/ont/geosparql#wktLiteral> ."
    )
    assert [end for _, _, end in facts(opened(tmp_path / "kb.ttl", text))] == [
        "text:soon",
        "text:1e400000",
        "time:2021-03-04T10:00:00Z",
        "time:1990-01-01/year",
        "text:NaN",
        "place:48.0,2.0",
    ]
