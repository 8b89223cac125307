from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.gold_decomposition import GoldDecomposition, Hop, metaqa_path, pathquestion_paths
from kgqa_neo4j import embedding, linking, llm, methods
from kgqa_neo4j.embedding import Embedder, Vectors
from kgqa_neo4j.evaluation.records import record
from kgqa_neo4j.evaluation.runs import gold_answers
from kgqa_neo4j.llm.base import Request
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.decomposition import parse
from kgqa_neo4j.methods.kg_rag.method import KgRag
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import ModelTimeout
from kgqa_neo4j.model.graph import fold
from kgqa_neo4j.question_sets.questions import Question, read_questions
from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.settings import EmbeddingSettings, load_configuration
from kgqa_neo4j.store import schema
from kgqa_neo4j.store.driver import Database
from tests.methods.players import HOSTILE, chatty, echo, one_of_each

FIRMS = [
    ("Ada", "works_at", "Acme"),
    ("Ada", "works_at", "Bolt"),
    ("Ada", "likes", "Tea"),
    ("Acme", "located_in", "Oslo city"),
    ("Bolt", "located_in", "Bern city"),
    ("Oslo city", "mayor", "Dora"),
]
TWO_STEPS = (
    "Reasoning: first the firms, then their cities.\nSub-questions:\n"
    "1. Ada works at what?\n2. in which city is it?\n<END>"
)


def answer(graph: Any, question: str, model: ScriptedLLM, name: str = "kg-rag", **settings: object) -> Answer:
    return methods.create(name).answer(question, graph.resources(model, **settings))


def names(answer: Answer) -> list[str]:
    return [entity.name for entity in answer.entities]


def kinds(answer: Answer) -> list[str]:
    return [step.kind for step in answer.steps]


