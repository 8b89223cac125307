"""Freebase's dump and plain sets: what is read, what is left out, what is bad."""

from __future__ import annotations

import gzip
import io
import pickle
import sys
from itertools import islice
from pathlib import Path

import pytest

from kgqa_neo4j.loaders import LOADERS, stored
from kgqa_neo4j.loaders.base import BadLine, Described, Fact, LineSource, Source
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Entity, Relation

NS = "http://rdf.freebase.com/ns/"
XSD = "http://www.w3.org/2001/XMLSchema#"


def line(subject: str, predicate: str, object_: str) -> str:
    """Write a line of the dump; an object that is no literal is an id."""
    term = object_ if object_.startswith('"') else f"<{NS}{object_}>"
    return f"<{NS}{subject}>\t<{NS}{predicate}>\t{term}\t."


def opened(path: Path, *lines: str | bytes, **options: str) -> Source:
    path.write_bytes(b"\n".join(one.encode() if isinstance(one, str) else one for one in lines))
    return LOADERS.get("freebase").open(str(path), options)


def facts(source: Source) -> list[tuple[str, str, str]]:
    found = [item.triple for item in source.items() if isinstance(item, Fact)]
    return [(one.subject.id, one.relation.id, one.object.id) for one in found]


def bad(source: Source) -> list[tuple[int, str]]:
    return [(item.line, item.reason) for item in source.items() if isinstance(item, BadLine)]


def described(source: Source) -> list[Entity | Relation]:
    return [item.what for item in source.items() if isinstance(item, Described)]


def test_facts_keep_the_ids_and_predicates_of_the_dump(tmp_path: Path) -> None:
    source = opened(tmp_path / "d.nt", line("m.02mjmr", "people.person.nationality", "m.09c7w0"))
    assert facts(source) == [("fb:m.02mjmr", "people.person.nationality", "fb:m.09c7w0")]


def test_names_aliases_and_descriptions_come_in_the_languages_chosen(tmp_path: Path) -> None:
    lines = [
        line("m.1", "type.object.name", '"Germania"@it'),
        line("m.1", "type.object.name", '"Deutschland"@de'),
        line("m.1", "type.object.name", '"Germany"@en'),
        line("m.1", "common.topic.alias", '"Federal Republic of Germany"@en'),
        line("m.1", "common.topic.alias", '"Allemagne"@fr'),
        line("m.1", "common.topic.description", '"A country.\\nIn Europe: \\"Mitteleuropa\\", caf\\u00E9"@en'),
        line("m.2", "type.object.name", '"日本"@ja'),
    ]
    germany, japan = described(opened(tmp_path / "d.nt", *lines))
    description = 'A country.\nIn Europe: "Mitteleuropa", café'
    assert germany == Entity("fb:m.1", "Germany", ("Federal Republic of Germany",), description)
    assert japan == Entity("fb:m.2", "日本")
    germany, _ = described(opened(tmp_path / "d.nt", *lines, languages="de,en"))
    assert germany == Entity("fb:m.1", "Deutschland", ("Germany", "Federal Republic of Germany"), description)


def test_what_freebase_says_of_itself_is_left_out_unless_it_is_kept(tmp_path: Path) -> None:
    lines = [
        line("award.award_winner", "type.type.instance", "m.1"),
        line("m.1", "type.object.type", "award.award_winner"),
        line("award.award_winner", "type.object.name", '"Award Winner"@en'),
        line("m.1", "common.topic.notable_types", "m.2"),
        line("m.1", "freebase.valuenotation.is_reviewed", "m.3"),
        line("m.1", "user.alice.default_domain.club.member", "m.4"),
        f'<{NS}m.1>\t<http://www.w3.org/2000/01/rdf-schema#label>\t"One"@en\t.',
        f'<{NS}m.1>\t<http://rdf.freebase.com/key/wikipedia.en>\t"One"\t.',
    ]
    assert facts(opened(tmp_path / "d.nt", *lines)) == [
        ("fb:m.1", "user.alice.default_domain.club.member", "fb:m.4")
    ]
    source = opened(tmp_path / "d.nt", *lines, keep="type.object.type,common.topic")
    assert [fact[1] for fact in facts(source)][:2] == ["type.object.type", "common.topic.notable_types"]
    assert Entity("fb:award.award_winner", "Award Winner") in described(source)


