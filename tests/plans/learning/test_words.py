"""Words and queries that pairs of every form teach, on a small graph as users load them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.natural import FILES
from kgqa_neo4j import InputError, KnowledgeGraph
from kgqa_neo4j.cli.main import group
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.plans.learning import lesson_store, store
from kgqa_neo4j.plans.learning.lessons import Evidence, QueryLesson, WordLesson, meanings_of
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database, Endpoint

REMOTE = ("Which gaffers work remotely?", ["Amara Osei", "Bjorn Halvorsen", "Hannah Weiss"])
GAFFER = ("who is [Hiro Tanaka]'s gaffer?", ["Priya Raman"])
# Right before anything is learned; they share no word with the pairs but what every question has.
UNRELATED = {
    "How many employees do we have?": ["36"],
    "which data scientists don't know Python?": ["Dmitri Volkov"],
    "Who's on the Juniper project?": ["Liam O'Connor", "Priya Raman"],
    "Did Xavier Dubois start before Aaron Blake?": ["yes"],
    "which project has the smallest budget": ["Evergreen"],
}


@pytest.fixture(scope="module")
def company(
    endpoint: Endpoint, own_surroundings: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KnowledgeGraph]:
    with Database(endpoint) as database:
        database.run_schema("MATCH (n) DETACH DELETE n")
    workspace: Path = tmp_path_factory.mktemp("company")
    settings: dict[str, Any] = {
        "neo4j.uri": endpoint.uri, "neo4j.username": endpoint.username, "neo4j.password": endpoint.password,
        "load.embed": "none", "ask.method": "plans", "ask.min_confidence": 0.0,
    }  # fmt: skip
    load_source(load_configuration(workspace, settings), "triples", str(FILES["company"]), {}, quiet=True)
    with KnowledgeGraph.open(workspace, settings=settings) as opened:
        yield opened


@pytest.fixture
def graph(company: KnowledgeGraph, endpoint: Endpoint) -> KnowledgeGraph:
    """The company, with nothing learned."""
    with Database(endpoint) as database:
        store.forget(database)
    company.reload()
    return company


def names(answer: Answer) -> list[str] | list[list[str]]:
    return [[cell.name for cell in row] for row in answer.rows] or sorted(one.name for one in answer.entities)


def test_a_word_of_one_pair_is_understood_in_questions_of_every_form(graph: KnowledgeGraph) -> None:
    assert graph.ask("which employees have no gaffer?").status is Status.UNANSWERABLE
    before = {question: names(graph.ask(question)) for question in UNRELATED}
    report = graph.learn([GAFFER])
    assert report.sentence == 'learned: "gaffer" means manager'
    assert names(graph.ask("who is Yuki Mori's gaffer?")) == ["Liam O'Connor"]
    assert names(graph.ask("which employees have no gaffer?")) == ["Amara Osei"]
    assert names(graph.ask("how many people have Jakub Nowak as gaffer?")) == ["3"]
    assert names(graph.ask(REMOTE[0])) == REMOTE[1]
    assert before == {question: names(graph.ask(question)) for question in UNRELATED} == UNRELATED


def test_what_was_learned_is_kept_listed_and_forgotten(graph: KnowledgeGraph, endpoint: Endpoint) -> None:
    graph.learn([GAFFER], name="mine")
    again = graph.learn([GAFFER], name="mine")
    assert (again.learned.new, again.learned.words) == (0, ())
    settings = {f"neo4j.{name}": getattr(endpoint, name) for name in ("uri", "username", "password")}
    configuration = load_configuration(graph.configuration.workspace, {**settings, "ask.method": "plans"})
    with KnowledgeGraph(configuration) as restarted:
        assert names(restarted.ask("which employees have no gaffer?")) == ["Amara Osei"]
        without = restarted.ask("which employees have no gaffer?", settings={"learning.sets": "none"})
        assert without.status is Status.UNANSWERABLE
    with Database(endpoint) as database:
        (summary,) = store.summaries(database)
        assert (summary.name, summary.pairs, summary.words) == ("mine", 1, 1)
        assert [one.said for one in lesson_store.read(database, ["mine"]).words] == ["gaffer"]
        assert store.forget(database, ["mine"]) == (1, 1)
        assert not lesson_store.read(database).words
    graph.reload()
    assert graph.ask("which employees have no gaffer?").status is Status.UNANSWERABLE


def test_a_word_that_only_a_query_of_another_form_explains_is_learned(graph: KnowledgeGraph) -> None:
    # The head of the company lacks a team and skills too: nothing tells which of these a gaffer is.
    assert graph.learn([("which employees have no gaffer?", ["Amara Osei"])], name="open").learned.words == ()
    report = graph.learn([REMOTE])
    assert [(one.word, one.relation) for one in report.learned.words] == [("gaffer", "manager")]
    assert names(graph.ask("how many people have Jakub Nowak as gaffer?")) == ["3"]


def test_yes_and_no_and_small_numbers_teach_no_word(graph: KnowledgeGraph) -> None:
    report = graph.learn(
        [("Is [Hiro Tanaka] a gaffer?", ["no"]), ("how many employees have a flurb?", ["3"])], name="few"
    )
    assert report.learned.words == ()


def test_a_plan_teaches_a_question_form_that_no_reading_explains(graph: KnowledgeGraph, tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    rows = [
        {
            "question": "the usual report for Marketing",
            "plan": "any where -memberOf-> [company:Marketing] with -jobTitle->",
        },
        {
            "question": "who is Hiro Tanaka's gaffer?",
            "cypher": "MATCH (:Entity {name: 'Hiro Tanaka'})-[:manager]->(x) RETURN x",
        },
        {"question": "bad plan", "plan": "any where -nonsense-> [company:Marketing]"},
        {"question": "bad statement", "cypher": "MATCH (n) DETACH DELETE n"},
        {"question": "who?", "cypher": "MATCH (x:Entity {name: 'Nobody'}) RETURN x"},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    report = graph.learn(file)
    assert [(one.word, one.relation) for one in report.learned.words] == [("gaffer", "manager")]
    reasons = {one.form: one.reason for one in report.learned.outcomes if one.reason}
    assert "no relation 'nonsense'" in reasons["bad plan"]
    assert reasons["bad statement"].startswith("Cypher: ")
    assert "no rows" in reasons["who?"]
    taught = names(graph.ask("the usual report for Legal & Compliance"))
    assert taught and taught == names(graph.ask("people in Legal & Compliance and their job titles"))


def test_a_bad_line_is_reported_with_its_place(
    graph: KnowledgeGraph, server_environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text('{"question": "x", "plan": "-nonsense->"}\n{"question": "who?", "answers": []}\n', "utf-8")
    workspace = str(graph.configuration.workspace)

    def run(*words: str) -> Any:
        return CliRunner().invoke(group, ["--workspace", workspace, *words], env=server_environment)

    refused = run("learn", str(file), "--format", "jsonl")
    assert isinstance(refused.exception, SystemExit | InputError)
    assert "pairs.jsonl:2: no answers to learn from" in refused.output + str(refused.exception)
    file.write_text('{"question": "x", "plan": "-nonsense->"}\n', "utf-8")
    told = run("learn", str(file), "--format", "jsonl", "--json")
    assert told.exit_code == 0, told.output
    (outcome,) = json.loads(told.output)["outcomes"]
    assert outcome["places"] == ["pairs.jsonl:1"] and outcome["reason"].startswith("plan: ")


def test_a_wrong_answer_is_corrected_and_what_was_learned_is_said(graph: KnowledgeGraph) -> None:
    first = graph.ask(REMOTE[0])
    assert names(first) != REMOTE[1]
    assert graph.correct(REMOTE[1]).sentence == 'learned: "gaffer" means manager'
    assert names(graph.ask(REMOTE[0])) == REMOTE[1]
    assert names(graph.ask("how many people have Jakub Nowak as gaffer?")) == ["3"]
    nothing = graph.correct(["Lisbon Studio", "SQL"], graph.ask("How many employees do we have?"), name="odd")
    assert nothing.sentence.startswith("nothing learned: ")
    with pytest.raises(InputError, match="no right answer"):
        graph.correct([" "], first)


def test_what_a_word_means_takes_evidence_that_agrees() -> None:
    manager, mentor = Move("manager"), Move("mentor")

    def lesson(**evidence: Evidence) -> WordLesson:
        return WordLesson("s", "boss", "boss", evidence)

    (sure,) = meanings_of(lesson(a=Evidence((manager,), ("1",))))
    assert (sure.relation, sure.outward) == ("manager", True) and 0.8 < sure.chance < 0.9
    assert not meanings_of(lesson(a=Evidence((manager, mentor), ("1",))))
    (both,) = meanings_of(lesson(a=Evidence((manager, mentor), ("1",)), b=Evidence((manager,), ("2",))))
    assert both.relation == "manager" and both.chance > sure.chance
    assert not meanings_of(lesson(a=Evidence((manager,), ("1",)), b=Evidence((), ("2",))))
    assert not meanings_of(lesson(a=Evidence((manager,), ("1",), share=0.5)))
    two = meanings_of(lesson(a=Evidence((manager,), ("1",)), b=Evidence((mentor,), ("2",))))
    assert {one.relation for one in two} == {"manager", "mentor"}
    # A pair that is learned again says nothing new.
    one = lesson(a=Evidence((manager,), ("1",)))
    assert one.with_evidence("a", Evidence((mentor,), ("1",))) == one


def test_a_form_keeps_the_query_that_explains_most_of_its_pairs() -> None:
    lesson = QueryLesson("s", "people in X").with_query("any where -a-> [§0]", "1")
    lesson = lesson.with_query("any where -b-> [§0]", "2").with_query("any where -b-> [§0]", "3")
    assert lesson.best == "any where -b-> [§0]" and set(lesson.pairs) == {"1", "2", "3"}


def test_lessons_about_what_the_graph_has_no_longer_go(graph: KnowledgeGraph, endpoint: Endpoint) -> None:
    with Database(endpoint) as database:
        store.prepare(database, 384)
        gone, kept = Move("nonsense"), Move("manager")
        lesson_store.write(
            database,
            [
                WordLesson("s", "gone", "gone", {"f": Evidence((gone,), ("1",))}),
                WordLesson("s", "kept", "kept", {"f": Evidence((gone, kept), ("1",))}),
                QueryLesson("s", "form", {"any where -manager-> [company:No such]": ("1",)}),
            ],
        )
        store.prune(database)
        left = lesson_store.read(database, ["s"])
    assert [(one.word, one.evidence["f"].moves) for one in left.words] == [("kept", (kept,))]
    assert not left.queries
