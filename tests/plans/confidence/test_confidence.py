"""How sure answers are said to be, and what is made of it."""

import math
from typing import Any

import numpy as np
import pytest

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.methods.query.relation_similarity import RelationSimilarity
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.candidates import candidates, no_step_prior
from kgqa_neo4j.plans.confidence.calibration import estimate, fit, packaged, state
from kgqa_neo4j.plans.confidence.judging import judge
from kgqa_neo4j.plans.confidence.signals import MOST, NAMES, Outcome, Signals, read_signals
from kgqa_neo4j.plans.confidence.unsupported_plans import expected_steps, unsupported_plans
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scores
from kgqa_neo4j.store.driver import Database, Endpoint
from tests.methods.conftest import WordCounts
from tests.plans.confidence.conftest import UNDIRECTED
from tests.plans.learning.films import TRIPLES
from training.memory_graph import MemoryGraph

LINKING = Linking("q", np.zeros(3, np.float32))
FIRST = Outcome(0, 0, False)
NOTHING = Scores(np.zeros(0, np.float32))


def signals(**changes: float) -> Signals:
    values = dict.fromkeys(NAMES, 0.0) | {"share": 2.0, "linking": 1.0} | changes
    return Signals(**values)


def scores(*values: float) -> Scores:
    return Scores(np.array(values, np.float32))


def ask(graph: Any, question: str, topic: str = "", **settings: object) -> Answer:
    settings = {"ask__min_confidence": 0.0, **settings}
    resources = graph.resources(ScriptedLLM(), **settings)
    return Plans().answer(question, resources, [topic] if topic else [])


def test_a_plan_that_stands_out_is_told_from_one_among_equals() -> None:
    clear = read_signals(LINKING, scores(5.0, 0.0, 0.0), NOTHING, FIRST)
    even = read_signals(LINKING, scores(1.0, 1.0, 1.0), NOTHING, FIRST)
    assert clear.share == clear.among > 3 > 0 > even.share and clear.margin == 5.0 and even.margin == 0.0
    alone = read_signals(LINKING, scores(1.0), NOTHING, FIRST)
    assert alone.share == alone.margin == alone.lacking == MOST


def test_a_better_plan_that_the_topic_lacks_shows() -> None:
    lacking = read_signals(LINKING, scores(5.0, 0.0), scores(9.0), FIRST)
    assert lacking.lacking == -4.0 and lacking.share < -3 < 3 < lacking.among


def test_a_plan_that_nothing_speaks_for_is_told_from_one_that_fits_even_where_none_is_better() -> None:
    fits, does_not = (
        read_signals(LINKING, scores(value, value - 3.0), NOTHING, FIRST) for value in (4.0, -2.0)
    )
    assert fits.share == does_not.share and fits.score == 4.0 and does_not.score == -2.0
    assert estimate(fits) > estimate(does_not)


def test_parts_that_disagree_lower_the_agreement() -> None:
    parts = np.array([[2.0, 0.0], [0.0, 1.0]], np.float32)
    both = Scores(parts.sum(axis=1), ("one", "other"), parts)
    assert read_signals(LINKING, both, NOTHING, FIRST).agreement == 0.5


def test_what_a_plan_ends_in_and_which_words_it_leaves_is_compared_with_all_plans() -> None:
    names = ("focus_noun", "unexplained", "usual")
    here = Scores(np.zeros(2, np.float32), names, np.array([[1.0, -1, 0], [2.0, -3, 9]], np.float32))
    seen = read_signals(LINKING, here, NOTHING, FIRST)
    assert (seen.type, seen.words) == (-1.0, 0.0)
    absent = Scores(np.zeros(1, np.float32), names, np.array([[0.0, 0, 0]], np.float32))
    assert read_signals(LINKING, here, absent, FIRST).unsaid == -1.0 < seen.unsaid == 0.0


def test_words_that_nothing_in_the_graph_explains_make_an_answer_unsure_unless_something_was_learned() -> None:
    def unknown(words: float, nearest: float) -> Scores:
        return Scores(np.zeros(2, np.float32), nearest=nearest, unknown=words)

    assert read_signals(LINKING, unknown(1.0, 0.0), NOTHING, FIRST).unknown == 1.0
    assert read_signals(LINKING, unknown(1.0, 0.8), NOTHING, FIRST).unknown == 0.0
    assert estimate(signals(unknown=1.5)) < 0.5 < estimate(signals())


