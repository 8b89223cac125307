import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from neo4j.vector import Vector

from benchmarks.gold_decomposition import metaqa_path, pathquestion_paths
from benchmarks.gold_partial_triples import GoldPartialTriples
from kgqa_neo4j import embedding, linking
from kgqa_neo4j.llm.base import LLM, Request
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.pdrr import joining, lookup, partial_retrieval
from kgqa_neo4j.methods.pdrr.method import MAX_CALLS, Pdrr
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import ModelTimeout, ModelUnavailable
from kgqa_neo4j.model.graph import fold
from kgqa_neo4j.question_sets.questions import read_questions
from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store import schema
from kgqa_neo4j.store.driver import Database
from tests.methods.players import HOSTILE, chatty, echo, one_of_each

FIRMS = [
    ("Ada", "works_at", "Acme"),
    ("Ada", "works_at", "Bolt"),
    ("Ada", "likes", "Tea"),
    ("Ada", "likes", "Bolt"),
    ("Acme", "located_in", "Oslo"),
    ("Bolt", "located_in", "Bern"),
    ("Cleo", "works_at", "Acme"),
    ("Cleo", "likes", "Tea"),
    ("Acme", "founded_in", "1987"),
    ("Bolt", "founded_in", "999"),
    ("Acme", "staff", "1,200"),
    ("Bolt", "staff", "87"),
]
CHAIN = "{Ada, works at, firm#1}\n{firm#1, located in, city#1}"
BOTH = "operation: intersect\n{Ada, works at, firm#1}\n{Cleo, works at, firm#1}"


def ask(graph: Any, question: str, llm: ScriptedLLM, **settings: object) -> Answer:
    if "Oslo" not in graph.entities:
        graph.add(*FIRMS)
        schema.await_indexes(graph.database, schema.create_name_indexes(graph.database))
    return Pdrr().answer(question, graph.resources(llm, **settings))


def names(answer: Answer) -> list[str]:
    return [entity.name for entity in answer.entities]


def steps(answer: Answer, kind: str) -> list[str]:
    return [step.summary for step in answer.steps if step.kind == kind]


def plans(answer: Answer) -> list[str]:
    return [step.data["plan"]["text"] for step in answer.steps if step.kind == "operation"]


def test_a_chain_carries_its_unknowns_and_each_partial_triple_has_its_triples(graph: Any) -> None:
    llm = ScriptedLLM(["chain", CHAIN, "1", "Oslo"])
    answer = ask(graph, "in which city does Ada work?", llm)
    assert (answer.status, answer.reason) == (Status.ANSWERED, "")
    assert names(answer) == ["Oslo", "Bern"] and answer.text == "Oslo, Bern"
    assert [request.prompt.split("/")[0] for request in llm.requests] == [
        *("pdrr_type", "pdrr_chain", "pdrr_path", "pdrr_answer")
    ]
    used = {item.triple.text: (item.hop, answer.steps[item.step - 1].data) for item in answer.evidence}
    hop, data = used["(Acme, located in, Oslo)"]
    assert hop == 2 and data["partial"] == "{firm#1, located in, city#1}"
    assert used["(Ada, works at, Acme)"][0] == 1
    assert answer.llm.calls == MAX_CALLS == len(llm.requests)


def test_sampling_is_as_the_paper_has_it(graph: Any) -> None:
    llm = ScriptedLLM(["chain", CHAIN, "1", "Oslo"])
    ask(graph, "in which city does Ada work?", llm)
    assert {request.temperature for request in llm.requests} == {0.1}
    assert [request.max_tokens for request in llm.requests] == [256, 256, 256, 1024]
    assert all(request.grammar for request in llm.requests)


def test_without_constraints_no_grammar_is_sent_and_the_text_is_the_models(graph: Any) -> None:
    llm = ScriptedLLM(["Chain.", CHAIN, "path 1", "She works in Oslo."])
    answer = ask(graph, "in which city does Ada work?", llm, pdrr__constrain=False)
    assert not any(request.grammar for request in llm.requests)
    assert answer.text == "She works in Oslo." and names(answer) == ["Oslo", "Bern"]


