"""Questions of a form that was learned mean what that one does, with their own values."""

from pathlib import Path

import pytest

from kgqa_neo4j.attached.model import FoundValue, Label, Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.plans.attached.learning.templates import Template, Templates, template_of
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.text import query_text

SCHEMA = PropertyGraphSchema(
    (
        Label(
            "Movie",
            9,
            (
                Property("title", ValueType.TEXT),
                Property("genre", ValueType.TEXT),
                Property("year", ValueType.NUMBER),
            ),
            ("title",),
        ),
    ),
    (),
)


class Stored(ValueIndex):
    """The values of one property, without a file."""

    def __init__(self) -> None:
        self.file = Path()

    def exact(self, texts: object) -> dict[str, list[FoundValue]]:
        known = {"comedy": "Comedy", "film noir": "Film Noir"}
        assert isinstance(texts, list)
        return {
            text: [FoundValue("Movie", "genre", known[text.lower()], 1, 1.0)]
            for text in texts
            if text.lower() in known
        }


def learned(question: str, query: str) -> Template:
    template = template_of(question, parse_query(query), question)
    assert template is not None
    return template


OLD = learned(
    "List the hits in Comedy since 1990",
    ':Movie where -.genre-> = "Comedy" and -.year-> >= 1990 give $ -.title->',
)


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("what are hits in film noir since 2001?", ('"Film Noir"', "2001")),
        ("Show me all the hits in 'Comedy' since 1,990", ('"Comedy"', "1990")),
    ],
)
def test_a_question_of_the_form_has_its_own_values_in_the_slots(question: str, query: tuple[str, str]) -> None:
    templates = Templates([OLD], SCHEMA, Stored())
    (found,) = templates.recalled(question)
    assert query_text(found[0]) == (
        f":Movie where -.genre-> = {query[0]} and -.year-> >= {query[1]} give $ -.title->"
    )


@pytest.mark.parametrize(
    "question",
    [
        "List the hits in Western since 1990",  # no stored genre
        "List the hits in Comedy since then",
        "List the flops in Comedy since 1990",
        "List the hits in Comedy since 1990 by title",
        "",
    ],
)
def test_other_questions_are_not_of_the_form(question: str) -> None:
    assert list(Templates([OLD], SCHEMA, Stored()).recalled(question)) == []


def test_a_form_that_means_two_things_is_not_known() -> None:
    other = learned(
        "List the hits in Comedy since 1990",
        ':Movie where -.genre-> = "Comedy" and -.year-> > 1990 give $ -.title->',
    )
    assert len(Templates([OLD], SCHEMA, Stored())) == 1
    assert len(Templates([OLD, other], SCHEMA, Stored())) == 0
    assert len(Templates([OLD, other, OLD], SCHEMA, Stored())) == 1
