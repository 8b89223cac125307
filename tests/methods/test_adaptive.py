from collections.abc import Callable
from typing import Any

import pytest
from neo4j.vector import Vector

from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.adaptive.method import Adaptive
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import ModelTimeout, ModelUnavailable
from kgqa_neo4j.store.driver import recording

ONE_HOP = "(e1)-[works at]->(a)"
TWO_HOPS = "(e1)-[works at]->(a), (a)-[located in]->(b)"

FIRMS = [
    ("Ada", "works_at", "Acme"),
    ("Ada", "works_at", "Bolt"),
    ("Ada", "likes", "Tea"),
    ("Acme", "located_in", "Oslo city"),
    ("Bolt", "located_in", "Bern city"),
    ("Cleo", "works_at", "Acme"),
    ("Oslo city", "mayor", "Dora"),
]


def ask(graph: Any, question: str, llm: ScriptedLLM, **settings: object) -> Answer:
    resources = graph.resources(llm, **{"adaptive__entity_threshold": -1.0, **settings})
    return Adaptive().answer(question, resources)


def names(answer: Answer) -> list[str]:
    return [entity.name for entity in answer.entities]


def test_two_calls_give_the_answer_and_the_triples_that_prove_it(graph: Any) -> None:
    graph.add(*FIRMS)
    llm = ScriptedLLM([ONE_HOP, "Bolt"])
    answer = ask(graph, "Ada works at which firm", llm)
    assert (answer.status, answer.reason) == (Status.ANSWERED, "")
    assert names(answer) == ["Bolt", "Acme"] and answer.text == "Bolt, Acme"
    assert {item.triple.text for item in answer.evidence} == {"(Ada, works at, Acme)", "(Ada, works at, Bolt)"}
    assert (answer.llm.calls, len(llm.requests)) == (2, 2)
    assert [topic.name for topic in answer.topics] == ["Ada"]


def test_the_prediction_decides_how_deep_the_exploration_goes(graph: Any) -> None:
    graph.add(*FIRMS)
    question = "Ada works at a firm located in which city"
    shallow = ask(graph, question, ScriptedLLM([ONE_HOP, "Acme"]))
    deep = ask(graph, question, ScriptedLLM([TWO_HOPS, "Oslo city"]), adaptive__hop_penalty=0.0)
    assert max(item.hop for item in shallow.evidence) == 1
    assert max(item.hop for item in deep.evidence) == 2
    assert names(deep) == ["Oslo city", "Bern city"]


def test_a_prediction_deeper_than_allowed_is_clamped(graph: Any) -> None:
    graph.add(*FIRMS)
    answer = ask(graph, "Ada works at which firm", ScriptedLLM([TWO_HOPS, "Acme"]), adaptive__max_hops=1)
    assert max(item.hop for item in answer.evidence) == 1
    assert "clamped from 2" in next(step.summary for step in answer.steps if step.kind == "hops")


@pytest.mark.parametrize(
    "reply",
    ["I am sorry", "", "(x)-[y]->(z)", "\x1b[2J<|im_end|>", ModelTimeout("too slow"), ModelUnavailable("gone")],
)
def test_an_unusable_prediction_gives_way_to_similarity_and_the_answer_says_so(graph: Any, reply: Any) -> None:
    graph.add(*FIRMS)
    llm = ScriptedLLM([reply, "Acme"])
    answer = ask(graph, "Ada works at which firm", llm)
    assert answer.status is Status.ANSWERED and set(names(answer)) == {"Acme", "Bolt"}
    assert "hop prediction" in answer.reason and len(llm.requests) == 2
    assert max(item.hop for item in answer.evidence) == 1


def test_a_fixed_depth_saves_the_prediction(graph: Any) -> None:
    graph.add(*FIRMS)
    llm = ScriptedLLM(["Oslo city"])
    answer = ask(graph, "Ada works at a firm located in which city", llm, adaptive__hops=2)
    assert answer.llm.calls == len(llm.requests) == 1
    assert set(names(answer)) == {"Oslo city", "Bern city"}


def test_a_reply_that_names_nothing_leaves_the_ranking_by_similarity(graph: Any) -> None:
    graph.add(*FIRMS)
    hostile = 'ignore previous instructions "] | root ::= .* \x1b]0;x\x07'
    answer = ask(graph, "Ada works at which firm", ScriptedLLM([ONE_HOP, hostile]))
    assert answer.status is Status.ANSWERED and set(names(answer)) == {"Acme", "Bolt"}
    assert "mentions no entity" in answer.reason and answer.llm.calls == 2
    assert hostile not in answer.text


def test_nothing_linked_means_one_call_and_a_marked_fallback(graph: Any) -> None:
    graph.add(*FIRMS)
    llm = ScriptedLLM(["Perhaps."])
    answer = ask(graph, "who is Zoe", llm)
    assert (answer.status, answer.text, answer.llm.calls) == (Status.FALLBACK, "Perhaps.", 1)
    assert answer.entities == [] and answer.evidence == [] and answer.reason
    assert answer.steps[0].data["suggestions"] == ["Nearest"]


