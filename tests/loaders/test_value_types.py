from decimal import Decimal
from pathlib import Path

import pytest

from kgqa_neo4j.loaders.value_types import ValueType, ValueTypes, types_of, unit_of
from kgqa_neo4j.model.graph import VALUE, Entity
from kgqa_neo4j.model.literals import Time, boolean_value, number_value, time_value
from tests.loaders.test_triples import opened, triples


def kinds(relation: str, *objects: str) -> ValueType | None:
    return types_of((f"subject {place}", relation, one) for place, one in enumerate(objects)).get(relation)


@pytest.mark.parametrize(
    ("relation", "objects", "expected"),
    [
        ("hire_date", ["2021-03-04", "2019-11"], ValueType("date")),
        ("hire_date", ["2021-03-04", "2019"], ValueType("date")),
        ("logged_at", ["2021-03-04T10:15:00Z", "2021-03-04 10:15"], ValueType("date")),
        ("release_year", ["1944", "1993"], ValueType("year")),
        ("founded", ["1944", "1993"], ValueType("year")),
        ("first_elected", ["1944", "1993"], ValueType("year")),
        ("seats", ["1944", "1993"], ValueType("number")),
        ("height_m", ["1.85", "2"], ValueType("number", "m")),
        ("price_eur", ["1,234.50", "-2"], ValueType("number", "EUR")),
        ("population", ["1234567", "12"], ValueType("number")),
        ("active", ["true", "False"], ValueType("boolean")),
        ("retired", ["yes", "no", "Yes"], ValueType("boolean")),
        ("title", ["1984", "2001"], None),
        ("has_title", ["1984", "2001"], None),
        ("zip_code", ["10115", "80331"], None),
        ("phone_number", ["5550100", "5550101"], None),
        ("part", ["007", "008"], None),
        ("knows", ["Ada", "Bob"], None),
        ("wrote", ["1984", "Homage to Catalonia", "Animal Farm"], None),
        ("answer", ["yes", "perhaps"], None),
        ("hire_date", ["2021-03-04", "unknown", "N/A"], ValueType("date")),
        ("hire_date", ["unknown", "N/A"], None),
    ],
)
def test_a_relation_is_typed_by_all_of_its_objects(
    relation: str, objects: list[str], expected: ValueType | None
) -> None:
    assert kinds(relation, *objects) == expected


def test_a_few_objects_that_are_no_values_stay_names(tmp_path: Path) -> None:
    days = "".join(f"person {day}\thire_date\t2021-03-{day:02}\n" for day in range(1, 21))
    text = f"{days}Ada\thire_date\tunknown\nBob\thire_date\t2021-02-30\n"
    ends = [one.object for one in triples(opened(tmp_path / "kb", text))]
    assert ends[0] == time_value(Time(2021, 3, 1))
    assert ends[-2:] == [Entity("kb:unknown", "unknown"), Entity("kb:2021-02-30", "2021-02-30")]


def test_what_has_facts_of_its_own_is_no_value(tmp_path: Path) -> None:
    text = "101,boss,102\n102,boss,103\n101,age,44\n102,age,35\n101,name,Ada\n"
    ends = [(one.relation.id, one.object.id) for one in triples(opened(tmp_path / "kb", text))]
    assert ends[:2] == [("boss", "kb:102"), ("boss", "kb:103")]
    assert ends[2:4] == [("age", "number:44"), ("age", "number:35")]


def test_subjects_are_told_from_values_within_little_memory() -> None:
    types = ValueTypes(most_held=500)
    for number in range(20_000):
        types.add(str(number), "boss", str(number // 10))
        types.add(str(number), "salary_eur", str(1_000_000 + number))
    assert types.found() == {"salary_eur": ValueType("number", "EUR")}


def test_values_are_those_that_other_loaders_make(tmp_path: Path) -> None:
    text = "Ada\tborn\t1815-12-10\nAda\theight_m\t1.70\nAda\tfamous\ttrue\n"
    found = {one.relation.id: one.object for one in triples(opened(tmp_path / "kb", text))}
    assert found["born"] == time_value(Time(1815, 12, 10))
    assert found["height_m"] == number_value(Decimal("1.7"), "m")
    assert (found["height_m"].name, found["height_m"].labels) == ("1.7 m", (VALUE,))
    assert found["famous"] == boolean_value(True)


def test_a_time_of_day_is_kept_beside_its_day(tmp_path: Path) -> None:
    text = "door\topened_at\t2021-03-04T10:15:00Z\ndoor\topened_at\t2021-03-04T18:15:00Z\n"
    morning, evening = (one.object for one in triples(opened(tmp_path / "kb", text)))
    assert morning.id != evening.id
    assert morning.name == "2021-03-04 10:15:00Z"
    assert morning.properties["value"] == Time(2021, 3, 4)
    assert morning.properties["moment"] == "2021-03-04T10:15:00Z"


def test_nothing_is_typed_where_that_is_not_wanted(tmp_path: Path) -> None:
    text = "Ada\tborn\t1815-12-10\n"
    typed, names = opened(tmp_path / "kb", text), opened(tmp_path / "kb", text, no_typed=True)
    assert [one.object.id for one in triples(names)] == ["kb:1815-12-10"]
    assert typed.key != names.key
    assert names.notes == ()
    assert typed.notes == ("values: born (date); --no-typed keeps them as names",)


@pytest.mark.parametrize(
    ("relation", "unit"),
    [
        ("height_m", "m"),
        ("heightCm", "cm"),
        ("price in EUR", "EUR"),
        ("size in square metres", "m²"),
        ("volumeCubicCm", "cm³"),
        ("m", ""),
        ("problem", ""),
        ("born_in", ""),
    ],
)
def test_units_stand_at_the_end_of_names(relation: str, unit: str) -> None:
    assert unit_of(relation) == unit