@pytest.mark.parametrize("beam", [1, 2, 3])
def test_a_chain_has_at_most_beam_to_the_power_of_hops_paths(graph: Any, beam: int) -> None:
    reply = "{Ada, likes, thing#1}\n{thing#1, staff, number#1}\n{other#1, staff, number#1}"
    llm = ScriptedLLM(lambda request: {"pdrr_type": "chain", "pdrr_chain": reply}.get(_name(request), "1"))
    answer = ask(graph, "what of Ada?", llm, pdrr__beam=beam, pdrr__expand=False)
    paths = [step.data["paths"] for step in answer.steps if step.kind == "path"]
    assert len(paths) == 1 and 1 <= paths[0] <= beam**3
    first = next(step for step in answer.steps if step.kind == "partial triple")
    assert len(first.data["triples"]) <= beam


def test_the_picked_path_decides_and_a_choice_beyond_the_list_is_none(graph: Any) -> None:
    found = {}
    for choice in ("1", "2", "9"):
        answer = ask(graph, "in which city does Ada work?", ScriptedLLM(["chain", CHAIN, choice, "?"]))
        found[choice] = steps(answer, "path")[0].split(": ", 1)[1]
        assert ("no path was picked" in answer.reason) == (choice == "9")
    assert found["1"] == found["9"] != found["2"]


def test_without_expansion_the_answer_is_the_end_of_the_picked_path(graph: Any) -> None:
    answer = ask(graph, "where does Ada work?", ScriptedLLM(["chain", CHAIN, "1", "?"]), pdrr__expand=False)
    assert len(names(answer)) == 1 and names(answer)[0] in ("Oslo", "Bern")


def test_a_chain_that_breaks_says_where_and_keeps_what_it_found(graph: Any) -> None:
    graph.add(("Dora", "likes", "Rain"))
    reply = "{Dora, likes, thing#1}\n{thing#1, staff, number#1}"
    answer = ask(graph, "what staff has what Dora likes?", ScriptedLLM(["chain", reply, "Rain"]))
    assert (
        "the chain breaks, only what was found is used: nothing was found for {thing#1, staff, number#1}"
        in answer.reason
    )
    assert names(answer) == ["Rain"] and len(answer.evidence) == 1


def test_a_conjunction_is_intersected(graph: Any) -> None:
    llm = ScriptedLLM(["parallel", BOTH, "Acme"])
    answer = ask(graph, "which firm do Ada and Cleo work at?", llm)
    assert (answer.status, answer.reason, names(answer)) == (Status.ANSWERED, "", ["Acme"])
    assert "Result: Acme" in llm.requests[-1].messages[-1]["content"]


def test_an_intersection_does_not_mix_relations_while_all_their_triples_are_kept(graph: Any) -> None:
    graph.add(("Cleo", "likes", "Bolt"))
    answer = ask(graph, "which firm do Ada and Cleo work at?", ScriptedLLM(["parallel", BOTH, "?"]))
    assert names(answer) == ["Acme"]
    assert plans(answer) == ["[t:Ada] -works_at-> & [t:Cleo] -works_at->"]
    assert "(Cleo, likes, Bolt)" in {item.triple.text for item in answer.evidence}


@pytest.mark.parametrize(("operation", "winner"), [("compare max", "Acme"), ("compare min", "Bolt")])
@pytest.mark.parametrize("relation", ["founded in", "staff"])
@pytest.mark.parametrize("second", ["number#1", "number#2"])
def test_a_comparison_is_executed_on_numbers(
    graph: Any, operation: str, winner: str, relation: str, second: str
) -> None:
    reply = f"operation: {operation}\n{{Acme, {relation}, number#1}}\n{{Bolt, {relation}, {second}}}"
    answer = ask(graph, "Acme or Bolt?", ScriptedLLM(["parallel", reply, "neither"]))
    assert names(answer) == [winner] and answer.text == winner
    extreme = operation.removeprefix("compare ")
    assert plans(answer) == [f"[t:Acme] | [t:Bolt] {extreme} by -{relation.replace(' ', '_')}->"]


