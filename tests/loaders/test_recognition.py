from pathlib import Path

import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.triples import TripleFile
from kgqa_neo4j.model.errors import InputError
from tests.loaders.test_triples import names, opened, triples


@pytest.mark.parametrize(
    "header",
    [
        "subject,predicate,object",
        "Subject , Relation , Object",
        "source,type,target",
        "head,relation,tail",
        "employee,relation,target",
        "h,r,t",
        "entity,attribute,value",
        '"subject","property","object"',
    ],
)
def test_a_header_is_recognised_and_said(tmp_path: Path, header: str) -> None:
    source = opened(tmp_path / "kb.csv", f"{header}\nAda,knows,Bob\n")
    assert names(source) == [("Ada", "knows", "Bob")]
    assert source.notes == (
        "line 1 of kb.csv is a header, not a fact; the columns are subject, relation, object",
    )


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("source,target,type", "Ada,Bob,knows"),
        ("subject,object,relation", "Ada,Bob,knows"),
        ("tail,head,relation", "Bob,Ada,knows"),
        ("predicate;subject;object", "knows;Ada;Bob"),
    ],
)
def test_a_header_says_where_swapped_columns_stand(tmp_path: Path, header: str, line: str) -> None:
    assert names(opened(tmp_path / "kb.csv", f"{header}\n{line}\n")) == [("Ada", "knows", "Bob")]


def test_columns_given_in_another_order_skip_a_header_too(tmp_path: Path) -> None:
    text = "source,target,type\nAda,Bob,knows\n"
    source = opened(tmp_path / "kb.csv", text, columns="subject,object,relation")
    assert names(source) == [("Ada", "knows", "Bob")]
    assert names(opened(tmp_path / "a.csv", "Ada,Bob,knows\n", columns="head,tail,predicate")) == names(source)


def test_further_columns_of_a_header_are_qualifiers(tmp_path: Path) -> None:
    source = opened(
        tmp_path / "kb.csv", "Subject,Predicate,Object,Start date,Votes\nAda,held,office,1990-01-02,51\n"
    )
    (triple,) = triples(source)
    assert set(triple.qualifiers) == {"start_time", "votes"}


def test_a_header_is_known_from_how_the_file_is_read(tmp_path: Path) -> None:
    text = "subject,relation,object\na,r,b\n"
    recognised = opened(tmp_path / "kb", text).key
    assert recognised == opened(tmp_path / "kb", text, header=True).key
    assert recognised != opened(tmp_path / "kb", text, no_header=True).key


@pytest.mark.parametrize("text", ["Ada;knows;Bob\n", "Ada ; knows ; Bob\n", '"Ada";"knows";"Bob"\n'])
def test_semicolons_separate_and_blanks_are_trimmed(tmp_path: Path, text: str) -> None:
    source = opened(tmp_path / "kb.csv", text)
    assert source.delimiter == ";"
    assert names(source) == [("Ada", "knows", "Bob")]


TTL = "@prefix ex: <http://example.org/> .\nex:Ada ex:knows ex:Bob .\n"
NT = "<http://example.org/Ada> <http://example.org/knows> <http://example.org/Bob> .\n"


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("kb.nt", NT, "N-Triples"),
        ("kb.nq.gz", NT, "N-Quads"),
        ("kb.ttl", TTL, "Turtle"),
        ("kb.txt", TTL, "RDF"),
        ("kb.txt", NT, "RDF"),
        ("kb.rdf", "<rdf:RDF/>", "RDF/XML"),
        ("kb.txt", '<?xml version="1.0"?>\n<rdf:RDF/>', "RDF/XML"),
        ("kb.jsonld", '{"@id": "x"}', "JSON-LD"),
    ],
)
def test_rdf_is_refused_with_the_command_that_loads_it(tmp_path: Path, name: str, text: str, form: str) -> None:
    with pytest.raises(InputError, match=f"{name} looks like {form}") as caught:
        opened(tmp_path / name, text)
    assert f"kgqa load rdf {name}" in caught.value.hint


def test_other_formats_are_refused_with_the_command_that_loads_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"looks like JSON") as caught:
        opened(tmp_path / "kb.jsonl", '{"name": "Ada", "age": 36}\n')
    assert "kgqa load table kb.jsonl --id COLUMN" in caught.value.hint
    with pytest.raises(InputError, match=r"is Parquet") as caught:
        opened(tmp_path / "kb.parquet", b"PAR1\0\0")
    assert "kgqa load table" in caught.value.hint
    with pytest.raises(InputError, match=r"a spreadsheet") as caught:
        opened(tmp_path / "kb.xlsx", b"PK\x03\x04\0\0")
    assert "CSV" in caught.value.hint


