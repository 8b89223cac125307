from pathlib import Path

import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import BadLine, Fact
from kgqa_neo4j.loaders.files import MAX_LINE
from kgqa_neo4j.loaders.triples import TripleFile
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Entity, Triple
from kgqa_neo4j.model.literals import Time


def opened(path: Path, content: str | bytes, **options: str | bool) -> TripleFile:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    source = LOADERS.get("triples").open(str(path), options)
    assert isinstance(source, TripleFile)
    return source


def names(source: TripleFile) -> list[tuple[str, str, str]]:
    facts = [item.triple for item in source.items() if isinstance(item, Fact)]
    return [(fact.subject.name, fact.relation.id, fact.object.name) for fact in facts]


def bad(source: TripleFile) -> list[tuple[int, str]]:
    return [(item.line, item.reason) for item in source.items() if isinstance(item, BadLine)]


@pytest.mark.parametrize("delimiter", ["\t", "|", ","])
def test_the_delimiter_is_found_from_the_content(tmp_path: Path, delimiter: str) -> None:
    lines = [("a", "r", "b"), ("b", "s", "c")]
    source = opened(tmp_path / "kb.txt", "\n".join(delimiter.join(line) for line in lines))
    assert source.delimiter == delimiter
    assert names(source) == lines


def test_commas_and_pipes_inside_of_names_do_not_mislead(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb", "Me, Myself|directed_by|X, Y\nB|r|C\nD, E, F|r|G\n")
    assert names(source) == [("Me, Myself", "directed_by", "X, Y"), ("B", "r", "C"), ("D, E, F", "r", "G")]


def test_a_given_delimiter_wins(tmp_path: Path) -> None:
    assert names(opened(tmp_path / "kb", "a|b\tr\tc|d", delimiter="tab")) == [("a|b", "r", "c|d")]
    assert names(opened(tmp_path / "kb", "a;;r;;c", delimiter=";;")) == [("a", "r", "c")]


def test_no_delimiter_is_an_error_that_says_how_to_name_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="kb:1: no separator splits the lines into 3 columns") as caught:
        opened(tmp_path / "kb", "a b c\nd e f\n")
    assert "--delimiter" in caught.value.hint


def test_quotes_are_literal_except_in_csv(tmp_path: Path) -> None:
    assert names(opened(tmp_path / "a", '"Heroes"|r|"x\n')) == [('"Heroes"', "r", '"x')]
    assert names(opened(tmp_path / "b", '"Me, Myself",r,"say ""x"""\n')) == [("Me, Myself", "r", 'say "x"')]


def test_an_open_quote_in_csv_spoils_only_its_own_line(tmp_path: Path) -> None:
    source = opened(tmp_path / "b", 'a,r,b\n"c,r,d\ne,r,f\n')
    assert names(source) == [("a", "r", "b"), ("e", "r", "f")]
    assert bad(source)[0][0] == 2


def test_the_first_line_is_data_unless_it_is_a_header_or_called_one(tmp_path: Path) -> None:
    text = "whole\tpart\tamount\na\tr\tb\n"
    assert len(names(opened(tmp_path / "kb", text))) == 2
    assert names(opened(tmp_path / "kb", text, header=True)) == [("a", "r", "b")]
    assert len(names(opened(tmp_path / "kb", "subject\trelation\tobject\n", no_header=True))) == 1


def test_ids_are_prefix_and_name_and_underscores_give_an_alias(tmp_path: Path) -> None:
    (fact,) = opened(tmp_path / "my_kb.txt.gz", "New_York|in|USA").items()
    assert isinstance(fact, Fact)
    assert fact.triple.subject == Entity("my_kb:New_York", "New_York", ("New York",))
    assert fact.triple.object == Entity("my_kb:USA", "USA")
    (fact,) = opened(tmp_path / "kb", "a|r|b", prefix="p").items()
    assert isinstance(fact, Fact)
    assert fact.triple.subject.id == "p:a"


def test_names_are_kept_as_written_but_for_the_blanks_around_them(tmp_path: Path) -> None:
    line = (" Comedy ", "has genre\u00a0", "co\u00admedy\u3000ÀÉ")
    kept = ("Comedy", "has genre", "co\u00admedy\u3000ÀÉ")
    assert names(opened(tmp_path / "kb", "|".join(line))) == [kept]
    assert names(opened(tmp_path / "csv", 'Ada, knows , "Bob, the elder"\n')) == [
        ("Ada", "knows", "Bob, the elder")
    ]


