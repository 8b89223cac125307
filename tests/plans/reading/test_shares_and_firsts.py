"""Shares of a whole, the first of each group, the first with what belongs to them, and ages when something happened."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.plans.reading.graphs import graph_fixture, names

company = graph_fixture("company", proved=20)


@pytest.mark.parametrize(
    ("question", "expected", "text"),
    [
        ("what percentage of employees know Python?", ["30.5556"], "30.5556 %"),
        ("what fraction of the employees work remotely?", ["0.361111"], "0.361111"),
        ("what percentage of the projects are staffed by Priya Raman?", ["16.6667"], "16.6667 %"),
    ],
)
def test_a_share_is_of_all_that_its_noun_names(
    company: KnowledgeGraph, question: str, expected: list[str], text: str
) -> None:
    answer = company.ask(question)
    assert (names(answer), answer.text) == (expected, text)
    assert answer.evidence


def test_a_share_of_what_a_word_chooses_that_the_graph_lacks_is_refused(company: KnowledgeGraph) -> None:
    assert not names(company.ask("what percentage of employees work in Berlin?"))


def test_the_first_of_each_group_is_kept(company: KnowledgeGraph) -> None:
    assert names(company.ask("which employee earns the most in each team?")) == [
        ["Customer Success", "Liam O'Connor"],
        ["Data Science", "Priya Raman"],
        ["Legal & Compliance", "Hannah Weiss"],
        ["Marketing", "Sofia Almeida"],
        ["Platform Engineering", "Bjorn Halvorsen"],
        ["Quality Assurance", "Jakub Nowak"],
    ]


def test_the_first_are_chosen_before_what_belongs_to_them(company: KnowledgeGraph) -> None:
    assert names(company.ask("what are the three highest paid employees and their teams?")) == [
        ["Amara Osei", "-"],
        ["Hannah Weiss", "Legal & Compliance"],
        ["Jakub Nowak", "Quality Assurance"],
    ]


def test_values_are_compared_with_the_average_of_their_class(company: KnowledgeGraph) -> None:
    above = names(company.ask("which projects have a budget above average?"))
    assert above == ["Aurora", "Driftwood", "Foxglove", "Granite", "Horizon", "Indigo", "Kingfisher"]
    assert names(company.ask("how many employees earn more than the average salary?")) == ["16"]
    assert names(company.ask("how many employees earn less than average?")) == ["20"]


def test_an_average_that_no_value_is_compared_with_is_refused(company: KnowledgeGraph) -> None:
    assert not names(company.ask("who has met more rivals than average?"))


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("how old was Amara Osei when Granite kicked off?", "55"),
        ("how old was Freya Lund when the Hamburg Hub opened?", "42"),
    ],
)
def test_an_age_is_told_at_the_date_of_something_else(
    company: KnowledgeGraph, question: str, years: str
) -> None:
    assert names(company.ask(question)) == [years]