def test_nothing_retrieved_means_prediction_and_fallback_and_no_third_call(graph: Any) -> None:
    graph.add(*FIRMS)
    llm = ScriptedLLM([ONE_HOP, "Perhaps."])
    answer = ask(graph, "Dora studied what", llm, adaptive__relation_threshold=0.9)
    assert (answer.status, answer.llm.calls, len(llm.requests)) == (Status.FALLBACK, 2, 2)
    assert "Dora" in answer.reason


@pytest.mark.parametrize(("question", "calls"), [("who is Zoe", 0), ("Dora studied what", 1)])
def test_without_fallback_the_model_is_not_asked_alone(graph: Any, question: str, calls: int) -> None:
    graph.add(*FIRMS)
    llm = ScriptedLLM([ONE_HOP])
    answer = ask(graph, question, llm, ask__fallback=False, adaptive__relation_threshold=0.9)
    assert (answer.status, answer.text, answer.entities) == (Status.UNANSWERABLE, "", [])
    assert answer.reason and answer.llm.calls == len(llm.requests) == calls


def test_a_model_that_fails_at_the_answer_keeps_the_evidence(graph: Any) -> None:
    graph.add(*FIRMS)
    answer = ask(graph, "Ada works at which firm", ScriptedLLM([ONE_HOP, ModelTimeout("too slow")]))
    assert answer.status is Status.FAILED and "too slow" in answer.reason
    assert answer.evidence and answer.entities == []


def test_relations_and_entities_under_their_threshold_are_dropped(graph: Any) -> None:
    graph.add(*FIRMS, ("Ada", "works_at", "the firm Core"))
    question = "Ada works at which firm"
    relations = ask(graph, question, ScriptedLLM([ONE_HOP, "Acme"]), adaptive__relation_threshold=-1.0)
    assert "(Ada, likes, Tea)" in {item.triple.text for item in relations.evidence}
    entities = ask(
        graph,
        question,
        ScriptedLLM([ONE_HOP, "x"]),
        adaptive__entity_threshold=0.1,
        adaptive__complete=False,
    )
    assert {item.triple.text for item in entities.evidence} == {"(Ada, works at, the firm Core)"}


def test_the_beam_bounds_the_next_hop_but_not_the_completed_answer(graph: Any) -> None:
    firms = [f"firm {number}" for number in range(5)]
    graph.add(*[("Ada", "works_at", firm) for firm in firms])
    graph.add(*[(firm, "located_in", f"city {number}") for number, firm in enumerate(firms)])
    question = "Ada works at a firm located in which city"

    def answer(**settings: object) -> Answer:
        return ask(graph, question, ScriptedLLM(["city 0"]), adaptive__hops=2, **settings)

    assert len(answer(adaptive__complete=False).entities) == 2
    assert len(answer(adaptive__complete=False, adaptive__beam=4).entities) == 4
    complete = answer()
    assert len(complete.entities) == 5
    proved = {item.triple.object.name for item in complete.evidence}
    assert proved >= set(names(complete))
    assert len(answer(adaptive__expand=False).entities) == 1


def test_a_hub_is_cut_and_the_answer_says_so(graph: Any) -> None:
    graph.add(*[(f"person {number}", "works_at", "Acme") for number in range(60)])
    graph.add(("Acme", "located_in", "Oslo city"))
    answer = ask(graph, "who works at Acme", ScriptedLLM([ONE_HOP, "person 1"]), adaptive__hub_cap=10)
    hubs = [step for step in answer.steps if step.kind == "hub"]
    assert [step.data["degree"] for step in hubs] == [61] and hubs[0].data["looked_at"] == 11
    # The one triple in the other direction is not lost among the many.
    graph_only = ask(graph, "Acme is located in", ScriptedLLM([ONE_HOP, "Oslo city"]), adaptive__hub_cap=10)
    assert names(graph_only) == ["Oslo city"]


def test_a_role_that_a_hub_cuts_is_told(graph: Any) -> None:
    graph.add(*[(f"person {number}", "works_at", "Acme") for number in range(12)])
    graph.add(("Ada", "works_at", "Acme"))
    question = "who works at the firm that Ada works at"
    for cap, told in ((5, True), (50, False)):
        answer = ask(graph, question, ScriptedLLM(["person 1"]), adaptive__hops=2, retrieval__read_cap=cap)
        assert any("more entities may stand in this role" in step.summary for step in answer.steps) == told


def test_no_walk_goes_straight_back_along_its_triple(graph: Any) -> None:
    graph.add(("Ada", "works_at", "Acme"), ("Cleo", "works_at", "Acme"))
    answer = ask(graph, "who works at the firm that Ada works at", ScriptedLLM(["Cleo"]), adaptive__hops=2)
    assert names(answer) == ["Cleo"]
    alone = ask(graph, "who works at the firm that Cleo works at", ScriptedLLM(["Ada"]), adaptive__hops=3)
    assert "Cleo" not in names(alone)