def test_words_that_another_plan_explains_are_counted_also_of_plans_that_the_topic_lacks() -> None:
    def left(*words: float) -> Scores:
        return Scores(np.zeros(len(words), np.float32), unexplained=np.array(words, np.float32))

    assert read_signals(LINKING, left(0.5, 0.5), NOTHING, FIRST).omitted == 0.0
    assert read_signals(LINKING, left(2.0, 0.5), NOTHING, FIRST).omitted == 1.5
    assert read_signals(LINKING, left(2.0, 1.5), left(0.0), FIRST).omitted == 2.0
    assert estimate(signals(omitted=2.0)) < 0.5 < estimate(signals())


def test_what_was_said_before_anything_was_learned_is_a_signal_of_its_own() -> None:
    learned = Scores(np.array([5.0, 0.0], np.float32), nearest=0.6, before=scores(-3.0, 0.0))
    lacking = Scores(np.array([0.0], np.float32), before=scores(2.0))
    seen = read_signals(LINKING, learned, lacking, FIRST)
    assert seen.before < -5 < 0 < seen.share
    assert read_signals(LINKING, scores(5.0, 0.0), scores(0.0), FIRST).before == pytest.approx(seen.share)


def test_what_like_entities_have_is_expected_of_the_topic() -> None:
    graph = MemoryGraph([*TRIPLES, UNDIRECTED])
    usual = {Move("directed_by"), Move("written_by"), Move("release_year")}
    assert expected_steps(graph, "Ink").keys() >= usual
    assert Move("directed_by") not in expected_steps(graph, "Ebb")
    there = {one.plan.chains[0].path for one in candidates(graph, ["Ink"])}
    plans, shares = unsupported_plans(graph, ["Ink"], no_step_prior, there, 3)
    paths = {one.plan.chains[0].path for one in plans}
    assert (Move("directed_by"),) in paths and not paths & there
    assert any(path[0] == Move("directed_by") and len(path) == 3 for path in paths)
    assert len(shares) == len(plans) and all(share <= 0 for share in shares)


def test_a_second_step_that_the_topic_lacks_is_expected_too() -> None:
    graph = MemoryGraph([triple for triple in TRIPLES if triple[:2] != ("Gale", "written_by")])
    there = {one.plan.chains[0].path for one in candidates(graph, ["Hal"])}
    written = (Move("starred_actors", False), Move("written_by"))
    plans, _ = unsupported_plans(graph, ["Hal"], no_step_prior, there, 2)
    assert written not in there and written in {one.plan.chains[0].path for one in plans}


def test_what_the_topic_lacks_makes_an_answer_less_sure() -> None:
    graph, encoder = MemoryGraph([*TRIPLES, UNDIRECTED]), WordCounts()
    scorer = RelationSimilarity(encoder)
    form = "directed by X"
    vector = encoder.encode([form])[0]
    lacking = {}
    for film in ("Gale", "Ink"):
        asked = MaskedQuestion(f"directed by {film}", form, (Entity(film, film),), vector)
        found = candidates(graph, [film])
        scored = scorer.score(asked, found, graph)
        outcome = Outcome(scored.order()[0], 0, False)
        linking = Linking(asked.text, vector)
        confidence, seen = judge(asked, linking, scorer, graph, found, scored, outcome)
        assert 0 <= confidence <= 1
        lacking[film] = seen.lacking
    assert lacking["Ink"] < 0 < lacking["Gale"]


def test_calibration_says_how_often_answers_are_right() -> None:
    draw = np.random.default_rng(0)
    shares = draw.uniform(-4, 4, 400)
    right = (draw.uniform(size=400) < 1 / (1 + np.exp(-(2 * shares - 1)))).astype(float)
    weights = fit([signals(share=float(share)) for share in shares], right.tolist())
    said = [estimate(signals(share=float(share)), weights) for share in shares]
    assert abs(float(np.mean(said)) - float(right.mean())) < 0.03
    assert said[int(np.argmax(shares))] > 0.95 and said[int(np.argmin(shares))] < 0.05