def test_a_relation_is_described_by_what_the_dump_calls_its_property(tmp_path: Path) -> None:
    source = opened(
        tmp_path / "d.nt",
        line("people.person.spouse_s", "type.object.name", '"Spouse (or domestic partner)"@en'),
        line("people.person.height", "type.object.name", '"Height"@en'),
        line("m.1", "people.person.spouse_s", "m.2"),
    )
    about = "Spouse (or domestic partner)"
    assert described(source) == [Relation("people.person.spouse_s", "person spouse", about)]


@pytest.mark.parametrize(
    ("predicate", "name"),
    [
        ("people.person.nationality", "person nationality"),
        ("film.film.directed_by", "film directed by"),
        ("film.actor.film", "actor film"),
        ("location.location.adjoin_s", "location adjoin"),
        ("award.award_winner.awards_won", "award winner awards won"),
        ("film.actor.film..film.performance.character", "actor film performance character"),
    ],
)
def test_a_relation_reads_as_its_type_and_property(tmp_path: Path, predicate: str, name: str) -> None:
    (fact,) = opened(tmp_path / "d.nt", line("m.1", predicate, "m.2")).items()
    assert isinstance(fact, Fact)
    assert fact.triple.relation.name == name


@pytest.mark.parametrize(
    ("literal", "id_"),
    [
        (f'"1961-08-04"^^<{XSD}date>', "time:1961-08-04"),
        (f'"1961-08"^^<{XSD}gYearMonth>', "time:1961-08-01/month"),
        (f'"1961"^^<{XSD}gYear>', "time:1961-01-01/year"),
        (f'"-0044-03-15"^^<{XSD}date>', "time:-0044-03-15"),
        (f'"1961-08-04T19:24:00Z"^^<{XSD}dateTime>', "time:1961-08-04"),
        ('"1.85"', "number:1.85"),
        ('"8336817"', "number:8336817"),
        (f'"2.0"^^<{XSD}float>', "number:2"),
        ('"007"', "text:007"),
        ('"true"', "boolean:true"),
        ('"1961"@en', "text:en:1961"),
        ('"some words"', "text:some words"),
    ],
)
def test_literals_are_typed(tmp_path: Path, literal: str, id_: str) -> None:
    assert facts(opened(tmp_path / "d.nt", line("m.1", "a.b.c", literal))) == [("fb:m.1", "a.b.c", id_)]


def test_texts_in_other_languages_are_left_out(tmp_path: Path) -> None:
    lines = [line("m.1", "a.b.motto", f'"{text}"@{tag}') for text, tag in (("One", "en"), ("Eins", "de"))]
    assert facts(opened(tmp_path / "d.nt", *lines)) == [("fb:m.1", "a.b.motto", "text:en:One")]


def test_each_bad_line_has_its_number_and_its_reason_and_the_rest_is_read(tmp_path: Path) -> None:
    good = line("m.1", "a.b.c", "m.2")
    lines: list[str | bytes] = [
        b"\xef\xbb\xbf" + good.encode() + b"\r",
        good[:-2],
        line("m.1", "a.b.c", '"not closed')[:-2] + "\t.",
        b'<http://rdf.freebase.com/ns/m.1>\t<http://rdf.freebase.com/ns/a.b.c>\t"caf\xe9"\t.',
        line("m.1", "a.b.c", '"nul\\u0000"'),
        line("m.1", "a.b.c", '"a\\qb"'),
        line("m.1", "a.b.c", '"\\uD83D"'),
        "<m.1>",
        good.replace(" ", "").replace("\t", " "),
        line("m.1", "a.b.c", '"' + "z" * (1 << 20) + '"'),
        "",
        good,
        line("m.1", "a.b.c", '""'),
        line("m.\0", "a.b.c", "m.2"),
        line("m.1", "a.b.c", "m.\x1b2"),
        line("m." + "1" * 3999, "a.b.c", "m.2"),
        b"<http://rdf.freebase.com/ns/m.1>\t<http://rdf.freebase.com/ns/a.b.c>\t<http://caf\xe9/>\t.",
        b"<http://rdf.freebase.com/ns/m.1>\t<http://rdf.freebase.com/ns/a.b.c>\t<http://a/\0>\t.",
        b"<http://rdf.freebase.com/ns/m.1>\t<http://rdf.freebase.com/ns/a.b.c>\t<>\t.",
        line("m." + "1" * 3998, "a.b.c", "m.2"),
    ]
    source = opened(tmp_path / "d.nt", *lines)
    assert bad(source) == [
        (2, "no dot at the end"),
        (3, "a literal that is not closed"),
        (4, "not UTF-8"),
        (5, "contains a NUL character"),
        (6, "an unknown escape: \\q"),
        (7, "an escape that is not a character"),
        (8, "not subject, predicate, object and a dot"),
        (10, f"longer than {1 << 20} bytes"),
        (13, "an empty literal"),
        (14, "an IRI with characters not allowed in IRIs"),
        (15, "an IRI with characters not allowed in IRIs"),
        (16, "an id of more than 4000 bytes"),
        (17, "not UTF-8"),
        (18, "an IRI with characters not allowed in IRIs"),
        (19, "an empty IRI"),
    ]
    assert len(facts(source)) == 4


