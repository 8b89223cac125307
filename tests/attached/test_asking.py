"""Questions in plain language over a property graph of somebody's own: people, companies and projects."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.reporting.plan_reasons import explained
from kgqa_neo4j.settings import Configuration
from tests.conftest import FIRM, AttachedThere, RunKgqa

Cypher = Callable[..., list[dict[str, Any]]]
Ask = Callable[[str], Answer]


@pytest.fixture
def asked(attached_there: AttachedThere) -> Ask:
    graph = attached_there(FIRM)
    return lambda question: graph.ask(question, method="plans")


def is_unsure(answer: Answer, least: float) -> bool:
    """Return whether an answer is none, or is given with less confidence than `least`."""
    return answer.status is Status.UNANSWERABLE or (answer.confidence or 0.0) < least


def told(answer: Answer) -> list[list[str]]:
    """Return the rows of an answer by name, sorted."""
    rows = [[cell.name for cell in row] for row in answer.rows] or [[one.name] for one in answer.entities]
    return sorted(rows)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Who works for Orbital?", [["Ada Byron"], ["Ben Okri"]]),
        ("Which employees live in Berlin?", [["Ada Byron"], ["Dan Mora"]]),
        ("What is the industry of Nimbus?", [["weather"]]),
        ("Which companies were founded after 2010?", [["Nimbus"]]),
        ("Which employees are born before 1986?", [["Ada Byron"], ["Cleo Park"]]),
        ("Employees with a height greater than 1750", [["Ben Okri"], ["Dan Mora"]]),
        ("How many employees worked on Apollo?", [["2"]]),
        ("What is the average budget of the projects?", [["81666.8"]]),
        ("List the titles and budgets of all projects with a budget over 50000",
         [["Apollo", "120000"], ["Borealis", "80000"]]),
        ("How many hours did Ben Okri work on Apollo?", [["12"]]),
        ("Which project has the highest budget?", [["Apollo"]]),
        ("Which employees worked on more than one project?", [["Ada Byron"]]),
        ("For each company, how many employees work for it?", [["Nimbus", "2"], ["Orbital", "2"]]),
        ("Which employees worked on both Apollo and Borealis?", [["Ada Byron"]]),
        ("which projects did people at orbitl work on", [["Apollo"], ["Borealis"]]),
    ],
)  # fmt: skip
def test_a_question_is_answered_by_what_the_graph_holds(
    asked: Ask, question: str, rows: list[list[str]]
) -> None:
    assert told(asked(question)) == rows


def test_an_answer_shows_its_cypher_its_proof_and_how_sure_it_is(asked: Ask) -> None:
    answer = asked("Who works for Orbital?")
    step = next(step for step in answer.steps if step.kind == "execution")
    assert step.data["cypher"].startswith("MATCH (e:Employee)-[:WORKS_FOR]->(:Company {name: $p1})")
    assert step.data["parameters"]["p1"] == "Orbital"
    proof = {
        (one.triple.subject.name, one.triple.relation.id, one.triple.object.name) for one in answer.evidence
    }
    assert ("Ada Byron", "WORKS_FOR", "Orbital") in proof
    assert answer.confidence is not None and 0 < answer.confidence < 1


def test_a_question_about_something_else_is_not_answered(asked: Ask) -> None:
    answer = asked("Which volcanoes erupted under the glaciers of Iceland?")
    assert answer.status is Status.UNANSWERABLE and not answer.entities


def test_asking_writes_nothing(asked: Ask, cypher: Cypher) -> None:
    everything = (
        "MATCH (n) OPTIONAL MATCH (n)-[r]->(m) "
        "RETURN elementId(n) AS n, properties(n) AS p, type(r) AS t, properties(r) AS q ORDER BY n, t, elementId(m)"
    )
    before = cypher(everything), cypher("SHOW INDEXES YIELD name RETURN name ORDER BY name")
    asked("Who works for Orbital?")
    asked("Which project has the highest budget?")
    assert (cypher(everything), cypher("SHOW INDEXES YIELD name RETURN name ORDER BY name")) == before


def test_other_methods_say_that_they_need_a_loaded_graph(firm: Configuration) -> None:
    with (
        KnowledgeGraph.open(firm.workspace) as graph,
        pytest.raises(ConfigError, match="needs a loaded graph"),
    ):
        graph.ask("Who works for Orbital?", method="kg-rag")


def test_what_a_question_may_mean_is_listed_and_told_with_its_answer(attached_there: AttachedThere) -> None:
    graph = attached_there(FIRM)
    plans = graph.plan("Who works for Orbital?")
    assert "-WORKS_FOR->" in plans[0].text and set(plans[0].features) == {"unexplained", "cost"}
    assert len({one.text for one in plans}) == len(plans) > 1
    answer = graph.ask("Who works for Orbital?", method="plans")
    assert [one.name for one in answer.topics] == ["Orbital"]
    reasons = explained(answer)
    assert reasons.executed == plans[0].text == reasons.considered[0]["text"]
    assert reasons.winner is not None


def test_the_plans_of_a_question_are_printed(firm: Configuration, kgqa_here: RunKgqa) -> None:
    listed = kgqa_here("plan", "list", "Who works for Orbital?", "--most", "1", workspace=firm.workspace)
    assert listed.returncode == 0 and "-WORKS_FOR->" in listed.stdout
    printed = kgqa_here("plan", "list", "Who works for Orbital?", "--json", workspace=firm.workspace).stdout
    first = json.loads(printed)[0]
    assert "-WORKS_FOR->" in first["text"] and first["score"] and first["features"]