def test_what_speaks_for_an_answer_is_never_fitted_to_speak_against_it() -> None:
    odd = [signals(words=-1.0, skipped=1.0), signals()]
    weights = fit(odd * 20, [1.0, 0.0] * 20)
    assert weights["words"] == weights["skipped"] == 0.0


def test_what_counts_more_decides_the_fit() -> None:
    same = [signals()] * 2
    assert estimate(same[0], fit(same, [1.0, 0.0], [20.0, 1.0])) > 0.8
    assert estimate(same[0], fit(same, [1.0, 0.0], [1.0, 20.0])) < 0.2


def test_there_are_weights_for_what_was_learned_and_for_nothing_learned() -> None:
    states = {state(signals(nearest=0.8)), state(signals()), state(signals(nearest=0.8, omitted=1.0))}
    assert states == set(packaged())
    for weights in packaged().values():
        assert set(weights) == {"constant", *NAMES}
        assert all(math.isfinite(value) for value in weights.values())


DELETE = (
    "MATCH (s:Entity {id: $s})-[r]->() WHERE type(r) = $relation DELETE r",
    {"s": "t:Gale", "relation": "directed_by"},
)


@pytest.mark.parametrize("learned", ["all", "none"])
def test_an_answer_is_less_sure_once_the_right_one_is_deleted(
    taught: Any, cypher: Any, endpoint: Endpoint, learned: str
) -> None:
    # The scorer without anything learned reads words of relations; the other one knows the form.
    question = "whose vision is Gale" if learned == "all" else "directed by Gale"
    before = ask(taught, question, "Gale", learning__sets=learned)
    assert [entity.name for entity in before.entities] == ["Gus"]
    statement, parameters = DELETE
    cypher(statement, **parameters)
    # A connection keeps what it knows of a topic's surroundings.
    with Database(endpoint) as taught.database:
        after = ask(taught, question, "Gale", learning__sets=learned)
        if learned == "none":
            # What the topic lacks and others have is asked for: so sure of that, it is refused.
            assert (after.status, after.entities) == (Status.UNANSWERABLE, []) and after.candidates
            return
        assert before.confidence is not None and after.confidence is not None
        assert after.confidence < before.confidence
        least = (before.confidence + after.confidence) / 2
        withheld = ask(taught, question, "Gale", learning__sets=learned, ask__min_confidence=least)
    assert (withheld.status, withheld.reason, withheld.entities) == (Status.WITHHELD, "unsure", [])
    assert [one.name for one in withheld.candidates] == [one.name for one in after.entities]


def test_an_unsure_answer_is_withheld_and_kept_among_the_candidates(taught: Any) -> None:
    withheld = ask(taught, "whose vision is Ink", "Ink", ask__min_confidence=1.0)
    assert (withheld.status, withheld.reason, withheld.entities) == (Status.WITHHELD, "unsure", [])
    assert withheld.candidates and withheld.text == "" and withheld.confidence is not None


def test_each_reason_not_to_answer_is_given(films: Any, cypher: Any) -> None:
    cypher("CREATE (:Entity {id: 't:Loner', name: 'Loner'})")
    films.entities["Loner"] = Entity("t:Loner", "Loner")
    assert ask(films, "who is it").reason == "no entity"
    assert ask(films, "who is Loner", "Loner").reason == "no plan"
    assert ask(films, "directed by Gale", "Gale", ask__min_confidence=1.0).reason == "unsure"


def test_what_leads_to_nothing_is_refused_as_empty(films: Any, cypher: Any) -> None:
    asked = "actors of the writer of the director of Ink"
    known = ask(films, asked, "Ink").steps
    assert any(step.kind == "confidence" for step in known)
    # The schema of this connection still knows the film's triples, which are gone by then.
    cypher("MATCH (:Entity {id: 't:Ink'})-[r]-() DELETE r")
    answer = ask(films, asked, "Ink")
    assert (answer.status, answer.reason, answer.confidence) == (Status.UNANSWERABLE, "empty", None)