def test_names_that_are_too_long_are_cut_and_reported(tmp_path: Path) -> None:
    source = opened(
        tmp_path / "d.nt",
        line("m.1", "type.object.name", f'"{"é" * 1001}"@en'),
        line("m.1", "common.topic.alias", f'"{"z" * 100_000}"@en'),
        line("m.1", "common.topic.alias", f'"{"z" * 100_000}"@fr'),
        line("m.1", "common.topic.description", f'"{"d" * 1001}"@en'),
    )
    assert described(source) == [Entity("fb:m.1", "é" * 999 + "…", ("z" * 999 + "…",), description="d" * 1001)]
    wrong = "a name of more than 1000 characters; cut"
    assert bad(source) == [(1, wrong), (2, wrong)]
    assert [item.line for item in source.items(after=1) if isinstance(item, BadLine)] == [2]


@pytest.mark.parametrize("date", ["0000-13-01", "0000-01-01", "0000", "2001-02-30", "soon", "99999999999"])
def test_an_impossible_date_is_reported_and_kept_as_a_text(tmp_path: Path, date: str) -> None:
    source = opened(tmp_path / "d.nt", line("m.1", "a.b.born", f'"{date}"^^<{XSD}date>'))
    assert facts(source) == [("fb:m.1", "a.b.born", f"text:{date}")]
    ((number, reason),) = bad(source)
    assert number == 1
    assert reason.endswith("kept as a text")


