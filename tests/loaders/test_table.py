from pathlib import Path

import duckdb
import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import BadLine, Described, Fact
from kgqa_neo4j.loaders.table import TableFile
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.literals import Time, boolean_value, time_value

PEOPLE = """Name,Born,Height (cm),Boss,City,Remote,Skills
Ada Lovelace,1815-12-10,170,,London,yes,maths|poetry
Bob,1990-05-01,185,Ada Lovelace,"Rome, Italy",no,
Eve,1992-01-31,165,Bob,London,no,maths
"""


def opened(path: Path, content: str | bytes, **options: str | bool) -> TableFile:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    source = LOADERS.get("table").open(str(path), options)
    assert isinstance(source, TableFile)
    return source


def facts(source: TableFile) -> list[tuple[str, str, str]]:
    found = [item.triple for item in source.items() if isinstance(item, Fact)]
    return [(one.subject.id, one.relation.id, one.object.id) for one in found]


def bad(source: TableFile) -> list[tuple[int, str]]:
    return [(item.line, item.reason) for item in source.items() if isinstance(item, BadLine)]


def test_a_row_is_a_thing_and_each_other_column_a_relation(tmp_path: Path) -> None:
    found = facts(opened(tmp_path / "people.csv", PEOPLE, id="Name", split="|"))
    assert found[:8] == [
        ("people:Ada Lovelace", "instance_of", "people:people"),
        ("people:Ada Lovelace", "born", "time:1815-12-10"),
        ("people:Ada Lovelace", "height_cm", "number:170 cm"),
        ("people:Ada Lovelace", "city", "people:London"),
        ("people:Ada Lovelace", "remote", "boolean:true"),
        ("people:Ada Lovelace", "skills", "people:maths"),
        ("people:Ada Lovelace", "skills", "people:poetry"),
        ("people:Bob", "instance_of", "people:people"),
    ]
    assert ("people:Bob", "boss", "people:Ada Lovelace") in found
    assert ("people:Bob", "city", "people:Rome, Italy") in found
    assert not any(relation == "skills" and subject == "people:Bob" for subject, relation, _ in found)


def test_values_are_typed_column_by_column(tmp_path: Path) -> None:
    source = opened(tmp_path / "people.csv", PEOPLE, id="name")
    ends = {item.triple.relation.id: item.triple.object for item in source.items() if isinstance(item, Fact)}
    assert ends["born"] == time_value(Time(1992, 1, 31))
    assert ends["remote"] == boolean_value(False)
    assert source.notes == (
        "values: Born (date), Height (cm) (number in cm), Remote (boolean); --no-typed keeps them as names",
    )
    untyped = opened(tmp_path / "people.csv", PEOPLE, id="name", no_typed=True)
    assert ("people:Bob", "born", "people:1990-05-01") in facts(untyped)
    assert untyped.key != source.key


@pytest.mark.parametrize("delimiter", ["\t", ";", "|"])
def test_any_usual_separator_is_recognised(tmp_path: Path, delimiter: str) -> None:
    text = f"a{delimiter}b{delimiter}c\nx, y{delimiter} 1 {delimiter}z\n"
    found = facts(opened(tmp_path / "t.txt", text, id="a", no_class=True))
    assert found == [("t:x, y", "b", "number:1"), ("t:x, y", "c", "t:z")]


def test_the_kind_of_the_rows_is_a_class(tmp_path: Path) -> None:
    text = "name,city\nAda,London\n"
    assert facts(opened(tmp_path / "staff.csv", text, id="name"))[0][2] == "staff:staff"
    named = opened(tmp_path / "staff.csv", text, id="name", prefix="x", **{"class": "person"})
    assert facts(named)[0] == ("x:Ada", "instance_of", "x:person")
    assert len(facts(opened(tmp_path / "staff.csv", text, id="name", no_class=True))) == 1


def test_rows_with_ids_of_their_own_are_called_by_a_column_of_names(tmp_path: Path) -> None:
    text = "id,name,manager_id,description\n1,Ada,,first of all\n2,Bob,1,\n"
    source = opened(tmp_path / "staff.csv", text, id="id")
    said = [item.what for item in source.items() if isinstance(item, Described)]
    assert said == [Entity("staff:1", "Ada", (), "first of all"), Entity("staff:2", "Bob")]
    triples = [item.triple for item in source.items() if isinstance(item, Fact)]
    (led,) = (one for one in triples if one.relation.id != "instance_of")
    assert (led.object, led.relation.id, led.relation.name) == (Entity("staff:1", ""), "manager_id", "manager")
    assert source.notes == ("rows are named by the column 'name'",)


