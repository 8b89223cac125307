from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.gold_decomposition import metaqa_path, pathquestion_paths
from benchmarks.gold_sub_questions import GoldSubQuestions
from kgqa_neo4j import embedding, linking, llm
from kgqa_neo4j.llm.base import Request
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.iquest.method import Iquest, most_calls
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import ContextOverflow, ModelNotFound, ModelTimeout, ModelUnavailable
from kgqa_neo4j.model.graph import fold
from kgqa_neo4j.question_sets.questions import read_questions
from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.settings import load_configuration
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
FIRST, SECOND = "Ada works at what?", "this is located in which city?"
CITIES = "in which city is the firm where Ada works?"
TWO_STEPS = [FIRST, "Acme; Bolt", "no", SECOND, "Oslo city; Bern city", "yes", "Oslo city; Bern city"]


def ask(graph: Any, question: str, model: ScriptedLLM, **settings: object) -> Answer:
    return Iquest().answer(question, graph.resources(model, **settings))


def names(answer: Answer) -> list[str]:
    return [entity.name for entity in answer.entities]


def steps(answer: Answer, kind: str) -> list[str]:
    return [step.summary for step in answer.steps if step.kind == kind]


def of_prompt(script: ScriptedLLM, name: str) -> list[Request]:
    return [request for request in script.requests if request.prompt.startswith(f"iquest_{name}/")]


def evidence_names(answer: Answer) -> set[str]:
    return {end.id for item in answer.evidence for end in (item.triple.subject, item.triple.object)}