def test_a_cut_archive_gives_what_stands_before_the_cut_with_its_names(tmp_path: Path) -> None:
    lines = [line(f"m.{number}", "type.object.name", f'"number {number}"@en') for number in range(5000)]
    whole = gzip.compress("\n".join(lines).encode())
    (tmp_path / "d.nt.gz").write_bytes(whole[: len(whole) // 2])
    found = []
    with pytest.raises(InputError, match=r"d\.nt\.gz is cut short near byte \d+ of \d+, after line \d+"):
        for item in LOADERS.get("freebase").open(str(tmp_path / "d.nt.gz"), {}).items():
            found.append(item)
    assert len(found) > 1000
    assert all(isinstance(item, Described) for item in found)


def test_reading_goes_on_after_a_line_with_the_whole_of_a_name(tmp_path: Path) -> None:
    source = opened(
        tmp_path / "d.nt",
        line("m.1", "type.object.name", '"One"@en'),
        line("m.1", "a.b.c", "m.2"),
        line("m.1", "common.topic.alias", '"Uno"@en'),
        line("m.2", "type.object.name", '"Two"@en'),
    )
    assert next(iter(source.items(after=2))) == Described(3, Entity("fb:m.1", "One", ("Uno",)))
    assert [item.line for item in source.items(after=3)] == [4]


@pytest.mark.parametrize("held", [1, 10_000])
def test_domains_choose_facts_and_name_only_who_takes_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    monkeypatch.setattr(stored, "HELD", held)
    lines = [
        line("m.1", "type.object.name", '"One"@en'),
        line("m.9", "type.object.name", '"Nine"@en'),
        line("m.1", "film.actor.film", "m.2"),
        line("m.9", "music.artist.album", "m.8"),
    ]
    source = opened(tmp_path / "d.nt", *lines, domains="film,tv")
    assert facts(source) == [("fb:m.1", "film.actor.film", "fb:m.2")]
    assert described(source) == [Entity("fb:m.1", "One")]


CHAIN = [
    line("m.1", "people.person.spouse_s", "m.m1"),
    line("m.m1", "people.marriage.spouse", "m.2"),
    line("m.2", "people.person.spouse_s", "m.m1"),
    line("m.2", "people.person.place_of_birth", "m.3"),
    line("m.3", "location.location.containedby", "m.4"),
    *(line(f"m.{number}", "type.object.name", f'"number {number}"@en') for number in range(1, 6)),
]


@pytest.mark.parametrize("held", [1, 10_000])
def test_a_closure_counts_a_step_through_a_mediator_as_part_of_one_hop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    monkeypatch.setattr(stored, "HELD", held)
    (tmp_path / "ids").write_text("/m/1\n")
    source = opened(tmp_path / "d.nt", *CHAIN, ids=str(tmp_path / "ids"))
    assert facts(source) == [
        ("fb:m.1", "people.person.spouse_s", "fb:m.m1"),
        ("fb:m.m1", "people.marriage.spouse", "fb:m.2"),
        ("fb:m.2", "people.person.spouse_s", "fb:m.m1"),
    ]
    assert [what.id for what in described(source)] == ["fb:m.1", "fb:m.2"]
    source = opened(tmp_path / "d.nt", *CHAIN, ids=str(tmp_path / "ids"), hops="2")
    assert len(facts(source)) == 4
    assert [what.id for what in described(source)] == ["fb:m.1", "fb:m.2", "fb:m.3"]


def test_other_options_are_another_content(tmp_path: Path) -> None:
    lines = CHAIN[:2]
    keys = {opened(tmp_path / "d.nt", *lines, **options).key for options in ({}, {"domains": "film"})}
    assert len(keys) == 2


def test_several_passes_are_refused_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="standard input") as caught:
        LOADERS.get("freebase").open("-", {"domains": "film"})
    assert "file" in caught.value.hint
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(CHAIN[0].encode()))))
    assert len(facts(LOADERS.get("freebase").open("-", {}))) == 1


def test_a_plain_set_is_told_from_a_dump_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    piped = io.BytesIO(b"m.1\ta.b.c\tm.2\n" * 30)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(piped)))
    assert facts(LOADERS.get("freebase").open("-", {})) == [("fb:m.1", "a.b.c", "fb:m.2")] * 30


@pytest.mark.parametrize("text", [line("m.1", "a.b.c", "m.2"), "m.1\ta.b.c\tm.2"])
def test_standard_input_may_be_parsed_in_other_processes(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(f"{text}\n".encode() * 30)))
    )
    source = LOADERS.get("freebase").open("-", {})
    assert isinstance(source, LineSource)
    pieces = source.lines()
    found = list(islice(pieces, 25))
    copy = pickle.loads(pickle.dumps(source))
    found += pieces
    assert len([item for piece in found if isinstance(piece, tuple) for item in copy.parse(*piece)]) == 30


@pytest.mark.parametrize("good", [line("m.1", "a.b.c", "m.2"), "m.1\ta.b.c\tm.2"])
@pytest.mark.parametrize("first", ["garbage", "<garbage", "", "z" * (1 << 21)])
def test_the_format_is_what_most_of_the_first_lines_are(tmp_path: Path, first: str, good: str) -> None:
    source = opened(tmp_path / "d", first, good, good, good)
    assert facts(source) == [("fb:m.1", "a.b.c", "fb:m.2")] * 3
    assert [number for number, _ in bad(source)] == ([1] if first else [])


