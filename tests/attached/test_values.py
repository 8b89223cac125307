from collections.abc import Callable
from pathlib import Path

import pytest

from kgqa_neo4j.attached.completing import completions
from kgqa_neo4j.attached.introspection import read_schema
from kgqa_neo4j.attached.value_index import build_value_index
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.plans.reading.labelled.spots import tokens_of
from kgqa_neo4j.plans.reading.labelled.stored import StoredWords
from kgqa_neo4j.store.driver import Database


@pytest.fixture
def values(bank: Database, tmp_path: Path) -> ValueIndex:
    return build_value_index(bank, read_schema(bank), tmp_path / "values.sqlite")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("lana wachowsky 2", "Lana Wachowski 2"),
        ("Donnas 1", "Tim Donnas 1"),
        ("ZOE ABEL 3", "Zoë Ábel 3"),
        ("counter", "opened at the counter"),
    ],
)
def test_misspelt_partial_and_unaccented_words_find_the_stored_value(
    values: ValueIndex, asked: str, found: str
) -> None:
    assert values.find(asked, 3)[0].value == found


def test_an_equal_value_is_first_and_surer_than_a_likely_one(values: ValueIndex) -> None:
    best, *others = values.find("Lana Wachowski 2", 5)
    assert (best.label, best.property, best.similarity, best.count) == ("Customer", "fullName", 1.0, 1)
    assert all(one.similarity < 1.0 for one in others if one.value != best.value)


def test_many_texts_are_looked_up_at_once(values: ValueIndex) -> None:
    found = values.exact(["de-77003", "12", "opened at the counter", "nobody", "'yes'"])
    assert {(one.label, one.property) for one in found["de-77003"]} == {("Bank Account", "accountNumber")}
    assert [(one.label, one.property, one.value) for one in found["12"]] == [("Customer", "customerId", "12")]
    assert found["opened at the counter"][0].on_relationship
    assert found["opened at the counter"][0].count == 20
    assert {one.value for one in found["'yes'"]} == {"yes"}
    assert "nobody" not in found


def test_a_search_can_be_held_to_labels(values: ValueIndex) -> None:
    assert values.find("Lana Wachowski 2", labels=["Flagged"])[0].label == "Flagged"
    assert not values.find("DE-77003", labels=["Customer"])


def test_words_that_are_together_a_stored_value_are_found_in_a_question(values: ValueIndex) -> None:
    # So that "Top Gun" asks for no top.
    assert StoredWords(tokens_of("who has the note opened at the counter"), values).names() == {4, 5, 6, 7}
    assert not StoredWords(tokens_of("what was opened"), values).names()


def test_labels_and_values_are_completed_those_that_name_a_node_first(
    bank: Database, values: ValueIndex
) -> None:
    schema = read_schema(bank)
    first = completions(schema, values, "bank", 5)[0]
    assert (first.name, first.kind, first.about) == ("Bank Account", "class", "20 nodes")
    assert completions(schema, values, "tim donn", 1)[0].about == "Customer.fullName"
    assert completions(schema, values, " ", 5) == []


def test_a_number_in_groups_is_found_without_one_of_these(
    bank: Database, cypher: Callable[..., object], tmp_path: Path
) -> None:
    cypher("CREATE (:Card {number: '8160 0999 2211 6999'}), (:Card {number: '8160 1234 5678 9012'})")
    values = build_value_index(bank, read_schema(bank), tmp_path / "cards.sqlite")
    assert values.find("8160 0999 6999", 3)[0].value == "8160 0999 2211 6999"