def test_sub_questions_lead_from_the_topic_to_the_answer(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(TWO_STEPS)
    found = ask(graph, CITIES, script)
    assert (found.status, found.reason) == (Status.ANSWERED, "")
    assert names(found) == ["Oslo city", "Bern city"] and found.text == "Oslo city, Bern city"
    kinds = ["sub-question", "look-ahead", "sub-answer", "sufficiency"]
    assert [step.kind for step in found.steps] == ["linking", *kinds, *kinds, "answer"]
    assert found.llm.calls == len(script.requests) == 7
    assert {item.triple.text: item.hop for item in found.evidence}["(Acme, located in, Oslo city)"] == 2


def test_the_guiding_role_may_say_that_nothing_more_is_needed(graph: Any) -> None:
    graph.add(*FIRMS)
    found = ask(graph, "where does Ada work?", ScriptedLLM([FIRST, "Acme", "no", "none", "Acme"]))
    assert names(found) == ["Acme"] and found.llm.calls == 5
    assert "none is needed any more" in steps(found, "sub-question")


def test_the_roles_have_prompts_of_their_own_and_see_the_context(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(TWO_STEPS)
    ask(graph, CITIES, script)
    assert f"1. {FIRST} Acme; Bolt" in of_prompt(script, "guide")[1].messages[-1]["content"]
    assert f"2. {SECOND} Oslo city; Bern city" in of_prompt(script, "final")[0].messages[-1]["content"]
    assert CITIES not in of_prompt(script, "answer")[0].messages[-1]["content"]


def test_replies_are_held_to_their_form(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(TWO_STEPS)
    ask(graph, CITIES, script)
    grammars = {name: of_prompt(script, name)[0].grammar for name in ("guide", "answer", "enough", "final")}
    assert all(grammars.values())
    assert '"none"' not in grammars["guide"] and '"none"' in (of_prompt(script, "guide")[1].grammar or "")
    assert "own knowledge:" in (grammars["answer"] or "")
    free = ScriptedLLM(TWO_STEPS)
    ask(graph, CITIES, free, iquest__constrain=False, iquest__own_knowledge=False)
    assert of_prompt(free, "answer")[0].grammar is None is of_prompt(free, "final")[0].grammar
    assert "own knowledge" not in of_prompt(free, "answer")[0].messages[0]["content"]


def test_top_k_bounds_the_frontier_and_expansion_shows_the_relation_whole(graph: Any) -> None:
    graph.add(*[("Ada", "works_at", f"firm {number}") for number in range(9)])
    question = "Ada works at what?"
    whole = ScriptedLLM([question, "firm 7", "no", "and then?", "none", "yes", "firm 7"])
    found = ask(graph, question, whole)
    assert len(found.evidence) == 9
    assert found.steps[-2].kind == "sufficiency" and names(found) == ["firm 7"]
    second = next(step for step in found.steps if step.kind == "sub-question" and step.data.get("number") == 2)
    assert len(second.data["frontier"]) == 3 and "t:firm 7" in second.data["frontier"]
    paper = ask(graph, question, ScriptedLLM([question, "firm 0", "yes", "firm 0"]), iquest__expand=False)
    assert len(paper.evidence) == 3
    bounded = ask(graph, question, ScriptedLLM([question, "firm 0", "yes", "firm 0"]), iquest__max_triples=5)
    assert len(bounded.evidence) == 5 and any("there may be more" in cut for cut in steps(bounded, "cut"))


def test_a_wider_frontier_takes_in_more_of_what_the_sub_answer_names(graph: Any) -> None:
    firms = [f"firm {number}" for number in range(6)]
    graph.add(*[("Ada", "works_at", firm) for firm in firms])
    graph.add(*[(firm, "located_in", f"city {number}") for number, firm in enumerate(firms)])
    replies = ["Ada works at what?", "; ".join(firms[:5]), "no", "this is located in which city?"]
    for frontier, cities in ((3, 3), (4, 4), (9, 5)):
        script = ScriptedLLM([*replies, "city 0", "yes", "city 0"])
        found = ask(graph, CITIES, script, iquest__frontier=frontier)
        assert sum(item.triple.relation.id == "located_in" for item in found.evidence) == cities


def test_hubs_and_many_neighbours_are_bounded_and_the_bound_is_shown(graph: Any) -> None:
    graph.add(*[("Ada", "knows", f"Friend {number}") for number in range(12)])
    script = ScriptedLLM(["Ada knows whom?", "Friend 1", "yes", "Friend 1"])
    found = ask(graph, "Ada knows whom?", script, retrieval__hub_cap=8, iquest__candidates=4)
    assert "8 of its 12 triples" in steps(found, "hub")[0]
    assert "4 of 8 neighbours were scored" in steps(found, "cut")[0]


def test_without_a_network_neighbours_are_scored_by_similarity_and_the_step_says_so(graph: Any) -> None:
    graph.add(*FIRMS)
    found = ask(graph, "Ada works at what?", ScriptedLLM([FIRST, "Acme", "yes", "Acme"]))
    assert "similarity, as no look-ahead network is trained" in steps(found, "look-ahead")[0]
    with pytest.raises(ModelNotFound, match="no look-ahead network in nowhere"):
        ask(graph, "Ada works at what?", ScriptedLLM(), iquest__network="nowhere")


def test_one_does_not_step_straight_back(graph: Any) -> None:
    graph.add(("Ada", "works_at", "Acme"), ("Cleo", "works_at", "Acme"))
    script = ScriptedLLM(["Ada works at?", "Acme", "no", "who works at it?", "Cleo", "yes", "Cleo"])
    found = ask(graph, "who works where Ada works?", script)
    assert names(found) == ["Cleo"]
    assert "Ada" not in of_prompt(script, "answer")[1].messages[-1]["content"]


def test_own_knowledge_is_flagged_and_not_taken_for_the_graph(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM([FIRST, "own knowledge: at the mill", "yes", "at the mill"])
    found = ask(graph, "where does Ada work?", script)
    assert (found.status, found.text, found.entities) == (Status.FALLBACK, "at the mill", [])
    assert "own knowledge, not in the evidence" in steps(found, "sub-answer")[0]
    refused = ask(graph, "where does Ada work?", ScriptedLLM([FIRST, "the mill", "yes"]), ask__fallback=False)
    assert (refused.status, refused.text, refused.entities) == (Status.UNANSWERABLE, "", [])


def test_what_the_graph_said_before_is_not_passed_off_as_the_answer_that_the_model_knew(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM([FIRST, "Acme", "no", SECOND, "own knowledge: Trondheim", "yes", "Trondheim"])
    found = ask(graph, CITIES, script)
    assert (found.status, found.text, found.entities) == (Status.FALLBACK, "Trondheim", [])
    assert f"the model's own knowledge: {SECOND}" in found.reason and not steps(found, "fallback")


def test_own_knowledge_that_the_evidence_happens_to_name_is_still_told_to_be_that(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM([FIRST, "own knowledge: Acme", "yes", "Acme"])
    found = ask(graph, "where does Ada work?", script)
    assert (found.status, names(found)) == (Status.FALLBACK, ["Acme"])
    assert "the model's own knowledge" in found.reason


@pytest.mark.parametrize(("reply", "own"), [("own knowledge:", True), ("own knowledge: a mill", False)])
def test_own_knowledge_that_cannot_be_used_is_a_fallback(graph: Any, reply: str, own: bool) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM([FIRST, reply, "yes", "who knows"])
    found = ask(graph, "where does Ada work?", script, iquest__own_knowledge=own)
    assert "own knowledge" in steps(found, "fallback")[0] and found.status is Status.FALLBACK


@pytest.mark.parametrize("reply", ["none is needed.", "No further question is needed.", "No more."])
def test_that_nothing_more_is_needed_may_be_said_in_words(graph: Any, reply: str) -> None:
    graph.add(*FIRMS)
    found = ask(graph, "where does Ada work?", ScriptedLLM([FIRST, "Acme", "no", reply, "Acme"]))
    assert found.llm.calls == 5 and "none is needed any more" in steps(found, "sub-question")


def test_names_that_the_frontier_or_the_grammar_has_no_room_for_are_told(graph: Any) -> None:
    friends = [f"Friend {number}" for number in range(60)]
    graph.add(*[("Ada", "knows", friend) for friend in friends])
    question = "Ada knows whom?"
    script = ScriptedLLM([question, "; ".join(friends[:20]), "yes", "Friend 1"])
    found = ask(graph, question, script)
    cuts = "; ".join(steps(found, "cut"))
    assert "the first 48 names (12 omitted)" in cuts
    assert "from 16 of the 20 entities named (iquest.frontier)" in cuts


def test_a_paraphrase_of_what_found_nothing_is_asked_once_more_at_most(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM([FIRST, "none", "no", "what works Ada at?", FIRST, "who knows"])
    found = ask(graph, "where does Ada work?", script)
    assert len(steps(found, "guard")) == 2 and found.llm.calls == 6
    assert "what works Ada at?" in of_prompt(script, "guide")[2].messages[-1]["content"]
    other = ScriptedLLM([FIRST, "none", "no", FIRST, "Ada likes what?", "Tea", "yes", "Tea"])
    moved_on = ask(graph, "what about Ada?", other)
    assert names(moved_on) == ["Tea"] and len(steps(moved_on, "guard")) == 1


def test_what_the_model_knows_itself_does_not_move_the_frontier_and_is_not_asked_again(graph: Any) -> None:
    graph.add(*FIRMS)
    script = ScriptedLLM(
        [FIRST, "own knowledge: at the mill", "no", FIRST, "Ada likes what?", "Tea", "yes", "Tea"]
    )
    found = ask(graph, "what about Ada?", script)
    asked = [step.data["frontier"] for step in found.steps if step.kind == "sub-question"]
    assert asked == [["t:Ada"], ["t:Ada"]]
    assert names(found) == ["Tea"] and len(steps(found, "guard")) == 1


def test_an_answer_that_names_nothing_gives_way_to_the_last_sub_answer(graph: Any) -> None:
    graph.add(*FIRMS)
    found = ask(graph, "where does Ada work?", ScriptedLLM([FIRST, "Acme; Bolt", "yes", "I am sorry"]))
    assert names(found) == ["Acme", "Bolt"] and found.text == "Acme, Bolt"
    assert "mentions no entity" in found.reason and steps(found, "fallback")


def test_nothing_linked_or_nothing_around_means_a_marked_fallback(graph: Any) -> None:
    graph.add(*FIRMS)
    unlinked = ask(graph, "who is Zoe?", ScriptedLLM(["Perhaps."]))
    assert (unlinked.status, unlinked.text, unlinked.llm.calls) == (Status.FALLBACK, "Perhaps.", 1)
    graph.cypher(
        "MATCH (n:Entity {name: 'Dora'}) DETACH DELETE n CREATE (:Entity {id: 't:Dora', name: 'Dora'})"
    )
    lone = ask(graph, "who is Dora?", ScriptedLLM(lambda request: "none"))
    assert (lone.status, lone.evidence) == (Status.FALLBACK, []) and "Dora" in lone.reason
    refused = ask(graph, "who is Dora?", ScriptedLLM(lambda request: "none"), ask__fallback=False)
    assert (refused.status, refused.text) == (Status.UNANSWERABLE, "")


@pytest.mark.parametrize("reply", [*HOSTILE.values(), "none", "no", "yes", "own knowledge: x", echo])
def test_a_hostile_model_gets_a_valid_answer_within_the_calls_allowed(
    graph: Any, reply: str | Callable[[Request], str]
) -> None:
    graph.add(*FIRMS)
    for iterations in (1, 2, 4, 7):
        script = ScriptedLLM(reply if callable(reply) else lambda request: reply)
        found = ask(graph, CITIES, script, iquest__max_iterations=iterations)
        assert found.status in (Status.ANSWERED, Status.FALLBACK)
        assert found.llm.calls == len(script.requests) <= most_calls(iterations)
        assert {entity.id for entity in found.entities} <= evidence_names(found)


@pytest.mark.parametrize("iterations", [1, 2, 4])
def test_the_number_of_calls_that_is_stated_is_reached(graph: Any, iterations: int) -> None:
    graph.add(*FIRMS)
    # The guiding role repeats itself before each new question, and nothing is ever found.
    new = iter(["alpha?", "beta?", "gamma?", "delta?"])
    last = [""]

    def play(request: Request) -> str:
        if not request.prompt.startswith("iquest_guide/"):
            return "none" if request.prompt.startswith("iquest_answer/") else "no"
        if last[0] and "Ask something else" not in request.messages[-1]["content"]:
            return last[0]
        last[0] = next(new)
        return last[0]

    found = ask(graph, CITIES, ScriptedLLM(play), iquest__max_iterations=iterations)
    assert found.llm.calls == most_calls(iterations)


@pytest.mark.parametrize("error", [ModelTimeout("slow"), ModelUnavailable("gone"), ContextOverflow("long")])
def test_a_model_that_stops_answering_gives_a_failed_answer(graph: Any, error: Exception) -> None:
    graph.add(*FIRMS)
    for good in range(len(TWO_STEPS)):
        found = ask(graph, CITIES, ScriptedLLM([*TWO_STEPS[:good], error]))
        assert found.status is Status.FAILED and str(error) in found.reason
        assert bool(found.evidence) == (good > 0)


def test_the_same_question_gives_the_same_answer(graph: Any) -> None:
    graph.add(*FIRMS)
    answers = [ask(graph, CITIES, ScriptedLLM(TWO_STEPS)) for _ in range(2)]
    for answer in answers:
        answer.seconds = answers[0].seconds
    assert answers[0] == answers[1]


def sample_tools(sample: Database, model: ScriptedLLM, **settings: object) -> Resources:
    values = {name.replace("__", "."): value for name, value in settings.items()}
    resolved = load_configuration(Path("nowhere"), values, {}).settings
    embedder = embedding.create(resolved.embedding)
    return Resources(sample, embedder, linking.create(resolved, sample, embedder), model, resolved)


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_a_perfect_model_gets_real_questions_right(sample: Database, hops: int) -> None:
    folder = sample_path()
    types = (folder / f"qa_{hops}hop_qtype.txt").read_text().split()
    questions = one_of_each(read_questions(folder / f"qa_{hops}hop.txt", "metaqa"), types)
    resources = sample_tools(sample, ScriptedLLM())
    right = 0
    for question in questions:
        player = GoldSubQuestions(question.topics[0], metaqa_path(types[question.line - 1]))
        found = Iquest().answer(question.question, replace(resources, llm=ScriptedLLM(player)), question.topics)
        assert found.status is Status.ANSWERED
        right += bool(names(found)) and names(found)[0] in question.answers
    assert right >= 0.9 * len(questions)


@pytest.mark.parametrize("hops", [2, 3])
def test_a_perfect_model_gets_pathquestion_right(pathquestion: Any, hops: int) -> None:
    file = pathquestion.questions[hops]
    paths = pathquestion_paths(file, hops)
    questions = read_questions(file, "pathquestion")[:: len(paths) // 20]
    resources = sample_tools(pathquestion.database, ScriptedLLM())
    right = 0
    for question in questions:
        player = GoldSubQuestions(question.topics[0], paths[question.line - 1], returns=True)
        found = Iquest().answer(question.question, replace(resources, llm=ScriptedLLM(player)), question.topics)
        right += bool({fold(name) for name in names(found)} & {fold(one) for one in question.answers})
    assert right >= 0.95 * len(questions)


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_a_mediocre_model_that_chats_around_its_answers_is_understood(sample: Database, hops: int) -> None:
    folder = sample_path()
    types = (folder / f"qa_{hops}hop_qtype.txt").read_text().split()
    question = one_of_each(read_questions(folder / f"qa_{hops}hop.txt", "metaqa"), types)[0]
    player = GoldSubQuestions(question.topics[0], metaqa_path(types[question.line - 1]))
    model = ScriptedLLM(chatty(player, "iquest_answer", "iquest_enough", "iquest_final"))
    found = Iquest().answer(
        question.question, sample_tools(sample, model, iquest__constrain=False), question.topics
    )
    assert found.status is Status.ANSWERED and names(found)[0] in question.answers
    assert any("neither yes nor no" in fallback for fallback in steps(found, "fallback"))


def test_a_mediocre_model_is_right_where_its_one_good_reply_suffices(sample: Database) -> None:
    replies = {"guide": "who directed The Icicle Thief", "answer": "Maurizio Nichetti, I think", "enough": "hm"}

    def play(request: Request) -> str:
        return replies.get(request.prompt.split("/")[0].removeprefix("iquest_"), "It was Maurizio Nichetti.")

    found = Iquest().answer("who directed [The Icicle Thief]?", sample_tools(sample, ScriptedLLM(play)))
    assert found.status is Status.ANSWERED and names(found) == ["Maurizio Nichetti"]
    assert steps(found, "fallback")


def test_the_packaged_model_runs_through(sample: Database) -> None:
    settings = load_configuration(Path("nowhere"), {}, {}).settings
    resources = replace(sample_tools(sample, ScriptedLLM()), llm=llm.create(settings.llm))
    heard: list[str] = []
    found = Iquest().answer("who directed [The Icicle Thief]?", resources, on_text=heard.append)
    assert found.status in (Status.ANSWERED, Status.FALLBACK) and found.llm.model
    assert 1 <= found.llm.calls <= most_calls(settings.iquest.max_iterations)
    assert "".join(heard).strip() == found.text
