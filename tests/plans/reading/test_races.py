"""Names with years, what is over, what was done by something, ranks, and what two share."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.plans.reading.graphs import graph_fixture, names

racing = graph_fixture("racing")


@pytest.mark.parametrize(
    "question",
    [
        "Who won the Japanese Grand Prix in 2023?",
        "who won the 2023 japanese grand prix",
        "Who won the Japanese Grand Prix 2023?",
    ],
)
def test_a_year_is_part_of_a_name_wherever_it_stands(racing: KnowledgeGraph, question: str) -> None:
    assert names(racing.ask(question)) == ["Mateus Carvalho"]


def test_what_was_held_in_another_year_is_not_meant(racing: KnowledgeGraph) -> None:
    assert names(racing.ask("Did it rain at the 2022 British Grand Prix?")) == ["yes"]
    assert names(racing.ask("Did it rain at the 2023 British Grand Prix?")) == ["no"]


def test_what_is_over_is_no_answer_to_what_holds_now(racing: KnowledgeGraph) -> None:
    assert names(racing.ask("What team is Étienne Dufour with these days?")) == ["Equipe Valmy"]


def test_an_adjective_is_of_a_country_rather_than_part_of_a_name(racing: KnowledgeGraph) -> None:
    assert names(racing.ask("Which circuits are Italian?")) == ["Fontevera Circuit", "Lago Verde Raceway"]


def test_by_behind_what_was_done_groups_nothing(racing: KnowledgeGraph) -> None:
    assert names(racing.ask("How many of the 2024 races were hit by rain?")) == ["3"]


def test_what_date_is_asked_for_is_told_of_the_first(racing: KnowledgeGraph) -> None:
    assert names(racing.ask("On what date was the first race of the 2023 season?")) == ["2023-03-19"]


def test_who_finished_second_did_not_win(racing: KnowledgeGraph) -> None:
    assert not names(racing.ask("Who finished second in the 2024 Belgian Grand Prix?"))


def test_two_share_what_the_noun_names(racing: KnowledgeGraph) -> None:
    question = "Do Mateus Carvalho and Inês Carvalho drive for the same team?"
    assert names(racing.ask(question)) == ["no"]
