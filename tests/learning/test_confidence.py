"""How sure answers are said to be, and what is made of it."""

import math
from typing import Any

import numpy as np
import pytest

from kgqa_neo4j.answer import Status
from kgqa_neo4j.confidence.absent import absent_plans, expected_steps
from kgqa_neo4j.confidence.calibration import estimate, fit, packaged
from kgqa_neo4j.confidence.judging import judge
from kgqa_neo4j.confidence.signals import NAMES, Signals, read_signals
from kgqa_neo4j.graph import Entity
from kgqa_neo4j.learning.command import learn
from kgqa_neo4j.learning.pairs import pairs_of
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.auto import Auto
from kgqa_neo4j.methods.plans import Plans
from kgqa_neo4j.plans.candidates import candidates
from kgqa_neo4j.plans.memory import MemoryGraph
from kgqa_neo4j.plans.plain import PlainScorer
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.scoring import Asked, Scores
from tests.learning.films import TRIPLES, actors, directors
from tests.methods.conftest import WordCounts

UNDIRECTED = ("Ink", "starred_actors", "Cy")


def signals(**changes: float) -> Signals:
    values = dict.fromkeys(NAMES, 0.0) | {"share": 2.0, "linking": 1.0} | changes
    return Signals(**values)


def test_a_plan_that_stands_out_is_sure_and_one_among_equals_is_not() -> None:
    linking = Linking("q", np.zeros(3, np.float32))
    clear = read_signals(linking, Scores(np.array([5.0, 0.0, 0.0], np.float32)), 0, [], rank=0, cut=False)
    even = read_signals(linking, Scores(np.array([1.0, 1.0, 1.0], np.float32)), 0, [], rank=0, cut=False)
    assert clear.share > 3 > 0 > even.share and clear.margin == 5.0 and even.margin == 0.0
    lacking = read_signals(linking, Scores(np.array([5.0, 0.0], np.float32)), 0, [9.0], rank=0, cut=False)
    assert lacking.absent > 0.9 and lacking.share < -3
    assert estimate(clear) > estimate(even) > estimate(lacking)


def test_parts_that_disagree_lower_the_agreement() -> None:
    linking = Linking("q", np.zeros(3, np.float32))
    parts = np.array([[2.0, 0.0], [0.0, 1.0]], np.float32)
    scores = Scores(parts.sum(axis=1), ("one", "other"), parts)
    assert read_signals(linking, scores, 0, [], rank=0, cut=False).agreement == 0.5


def test_what_like_entities_have_is_expected_of_the_topic() -> None:
    graph = MemoryGraph([*TRIPLES, UNDIRECTED])
    assert expected_steps(graph, "Ink").keys() >= {
        Move("directed_by"),
        Move("written_by"),
        Move("release_year"),
    }
    assert Move("directed_by") not in expected_steps(graph, "Ebb")
    plans, shares = absent_plans(graph, ["Ink"])
    assert plans[0].plan.chains[0].topic == "Ink" and all(0 < share <= 1 for share in shares)


def test_what_the_topic_lacks_makes_an_answer_less_sure() -> None:
    graph, encoder = MemoryGraph([*TRIPLES, UNDIRECTED]), WordCounts()
    scorer = PlainScorer(encoder)
    form = "directed by X"
    vector = encoder.encode([form])[0]
    confidence, absent = {}, {}
    for film in ("Gale", "Ink"):
        asked = Asked(f"directed by {film}", form, (Entity(film, film),), vector)
        found = candidates(graph, [film])
        scores = scorer.score(asked, found, graph)
        linking = Linking(asked.text, vector)
        confidence[film], signals = judge(
            asked, linking, scorer, graph, scores, scores.order()[0], rank=0, cut=False
        )
        absent[film] = signals.absent
    assert absent["Gale"] == 0 < absent["Ink"]
    assert 0 <= confidence["Ink"] <= 1


def test_calibration_says_how_often_answers_are_right() -> None:
    draw = np.random.default_rng(0)
    shares = draw.uniform(-4, 4, 400)
    right = (draw.uniform(size=400) < 1 / (1 + np.exp(-(2 * shares - 1)))).astype(float)
    weights = fit([signals(share=float(share)) for share in shares], right.tolist())
    said = [estimate(signals(share=float(share)), weights) for share in shares]
    assert abs(float(np.mean(said)) - float(right.mean())) < 0.03
    assert said[int(np.argmax(shares))] > 0.95 and said[int(np.argmin(shares))] < 0.05
    assert set(packaged()) == {"constant", *NAMES}
    assert all(math.isfinite(value) for value in packaged().values())


@pytest.fixture
def taught(graph: Any, cypher: Any) -> Any:
    triples = [*TRIPLES, UNDIRECTED]
    graph.add(*triples)
    memory = MemoryGraph(triples)
    ways = {True: "out", False: "in"}
    moves = [Move(relation, outward) for relation in memory.relations() for outward in (True, False)]
    steps = [
        [move.relation, f"{ways[move.outward]}-{ways[after.outward]}", after.relation, count]
        for move in moves
        for after, count in memory.following(move).items()
    ]
    cypher(
        "UNWIND $steps AS s MATCH (a:Relation {id: s[0]}), (b:Relation {id: s[2]}) "
        "CREATE (a)-[:FOLLOWED_BY {direction: s[1], count: s[3]}]->(b)",
        steps=steps,
    )
    questions = [*directors("whose vision is {}"), *actors("who plays in {}")]
    learn(graph.database, graph.embedder, pairs_of(graph.database, questions), "default")
    return graph


def test_an_unsure_answer_is_withheld_and_kept_among_the_candidates(taught: Any) -> None:
    strict = taught.tools(ScriptedLLM(), ask__fallback=False, ask__min_confidence=1.0)
    withheld = Plans().answer("whose vision is Ink", strict, ["Ink"])
    assert (withheld.status, withheld.reason, withheld.entities) == (Status.UNANSWERABLE, "unsure", [])
    assert withheld.candidates and withheld.text == "" and withheld.confidence is not None


def test_auto_answers_by_the_plan_where_it_is_sure_and_else_hands_over_and_says_why(taught: Any) -> None:
    method = Auto()
    sure = method.answer("whose vision is Gale", taught.tools(ScriptedLLM(), auto__confident=0.0), ["Gale"])
    assert [entity.name for entity in sure.entities] == ["Gus"]
    assert (sure.method, sure.llm.calls) == ("auto", 0)
    assert sure.steps[-1].kind == "auto" and "answered by the plan" in sure.steps[-1].summary
    model = ScriptedLLM(["Gale, directed by, ?", "Gus"])
    handed = method.answer("whose vision is Gale", taught.tools(model, auto__confident=1.0), ["Gale"])
    kinds = [step.kind for step in handed.steps]
    assert handed.llm.calls >= 1 and handed.method == "auto"
    assert kinds.index("plans") < kinds.index("auto") < kinds.index("generation")
    assert handed.reason.startswith("plans: unsure")
