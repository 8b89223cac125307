"""Codes for names, what records tell, what is popular, and what nobody can be a child of."""

from kgqa_neo4j import KnowledgeGraph
from tests.plans.reading.graphs import graph_fixture, names

school = graph_fixture("school")


def test_digits_and_letters_may_be_a_name(school: KnowledgeGraph) -> None:
    assert names(school.ask("who in 10B isn't coming to Barcelona?")) == [
        "Dominic Shaw", "Hana Suzuki", "Ivy Penhaligon", "Jack Doyle",
    ]  # fmt: skip
    assert names(school.ask("who looks after 9S")) == ["Dilip Mehra"]


def test_nobody_is_a_child_of_a_class(school: KnowledgeGraph) -> None:
    assert names(school.ask("How many children in 7K get free lunches?")) == ["3"]


def test_the_most_popular_is_what_most_persons_have_to_do_with(school: KnowledgeGraph) -> None:
    assert names(school.ask("which club is most popular?")) == ["Football Club"]


def test_records_tell_whose_they_are_and_what_was_got(school: KnowledgeGraph) -> None:
    assert names(school.ask("Who scored less than 50 in the History Test?")) == [
        "Beatrix Shaw", "Lucy Hartnell", "Molly Garside", "Tom Ackroyd", "Yusuf Rahman",
    ]  # fmt: skip
    assert names(school.ask("What did Amelia Forsythe get in the maths mock?")) == ["75"]


def test_what_still_needs_something_lacks_it(school: KnowledgeGraph) -> None:
    assert names(school.ask("Which exams still need a date?")) == ["Chemistry Resit"]


def test_several_are_asked_for_before_the_verb(school: KnowledgeGraph) -> None:
    assert names(school.ask("Which three teachers have been here longest?")) == [
        "Gareth Pritchard", "Joanna Shaw", "Martin Ashdown",
    ]  # fmt: skip


def test_why_somebody_asks_says_nothing(school: KnowledgeGraph) -> None:
    question = (
        "Give me the names of the parents of everybody going to Lyme Regis Fossil Day, I have to write to them"
    )
    assert names(school.ask(question)) == [
        "Gwen Forsythe", "Keiko Suzuki", "Morwenna Penhaligon", "Rupert Forsythe",
    ]  # fmt: skip