def test_a_comparison_may_take_several_steps(graph: Any) -> None:
    graph.add(("Eve", "works_at", "Bolt"))
    branch = "{{{0}, works at, firm#{1}}}\n{{firm#{1}, staff, number#{1}}}"
    reply = f"operation: compare max\n{branch.format('Cleo', 1)}\n{branch.format('Eve', 2)}"
    answer = ask(graph, "whose firm is larger, Cleo or Eve?", ScriptedLLM(["parallel", reply, "Cleo"]))
    assert names(answer) == ["Cleo"]


@pytest.mark.parametrize(("operation", "winner"), [("rank max", "Acme"), ("rank min", "Bolt")])
def test_a_superlative_is_executed_on_numbers(graph: Any, operation: str, winner: str) -> None:
    reply = f"operation: {operation}\n{{Ada, works at, firm#1}}\n{{firm#1, founded in, year#1}}"
    answer = ask(graph, "Ada works at which firm?", ScriptedLLM(["parallel", reply, "?"]))
    assert names(answer) == [winner]
    extreme = operation.removeprefix("rank ")
    assert plans(answer) == [f"[t:Ada] -works_at-> {extreme} by -founded_in->"]
    assert f"({winner}, founded in, " in " ".join(item.triple.text for item in answer.evidence)


def test_a_superlative_may_ask_for_something_else_about_the_winner(graph: Any) -> None:
    reply = (
        "operation: rank min\n{Ada, works at, firm#1}\n{firm#1, founded in, year#1}\n"
        "{firm#1, located in, city#1}"
    )
    answer = ask(graph, "where is it?", ScriptedLLM(["parallel", reply, "?"]))
    assert names(answer) == ["Bern"]


def test_what_names_lead_to_together_is_where_further_steps_begin(graph: Any) -> None:
    graph.add(("Cleo", "works_at", "Dent"), ("Dent", "located_in", "Ulm"))
    reply = f"{BOTH}\n{{firm#1, located in, city#1}}"
    answer = ask(graph, "where is the firm that Ada and Cleo work at?", ScriptedLLM(["parallel", reply, "?"]))
    assert names(answer) == ["Oslo"] and plans(answer) == ["[t:Acme] -located_in->"]
    found = {item.triple.text for item in answer.evidence}
    assert {"(Ada, works at, Acme)", "(Cleo, works at, Acme)", "(Acme, located in, Oslo)"} <= found


def test_a_ranking_without_values_leaves_what_fulfils_the_conditions(graph: Any) -> None:
    reply = "operation: rank max\n{Ada, works at, firm#1}"
    answer = ask(graph, "Ada works at which firm?", ScriptedLLM(["parallel", reply, "?"]))
    assert set(names(answer)) == {"Acme", "Bolt"} and "found no values" in answer.reason


def test_two_hubs_have_their_common_neighbour_found_under_the_cap_which_is_shown(graph: Any) -> None:
    graph.add(*[(f"P{number}", "works_at", "Acme") for number in range(30)])
    graph.add(*[(f"Q{number}", "likes", "Tea") for number in range(30)])
    reply = "operation: intersect\n{person#1, works at, Acme}\n{person#1, likes, Tea}"
    llm = ScriptedLLM(["parallel", reply, "?"])
    answer = ask(graph, "who works at Acme and likes Tea?", llm, retrieval__hub_cap=4)
    assert set(names(answer)) == {"Ada", "Cleo"}
    llm = ScriptedLLM(["chain", "{person#1, works at, Acme}", "1", "?"])
    answer = ask(graph, "who works at Acme?", llm, retrieval__hub_cap=4)
    # The cap is for what is compared with the question; the picked path is executed as a plan.
    assert len(answer.entities) == 32 and "4 (retrieval.hub_cap)" in steps(answer, "cut")[0]


