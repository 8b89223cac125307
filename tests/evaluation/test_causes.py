"""The causes of wrong answers, each on a graph where it is the cause."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from benchmarks.causes import Cause, Diagnoser, Diagnosis
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.plans.learning.exemplars import Pair
from kgqa_neo4j.store.driver import Database
from tests.plans.conftest import Planned, films
from tests.plans.test_method import Told, resources

__all__ = ["films"]

Diagnose = Callable[..., Diagnosis]


@pytest.fixture(scope="module")
def diagnose(films: Planned) -> Diagnose:
    """Ask with a scorer that is told what is best, and say why the answer is not the gold one."""

    def asked(
        question: str,
        gold: list[str],
        best: str,
        topics: tuple[str, ...] = ("Dune",),
        candidates: int | None = None,
        **settings: Any,
    ) -> Diagnosis:
        method = Plans(lambda _: Told({best: 1.0}))
        own = resources(films, **settings)
        answer = method.answer(question, own)
        _, found, scores = method.considered(question, own)
        ranked = [found[place] for place in scores.order()][:candidates]
        pair = Pair(question, topics, tuple(frozenset([one]) for one in gold))
        return Diagnoser(films.database, method.parts(own).schema).diagnose(pair, answer, ranked)

    return asked


@pytest.mark.parametrize(
    ("question", "gold", "best", "expected"),
    [
        ("Dune?", [], "[Dune] -year->", Cause.NO_GOLD),
        ("nothing?", ["Lynch"], "", Cause.NOT_LINKED),
        ("Alien?", ["Lynch"], "[Alien] -year->", Cause.WRONG_TOPIC),
        ("Dune?", ["Dune"], "[Dune] -year->", Cause.ITSELF),
        ("Dune?", ["Loner"], "[Dune] -year->", Cause.NO_PATH),
        ("the last of Dune?", ["1984"], "[Dune] -directed_by-> <-directed_by- -year->", Cause.LONG),
        ("Dune?", ["Blue"], "[Dune] -starred->", Cause.SHORT),
        ("Dune?", ["Lynch"], "[Dune] -year->", Cause.KIND),
        ("Dune and Sting?", ["Lynch"], "[Sting] <-starred-", Cause.OTHER_TOPIC),
        ("Dune?", ["Blue", "Eraserhead"], "[Dune] -directed_by-> -wrote-> revisiting", Cause.RETURNED),
        ("Dune?", ["1977", "1986"], "[Dune] -directed_by-> <-directed_by- -starred->", Cause.LAST),
        ("Dune and Blue?", ["Lynch"], "[Blue] -starred-> & [Dune] -starred->", Cause.JOINED),
    ],
)
def test_the_cause_is_told(
    diagnose: Diagnose, question: str, gold: list[str], best: str, expected: Cause
) -> None:
    assert diagnose(question, gold, best).cause is expected


def test_a_set_that_nothing_narrows_is_told(diagnose: Diagnose) -> None:
    told = diagnose("Lynch?", ["Dune", "Eraserhead"], "[Lynch] <-directed_by-", topics=("Lynch",))
    assert told.cause is Cause.TOO_WIDE


def test_what_is_right_is_told_with_its_rank(diagnose: Diagnose) -> None:
    told = diagnose("Dune?", ["Lynch"], "[Dune] -year->")
    assert (told.said, told.right) == ("[Dune] -year->", "[Dune] -directed_by->")
    assert told.rank > 1


def test_a_plan_beyond_the_bound_is_cut(diagnose: Diagnose) -> None:
    assert diagnose("Dune?", ["Lynch"], "[Dune] -year->", candidates=1).cause is Cause.CUT


def test_an_answer_that_is_withheld_is_told_apart_from_none(films: Planned, diagnose: Diagnose) -> None:
    pair = Pair("X?", ("Dune",), (frozenset(["Lynch"]),))
    diagnoser = Diagnoser(films.database, Plans(lambda _: Told({})).parts(resources(films)).schema)
    topic = Plans(lambda _: Told({})).answer("Dune?", resources(films)).topics
    causes: Mapping[str, Cause] = {"unsure": Cause.WITHHELD, "empty": Cause.CUT}
    for reason, cause in causes.items():
        answer = Answer("Dune?", "plans", Status.UNANSWERABLE, reason=reason, topics=topic)
        assert diagnoser.diagnose(pair, answer, ()).cause is cause


def test_an_error_is_a_cause(films: Planned) -> None:
    database: Database = films.database
    diagnoser = Diagnoser(database, Plans(lambda _: Told({})).parts(resources(films)).schema)
    answer = Answer("Dune?", "plans", Status.FAILED)
    assert diagnoser.diagnose(Pair("X?", ("Dune",), ()), answer, ()).cause is Cause.FAILED