def test_a_byte_order_mark_and_blank_lines_are_not_data(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb", b"\xef\xbb\xbfa|r|b\r\n\r\n   \nc|r|d")
    assert names(source) == [("a", "r", "b"), ("c", "r", "d")]
    assert bad(source) == []


def test_each_bad_line_has_its_number_and_its_reason(tmp_path: Path) -> None:
    lines = [
        b"good|r|one",
        b"only|two",
        b"a|b|c|d",
        b"|r|x",
        b"x||y",
        b"x|r|  ",
        b"caf\xe9|r|x",
        b"nul\0|r|x",
        b"z" * (MAX_LINE + 1),
        b"good|r|two",
    ]
    source = opened(tmp_path / "kb", b"\n".join(lines), delimiter="|")
    assert bad(source) == [
        (2, "2 columns instead of 3"),
        (3, "4 columns instead of 3"),
        (4, "empty subject"),
        (5, "empty relation"),
        (6, "empty object"),
        (7, "not UTF-8 at byte 4"),
        (8, "contains a NUL character"),
        (9, f"longer than {MAX_LINE} bytes"),
    ]
    assert len(names(source)) == 2


def test_reading_goes_on_after_a_line(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb", "a|r|b\nc|r|d\n\ne|r|f\n")
    assert [item.line for item in source.items(after=1)] == [2, 4]
    assert source.line == 4


def test_an_empty_file_has_no_triples(tmp_path: Path) -> None:
    assert list(opened(tmp_path / "kb", "").items()) == []


def triples(source: TripleFile) -> list[Triple]:
    return [item.triple for item in source.items() if isinstance(item, Fact)]


COLUMNS = "subject,relation,object,start_time,end_time,votes,note"


def test_further_columns_are_qualifiers_typed_by_what_they_hold(tmp_path: Path) -> None:
    text = "Ada\theld\toffice\t1990\t1994-03-11\t1234\tby acclamation\nAda\theld\toffice\t2001-05\t\t51.5\t\n"
    first, second = triples(opened(tmp_path / "kb", text, columns=COLUMNS))
    assert first.qualifiers == {
        "start_time": Time(1990, precision="year"),
        "end_time": Time(1994, 3, 11),
        "votes": 1234,
        "note": "by acclamation",
    }
    assert second.qualifiers == {"start_time": Time(2001, 5, precision="month"), "votes": 51.5}
    assert first.id != second.id
    assert first.id[:20] == second.id[:20]


def test_columns_come_in_any_order_and_may_be_left_out(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb", "1952|x|b|a|r\n", columns="point_in_time,-,object,subject,relation")
    assert names(source) == [("a", "r", "b")]
    assert triples(source)[0].qualifiers == {"point_in_time": Time(1952, precision="year")}


def test_a_header_names_the_columns(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb", "Object,Subject,Relation,year\nb,a,r,1952\n", header=True)
    assert names(source) == [("a", "r", "b")]
    assert triples(source)[0].qualifiers == {"point_in_time": Time(1952, precision="year")}


def test_dates_as_rdf_writes_them_are_read(tmp_path: Path) -> None:
    text = 'a\tr\tb\t"1926-01-01T00:00:00Z"^^xsd:dateTime\nc\tr\td\t-0043-03-15\n'
    first, second = triples(opened(tmp_path / "kb", text, columns="subject,relation,object,point_in_time"))
    assert first.qualifiers == {"point_in_time": Time(1926)}
    assert second.qualifiers == {"point_in_time": Time(-43, 3, 15)}


def test_an_impossible_date_is_reported_and_kept_as_a_text(tmp_path: Path) -> None:
    text = "a\tr\tb\t2001-02-30\na\tr\tb\n"
    source = opened(tmp_path / "kb", text, columns="subject,relation,object,date", delimiter="tab")
    assert triples(source)[0].qualifiers == {"date_text": "2001-02-30"}
    assert bad(source) == [
        (1, "date: there is no day 2001-02-30; kept as a text, date_text"),
        (2, "3 columns instead of 4"),
    ]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("subject,relation,point_in_time", "--columns: no column called 'object'"),
        ("subject,relation,object,object", "2 columns called 'object'"),
        ("subject,relation,object,type", "a qualifier cannot be called 'type'"),
        ("subject,relation,object,a b", "a qualifier cannot be called 'a b'"),
        ("subject,relation,object,x,x", "two columns are called 'x'"),
        ("subject,relation,object,date,year", "the columns 'date' and 'year' both mean point_in_time"),
        ("subject,relation,object,start_time,From", "'start_time' and 'From' both mean start_time"),
        ("subject,relation,object,to,to_text", "the name 'to_text' is reserved for a part of the column 'to'"),
        (
            "subject,end_time_precision,object,relation,end",
            "the name 'end_time_precision' is reserved for a part of",
        ),
    ],
)
def test_columns_that_make_no_sense_are_refused(tmp_path: Path, columns: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        opened(tmp_path / "kb", "a,b,c,d\n", columns=columns)


def test_a_header_that_names_no_triple_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="kb:1: no column called 'subject' among from, how, to, when"):
        opened(tmp_path / "kb", "from\thow\tto\twhen\na\tr\tb\t1952\n", header=True)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("date", "point_in_time"),
        ("Year", "point_in_time"),
        ("point_in_time", "point_in_time"),
        ("from", "start_time"),
        ("start", "start_time"),
        ("start_year", "start_time"),
        ("to", "end_time"),
        ("end", "end_time"),
        ("end_date", "end_time"),
        ("release_year", "release_year"),
        ("month", "month"),
    ],
)
def test_a_column_called_as_a_time_is_that_time(tmp_path: Path, name: str, key: str) -> None:
    source = opened(tmp_path / "kb", "a,r,b,1952-03\n", columns=f"subject,relation,object,{name}")
    assert triples(source)[0].qualifiers == {key: Time(1952, 3, precision="month")}
    assert bad(source) == []