def test_sub_questions_are_answered_one_after_the_other_and_put_together(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(
        [
            TWO_STEPS,
            "Acme; Bolt",
            "in which city are Acme and Bolt",
            "Oslo city; Bern city",
            "Oslo city and Bern city.",
        ]
    )
    found = answer(graph, "in which city is the firm where Ada works?", script)
    assert (found.status, found.reason) == (Status.ANSWERED, "")
    assert names(found) == ["Oslo city", "Bern city"] and found.text == "Oslo city and Bern city."
    assert kinds(found) == ["linking", "decomposition", "sub-question", "sub-question", "synthesis"]
    assert found.steps[1].data["reasoning"] == "first the firms, then their cities."
    assert found.steps[3].data["question"] == "in which city are Acme and Bolt?"
    assert found.llm.calls == 5


def test_a_sub_answer_sees_the_triples_nearest_to_its_own_question(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM([TWO_STEPS, "Acme", "Acme is located in which city", "Oslo city", "Oslo city"])
    found = answer(graph, "in which city is the firm where Ada works?", script, kg_rag__top_k=2)
    first, second = (request.messages[-1]["content"] for request in (script.requests[1], script.requests[3]))
    assert first.count("\n(") + first.startswith("(") <= 2 and "(Ada, works at, Acme)" in first
    assert "(Acme, located in, Oslo city)" in second
    steps = {item.triple.text: item.step for item in found.evidence}
    assert steps["(Ada, works at, Acme)"] == 3 and steps["(Acme, located in, Oslo city)"] == 4


@pytest.mark.parametrize(("hops", "deepest"), [(1, 1), (2, 2), (3, 3)])
def test_candidates_end_at_n_hops(graph: Any, hops: int, deepest: int) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(["1. who is mayor?", "Dora", "Dora"])
    found = answer(graph, "who is mayor where Ada works?", script, kg_rag__max_hops=hops)
    assert max(item.hop for item in found.evidence) == deepest
    assert ("Dora" in names(found)) == (hops == 3)


def test_sampling_is_as_the_paper_has_it(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM([TWO_STEPS, "Acme", "where is Acme", "Oslo city", "Oslo city"])
    answer(graph, "where is the firm of Ada?", script)
    decomposition, sub_answer, reformulation, _, synthesis = script.requests
    assert {request.temperature for request in script.requests} == {0.3}
    assert (decomposition.max_tokens, sub_answer.max_tokens, synthesis.max_tokens) == (256, 256, 512)
    assert decomposition.stop == ["<END>"] and reformulation.stop == ["?"]
    assert sub_answer.extra == {"min_p": 0.05, "top_k": 40, "repeat_penalty": 1.1}
    assert decomposition.prompt == "kg_rag_decompose/1"


def test_what_is_left_of_a_bad_decomposition_is_used_and_told() -> None:
    kept = parse("1. a?\n2. those?\n3. those?\n4. c?\n<END>\n6. e?", "whole?", 3, "<END>")
    assert kept.questions == ("a?", "those?", "those?")
    assert kept.fallbacks == ("only the first 3 of 4 sub-questions are asked",)
    assert parse("no idea", "whole?", 3, "<END>").questions == ("whole?",)
    long = parse(f"1. a?\n2. {'x' * 400}?\n3. c?", "whole?", 3, "<END>")
    assert long.questions == ("a?", "c?")
    assert long.fallbacks == ("1 of 3 sub-questions are too long and left out",)


def test_what_ends_a_reply_is_a_setting(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(["1. a?\n2. b?\nDONE\n3. c?", "Acme", "where is Acme", "Oslo city", "Oslo city"])
    stops = {"decomposition": "DONE", "reformulation": "!"}
    settings = {f"kg_rag__{name}_stop": stop for name, stop in stops.items()}
    found = answer(graph, "where is the firm of Ada?", script, **settings)
    assert found.steps[1].data["questions"] == ["a?", "b?"]
    assert [list(request.stop) for request in script.requests] == [["DONE"], ["\n\n"], ["!"], ["\n\n"], []]
    assert "DONE" in (script.requests[0].grammar or "")


@pytest.mark.parametrize("name", ["kg-rag", "llm-decompose"])
def test_a_question_that_was_answered_is_not_asked_again(graph: Any, name: str) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(["1. Ada works at what?\n2. and then?", "Acme", "Ada works at what", "Acme"])
    found = answer(graph, "Ada works at what?", script, name)
    assert "guard" in kinds(found) and found.llm.calls == 4


def test_a_reply_that_names_only_what_is_asked_about_is_taken_and_told(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(["Ada"])
    found = answer(graph, "Ada works at what?", script, "kaping", kaping__constrain=False)
    assert names(found) == ["Ada"] and "names only what the question names" in found.reason


def test_names_that_a_grammar_has_no_room_for_are_counted(graph: Any) -> None:
    graph.add(*[("Ada", "knows", f"Friend {number}") for number in range(60)])
    found = answer(graph, "Ada knows whom?", ScriptedLLM(["Friend 1"]), "kaping", kaping__top_k=60)
    assert any("the first 48 names (12 omitted)" in step.summary for step in found.steps)


def test_what_the_endpoint_did_not_take_stands_in_the_answer(
    graph: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(["Acme"])
    monkeypatch.setattr(script, "refused", ["grammars"], raising=False)
    found = answer(graph, "Ada works at what?", script, "kaping")
    assert "does not take grammars: asked without" in found.reason and "fallback" in kinds(found)


@pytest.mark.parametrize("name", ["kg-rag", "kaping", "llm-decompose"])
@pytest.mark.parametrize("reply", [*HOSTILE.values(), echo], ids=[*HOSTILE, "prompt echoed"])
def test_a_hostile_model_gets_a_valid_answer_within_the_calls_allowed(
    graph: Any, name: str, reply: str | Callable[[Request], str]
) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(reply if callable(reply) else lambda request: reply)
    found = answer(graph, "in which city is the firm where Ada works?", script, name)
    assert found.status is Status.ANSWERED
    assert found.llm.calls == len(script.requests) <= {"kg-rag": 9, "llm-decompose": 9, "kaping": 1}[name]
    evidence = {end.id for item in found.evidence for end in (item.triple.subject, item.triple.object)}
    assert {entity.id for entity in found.entities} <= evidence


@pytest.mark.parametrize("name", ["kg-rag", "kaping", "llm-decompose"])
@pytest.mark.parametrize("good", [0, 1, 2])
def test_a_model_that_stops_answering_gives_a_failed_answer(graph: Any, name: str, good: int) -> None:
    graph.add(*FIRMS)
    replies = ["1. where does Ada work?", "Acme"][:good]
    if name == "kaping" and good:
        pytest.skip("it makes one call")
    found = answer(graph, "where does Ada work?", ScriptedLLM([*replies, ModelTimeout("too slow")]), name)
    assert found.status is Status.FAILED and "too slow" in found.reason
    assert name == "llm-decompose" or good == 0 or found.evidence


@pytest.mark.parametrize("name", ["kg-rag", "kaping"])
def test_nothing_linked_ends_in_the_marked_fallback_or_a_refusal(graph: Any, name: str) -> None:
    graph.add(*FIRMS)
    fallback = answer(graph, "who is Zed?", ScriptedLLM(["a stranger"]), name)
    assert (fallback.status, fallback.text) == (Status.FALLBACK, "a stranger")
    refused = answer(graph, "who is Zed?", ScriptedLLM(), name, ask__fallback=False)
    assert (refused.status, refused.llm.calls) == (Status.UNANSWERABLE, 0)


def test_kaping_asks_once_with_the_nearest_triples(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(["Acme; Bolt"])
    found = answer(graph, "Ada works at what?", script, "kaping", kaping__top_k=3)
    assert names(found) == ["Acme", "Bolt"] and len(found.evidence) == 3 and found.llm.calls == 1
    assert script.requests[0].messages[-1]["content"].startswith("(Ada, works at, ")


def test_a_graph_without_vectors_of_triples_is_encoded_on_the_fly(graph: Any, cypher: Any) -> None:
    graph.add(*FIRMS)
    cypher("MATCH (g:GraphInfo) REMOVE g.triple_index")
    cypher("MATCH (:Entity)-[r]->() REMOVE r.embedding")
    found = answer(graph, "Ada works at what?", ScriptedLLM(["Acme"]), "kaping", kaping__top_k=2)
    assert {item.triple.relation.id for item in found.evidence} == {"works_at"}
    assert next(step for step in found.steps if step.kind == "retrieval").data["retrieval"] == "encoded"
    few = answer(graph, "Ada works at what?", ScriptedLLM(["Acme"]), "kaping", retrieval__encode_limit=2)
    assert len(few.evidence) == 2
    assert any("2 (retrieval.encode_limit)" in step.summary for step in few.steps if step.kind == "cut")
    assert "cut" not in kinds(found)
    replies = [TWO_STEPS, "Acme; Bolt", "in which city are Acme and Bolt", "Oslo city", "Oslo city"]
    asked = answer(graph, "in which city is the firm where Ada works?", ScriptedLLM(replies))
    assert "earlier answers are not searched around" in asked.reason


def test_hubs_and_wide_neighbourhoods_are_bounded_and_the_bound_is_shown(graph: Any) -> None:
    graph.add(*[("Ada", "knows", f"Friend {number}") for number in range(12)])
    graph.add(*[(f"Friend {number}", "lives_in", f"Town {number}") for number in range(12)])
    settings = {"retrieval__hub_cap": 5, "retrieval__max_entities": 4}
    found = answer(graph, "Ada knows whom?", ScriptedLLM(["Friend 1"]), "kaping", **settings)
    assert len(found.evidence) <= 5 + 3
    assert {"hub", "cut"} <= set(kinds(found))
    full = answer(
        graph,
        "Ada knows whom?",
        ScriptedLLM(["Friend 1"]),
        "kaping",
        **{"retrieval__hub_cap": 12, "retrieval__max_entities": 13},
    )
    # All friends are within the bound, which then leaves no room for their towns.
    assert any("13 entities lie within 2 hops" in step.summary for step in full.steps if step.kind == "cut")
    assert "Ada (12 triples)" in next(step.summary for step in found.steps if step.kind == "hub")


def test_exact_scoring_and_the_index_find_the_same_triples(sample: Database) -> None:
    found = {}
    for limit in (0, 1_000_000):
        resources = sample_tools(sample, ScriptedLLM(["x"]), retrieval__exact_limit=limit)
        answered = methods.create("kaping").answer("who directed [The Icicle Thief]?", resources)
        how = next(step for step in answered.steps if step.kind == "retrieval").data["retrieval"]
        found[how] = {item.triple.id for item in answered.evidence}
    assert set(found) == {"index", "exact"}
    assert len(found["index"] & found["exact"]) >= 28


class Lengthening:
    """An encoder whose vectors are the longer the more the text says."""

    model, backend, normalised = "lengthening", "test", False

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.dimension = inner.dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        lengths = np.array([[len(text.split())] for text in texts], np.float32)
        return self._inner.encode(texts) * lengths.reshape(-1, 1)


def test_vectors_of_any_length_are_ranked_by_dot_product_also_where_the_index_is_searched(graph: Any) -> None:
    graph.embedder = Lengthening(graph.embedder)
    graph.add(("Ada", "knows", "Bo"), ("Ada", "knows", "Bo of the long and winding road to nowhere at all"))
    graph.add(*[("Ada", "likes", f"Thing {number}") for number in range(8)])
    index = schema.create_triple_index(graph.database, ["knows", "likes"], graph.embedder.dimension)
    schema.await_indexes(graph.database, [index])
    graph.cypher("MATCH (g:GraphInfo) SET g.triple_index = $index", index=index)
    found = {}
    for limit in (0, 1_000):
        model = ScriptedLLM(["Bo"])
        asked = answer(graph, "Ada knows", model, "kaping", retrieval__exact_limit=limit, kaping__top_k=1)
        how = next(step for step in asked.steps if step.kind == "retrieval").data["retrieval"]
        found[how] = [item.triple.object.name for item in asked.evidence]
    long = ["Bo of the long and winding road to nowhere at all"]
    assert found == {"index by cosine, then dot product": long, "exact": long}


@cache
def encoder() -> Embedder:
    return embedding.create(EmbeddingSettings())


def sample_tools(sample: Database, model: ScriptedLLM, **settings: object) -> Resources:
    resolved = load_configuration(
        Path("nowhere"), {name.replace("__", "."): value for name, value in settings.items()}, {}
    )
    linker = linking.create(resolved.settings, sample, encoder())
    return Resources(sample, encoder(), linker, model, resolved.settings)


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_a_perfect_model_gets_real_questions_right(sample: Database, hops: int) -> None:
    folder = sample_path()
    types = (folder / f"qa_{hops}hop_qtype.txt").read_text().split()
    questions = one_of_each(read_questions(folder / f"qa_{hops}hop.txt", "metaqa"), types)
    right = 0
    for question in questions:
        player = GoldDecomposition(question.topics[0], metaqa_path(types[question.line - 1]))
        resources = sample_tools(sample, ScriptedLLM(player))
        found = KgRag().answer(question.question, resources, question.topics)
        assert found.status is Status.ANSWERED
        right += bool(names(found)) and names(found)[0] in question.answers
    assert right >= 0.9 * len(questions)


def test_a_perfect_model_answers_from_the_nearest_triples_in_one_call(sample: Database) -> None:
    folder = sample_path()
    types = (folder / "qa_1hop_qtype.txt").read_text().split()
    questions = one_of_each(read_questions(folder / "qa_1hop.txt", "metaqa"), types)
    right = 0
    for question in questions:
        player = GoldDecomposition(question.topics[0], metaqa_path(types[question.line - 1]))
        found = methods.create("kaping").answer(
            question.question, sample_tools(sample, ScriptedLLM(player)), question.topics
        )
        assert found.llm.calls == 1
        right += bool(names(found)) and names(found)[0] in question.answers
    assert right >= 0.9 * len(questions)


@pytest.mark.parametrize("hops", [2, 3])
def test_a_perfect_model_gets_deep_questions_right_where_their_triples_are_among_the_nearest(
    sample: Database, hops: int
) -> None:
    folder = sample_path()
    types = (folder / f"qa_{hops}hop_qtype.txt").read_text().split()
    right = 0
    for question in one_of_each(read_questions(folder / f"qa_{hops}hop.txt", "metaqa"), types):
        right += _kaping_is_right(sample, question, metaqa_path(types[question.line - 1]))
    assert right


@pytest.mark.parametrize("hops", [2, 3])
def test_a_perfect_model_gets_pathquestion_right_in_one_call_where_the_triples_are_among_the_nearest(
    pathquestion: Any, hops: int
) -> None:
    file = pathquestion.questions[hops]
    paths = pathquestion_paths(file, hops)
    questions = read_questions(file, "pathquestion")[:: len(paths) // 20]
    assert sum(_kaping_is_right(pathquestion.database, one, paths[one.line - 1]) for one in questions)


def _kaping_is_right(database: Database, question: Question, path: Sequence[Hop]) -> bool:
    """Whether the triples of the gold path were found; the answer is right then, and else names nothing."""
    player = GoldDecomposition(question.topics[0], path)
    heard: list[str] = []

    def play(request: Request) -> str:
        heard.append(player(request))
        return heard[-1]

    resources = sample_tools(database, ScriptedLLM(play))
    found = methods.create("kaping").answer(question.question, resources, question.topics)
    assert found.llm.calls == 1
    read = heard[0] != "nothing"
    hit = {fold(name) for name in names(found)} & {fold(one) for one in question.answers}
    assert not read or hit
    return read


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_a_model_that_knows_the_answers_itself_is_scored_right_without_the_graph(
    sample: Database, hops: int
) -> None:
    questions = read_questions(sample_path() / f"qa_{hops}hop.txt", "metaqa")[:5]
    gold = gold_answers(sample, questions)
    for question in questions:
        told = "; ".join(question.answers)
        replies = {"kg_rag_decompose": f"1. {question.question}\n<END>"}

        def reply(request: Request, told: str = told, replies: dict[str, str] = replies) -> str:
            return replies.get(request.prompt[:-2], told)

        script = ScriptedLLM(reply)
        found = methods.create("llm-decompose").answer(question.question, sample_tools(sample, script))
        kept = record(sample, question, [gold[name] for name in question.answer_names], found)
        assert found.status is Status.ANSWERED and kept["scores"]["hit_at_1"] == 1


@pytest.mark.parametrize("name", ["kg-rag", "kaping"])
def test_a_mediocre_model_is_right_where_its_one_good_reply_suffices(sample: Database, name: str) -> None:
    def play(request: Request) -> str:
        answers = request.prompt.startswith(("kg_rag_sub_answer/", "kaping/"))
        return "I think Maurizio Nichetti did" if answers else "Let me think: who?"

    settings = {"kg_rag.constrain": False, "kaping.constrain": False}
    resources = sample_tools(sample, ScriptedLLM(play), **settings)
    found = methods.create(name).answer("who directed [The Icicle Thief]?", resources)
    assert found.status is Status.ANSWERED and names(found) == ["Maurizio Nichetti"]
    if name == "kg-rag":
        assert [step.summary for step in found.steps if step.kind == "fallback"]


@pytest.mark.parametrize(("hops", "exact_limit"), [(1, 20_000), (2, 20_000), (2, 0), (3, 20_000)])
def test_a_mediocre_model_that_chats_around_its_answers_is_understood(
    sample: Database, hops: int, exact_limit: int
) -> None:
    folder = sample_path()
    types = (folder / f"qa_{hops}hop_qtype.txt").read_text().split()
    question = one_of_each(read_questions(folder / f"qa_{hops}hop.txt", "metaqa"), types)[0]
    player = GoldDecomposition(question.topics[0], metaqa_path(types[question.line - 1]))
    model = ScriptedLLM(chatty(player, "kg_rag_sub_answer", "kg_rag_synthesis"))
    resources = sample_tools(sample, model, kg_rag__constrain=False, retrieval__exact_limit=exact_limit)
    found = KgRag().answer(question.question, resources, question.topics)
    assert names(found)[0] in question.answers
    how = {step.data["retrieval"] for step in found.steps if step.kind == "sub-question"}
    assert how == {"exact" if exact_limit else "index"}


def test_a_mediocre_model_without_the_graph_still_gives_its_answer(sample: Database) -> None:
    replies = {"kg_rag_decompose": "who directed it?", "kg_rag_synthesis": "Maurizio Nichetti"}

    def play(request: Request) -> str:
        return replies.get(request.prompt.split("/")[0], "")

    found = methods.create("llm-decompose").answer(
        "who directed The Icicle Thief?", sample_tools(sample, ScriptedLLM(play))
    )
    assert (found.status, found.text) == (Status.ANSWERED, "Maurizio Nichetti")
    assert "the question is asked as it is" in found.reason


@pytest.mark.parametrize("hops", [2, 3])
def test_a_perfect_model_gets_pathquestion_right(pathquestion: Any, hops: int) -> None:
    file = pathquestion.questions[hops]
    paths = pathquestion_paths(file, hops)
    questions = read_questions(file, "pathquestion")[:: len(paths) // 20]
    right = 0
    for question in questions:
        player = GoldDecomposition(question.topics[0], paths[question.line - 1])
        resources = sample_tools(pathquestion.database, ScriptedLLM(player))
        found = KgRag().answer(question.question, resources, question.topics)
        right += bool({fold(name) for name in names(found)} & {fold(one) for one in question.answers})
    assert right >= 0.95 * len(questions)


@pytest.mark.parametrize("name", ["kg-rag", "kaping", "llm-decompose"])
def test_the_packaged_model_runs_through(sample: Database, name: str) -> None:
    settings = load_configuration(Path("nowhere"), {}, {}).settings
    resources = replace(sample_tools(sample, ScriptedLLM()), llm=llm.create(settings.llm))
    heard: list[str] = []
    found = methods.create(name).answer("who directed [The Icicle Thief]?", resources, on_text=heard.append)
    assert found.status is Status.ANSWERED and found.llm.model and found.llm.calls >= 1
    assert "".join(heard).strip() == found.text