def test_of_a_hub_some_triples_are_read_to_find_its_relations_and_a_step_says_so(graph: Any) -> None:
    graph.add(*[(f"P{number}", "works_at", "Acme") for number in range(30)])
    replies = ["chain", "{person#1, works at, Acme}", "1", "?"]
    answer = ask(graph, "who works at Acme?", ScriptedLLM(replies), retrieval__read_cap=5)
    assert len(answer.entities) == 5
    cuts = "; ".join(steps(answer, "cut"))
    assert "Acme has 35 triples: at most 5 in either direction were read (retrieval.read_cap)" in cuts
    vector = Vector([1.0] * 64, "f32")
    listed = graph.database.read("partial_relations", ids=["t:Acme"], vector=vector, read_cap=5)
    assert sum(row["triples"] for row in listed if not row["outward"]) == 5
    whole = ask(graph, "who works at Acme?", ScriptedLLM(replies))
    assert len(whole.entities) == 32 and not steps(whole, "cut")


def test_a_misspelt_name_is_resolved_and_a_topic_goes_before_other_names(graph: Any) -> None:
    graph.add(("Ada Lovelace", "works_at", "Engine"))
    reply = "{Ada Lovelase, works at, firm#1}"
    answer = ask(graph, "where does she work?", ScriptedLLM(["chain", reply, "?"]))
    assert names(answer) == ["Engine"]
    assert "'Ada Lovelase' is not a name in the graph: taken as Ada Lovelace" in answer.reason
    answer = ask(
        graph, "where does Ada Lovelace work?", ScriptedLLM(["chain", "{Lovelace, works at, firm#1}", "?"])
    )
    assert "Engine" in names(answer)


def test_a_name_of_the_graph_goes_before_a_topic_whose_name_is_part_of_it(graph: Any) -> None:
    graph.add(*FIRMS, ("Canada", "capital", "Ottawa"), ("Ada Two", "works_at", "Dent"))
    schema.await_indexes(graph.database, schema.create_name_indexes(graph.database))
    for reply, right in (("{Canada, capital, city#1}", "Ottawa"), ("{Ada Two, works at, firm#1}", "Dent")):
        answer = ask(graph, "what of Ada?", ScriptedLLM(["chain", reply, "?"]))
        assert (names(answer), "taken for" in answer.reason) == ([right], False)
    answer = ask(graph, "what of Ada?", ScriptedLLM(["chain", "{Granada, works at, firm#1}", "1", "?"]))
    assert "one partial triple stands for the whole question" in answer.reason


def test_what_the_conditions_or_the_operation_could_not_use_is_told(graph: Any) -> None:
    compared = "operation: compare max\n{Acme, staff, number#1}\n{Bolt, staff, number#2}\n{x#9, likes, y#9}"
    answer = ask(graph, "Acme or Bolt?", ScriptedLLM(["parallel", compared, "?"]))
    assert names(answer) == ["Acme"] and "{x#9, likes, y#9} is not connected to anything known" in answer.reason
    chain = f"operation: rank max\n{CHAIN}"
    answer = ask(graph, "in which city does Ada work?", ScriptedLLM(["chain", chain, "1", "?"]))
    assert "the operation of a chain is left out: rank max" in answer.reason
    apart = "operation: intersect\n{firm#1, founded in, 1987}\n{firm#1, located in, Bern}"
    answer = ask(graph, "which firm?", ScriptedLLM(["parallel", apart, "?"]))
    assert "touches the other names: all of it is taken" in answer.reason