def test_an_archive_that_is_cut_within_the_first_lines_gives_what_it_holds(tmp_path: Path) -> None:
    packed = gzip.compress(line("m.1", "a.b.c", "m.2").encode() + b"\n" * 2)
    (tmp_path / "d.nt.gz").write_bytes(packed[:-4])
    items = LOADERS.get("freebase").open(str(tmp_path / "d.nt.gz"), {}).items()
    assert isinstance(next(items), Fact)
    with pytest.raises(InputError, match="is cut short"):
        next(items)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hops": "2"}, "--ids"),
        ({"ids": "IDS", "hops": "none"}, "number of hops"),
        ({"ids": "BAD"}, "bad:2: 'Barack Obama' is not a Freebase id"),
        ({"ids": "EMPTY"}, "empty holds no ids"),
    ],
)
def test_options_that_do_not_fit_are_refused(tmp_path: Path, options: dict[str, str], message: str) -> None:
    (tmp_path / "ids").write_text("m.1\n")
    (tmp_path / "bad").write_text("m.1\nBarack Obama\n")
    (tmp_path / "empty").write_text("\n")
    given = {
        name: str(tmp_path / value.lower()) if value.isupper() else value for name, value in options.items()
    }
    with pytest.raises(InputError, match=message):
        opened(tmp_path / "d.nt", *CHAIN, **given)


@pytest.mark.parametrize(
    "text",
    [
        "m.1\tpeople.person.nationality\tm.2",
        "/m/1\t/people/person/nationality\t/m/2",
        "www.freebase.com/m/1\twww.freebase.com/people/person/nationality\twww.freebase.com/m/2",
        "fb:m.1\tpeople.person.nationality\tfb:m.2\r",
    ],
)
def test_plain_sets_come_in_every_form_of_id(tmp_path: Path, text: str) -> None:
    assert facts(opened(tmp_path / "train.txt", text)) == [("fb:m.1", "people.person.nationality", "fb:m.2")]


def test_a_plain_set_takes_its_names_from_a_file(tmp_path: Path) -> None:
    names = tmp_path / "names.tsv"
    names.write_text("/m/1\tOne\n/m/1\tUno\n/m/2\tTwo\n")
    source = opened(
        tmp_path / "train.txt",
        "/m/1\t/a/b/c./d/e/f\t/m/2 /m/3",
        "/m/1\t/a/b/born\t1961-08-04",
        "One\t/a/b/c\t/m/2",
        "/m/1\t/m/2",
        names=str(names),
    )
    first, second, third = (item.triple for item in source.items() if isinstance(item, Fact))
    assert (first.subject, first.object) == (Entity("fb:m.1", "One", ("Uno",)), Entity("fb:m.2", "Two"))
    assert first.relation == Relation("a.b.c..d.e.f", "b c e f")
    assert second.object == Entity("fb:m.3", "")
    assert third.object.name == "1961-08-04"
    assert bad(source) == [(3, "the subject is not a Freebase id"), (4, "2 columns instead of 3")]


def test_a_plain_set_may_be_parsed_in_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "HELD", 1)
    (tmp_path / "names.tsv").write_text("m.1\tOne\nnothing\nm.2\tTwo\tOne\nm.2\tZwei\nm.2\tTwo\n")
    (tmp_path / "ids").write_text("m.1\nm.2\n")
    lines = ["m.1\ta.b.c\tm.2", "m.1\ta.b.c", "m.3\ta.b.c\tm.4", "m.2\ta.b.c\t2001-02-30"]
    source = opened(
        tmp_path / "train.txt", *lines, names=str(tmp_path / "names.tsv"), ids=str(tmp_path / "ids")
    )
    expected = list(source.items())
    assert [type(item) for item in expected] == [BadLine, Fact, BadLine, BadLine, Fact]
    assert isinstance(expected[1], Fact) and expected[1].triple.object == Entity(
        "fb:m.2", "Two", ("One", "Zwei")
    )
    assert isinstance(source, LineSource)
    pieces = list(source.lines())
    copy = pickle.loads(pickle.dumps(source))
    parsed = [copy.parse(*piece) if isinstance(piece, tuple) else [piece] for piece in pieces]
    assert [item for items in parsed for item in items] == expected
    assert [piece[0] for piece in source.lines(after=2) if isinstance(piece, tuple)] == [3, 4]


