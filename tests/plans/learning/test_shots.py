"""Learned questions as worked examples for a language model, on a real graph."""

from typing import Any

import pytest

from kgqa_neo4j.llm.base import Request
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.adaptive.method import Adaptive
from kgqa_neo4j.methods.pdrr.method import Pdrr
from kgqa_neo4j.methods.query.method import Query
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.plans.learning import few_shot as examples
from kgqa_neo4j.plans.learning import store
from kgqa_neo4j.plans.learning.few_shot import FewShotExample
from kgqa_neo4j.plans.learning.learn import learn
from kgqa_neo4j.plans.learning.pairs import pairs_of
from kgqa_neo4j.question_sets.questions import Question
from tests.plans.learning.films import TRIPLES, actors, asked, directors, writers_of_directed

QUESTION = "who wrote the films directed by Ann"
LEARNT = [("directed by", False), ("written by", True)]


def learned(graph: Any, *questions: Question, name: str = "default") -> None:
    if not graph.entities:
        graph.add(*TRIPLES)
    learn(graph.database, graph.embedder, pairs_of(graph.database, questions), name)


def chat(request: Request) -> list[tuple[str, str]]:
    return [(message["role"], message["content"]) for message in request.messages]


def test_the_nearest_questions_come_last_and_speak_of_the_graph(graph: Any) -> None:
    learned(graph, *directors(), *actors(), *writers_of_directed())
    vector = graph.embedder.encode(["who wrote the films directed by X"])[0]
    found = examples.nearest(graph.database, vector, 2)
    assert found[-1] == FewShotExample("who wrote the films directed by Ann", "Ann", tuple(LEARNT))
    assert [example.steps for example in found[:-1]] == [(("directed by", True),)]
    assert len(examples.nearest(graph.database, vector, 9)) == 3


def test_forms_of_one_path_are_shown_once_and_unexplained_ones_never(graph: Any) -> None:
    learned(graph, *directors(), *directors("who was it that directed {}"))
    learned(graph, asked("who directed the sequel of {}", "Ebb", "Ann", "Bo", "1992", "Haze", "Joe"))
    vector = graph.embedder.encode(["who directed X"])[0]
    assert [example.question for example in examples.nearest(graph.database, vector, 5)] == ["who directed Ebb"]


def test_only_the_chosen_set_is_shown(graph: Any) -> None:
    learned(graph, *directors(), name="one")
    learned(graph, *actors(), name="other")
    vector = graph.embedder.encode(["who directed X"])[0]
    assert [one.steps[0][0] for one in examples.nearest(graph.database, vector, 5, ["other"])] == [
        "starred actors"
    ]
    assert store.chosen(graph.database, "none") is None
    with pytest.raises(ConfigError, match="nosuch") as caught:
        store.chosen(graph.database, "nosuch")
    assert "one, other" in caught.value.hint


def test_adaptive_shows_them_before_it_asks_how_deep(graph: Any) -> None:
    learned(graph, *directors(), *writers_of_directed())
    llm = ScriptedLLM(["(e1)-[directed]->(a), (a)-[written by]->(b)", "Bo"])
    answer = Adaptive().answer(QUESTION, graph.resources(llm, learning__examples=1))
    assert chat(llm.requests[0])[-3:] == [
        ("user", "who wrote the films directed by Ann\ne1 = Ann"),
        ("assistant", "(e1)-[directed by]->(a), (a)-[written by]->(b)"),
        ("user", f"{QUESTION}\ne1 = Ann"),
    ]
    assert [step.data["questions"] for step in answer.steps if step.kind == "examples"] == [[QUESTION]]
    assert answer.llm.calls == 2


def test_pdrr_shows_them_as_partial_triples(graph: Any) -> None:
    learned(graph, *writers_of_directed())
    chain = "{Ann, directed by, thing#1}\n{thing#1, written by, thing#2}"
    llm = ScriptedLLM(lambda request: {"pdrr_type/2": "chain", "pdrr_chain/1": chain}.get(request.prompt, "1"))
    Pdrr().answer(QUESTION, graph.resources(llm))
    assert chat(llm.requests[1])[-2:] == [
        ("assistant", chain),
        ("user", f"Names: Ann\nQuestion: {QUESTION}"),
    ]


def test_query_shows_them_as_chains_to_choose_from(graph: Any) -> None:
    learned(graph, *writers_of_directed())
    llm = ScriptedLLM()
    Query().answer(QUESTION, graph.resources(llm, query__choose="model", query__tried=2))
    messages, _ = llm.choice_requests[0]
    assert messages[-2]["content"] == "Ann - ~ directed by - written by"


@pytest.mark.parametrize("method", [Adaptive, Pdrr, Query])
def test_what_is_shown_is_counted_and_can_be_left_out(graph: Any, method: Any) -> None:
    learned(graph, *directors())
    assert method().qa_pairs_used(graph.resources(ScriptedLLM())) == 4
    assert method().qa_pairs_used(graph.resources(ScriptedLLM(), learning__examples=0)) == 0
    assert method().qa_pairs_used(graph.resources(ScriptedLLM(), learning__sets="none")) == 0


def test_without_anything_learned_nothing_is_shown(graph: Any) -> None:
    graph.add(*TRIPLES)
    llm = ScriptedLLM(["(e1)-[directed]->(a)", "Ebb"])
    answer = Adaptive().answer(QUESTION, graph.resources(llm))
    assert "examples" not in [step.kind for step in answer.steps]
    assert Adaptive().qa_pairs_used(graph.resources(llm)) == 0