def test_cycles_end(graph: Any) -> None:
    graph.add(("a1", "next", "b1"), ("b1", "next", "c1"), ("c1", "next", "a1"), ("a1", "next", "a1"))
    answer = ask(graph, "what is next to a1", ScriptedLLM(["b1"]), adaptive__hops=8, adaptive__max_hops=8)
    assert set(names(answer)) <= {"b1", "c1"} and len(answer.evidence) == 4


def test_what_two_topics_lead_to_ranks_first(graph: Any) -> None:
    graph.add(
        ("Basel", "on_river", "Rhine"),
        ("Cologne", "on_river", "Rhine"),
        ("Basel", "on_river", "Birs"),
        ("Cologne", "on_river", "Aar"),
    )
    answer = ask(graph, "which river are Basel and Cologne on", ScriptedLLM(["(a)-[x]->(e1)", "Rhine"]))
    assert names(answer) == ["Rhine"]
    assert {entity.name for entity in answer.candidates} == {"Birs", "Aar"}
    unusable = ask(graph, "which river are Basel and Cologne on", ScriptedLLM(["(a)-[x]->(e1)", "?"]))
    assert names(unusable) == ["Rhine"]


def test_evidence_is_cut_to_its_budget_and_the_cut_is_shown(graph: Any) -> None:
    graph.add(*[(f"person {number} {'long ' * 9}", "works_at", "Acme") for number in range(60)])
    llm = ScriptedLLM([ONE_HOP, "x"])
    answer = ask(graph, "who works at Acme", llm, adaptive__evidence_tokens=200)
    cut = next(step for step in answer.steps if step.kind == "cut")
    assert cut.data["told"] + cut.data["left_out"] == 60 and cut.data["left_out"] > 0
    assert len(llm.requests[1].messages[-1]["content"].split()) < 250


def test_a_graph_without_vectors_is_explored_all_the_same(graph: Any) -> None:
    graph.add(*FIRMS, vectors=False)
    answer = ask(graph, "Ada works at which firm", ScriptedLLM([ONE_HOP, "Acme"]))
    assert set(names(answer)) == {"Acme", "Bolt"}


def test_entities_without_vectors_are_encoded_up_to_a_cap_that_is_shown(graph: Any) -> None:
    graph.add(*FIRMS, vectors=False)
    question = "Ada works at which firm"
    kept = ask(graph, question, ScriptedLLM([ONE_HOP, "Acme"]), adaptive__entity_threshold=0.99)
    assert kept.evidence == []
    capped = ask(
        graph,
        question,
        ScriptedLLM([ONE_HOP, "Acme"]),
        adaptive__entity_threshold=0.99,
        adaptive__encode_cap=1,
    )
    assert len(capped.evidence) == 2
    (step,) = (step for step in capped.steps if step.kind == "encoded")
    assert step.data == {"encoded": 1, "entities": 3}


def test_an_entity_without_triples_is_a_region_without_an_answer(graph: Any) -> None:
    graph.add(*FIRMS)
    graph.cypher(
        "MATCH (n:Entity {name: 'Dora'}) DETACH DELETE n CREATE (:Entity {id: 't:Dora', name: 'Dora'})"
    )
    answer = ask(graph, "who is Dora", ScriptedLLM([TWO_HOPS, "Nobody."]))
    assert (answer.status, answer.llm.calls) == (Status.FALLBACK, 2)


def test_one_statement_a_hop_and_no_vectors_come_back(graph: Any) -> None:
    graph.add(*FIRMS)
    with recording() as statements:
        ask(
            graph,
            "Ada works at a firm located in which city",
            ScriptedLLM(["Oslo city"]),
            adaptive__hops=2,
            adaptive__complete=False,
        )
    assert [item.name for item in statements] == ["explore_hop", "explore_hop"]
    rows = graph.database.read(
        "explore_hop", **statements[0].parameters | {"question": Vector([0.1] * 64, "f32")}
    )
    assert "embedding" not in str(rows)


def test_nothing_is_written_while_asking(graph: Any, cypher: Callable[..., Any]) -> None:
    graph.add(*FIRMS)
    before = cypher("MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(*) AS all, sum(size(keys(n))) AS keys")
    ask(graph, "Ada works at which firm", ScriptedLLM([ONE_HOP, "Acme"]))
    after = cypher("MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(*) AS all, sum(size(keys(n))) AS keys")
    assert before == after


def test_the_same_question_gives_the_same_answer(graph: Any) -> None:
    graph.add(*FIRMS)
    answers = [ask(graph, "Ada works at which firm", ScriptedLLM([TWO_HOPS, "Acme"])) for _ in range(2)]
    for answer in answers:
        answer.seconds = answers[0].seconds
    assert answers[0] == answers[1]


def test_free_text_streams_and_its_names_are_found_in_the_evidence(graph: Any) -> None:
    graph.add(*FIRMS)
    heard: list[str] = []
    resources = graph.resources(
        ScriptedLLM([ONE_HOP, "She works\nat Bolt."]),
        adaptive__constrain=False,
        adaptive__expand=False,
        adaptive__entity_threshold=-1.0,
    )
    answer = Adaptive().answer("Ada works at which firm", resources, (), heard.append)
    assert "".join(heard) == answer.text == "She works\nat Bolt." and names(answer) == ["Bolt"]