def test_a_file_without_names_is_refused(tmp_path: Path) -> None:
    (tmp_path / "names.tsv").write_text("m.1,One\n")
    with pytest.raises(InputError, match=r"names\.tsv:1: not an id, a tab and a name"):
        opened(tmp_path / "train.txt", "m.1\ta.b\tm.2", names=str(tmp_path / "names.tsv"))


@pytest.mark.parametrize(
    ("value", "id_"),
    [
        ("1990-01-01", "time:1990-01-01"),
        ("1990-01", "time:1990-01-01/month"),
        ("-0044-03-15", "time:-0044-03-15"),
        ("1961-08-04T19:24:00-04:00", "time:1961-08-04"),
        (f'"1990"^^<{XSD}gYear>', "time:1990-01-01/year"),
        (f'"1990-01-01"^^<{XSD}date>', "time:1990-01-01"),
        ('"caf\\u00E9"@en', "text:en:café"),
        ("1990", "number:1990"),
        ("true", "boolean:true"),
        ('"A" and "B"', 'text:"A" and "B"'),
        ("some words", "text:some words"),
    ],
)
def test_values_of_a_plain_set_are_typed_as_those_of_the_dump(tmp_path: Path, value: str, id_: str) -> None:
    source = opened(tmp_path / "train.txt", f"m.1\ta.b.c\t{value}")
    assert facts(source) == [("fb:m.1", "a.b.c", id_)]
    assert bad(source) == []


def test_bad_values_and_ids_of_a_plain_set_are_reported(tmp_path: Path) -> None:
    source = opened(
        tmp_path / "train.txt",
        "m.1\ta.b.c\t2001-02-30",
        "m.1\ta.b.c\t0000-01-01",
        'm.1\ta.b.c\t""',
        f"m.{'1' * 3999}\ta.b.c\tm.2",
        f"m.1\ta.b.c\tm.2 m.{'1' * 3999}",
        f"m.1\ta.{'é' * 2000}\tm.2",
        "m.1\ta.b\x1b.c\tm.2",
        "m.1\ta.b.c\tm.2",
    )
    assert [id_ for _, _, id_ in facts(source)] == ["text:2001-02-30", "text:0000-01-01", "fb:m.2"]
    assert bad(source) == [
        (1, "there is no day 2001-02-30; kept as a text"),
        (2, "there is no year 0, as in 0000-01-01; kept as a text"),
        (3, "an empty literal"),
        (4, "an id of more than 4000 bytes"),
        (5, "an id of more than 4000 bytes"),
        (6, "an id of more than 4000 bytes"),
        (7, "the relation is not a Freebase predicate"),
    ]


def test_bad_lines_of_the_names_file_are_reported_with_their_own_places(tmp_path: Path) -> None:
    names = tmp_path / "names.tsv"
    names.write_bytes(
        b"m.1\tOne\n\nnothing\nm.2\tcaf\xe9\nm.3\tnul\0\nm.4\t" + b"z" * 1001 + b"\n" + b"z" * (1 << 17)
    )
    source = opened(tmp_path / "train.txt", "m.1\ta.b.c\tm.2", "m.1\ta.b.c\tm.4", names=str(names))
    assert bad(source) == [
        (1, "names.tsv:3: not an id, a tab and a name: 'nothing'"),
        (1, "names.tsv:4: not UTF-8 at byte 8"),
        (1, "names.tsv:5: contains a NUL character"),
        (1, "names.tsv:6: a name of more than 1000 characters; cut"),
        (1, f"names.tsv:7: longer than {1 << 16} bytes"),
    ]
    objects = [item.triple.object.name for item in source.items() if isinstance(item, Fact)]
    assert objects == ["", "z" * 999 + "…"]
    assert [item.line for item in source.items(after=1)] == [2]


def test_of_many_bad_lines_of_the_names_file_a_hundred_are_shown(tmp_path: Path) -> None:
    (tmp_path / "names.tsv").write_text("m.1\tOne\n" + "bad\n" * 250)
    source = opened(tmp_path / "train.txt", "m.1\ta.b.c\tm.2", names=str(tmp_path / "names.tsv"))
    assert len(bad(source)) == 101
    assert bad(source)[-1] == (1, "names.tsv: 150 more such lines")
