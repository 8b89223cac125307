"""Learning on an attached graph: what pairs teach is kept in the workspace, and used from then on."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.attached.workspace import open_attached, refresh
from kgqa_neo4j.methods.learned_sets import forget, learned_sets
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.plans.attached.learning.memory import Memory
from kgqa_neo4j.settings import Configuration
from tests.attached.conftest import data_hash, schema_objects
from tests.conftest import RunKgqa

pytestmark = [pytest.mark.server, pytest.mark.model]

Cypher = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def graph(firm: Configuration) -> Iterator[KnowledgeGraph]:
    with KnowledgeGraph.open(firm.workspace) as graph:
        yield graph


def told(answer: Answer) -> list[list[str]]:
    """Return the rows of an answer by name, sorted."""
    rows = [[cell.name for cell in row] for row in answer.rows] or [[one.name] for one in answer.entities]
    return sorted(rows)


def pairs(folder: Path, *lines: tuple[str, str]) -> Path:
    """Return a file of questions with the statements that answer them."""
    file = folder / "pairs.jsonl"
    file.write_text("".join(json.dumps({"question": q, "cypher": c}) + "\n" for q, c in lines), "utf-8")
    return file


def test_what_two_learn_at_once_in_one_workspace_is_all_kept(firm: Configuration) -> None:
    together = threading.Barrier(2)

    def learn(word: str) -> None:
        with KnowledgeGraph.open(firm.workspace) as graph:
            together.wait(60)
            graph.learn([(f"what is the {word} of Apollo?", ["120000.0"])])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(learn, ("wug", "blorp")))
    (kept,) = learned_sets(firm)
    assert kept.pairs == 2


def test_a_pair_teaches_a_word_and_nothing_is_written_to_the_graph(
    graph: KnowledgeGraph, cypher: Cypher, tmp_path: Path
) -> None:
    before = data_hash(cypher), schema_objects(cypher)
    report = graph.learn(
        pairs(
            tmp_path,
            (
                "Which blorps did Ben Okri work on?",
                "MATCH (:Employee {fullName: 'Ben Okri'})-[:WORKED_ON]->(p:Project) RETURN p.title",
            ),
            (
                "What is the wug of Apollo?",
                "MATCH (p:Project {title: 'Apollo'}) RETURN p.budget",
            ),
        )
    )
    assert {(one.word, one.relation) for one in report.learned.words} >= {("wug", "Project.budget")}
    assert told(graph.ask("What is the wug of Cirrus?")) == [["45000.5"]]
    assert told(graph.ask("Which project has the highest wug?")) == [["Apollo"]]
    assert (data_hash(cypher), schema_objects(cypher)) == before


def test_a_word_may_stand_for_a_value(graph: KnowledgeGraph, tmp_path: Path) -> None:
    graph.learn(
        pairs(
            tmp_path,
            (
                "Which employees live in the capital?",
                "MATCH (e:Employee {city: 'Berlin'}) RETURN e.fullName",
            ),
        )
    )
    assert told(graph.ask("How many employees live in the capital?")) == [["2"]]


def test_a_question_of_a_learned_form_means_the_same(graph: KnowledgeGraph, tmp_path: Path) -> None:
    report = graph.learn(
        pairs(
            tmp_path,
            (
                "Give me the old hands at Orbital",
                "MATCH (e:Employee)-[w:WORKS_FOR]->(:Company {name: 'Orbital'}) WHERE w.since < 2017 RETURN e.fullName",
            ),
        )
    )
    assert report.learned.explained == 1
    answer = graph.ask("List the old hands at Nimbus")
    assert told(answer) == [["Cleo Park"]]
    assert (answer.confidence or 0) > 0.9


def test_a_wrong_answer_is_corrected_by_what_would_have_been_right(graph: KnowledgeGraph) -> None:
    wrong = graph.ask("What is the wug of Apollo?")
    report = graph.correct(["120000"], wrong)
    assert report.sentence == 'learned: "wug" means Project.budget'
    assert told(graph.ask("What is the wug of Borealis?")) == [["80000"]]


def test_a_confirmed_answer_teaches_its_query(graph: KnowledgeGraph) -> None:
    graph.ask("Who works for Orbital?", method="plans")
    report = graph.confirm()
    assert report.learned.outcomes[0].plan.endswith("(its reading)")
    assert told(graph.ask("who works for nimbus")) == [["Cleo Park"], ["Dan Mora"]]
    with pytest.raises(ConfigError, match="no set of learned questions is called 'other'"):
        graph.ask("Who works for Orbital?", settings={"learning.sets": "other"})


def test_statements_that_no_plan_says_are_told_with_the_reason(graph: KnowledgeGraph, tmp_path: Path) -> None:
    report = graph.learn(
        pairs(
            tmp_path,
            ("Who works for nobody at all?", "MATCH (e:Employee) WHERE e.height = 'none' RETURN e.fullName"),
            ("How tall are they in metres?", "MATCH (e:Employee) RETURN toFloat(left(e.height, 1)) / 1000"),
        )
    )
    empty, other = report.learned.outcomes
    assert empty.reason.startswith("Cypher: no rows")
    assert other.reason.startswith("no plan can express the Cypher")


def test_what_was_learned_is_listed_forgotten_and_not_used_then(
    graph: KnowledgeGraph, firm: Configuration, tmp_path: Path
) -> None:
    file = pairs(
        tmp_path, ("What is the wug of Apollo?", "MATCH (p:Project {title: 'Apollo'}) RETURN p.budget")
    )
    graph.learn(file, name="trial")
    assert graph.learn(file, name="trial").learned.new == 0
    (found,) = learned_sets(firm)
    assert (found.name, found.pairs, [one.word for one in found.words]) == ("trial", 1, ["wug"])
    assert forget(firm, "trial") == (1, 1)
    assert learned_sets(firm) == []
    assert told(graph.ask("What is the wug of Cirrus?")) != [["45000.5"]]


def test_what_the_graph_has_no_longer_is_forgotten_with_a_message(
    graph: KnowledgeGraph, firm: Configuration, cypher: Cypher, tmp_path: Path
) -> None:
    graph.learn(
        pairs(tmp_path, ("What is the wug of Apollo?", "MATCH (p:Project {title: 'Apollo'}) RETURN p.budget"))
    )
    cypher("MATCH (p:Project) REMOVE p.budget")
    attached = refresh(firm)
    lines = Memory(attached.lessons_file).prune(attached.schema)
    assert any("forgot the meaning of 'wug': the graph no longer has Project.budget" in one for one in lines)
    assert Memory(attached.lessons_file).prune(attached.schema) == []
    assert open_attached(firm).lessons_file.parent == attached.folder


def test_rows_come_as_the_pairs_have_them(graph: KnowledgeGraph, tmp_path: Path) -> None:
    statement = (
        "MATCH (e:Employee)-[:WORKED_ON]->(p:Project) WHERE p.budget > {} "
        "MATCH (e)-[:WORKS_FOR]->(c:Company) RETURN c.name"
    )
    question = "Which companies do employees work for who worked on projects with a budget over {}?"
    report = graph.learn(
        pairs(tmp_path, *((question.format(one), statement.format(one)) for one in (50000, 60000, 70000)))
    )
    assert report.learned.explained == 3
    assert report.learned.preferred == ("rows, one node: ways", "rows, one node :Company: ways")
    answer = graph.ask("Which companies do employees work for who worked on Apollo?")
    step = next(step for step in answer.steps if step.kind == "execution" and "cypher" in step.data)
    assert (step.data["total"], "DISTINCT" in step.data["cypher"]) == (2, False)


def test_the_command_learns_from_a_correction_lists_and_forgets(
    firm: Configuration, kgqa: RunKgqa, server_environment: dict[str, str]
) -> None:
    def run(*words: str) -> str:
        return kgqa(*words, workspace=firm.workspace, env=server_environment).stdout

    run("ask", "What is the wug of Apollo?", "--no-engine")
    assert 'learned: "wug" means Project.budget' in run("learn", "--wrong", "last", "--answer", "120000")
    listed = run("learn", "--list")
    assert "wug" in listed
    assert "Project.budget" in listed
    assert "45000.5" in run("ask", "What is the wug of Cirrus?", "--no-engine")
    assert "removed 1 template, 1 pair" in run("learn", "--forget", "all")
    assert "nothing was learned yet" in run("learn", "--list")
