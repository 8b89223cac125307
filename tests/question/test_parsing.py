"""Questions taken apart."""

import pytest

from kgqa_neo4j.question.parsing import read_form


def units(masked: str) -> list[str]:
    return [unit.text for unit in read_form(masked).units]


def focus(masked: str) -> str:
    form = read_form(masked)
    return form.units[form.focus].text


def test_only_words_that_mean_something_are_units() -> None:
    assert units("what are the books that were written by X") == ["books", "written"]
    assert units("name the river that X is on") == ["river"]
    assert units("what is the name of X") == ["name"]


@pytest.mark.parametrize(
    ("masked", "expected"),
    [
        ("which books did X write", "books"),
        ("who painted X", "who"),
        ("X 's mother 's profession ?", "profession"),
        ("what is the profession of X 's mother", "profession"),
        ("the books by X were published by whom", "whom"),
    ],
)
def test_what_is_asked_for_is_found(masked: str, expected: str) -> None:
    assert focus(masked) == expected


def test_words_near_the_topic_are_near() -> None:
    near, far = sorted(read_form("who wrote the books that X published").units, key=lambda unit: unit.distance)[
        :2
    ]
    assert (near.text, far.text) == ("published", "books")


def test_sharing_is_noticed() -> None:
    assert read_form("books that share an author with X").sharing == 1.0
    assert read_form("books by X").sharing == 0.0


@pytest.mark.parametrize("masked", ["", "X", "?", "of the", "👩‍🚀 \u202e X", "no topic at all here"])
def test_any_text_has_a_form(masked: str) -> None:
    form = read_form(masked)
    assert -1 <= form.focus < len(form.units) or not form.units


def test_a_kind_of_something_is_its_category() -> None:
    spans = read_form("what kind of music is X").spans
    assert ("genre", (0,)) in spans and ("category", (0,)) in spans


@pytest.mark.parametrize(
    ("masked", "expected", "wholly"),
    [
        ("X 's mother 's job", ["mother", "job"], True),
        ("what is the job of the mother of X ?", ["mother", "job"], True),
        ("what is the job of X 's mother", ["mother", "job"], True),
        ("what is the name of the mother of X", ["mother"], True),
        ("what is X 's blood type", ["type"], False),
        ("what did X 's mother die of", ["mother"], False),
        ("is X 's cat black", ["cat"], False),
        ("which books did X write", [], False),
    ],
)
def test_what_belongs_to_the_topic_is_a_chain(masked: str, expected: list[str], wholly: bool) -> None:
    form = read_form(masked)
    assert [form.units[place].text for place in form.owned] == expected
    assert form.wholly_owned == wholly


@pytest.mark.parametrize(
    ("masked", "expected"), [("what did X 's mother study", "study"), ("is X 's cat black or white", "white")]
)
def test_a_verb_says_what_is_asked_for(masked: str, expected: str) -> None:
    assert focus(masked) == expected


def test_a_listed_phrase_is_one_unit_and_its_words_say_nothing_else() -> None:
    assert units("what is the place of birth of X 's other half") == ["place of birth", "other half"]
    assert read_form("who is the other half of X").sharing == 0.0


def test_a_noun_for_persons_behind_a_name_belongs_to_it() -> None:
    def owned(masked: str) -> list[str]:
        form = read_form(masked)
        return [form.units[place].text for place in form.owned]

    assert owned("who directed the films starred by X actors") == ["actors"]
    assert owned("when did the movies written by the X director open") == ["director"]
    assert owned("who did X direct") == []


def test_this_asks_for_the_noun_behind_it() -> None:
    assert focus("X is a film written by this person") == "person"