def test_choices_of_relations_that_were_not_tried_are_counted(
    graph: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (joining, lookup):
        monkeypatch.setattr(module, "MOST_CHOICES", 0)
    answer = ask(graph, "which firm do Ada and Cleo work at?", ScriptedLLM(["parallel", BOTH, "?"]))
    assert any("the likeliest 0 were tried" in cut for cut in steps(answer, "cut"))


def test_one_relation_without_vectors_beyond_the_cap_is_told_with_its_number(graph: Any) -> None:
    graph.add(*[("Ada", "works_at", f"firm {number}") for number in range(7)], vectors=False)
    schema.await_indexes(graph.database, schema.create_name_indexes(graph.database))
    llm = ScriptedLLM(["chain", "{Ada, works at, firm#1}", "1", "?"])
    answer = Pdrr().answer("where does Ada work?", graph.resources(llm, pdrr__encode_cap=3))
    assert any("7 texts have no vector; 3 were encoded" in cut for cut in steps(answer, "cut"))


def test_triples_without_vectors_are_encoded_under_a_cap_that_is_shown(graph: Any) -> None:
    graph.add(*FIRMS, vectors=False)
    graph.cypher("MATCH (n)-[r]-() REMOVE n.embedding, r.embedding")
    graph.cypher("MATCH (n:Relation) REMOVE n.embedding")
    schema.await_indexes(graph.database, schema.create_name_indexes(graph.database))
    for cap, shown in ((256, False), (1, True)):
        resources = graph.resources(ScriptedLLM(["chain", CHAIN, "1", "?"]), pdrr__encode_cap=cap)
        answer = Pdrr().answer("in which city does Ada work?", resources)
        assert answer.status is Status.ANSWERED
        assert any("pdrr.encode_cap" in cut for cut in steps(answer, "cut")) == shown
        assert shown or set(names(answer)) == {"Oslo", "Bern"}


def test_a_set_type_saves_its_call(graph: Any) -> None:
    llm = ScriptedLLM([BOTH, "Acme"])
    answer = ask(graph, "which firm do Ada and Cleo work at?", llm, pdrr__type="parallel")
    assert names(answer) == ["Acme"] and len(llm.requests) == 2


def test_each_unusable_reply_has_its_fallback_which_is_told(graph: Any) -> None:
    answer = ask(graph, "Ada works at which firm?", ScriptedLLM(["perhaps", "no idea", "?", "?"]))
    assert answer.status is Status.ANSWERED and set(names(answer)) == {"Acme", "Bolt"}
    told = " ".join(steps(answer, "fallback"))
    assert "taken for a chain" in told and "decomposition cannot be used" in told
    assert "one partial triple stands for the whole question" in told and "mentions no entity" in answer.reason


def test_a_mediocre_model_is_right_where_its_one_good_reply_suffices(graph: Any) -> None:
    llm = ScriptedLLM(["I would say a chain", CHAIN, "the first one", "They are nice cities, Oslo is."])
    answer = ask(graph, "in which city does Ada work?", llm, pdrr__constrain=False)
    assert answer.status is Status.ANSWERED and names(answer)[0] == "Oslo"


def test_a_cut_over_several_relations_is_told(graph: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partial_retrieval, "MOST", 5)
    graph.add(*[("Ada", "works_at", f"firm {number}") for number in range(2)])
    graph.add(*[("Ada", "worked_at", f"shop {number}") for number in range(4)])
    answer = ask(graph, "where did Ada work?", ScriptedLLM(["chain", "{Ada, works at, firm#1}", "1", "firm 1"]))
    assert any(
        # Four works_at, four worked_at, two likes.
        "10 triples of the relations kept were found: 5 were looked at" in cut
        for cut in steps(answer, "cut")
    )


def test_nothing_retrieved_is_thought_out_and_flagged_or_refused(graph: Any) -> None:
    replies = ["chain", "{Zaphod, likes, thing#1}"]
    llm = ScriptedLLM([*replies, "He is hungry.\nAnswer: toast"])
    answer = ask(graph, "what does Zed like?", llm)
    assert (answer.status, answer.llm.calls) == (Status.FALLBACK, 3)
    assert answer.text.endswith("Answer: toast") and answer.entities == answer.evidence == []
    assert llm.requests[-1].prompt.startswith("pdrr_alone/") and "no name in the partial" in answer.reason
    refused = ask(graph, "what does Zed like?", ScriptedLLM(replies), ask__fallback=False)
    assert (refused.status, refused.text, refused.llm.calls) == (Status.UNANSWERABLE, "", 2)


HOSTILE_TRIPLES = {
    "names not in the graph": "operation: intersect\n{Zaphod, likes, thing#1}\n{thing#1, near, Trillian}",
    "no beginning": "operation: rank max\n{a#1, b, c#1}\n{c#1, d, e#1}",
    "a circle": "{Ada, likes, a#1}\n{a#1, likes, b#1}\n{b#1, likes, a#1}",
    "endless triples": "\n".join(f"{{Ada, likes, thing#{number}}}" for number in range(1, 99)),
    "types confused": "operation: compare max\n{Ada, likes, thing#1}",
    "values that are none": "operation: compare min\n{Ada, likes, a#1}\n{Cleo, likes, b#1}",
}


@pytest.mark.parametrize("kind", ["chain", "parallel", None])
def test_a_hostile_model_gets_a_valid_answer_within_the_calls_allowed(graph: Any, kind: str | None) -> None:
    replies: dict[str, Any] = {**HOSTILE, **HOSTILE_TRIPLES, "prompt echoed": echo}
    for question in ("in which city does Ada work?", "who is it?"):
        for what, reply in replies.items():
            answer, llm = _play(graph, question, reply, kind)
            assert answer.status in (Status.ANSWERED, Status.FALLBACK), what
            assert answer.llm.calls == len(llm.requests) <= MAX_CALLS, what
            ends = {end.id for item in answer.evidence for end in (item.triple.subject, item.triple.object)}
            ids = [entity.id for entity in answer.entities]
            assert set(ids) <= ends and len(set(ids)) == len(ids), what
            assert (answer.status is Status.FALLBACK) == (not answer.evidence), what
            json.dumps([step.data for step in answer.steps])


def _play(
    graph: Any, question: str, reply: str | Callable[[Request], str], kind: str | None
) -> tuple[Answer, ScriptedLLM]:
    """Ask a model that says the same to everything, but for the type if there is a `kind`."""

    def play(request: Request) -> str:
        if kind and _name(request) == "pdrr_type":
            return kind
        return reply(request) if callable(reply) else reply

    llm = ScriptedLLM(play)
    return ask(graph, question, llm), llm


@pytest.mark.parametrize("failure", [ModelTimeout("too slow"), ModelUnavailable("gone")])
def test_a_call_that_fails_has_the_fallback_of_a_bad_reply_but_for_the_answer(
    graph: Any, failure: Exception
) -> None:
    for place in range(4):
        replies: list[Any] = ["chain", CHAIN, "1", "Oslo"]
        replies[place] = failure
        if place == 1:
            replies[2:] = ["1", "Acme"]
        answer = ask(graph, "in which city does Ada work?", ScriptedLLM(replies))
        assert answer.status is (Status.FAILED if place == 3 else Status.ANSWERED)
        assert str(failure) in answer.reason and answer.evidence


def _name(request: Request) -> str:
    return request.prompt.split("/")[0]


def real_tools(database: Database, llm: LLM, **settings: object) -> Resources:
    overrides = {name.replace("__", "."): value for name, value in settings.items()}
    resolved = load_configuration(Path("nowhere"), overrides, {}).settings
    embedder = embedding.create(resolved.embedding)
    return Resources(database, embedder, linking.create(resolved, database, embedder), llm, resolved)


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_a_perfect_model_gets_real_questions_right_with_all_their_answers(sample: Database, hops: int) -> None:
    questions = read_questions(sample_path() / f"qa_{hops}hop.txt", "metaqa")
    types = (sample_path() / f"qa_{hops}hop_qtype.txt").read_text("utf-8").split()
    resources = real_tools(sample, ScriptedLLM())
    for question in one_of_each(questions, types):
        player = GoldPartialTriples(question.topics[0], metaqa_path(types[question.line - 1]))
        answer = Pdrr().answer(question.question, _with(resources, player), question.topics)
        assert set(names(answer)) == set(question.answers), question.question
        assert answer.llm.calls <= MAX_CALLS


@pytest.mark.parametrize(
    ("question", "reply", "expected"),
    [
        (
            "which films have both Bruce Willis and Bonnie Bedelia?",
            "operation: intersect\n{film#1, starred actors, Bruce Willis}\n"
            "{film#1, starred actors, Bonnie Bedelia}",
            {"Die Hard", "Die Hard 2"},
        ),
        (
            "which is older, Live Wire or Die Hard?",
            "operation: compare min\n{Live Wire, release year, year#1}\n{Die Hard, release year, year#2}",
            {"Die Hard"},
        ),
        (
            "which is the first film with Bonnie Bedelia?",
            "operation: rank min\n{film#1, starred actors, Bonnie Bedelia}\n{film#1, release year, year#1}",
            {"Die Hard"},
        ),
        (
            "who directed the latest film with Bonnie Bedelia?",
            "operation: rank max\n{film#1, starred actors, Bonnie Bedelia}\n{film#1, release year, year#1}\n"
            "{film#1, directed by, person#1}",
            {"Renny Harlin"},
        ),
    ],
)
def test_parallel_questions_on_real_films(
    sample: Database, question: str, reply: str, expected: set[str]
) -> None:
    answer = Pdrr().answer(question, real_tools(sample, ScriptedLLM(["parallel", reply, "?"])))
    assert set(names(answer)) == expected


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_a_mediocre_model_that_chats_around_its_answers_is_understood(sample: Database, hops: int) -> None:
    folder = sample_path()
    types = (folder / f"qa_{hops}hop_qtype.txt").read_text().split()
    question = one_of_each(read_questions(folder / f"qa_{hops}hop.txt", "metaqa"), types)[0]
    player = GoldPartialTriples(question.topics[0], metaqa_path(types[question.line - 1]))
    model = ScriptedLLM(chatty(player, "pdrr_type", "pdrr_path", "pdrr_answer"))
    answer = Pdrr().answer(question.question, real_tools(sample, model, pdrr__constrain=False), question.topics)
    assert answer.status is Status.ANSWERED and names(answer)[0] in question.answers
    assert "the type of the question was not predicted" in answer.reason


@pytest.mark.parametrize("hops", [2, 3])
def test_a_perfect_model_gets_pathquestion_right(pathquestion: Any, hops: int) -> None:
    questions = read_questions(pathquestion.questions[hops], "pathquestion")
    resources = real_tools(pathquestion.database, ScriptedLLM())
    right = total = 0
    for question, path in zip(questions, pathquestion_paths(pathquestion.questions[hops], hops), strict=True):
        if question.line % (len(questions) // 20) == 0:
            topic = question.topics[0]
            player = GoldPartialTriples(topic, path)
            answer = Pdrr().answer(question.question, _with(resources, player), [topic])
            total += 1
            right += bool({fold(name) for name in names(answer)} & {fold(one) for one in question.answers})
    assert total >= 20 and right >= 0.95 * total


def test_the_packaged_model_runs_through_all_of_it(sample_workspace: Path, kgqa: Any) -> None:
    result = kgqa(
        *("ask", "who directed [Die Hard]?", "--method", "pdrr", "--json", "--no-trace"),
        workspace=sample_workspace,
    )
    assert result.returncode == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["status"] == "answered" and 3 <= answer["llm"]["calls"] <= MAX_CALLS
    evidence = {end["id"] for item in answer["evidence"] for end in (item["subject"], item["object"])}
    assert {entity["id"] for entity in answer["entities"]} <= evidence and answer["text"]


def _with(resources: Resources, player: Callable[[Request], str]) -> Resources:
    return Resources(
        resources.graph, resources.embedder, resources.linker, ScriptedLLM(player), resources.settings
    )
