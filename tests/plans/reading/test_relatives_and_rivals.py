"""Relatives where several relations lead to them, and things compared with a named one."""

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from kgqa_neo4j.store.driver import Endpoint
from tests.plans.reading.graphs import graph_fixture, names, opened_graph

graph = graph_fixture("bakery")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # The graph has `mother` and `father`.
        ("Who are the grandchildren of Otto Hartmann?", ["Elena Ortega", "Jonas Hartmann", "Mia Hartmann"]),
        ("Lucie Dubois' grandmother?", ["Colette Dubois"]),
        ("name the cousins of Theo Dubois", ["Nora Moore"]),
        ("towns with a larger population than Brookhaven", ["Millford", "Port Calla"]),
        (
            "Which bakeries pay a higher rent than Maison Dubois?",
            ["Daily Loaf", "Golden Crust", "Hartmann & Sons"],
        ),
        ("Who earns more, Kofi Mensah or Jonas Hartmann?", ["Jonas Hartmann"]),
        ("In which town is the bakery that Theo Dubois works at?", ["Lowick"]),
    ],
)
def test_people_are_understood(graph: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(graph.ask(question)))) == expected


@pytest.fixture(scope="module")
def family(
    endpoint: Endpoint, own_surroundings: None, graph: KnowledgeGraph, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KnowledgeGraph]:
    # After the tests of `graph`, whose server this empties.
    with opened_graph(endpoint, tmp_path_factory.mktemp("dynasty"), "dynasty") as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # Nobody is a brother of their own: the father of Roland is no uncle of his.
        (
            "Which blood uncles did Roland Averell have?",
            ["Lionel Brandreth", "Rupert Brandreth", "William Averell"],
        ),
        ("how many first cousins did Philippa Averell have", ["12"]),
        ("mother-in-law of Henry Averell", ["Johanna Tolliver"]),
        ("Who was Basil Brandreth's great-grandfather?", ["Oliver Brandreth"]),
        # A mother or a father: each by itself tells how many children there are.
        (
            "Who had four or more children?",
            [
                "Edmund Averell", "Hugh Averell", "Josiah Tolliver", "Lavinia Croft", "Mercy Tolliver",
                "William Averell",
            ],
        ),
        ("who is missing a date of death", ["Caleb Tolliver", "Greta Tolliver", "Saskia Tolliver"]),
        # Who has held most offices held one alone.
        ("Who was both Mayor of Port Carrow and a Harbour Commissioner at some point?", ["Pieter Tolliver"]),
        ("Were Percival Brandreth and Frederick Averell ever in the same battle?", ["yes"]),
        ("who gave birth to Gerard Brandreth", ["Johanna Tolliver"]),
        (
            "show me all the estates",
            [
                "Carrow House", "Eldermoor Lodge", "Fenwick Grange", "Greywater Abbey", "Harrowmere Hall",
                "Kestrel Park", "Quince Court", "Saltmarch Manor", "The Lanterns",
            ],
        ),
        (
            "Hugh Averell's kids and the date each was born",
            [
                "['Frederick Averell', '1817-12-18']", "['Hester Averell', '1821-09-09']",
                "['Julia Averell', '1813-03-05']", "['William Averell', '1810-06-12']",
            ],
        ),
    ],
)  # fmt: skip
def test_a_family_is_understood(family: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(map(str, names(family.ask(question)))) == expected


@pytest.mark.parametrize(
    "question", ["the dog of Gideon Brandreth", "What is Gideon Brandreth's horse called?"]
)
def test_a_noun_that_nothing_is_like_is_not_answered_by_what_is_nearest(
    family: KnowledgeGraph, question: str
) -> None:
    answer = family.ask(question)
    assert (answer.status, answer.reason) == (Status.UNANSWERABLE, "unread"), names(answer)
    # What is like a relation is answered, whatever it is called there.
    assert names(family.ask("the mansion of Gideon Brandreth")) == ["Kestrel Park"]
