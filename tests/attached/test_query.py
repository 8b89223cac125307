"""`query` on an attached graph: statements of a model, guarded and mended, ranked against the plans."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.query.method import Query
from kgqa_neo4j.model.answer import Answer, Status, Step
from kgqa_neo4j.model.errors import ModelTimeout
from kgqa_neo4j.settings import Configuration

Cypher = Callable[..., list[dict[str, Any]]]
Ask = Callable[..., tuple[Answer, ScriptedLLM]]

WORKS = 'MATCH (e:Employee)-[:WORKS_FOR]->(:Company {name: "Orbital"}) RETURN e.fullName'
BACKWARDS = 'MATCH (e:Employee)<-[:WORKS_FOR]-(:Company {name: "Orbital"}) RETURN e.fullName'
# What no plan says yet, and what the graph knows nothing of.
BY_HERSELF = "Which projects did Ada Byron work on singlehandedly?"
ONLY = "Which projects did only Ada Byron work on?"
ALONE = (
    "MATCH (p:Project)<-[:WORKED_ON]-(:Employee {fullName: 'Ada Byron'}) "
    "WHERE COUNT { (p)<-[:WORKED_ON]-() } = 1 RETURN p"
)
UNREAD = "Which companies have volcanoes beside glaciers erupting under Icelandic skies in Orbital?"


@pytest.fixture
def resources(firm: Configuration) -> Iterator[Resources]:
    opened = open_resources(firm, method="query")
    yield opened
    opened.graph.close()


@pytest.fixture
def asked(firm: Configuration, resources: Resources) -> Ask:
    def run(question: str, *replies: Any, **settings: object) -> tuple[Answer, ScriptedLLM]:
        llm = ScriptedLLM(list(replies))
        dotted = {name.replace("__", "."): value for name, value in settings.items()}
        changed = firm.changed({"ask.fallback": "off", **dotted}, "the test")
        mine = replace(resources, llm=llm, settings=changed.settings)
        return ask(question, mine, changed, method=Query(), kept=False), llm

    return run


def steps(answer: Answer, kind: str) -> list[Step]:
    return [step for step in answer.steps if step.kind == kind]


def names(answer: Answer) -> list[str]:
    return sorted(entity.name for entity in answer.entities)


def test_the_model_sees_the_part_of_the_schema_that_the_question_needs_and_the_stored_values(
    asked: Ask,
) -> None:
    _, llm = asked("What is the industry of orbitl?", WORKS)
    shown = llm.requests[0].messages[-1]["content"]
    assert "(:Employee)-[:WORKS_FOR" in shown and 'stored: Company.name = "Orbital"' in shown
    assert "Project" not in shown


def test_a_statement_of_the_model_answers_alone_where_the_plans_are_off(asked: Ask) -> None:
    answer, llm = asked("Who works for Orbital?", f"```cypher\n{WORKS}\n```", query__plans=False)
    assert names(answer) == ["Ada Byron", "Ben Okri"] and len(llm.requests) == 1
    (said,) = steps(answer, "hybrid")
    assert (said.data["winner"], said.data["plan"]) == ("model", None)
    assert steps(answer, "execution")[-1].data["cypher"] == f"{WORKS} LIMIT 200"
    assert answer.confidence is not None and 0 < answer.confidence < 1


def test_a_wrong_direction_is_mended_with_what_the_graph_has(asked: Ask) -> None:
    answer, llm = asked("Who works for Orbital?", BACKWARDS, WORKS, query__plans=False)
    assert names(answer) == ["Ada Byron", "Ben Okri"]
    assert steps(answer, "rejection")[0].data["refusal"] == "direction"
    second = llm.requests[1].messages[-1]["content"]
    assert BACKWARDS in second and "it has (:Employee)-[:WORKS_FOR]->(:Company)" in second


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("CREATE (n:Company {name: 'Mine'}) RETURN n", "clause"),
        ("MATCH (n:Company) SET n.name = 'Mine' RETURN n", "clause"),
        ("MATCH (n:Company) CALL { WITH n DETACH DELETE n } RETURN 1", "clause"),
        ("LOAD CSV FROM 'http://example.org/' AS row RETURN row", "clause"),
        ("MATCH (n:Planet) RETURN n", "identifier"),
        ("MATCH (n:Company) RETURN n.title", "property"),
        ("MATCH (c:Company)-[:WORKED_ON]->(p:Project) RETURN p", "direction"),
        ("MATCH (n:Company) RETURN apoc.util.sleep(1)", "function"),
        ("MATCH (n:Company) RETURN date(n)", "invalid"),
    ],
)
def test_a_statement_that_the_guard_or_the_server_refuses_is_written_anew_twice_at_most_and_changes_nothing(
    asked: Ask, cypher: Cypher, statement: str, refusal: str
) -> None:
    before = cypher("MATCH (n) RETURN properties(n) AS p, labels(n) AS l ORDER BY elementId(n)")
    answer, llm = asked("Who works for Orbital?", statement, statement, statement, query__plans=False)
    assert [step.data["refusal"] for step in steps(answer, "rejection")] == [refusal] * 3
    assert answer.status is Status.UNANSWERABLE and len(llm.requests) == 3
    assert cypher("MATCH (n) RETURN properties(n) AS p, labels(n) AS l ORDER BY elementId(n)") == before


def test_a_name_that_is_not_stored_is_mended_with_the_nearest_that_is(asked: Ask) -> None:
    answer, llm = asked("Who works for Orbitl?", WORKS.replace("Orbital", "Orbitl"), WORKS, query__plans=False)
    assert names(answer) == ["Ada Byron", "Ben Okri"]
    assert 'no Company has name "Orbitl"; stored is "Orbital"' in llm.requests[1].messages[-1]["content"]


def test_the_plan_answers_where_both_find_the_same(asked: Ask) -> None:
    answer, _ = asked("Who works for Orbital?", WORKS)
    (said,) = steps(answer, "hybrid")
    assert (said.data["winner"], said.data["why"]) == ("plan", "both find the same")
    assert answer.evidence and names(answer) == ["Ada Byron", "Ben Okri"]


def test_the_plan_answers_where_the_model_says_less_of_the_question(asked: Ask) -> None:
    answer, _ = asked("Who works for Orbital?", "MATCH (p:Project) RETURN p.title")
    (said,) = steps(answer, "hybrid")
    assert said.data["winner"] == "plan" and said.data["model"]["confidence"] < said.data["plan"]["confidence"]
    assert names(answer) == ["Ada Byron", "Ben Okri"]


def test_the_model_answers_where_its_statement_says_more_of_the_question(asked: Ask) -> None:
    answer, _ = asked(BY_HERSELF, ALONE)
    (said,) = steps(answer, "hybrid")
    assert said.data["winner"] == "model" and said.data["plan"], said.data
    assert [(one.name, one.id.startswith("4:")) for one in answer.entities] == [("Borealis", True)]


def test_the_model_answers_where_no_plan_says_what_is_to_be_done(asked: Ask) -> None:
    answer, _ = asked(ONLY, ALONE)
    (said,) = steps(answer, "hybrid")
    assert said.data["winner"] == "model" and said.data["plan"] is None
    assert [one.name for one in answer.entities] == ["Borealis"]


def test_the_model_answers_where_no_plan_does_and_says_what_it_leaves_out(asked: Ask) -> None:
    statement = 'MATCH (c:Company {name: "Orbital"}) RETURN c, c.industry'
    answer, _ = asked(UNREAD, statement, ask__min_confidence=0)
    (said,) = steps(answer, "hybrid")
    assert said.data["winner"] == "model" and said.data["plan"] is None
    assert [[cell.name for cell in row] for row in answer.rows] == [["Orbital", "space"]]
    assert "does not say" in answer.reason and "volcanoes" in answer.reason
    assert asked(UNREAD, statement)[0].status is Status.WITHHELD


def test_the_plan_answers_where_the_model_fails(asked: Ask) -> None:
    answer, _ = asked("Who works for Orbital?", ModelTimeout("too slow"))
    assert names(answer) == ["Ada Byron", "Ben Okri"] and "too slow" in answer.reason
    assert (
        asked("Who works for Orbital?", ModelTimeout("too slow"), query__plans=False)[0].status is Status.FAILED
    )


@pytest.mark.model
def test_the_packaged_model_writes_statements_that_are_guarded(
    firm: Configuration, resources: Resources
) -> None:
    answer = ask("Who works for Orbital?", resources, firm, method=Query(), kept=False)
    assert names(answer) == ["Ada Byron", "Ben Okri"] and 1 <= answer.llm.calls <= 3
    (said,) = steps(answer, "hybrid")
    # It writes under a grammar, so that what it writes is Cypher over the schema.
    assert {step.data["refusal"] for step in steps(answer, "rejection")} <= {"invalid", "empty"}
    assert said.data["model"] or len(steps(answer, "rejection")) == 3