def test_quoted_cells_go_over_several_lines(tmp_path: Path) -> None:
    text = 'name,note\nAda,"two\nlines"\nBob,one\n'
    source = opened(tmp_path / "t.csv", text, id="name", no_class=True)
    assert facts(source) == [("t:Ada", "note", "t:two\nlines"), ("t:Bob", "note", "t:one")]
    assert [item.line for item in source.items()] == [3, 4]


def test_long_texts_are_values(tmp_path: Path) -> None:
    text = f"name,story\nAda,{'once upon a time ' * 20}\n"
    ((_, _, end),) = facts(opened(tmp_path / "t.csv", text, id="name", no_class=True))
    assert end.startswith("text:once upon")


def test_each_bad_row_has_its_line_and_its_reason(tmp_path: Path) -> None:
    text = b"name,city\nAda,London\nBob\n,Rome\ncaf\xe9,Rome\nEve,Rome\n\n"
    source = opened(tmp_path / "t.csv", text, id="name", no_class=True)
    assert bad(source) == [
        (3, "1 columns instead of 2"),
        (4, "the column 'name' is empty"),
        (5, "not UTF-8 at byte 4"),
    ]
    assert [fact[0] for fact in facts(source)] == ["t:Ada", "t:Eve"]


def test_reading_goes_on_after_a_line(tmp_path: Path) -> None:
    source = opened(tmp_path / "t.csv", "name,city\nAda,London\nEve,Rome\n", id="name")
    assert {item.line for item in source.items(after=2)} == {3}
    assert source.line == 3


def test_json_lines_have_types_and_lists(tmp_path: Path) -> None:
    text = '{"id": 1, "name": "Ada", "born": "1815-12-10", "langs": ["en", "fr"], "x": null}\n{"id": 2\n[1]\n'
    source = opened(tmp_path / "t.jsonl", text, id="id", no_class=True)
    assert facts(source) == [
        ("t:1", "born", "time:1815-12-10"),
        ("t:1", "langs", "t:en"),
        ("t:1", "langs", "t:fr"),
    ]
    assert [line for line, _ in bad(source)] == [2, 3]


def test_parquet_is_read(tmp_path: Path) -> None:
    file = tmp_path / "t.parquet"
    with duckdb.connect() as database:
        database.execute(
            "COPY (SELECT 'Ada' AS name, DATE '1815-12-10' AS born, 1.5::DECIMAL(4, 1) AS height_m, "
            f"true AS ok, ['x', 'y'] AS tags) TO '{file}' (FORMAT parquet)"
        )
    found = facts(opened(file, file.read_bytes(), id="name", no_class=True))
    assert [fact[1:] for fact in found] == [
        ("born", "time:1815-12-10"),
        ("height_m", "number:1.5 m"),
        ("ok", "boolean:true"),
        ("tags", "t:x"),
        ("tags", "t:y"),
    ]


@pytest.mark.parametrize(
    ("text", "options", "message", "hint"),
    [
        ("name,city\nAda,Rome\n", {}, "--id is missing; the columns of t.csv are: name, city", "--id COLUMN"),
        ("name,city\nAda,Rome\n", {"id": "nam"}, "t.csv has no column 'nam'", "did you mean --id name?"),
        ("name,city\nAda,Rome\n", {"id": "name", "name": "x"}, "t.csv has no column 'x'", "--name"),
        ("name,name\nAda,Rome\n", {"id": "name"}, "t.csv:1: two columns are called 'name'", "rename"),
        ("", {"id": "name"}, "t.csv is empty", "how it was created"),
        ('[{"name": 1}]', {"id": "name"}, "t.csv is one JSON list", "JSON lines"),
    ],
)
def test_what_cannot_be_read_so_is_refused(
    tmp_path: Path, text: str, options: dict[str, str], message: str, hint: str
) -> None:
    with pytest.raises(InputError) as caught:
        opened(tmp_path / "t.csv", text, **options)
    assert message in caught.value.message
    assert hint in caught.value.hint