@pytest.mark.parametrize(
    ("text", "year"),
    [("5", 5), ("987", 987), ("-43", -43), ("44 BC", -43), ("1 bce", 0), ("44 B.C.", -43), ("12 AD", 12)],
)
def test_years_of_antiquity_are_read_in_a_column_of_times(tmp_path: Path, text: str, year: int) -> None:
    source = opened(tmp_path / "kb", f"a,r,b,{text}\n", columns="subject,relation,object,start_time")
    assert triples(source)[0].qualifiers == {"start_time": Time(year, precision="year")}
    assert bad(source) == []


@pytest.mark.parametrize("text", ["soon", "51.5", "19900101", "1990-13-01", "0000-01-01", "0000", "0", "0 BC"])
@pytest.mark.parametrize("name", ["start_time", "to"])
def test_what_is_no_date_is_not_stored_as_a_time_and_is_reported(tmp_path: Path, name: str, text: str) -> None:
    source = opened(tmp_path / "kb", f"a,r,b,{text}\n", columns=f"subject,relation,object,{name}")
    assert triples(source)[0].qualifiers == {f"{name}_text": text}
    ((number, reason),) = bad(source)
    assert number == 1
    assert reason.startswith(f"{name}: ")
    assert reason.endswith(f"; kept as a text, {name}_text")


def test_a_column_that_says_more_than_a_time_holds_anything(tmp_path: Path) -> None:
    columns = "subject,relation,object,end_time,end_cause,month"
    source = opened(tmp_path / "kb", "a,r,b,1952,resignation,3\n", columns=columns)
    assert triples(source)[0].qualifiers == {
        "end_time": Time(1952, precision="year"),
        "end_cause": "resignation",
        "month": 3,
    }
    assert bad(source) == []


def test_the_year_0_is_reported_in_any_column(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb", "a,r,b,0000-01-01\nc,r,d,1\n", columns="subject,relation,object,note")
    assert [one.qualifiers for one in triples(source)] == [{"note": "0000-01-01"}, {"note": 1}]
    assert bad(source) == [(1, "note: there is no year 0, as in 0000-01-01; kept as a text")]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_part_that_is_too_long_to_be_a_name_makes_a_bad_line(tmp_path: Path, place: int) -> None:
    long, longest = ["a", "r", "b"], ["a", "r", "b"]
    long[place], longest[place] = "é" * 2001, "é" * 2000
    source = opened(tmp_path / "kb", "\n".join("\t".join(line) for line in (long, longest)))
    assert len(names(source)) == 1
    assert bad(source) == [(1, f"the {('subject', 'relation', 'object')[place]} is too long to be a name")]


def test_the_end_of_a_record_over_two_lines_is_no_record(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb", 'a,r,b\n"first\nline",r,c\nd,r,e\n')
    assert names(source) == [("a", "r", "b"), ("d", "r", "e")]
    assert [number for number, _ in bad(source)] == [2, 3]
    assert bad(source)[1][1] == "not CSV: a quote that is not closed on its line"


def test_a_header_that_is_not_csv_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="kb:1: the header is not CSV"):
        opened(tmp_path / "kb", 'subject,relation,object,"note\na,r,b,c\n', header=True, delimiter=",")


def test_how_a_file_is_read_is_part_of_its_key_only_where_it_was_told_so(tmp_path: Path) -> None:
    text = "a|b\tr\tc|d\n"
    found = opened(tmp_path / "kb", text).key
    assert opened(tmp_path / "kb", text, delimiter="tab").key == found == opened(tmp_path / "kb", text).key
    others = [opened(tmp_path / "kb", text, **how).key for how in ({"delimiter": "|"}, {"header": True})]
    assert len({found, *others}) == 3
