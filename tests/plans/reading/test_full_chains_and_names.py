"""Chains that say all of a question, relatives by camel-case names, compounds and phrases."""

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.store.driver import Endpoint
from tests.plans.reading.graphs import graph_fixture, names, opened_graph

vets = graph_fixture("vets")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # The graph has `childOf` of persons, `hasDam` and `hasSire` of animals.
        ("Who are Edith Marsh's grandchildren?", ["Daisy Webb", "Emily Marsh", "Josh Marsh"]),
        ("Emily Marsh's cousin", ["Daisy Webb"]),
        ("Who is Josh Marsh's grandmother?", ["Edith Marsh"]),
        ("visits where nothing was prescribed", ["V361"]),
        # Over steps that go without saying: who owns a pet, where a clinic is, who makes a medicine.
        ("What has been prescribed for the pets of Ayesha Khan?", ["Dentamox", "Renasol"]),
        ("In what country is the clinic where Callum Reid works?", ["Scotland"]),
        ("Which animals does Hamish Kerr keep?", ["Captain Flint", "Rufus"]),
        # Who has no speciality is not asked about anybody else's.
        ("what's Owen Pugh's specialty?", []),
    ],
)
def test_animals_and_their_people_are_understood(
    vets: KnowledgeGraph, question: str, expected: list[str]
) -> None:
    assert sorted(map(str, names(vets.ask(question)))) == expected


@pytest.fixture(scope="module")
def observatory(
    endpoint: Endpoint, own_surroundings: None, vets: KnowledgeGraph, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KnowledgeGraph]:
    # After the tests of `vets`, whose server this empties.
    with opened_graph(endpoint, tmp_path_factory.mktemp("observatory"), "observatory") as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # Two words for one step.
        ("Who was Emi Takeda's PhD supervisor?", ["Haruto Ishida"]),
        ("Who was the doctoral advisor of Mateo Quiroga's own doctoral advisor?", ["Ernesto Valdivar"]),
        # The class is `exoplanet`.
        ("List the planets found with telescopes at Sierra Tacuil Observatory", ["Zemira b", "Zemira c"]),
        ("stars without any known planets", ["Nu Fennec", "Ossandra"]),
        # `discoveryDate` rather than when the discoverer was born.
        ("Which asteroids were found in the 1960s?", ["Almendra", "Ernestina", "Wandjina"]),
        ("Is Kumo still going?", ["yes"]),
        ("Which observatory sits highest above sea level?", ["Llano Quemado Observatory"]),
    ],
)
def test_the_sky_is_understood(observatory: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(observatory.ask(question)))) == expected
