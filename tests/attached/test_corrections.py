from pathlib import Path

import pytest

from kgqa_neo4j.attached.corrections import correct, template
from kgqa_neo4j.attached.model import (
    Connection,
    Label,
    Property,
    PropertyGraphSchema,
    RelationshipType,
    ValueType,
)
from kgqa_neo4j.model.errors import InputError

NAME = Property("name", ValueType.TEXT)
HEIGHT = Property("height", ValueType.NUMBER)
SCHEMA = PropertyGraphSchema(
    labels=(Label("Person", 3, (HEIGHT, NAME), ("name",)), Label("Log", 9)),
    types=(
        RelationshipType("KNOWS", 2, (Connection("Person", "KNOWS", "Person", 2),)),
        RelationshipType("WROTE", 9, (Connection("Person", "WROTE", "Log", 9),)),
    ),
)


def corrected(tmp_path: Path, text: str) -> PropertyGraphSchema:
    file = tmp_path / "schema.toml"
    file.write_text(text, "utf-8")
    return correct(SCHEMA, file)


def test_names_words_and_units_are_those_of_the_file(tmp_path: Path) -> None:
    schema = corrected(
        tmp_path,
        '[labels.Person]\nwords = ["people"]\n[labels.Person.properties.height]\nunit = "cm"\nwords = ["tall"]\n'
        "[types.KNOWS]\nsymmetric = true\n",
    )
    assert schema.label["Person"].words == ("people",)
    assert schema.label["Person"].properties[0].unit == "cm"
    assert schema.type["KNOWS"].symmetric


def test_a_hidden_label_goes_with_what_leads_to_it(tmp_path: Path) -> None:
    schema = corrected(
        tmp_path, "[labels.Log]\nhidden = true\n[labels.Person.properties.name]\nhidden = true\n"
    )
    assert list(schema.label) == ["Person"]
    assert list(schema.type) == ["KNOWS"]
    assert schema.label["Person"].naming == ()


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("[labels.Person]\n[labels.Persn]\n", 2, "Person"),
        ('[labels.Person]\nnaming = ["nam"]\n', 2, "name"),
        ("[labels.Person.properties.hight]\n", 1, "height"),
        ("[types.KNOWS]\nhiden = true\n", 2, "hidden"),
        ("[types.KNOWS]\n\nhidden = 3\n", 3, ""),
        ("[types.KNOWS\n", 1, ""),
    ],
)
def test_what_the_schema_does_not_have_is_told_with_its_line(
    tmp_path: Path, text: str, line: int, hint: str
) -> None:
    with pytest.raises(InputError) as raised:
        corrected(tmp_path, text)
    assert f"schema.toml:{line}: " in raised.value.message
    assert hint in raised.value.hint


def test_the_template_changes_nothing_and_its_lines_may_be_used(tmp_path: Path) -> None:
    assert corrected(tmp_path, template(SCHEMA)) == SCHEMA
    lines = [line.removeprefix("# ") for line in template(SCHEMA).splitlines()[3:]]
    assert corrected(tmp_path, "\n".join(lines)).label["Person"].naming == ("name",)
