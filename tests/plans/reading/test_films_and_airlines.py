"""Nouns for classes that hint at relations, kinds beside classes, and ends of steps that a noun asks for."""

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from tests.plans.reading.graphs import graph_fixture, names

films = graph_fixture("filmfest")
airports = graph_fixture("airports")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # An airline is no `airline hub`, and an alliance is an `airline alliance`.
        ("list all the airline alliances", ["Meridian Alliance", "Northern Cross", "Skybridge"]),
        ("Is Kaleva Airways in an alliance?", ["no"]),
        # What is in Japan is an airline, and not Japan.
        ("Is there an airline in Japan?", ["yes"]),
        ("Is Haneda Airport an airport?", ["yes"]),
        # `aircraft manufacturer`, each word by another one.
        (
            "What plane makers do you know about?",
            [
                "Airbus",
                "Boeing",
                "Kitsune Aerospace",
                "Ravenwood Aviation",
                "Sisu Aircraft Works",
                "Tagus Aeronautics",
            ],
        ),
        # Set up is no set.
        (
            "list the airlines set up after 2000",
            ["Douro Express", "Everest Skyways", "Occitane Jet", "Swahili Coast Air"],
        ),
    ],
)
def test_a_noun_for_a_class_only_hints_at_relations(
    airports: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert sorted(map(str, names(airports.ask(question)))) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which of the planes Pacific Raven Air flies seats the fewest people?", ["Ravenwood Heron"]),
        ("planes that can carry more people than the Boeing 787", ["Airbus A350", "Airbus A380", "Boeing 747"]),
        (
            "top 3 busiest airports by passenger numbers",
            ["Charles de Gaulle Airport", "Haneda Airport", "Seattle-Tacoma International Airport"],
        ),
    ],
)
def test_a_measure_of_people_is_told_by_the_verb(
    airports: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert sorted(map(str, names(airports.ask(question)))) == expected


def test_a_profession_in_the_plural_is_what_is_counted(airports: KnowledgeGraph) -> None:
    assert names(airports.ask("How many aerospace engineers were born in a Finnish city?")) == ["3"]


def test_of_two_relations_the_one_is_asked_about_that_both_have(airports: KnowledgeGraph) -> None:
    answer = airports.ask(
        "Does Mistral Airways have the Airbus A380 in its fleet?", settings={"ask.min_confidence": 0.3}
    )
    assert names(answer) == ["yes"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # No class is called so: what shows a film, and what somebody is a member of.
        ("Which films never got a screening?", ["A House for Crows", "Glass Orchard"]),
        ("how many screenings has Kino Tidewater hosted", ["6"]),
        (
            "Who has sat on at least two juries?",
            [
                "Beatriz Sampaio",
                "Elena Marchetti",
                "Howard Pell",
                "Ingrid Torvik",
                "Rashid Benali",
                "Yusuf Haddadin",
            ],
        ),
        ("How many of the actors are from Italy?", ["3"]),
    ],
)
def test_what_has_no_class_is_of_a_kind(films: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(films.ask(question)))) == expected


@pytest.mark.parametrize("noun", ["volunteers", "sponsors", "restaurants"])
def test_a_noun_for_nothing_there_means_no_kind(films: KnowledgeGraph, noun: str) -> None:
    assert films.ask(f"How many {noun} are there?").status is not Status.ANSWERED


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # There is one `opening film` of each edition, and nobody counts it.
        ("How many films were in the Port Ellery 2023 programme?", ["6"]),
        ("number of different countries our directors come from", ["16"]),
        ("How many genres are there among the films of Port Ellery 2019?", ["5"]),
        ("Add up all the tickets we've sold for screenings at the Open Air Deck", ["2745"]),
        ("Has Kenji Hoshino ever been in an Aiko Murasaki film?", ["yes"]),
        (
            "Which Golden Heron winners were made at least partly in Germany?",
            ["Apricot Season", "The Last Tram to Wola"],
        ),
        # Nothing that films are made in is how much they cost.
        ("How much did it cost to make Winter Ferry?", []),
    ],
)
def test_the_noun_that_asks_names_what_is_found(
    films: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert sorted(map(str, names(films.ask(question)))) == expected


def test_languages_are_asked_for_and_not_what_is_spoken_in_them(films: KnowledgeGraph) -> None:
    found = set(map(str, names(films.ask("which languages are spoken in films that won a prize?"))))
    assert {"Danish", "Korean", "Arabic"} <= found and len(found) == 13


def test_a_column_may_tell_of_the_one_before(films: KnowledgeGraph) -> None:
    rows = names(films.ask("For each edition, give me the film that opened it and who directed that film."))
    assert ["Port Ellery 2018", "Winter Ferry", "Henrik Solberg"] in rows and len(rows) == 5
