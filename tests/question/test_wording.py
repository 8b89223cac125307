"""Relation identifiers as English."""

import pytest

from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.wording import agents, is_participle, stem, stem_match, word_relation


@pytest.mark.parametrize(
    ("identifier", "name", "phrase", "content", "names_object"),
    [
        ("painted_by", "painted by", "painted by", ("painted",), True),
        ("hasOpeningYear", "hasOpeningYear", "opening year", ("opening", "year"), True),
        ("P9999", "place of coronation", "place of coronation", ("place", "coronation"), True),
        ("capital_of", "capital of", "capital of", ("capital",), False),
        ("opera.opera_house.main_stage", "opera house main stage", "main stage", ("main", "stage"), True),
        ("is", "is", "is", ("is",), True),
        ("→", "→", "→", ("→",), True),
    ],
)
def test_identifiers_become_words(
    identifier: str, name: str, phrase: str, content: tuple[str, ...], names_object: bool
) -> None:
    wording = word_relation(identifier, name)
    assert (wording.phrase, wording.content, wording.names_object) == (phrase, content, names_object)


def test_levels_of_an_identifier_are_its_context() -> None:
    assert word_relation("opera.opera_house.main_stage", "opera house main stage").context == ("opera", "house")


def test_a_level_says_what_a_mere_kind_does_not() -> None:
    assert word_relation("people.cause_of_death.people", "people").content == ("cause", "death", "people")
    assert word_relation("film.film.country", "country").content == ("country",)


@pytest.mark.parametrize(
    ("one", "other"),
    [("acted", "actors"), ("director", "directed"), ("genres", "genre"), ("playwright", "wright")],
)
def test_forms_of_one_word_are_known(one: str, other: str) -> None:
    assert stem_match(one, other) == stem_match(other, one) > 0.7


@pytest.mark.parametrize(("one", "other"), [("river", "year"), ("star", "state"), ("city", "actor")])
def test_other_words_are_told_apart(one: str, other: str) -> None:
    assert stem_match(one, other) == 0


def test_who_does_what_a_participle_says() -> None:
    assert "painter" in agents("painted")
    assert "sculptor" in agents("sculpted")
    assert not agents("children") and not is_participle("children") and not agents("year")


def test_plurals_that_no_ending_tells() -> None:
    assert [singular_of(word) for word in ("genera", "children", "cities", "series", "status", "buses")] == [
        "genus", "child", "city", "series", "status", "bus",
    ]  # fmt: skip
    assert stem_match("genera", "genus") > 0.9
    # "Lives" may be the verb.
    assert stem("lives") == stem("live")