def test_a_wide_table_is_refused_with_the_command_that_loads_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"people.csv looks like CSV with 5 columns") as caught:
        opened(tmp_path / "people.csv", "name,born,city,height_m,boss\nAda,1990-01-02,London,1.7,Bob\n")
    assert "kgqa load table people.csv --id name" in caught.value.hint
    assert "add --header" in caught.value.hint
    with pytest.raises(InputError, match=r"kb looks like lines separated by tabs with 2 columns") as caught:
        opened(tmp_path / "kb", "Ada\tBob\nEva\tAda\n")
    assert "kgqa load table" in caught.value.hint


def test_a_relation_that_never_repeats_is_told(tmp_path: Path) -> None:
    text = "".join(f"person {number},person {number * 7 % 50},knows\n" for number in range(50))
    (note,) = opened(tmp_path / "kb.csv", text).notes
    assert "--columns subject,object,relation" in note
    assert opened(tmp_path / "kb.csv", text, columns="subject,object,relation").notes == ()


def test_contradicting_options_are_refused(tmp_path: Path) -> None:
    (tmp_path / "kb").write_text("a,r,b\n")
    with pytest.raises(InputError, match="contradict"):
        LOADERS.get("triples").open(str(tmp_path / "kb"), {"header": True, "no_header": True})


def test_the_bundled_sets_are_read_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "kb.txt").write_text("Kismet|release_year|1944\nBlue|release_year|1993\n")
    source = LOADERS.get("metaqa").open(str(tmp_path), {})
    assert isinstance(source, TripleFile)
    assert [one.object.id for one in triples(source)] == ["metaqa:1944", "metaqa:1993"]


CLEO = "Cleo,works_in,Sales\nDan,works_in,Sales\nCleo,born_in,Rome\nDan,born_in,Oslo\n"


@pytest.mark.parametrize(
    "header",
    [
        "name,attribute,value",
        "employee,relation,department",
        "start,edge,end",
        "Person,predicate,thing",
        "x,y,z",
        "person,works,place",
    ],
)
def test_a_first_row_unlike_the_rest_is_a_header(tmp_path: Path, header: str) -> None:
    source = opened(tmp_path / "kb.csv", f"{header}\n{CLEO}")
    assert ("Cleo", "works_in", "Sales") in names(source) and len(names(source)) == 4
    assert "line 1 of kb.csv is a header" in source.notes[0]


@pytest.mark.parametrize("first", ["Eve,leads,Sales", "Eve,works_in,Design", "Sales,located_in,Rome"])
def test_a_first_row_like_the_rest_is_a_fact(tmp_path: Path, first: str) -> None:
    assert tuple(first.split(",")) in names(opened(tmp_path / "kb.csv", f"{first}\n{CLEO}"))


@pytest.mark.parametrize("order", ["subject,object,relation", "relation,subject,object"])
def test_columns_in_another_order_are_told_with_the_way_out(tmp_path: Path, order: str) -> None:
    places = [("subject", "relation", "object").index(name) for name in order.split(",")]
    lines = [line.split(",") for line in CLEO.split()]
    text = "".join(",".join(line[place] for place in places) + "\n" for line in lines)
    (note,) = opened(tmp_path / "kb.csv", text).notes
    assert f"--columns {order}" in note and "kgqa graph remove kb.csv" in note
    assert opened(tmp_path / "kb.csv", text, columns=order).notes == ()
    assert opened(tmp_path / "right.csv", CLEO).notes == ()


@pytest.mark.parametrize("text", ["\n\n\n", "  \n\t\n"])
def test_a_file_of_blank_lines_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"kb\.csv has nothing but blank lines"):
        opened(tmp_path / "kb.csv", text)


def test_another_encoding_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "kb.csv"
    file.write_bytes("Ada,knows,Bob\nZoë,knows,Ada\n".encode("latin-1"))
    source = LOADERS.get("triples").open(str(file), {})
    assert isinstance(source, TripleFile)
    (note,) = source.notes
    assert note.startswith("kb.csv is not in UTF-8: line 2 at byte 3") and "iconv" in note


def test_days_that_there_are_not_are_no_dates(tmp_path: Path) -> None:
    days = ("2021-13-01", "2021-02-30", "2021-04-31", "2021-00-10")
    wrong = opened(tmp_path / "wrong.csv", "".join(f"P{place},hired,{day}\n" for place, day in enumerate(days)))
    assert wrong.notes == ()
    right = opened(tmp_path / "right.csv", "Ada,hired,2020-02-29\nBen,hired,2021-12-31\n")
    assert right.notes == ("values: hired (date); --no-typed keeps them as names",)
