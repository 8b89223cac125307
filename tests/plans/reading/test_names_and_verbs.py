"""Names and verbs of the mountains and of a newspaper: what belongs to a relation's name, what is done to whom."""

from collections.abc import Iterator

import pytest

from kgqa_neo4j import KnowledgeGraph, Status
from kgqa_neo4j.store.driver import Endpoint
from tests.plans.reading.graphs import graph_fixture, names, opened_graph

mountains = graph_fixture("mountaineering")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # `first_ascended_by` says what is first; nothing is put in order.
        ("Who made the first ascents of the peaks in the Cordillera Amaru?",
         ["Ottavio Brenzi", "Rosalía Quispe", "Teófilo Mamani"]),
        ("What countries do the first people up Janqo Uma come from?", ["Bolivia", "Switzerland"]),
        # Without more of such a name the first is the earliest.
        ("Which was the first peak climbed in Norway?", ["Storskarden"]),
        # The peak is in a range, and a range is asked for.
        ("in which range is the peak that the Minaret Attempt tried to climb", ["Ghulmat Range"]),
        # `trained_by`: who taught somebody did not learn from them.
        ("who taught Beat Zurfluh how to climb?", ["Ottavio Brenzi"]),
        ("expeditions led by Wojciech Zarębski with Halina Gorczyk on the team",
         ["Winter Tengrikut Expedition", "Zakopane Ghulmat Expedition"]),
        # No charge, and no mean.
        ("who has been in charge of at least two expeditions?", ["Rosalía Quispe", "Wojciech Zarębski"]),
        ("How hard was the route that the Two Sisters Expedition took? I mean its grade", ["grade D"]),
        # Mountains are peaks, mountain ranges are not.
        ("How many mountains are there?", ["25"]),
        ("list all mountain ranges",
         ["Ak-Tengri Range", "Cordillera Amaru", "Cordillera Quimsa", "Ghulmat Range", "Karsang Himal",
          "Skardfjell Range", "Valdorne Alps"]),
        # What is said of two is said of both.
        ("Was Dawa Lhundup among the first people to climb Lhamo Kang?", ["yes"]),
    ],
)  # fmt: skip
def test_mountains_are_understood(mountains: KnowledgeGraph, question: str, expected: list[str]) -> None:
    answer = mountains.ask(question)
    assert (answer.status, sorted(map(str, names(answer)))) == (Status.ANSWERED, expected), answer.steps


def test_a_name_that_the_graph_lacks_is_not_answered_by_all_of_its_class(mountains: KnowledgeGraph) -> None:
    answer = mountains.ask("who led the Thunderhead Ridge Expedition")
    assert (answer.status, answer.reason) == (Status.UNANSWERABLE, "unread"), names(answer)
    assert names(mountains.ask("who led the Nordic Karsang Expedition")) == ["Ingrid Solbakken"]


@pytest.fixture(scope="module")
def newsroom(
    endpoint: Endpoint,
    mountains: KnowledgeGraph,
    own_surroundings: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[KnowledgeGraph]:
    with opened_graph(endpoint, tmp_path_factory.mktemp("newsroom"), "newsroom") as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # By words, and not by views of pages.
        ("shortest article in Business", ["Meridian Chief Resigns"]),
        ("articles longer than The Quiet Ward", ["Inside Meridian's Vault", "The Bridge That Never Opened"]),
        ("Which awards pay out more than the Golden Nib?", ["Lantern Prize", "Open Ledger Award"]),
        ("How many words does Inside Meridian's Vault run to?", ["5100"]),
        # Stories are of `article`; what is named is a source itself.
        ("which stories use Bluebird as a source?",
         ["The Bridge That Never Opened", "Who Paid for the Bridge"]),
        # A photographer who is credited is no editor.
        ("Which articles have no photographer credited?", ["Trust Your Local Bank, Carefully"]),
    ],
)  # fmt: skip
def test_a_newspaper_is_understood(newsroom: KnowledgeGraph, question: str, expected: list[str]) -> None:
    answer = newsroom.ask(question)
    assert (answer.status, sorted(map(str, names(answer)))) == (Status.ANSWERED, expected), answer.steps
