import json
from pathlib import Path

import pytest

from kgqa_neo4j.attached.introspection import read_schema
from kgqa_neo4j.evaluation.cypher_results import Prediction, evaluate_cypher
from kgqa_neo4j.evaluation.cypher_task import CypherTask, evaluate_cypher_file
from kgqa_neo4j.question_sets.cypher import CypherQuestion, perturbed_values
from kgqa_neo4j.store.driver import Database
from tests.attached.conftest import Cypher
from tests.conftest import AttachOwn, RunKgqa

_FILMS = """
CREATE (a:Film {title: 'Alpha', year: 1999}), (b:Film {title: 'Beta', year: 2003}),
  (p:Person {name: 'Ann Lee'})-[:DIRECTED]->(a), (p)-[:DIRECTED]->(b)
"""
QUESTIONS = [
    CypherQuestion("titles", "which films?", "MATCH (f:Film) RETURN f.title", "simple"),
    CypherQuestion(
        "nodes", "who directed Alpha?", "MATCH (p)-[:DIRECTED]->(:Film {title: 'Alpha'}) RETURN p", "simple"
    ),
    CypherQuestion("count", "how many films?", "MATCH (f:Film) RETURN count(f)", "count"),
    CypherQuestion("nothing", "films of 1950?", "MATCH (f:Film {year: 1950}) RETURN f", "simple"),
    CypherQuestion("broken", "what?", "MATCH (f:Film RETURN f", "simple"),
]


@pytest.fixture
def films(database: Database, cypher: Cypher) -> Database:
    cypher(_FILMS)
    return database


def test_predictions_are_scored_by_what_they_return(films: Database, cypher: Cypher) -> None:
    said = {
        "which films?": Prediction("MATCH (x:Film) RETURN x.title AS t ORDER BY t DESC", confidence=0.9),
        "who directed Alpha?": Prediction(rows=[{"name": "Ann Lee"}], confidence=0.8),
        "how many films?": Prediction("MATCH (x:Film) DETACH DELETE x RETURN count(x)", confidence=0.7),
    }
    asked: list[str] = []

    def predict(question: str, /) -> Prediction:
        asked.append(question)
        return said.get(question, Prediction())

    figures = evaluate_cypher(QUESTIONS, predict, films, read_schema(films)).figures()
    assert figures["n"] == 3
    assert (figures["ex"], figures["ex_node"], figures["coverage"]) == (0.3333, 0.6667, 0.6667)
    assert figures["precision_at_half"] == 0.5
    assert figures["by_kind"]["count"] == {"n": 1, "ex": 0.0, "ex_node": 0.0, "coverage": 0.0}
    assert figures["gold_left_out_ids"] == {"empty": ["nothing"], "error": ["broken"], "timeout": []}
    assert asked == list(said)
    assert cypher("MATCH (f:Film) RETURN count(f) AS n") == [{"n": 2}]


def test_stored_predictions_are_scored_by_the_command(
    films: Database, kgqa_here: RunKgqa, tmp_path: Path, server_environment: dict[str, str]
) -> None:
    questions, predictions = tmp_path / "questions.jsonl", tmp_path / "predictions.jsonl"
    questions.write_text(
        "".join(json.dumps({"question": q.question, "cypher": q.cypher}) + "\n" for q in QUESTIONS)
    )
    said = [(QUESTIONS[0].question, QUESTIONS[0].cypher), (QUESTIONS[2].question, None)]
    predictions.write_text("".join(json.dumps({"question": q, "pred_cypher": c}) + "\n" for q, c in said))
    kgqa_here("attach", workspace=tmp_path / "w", env=server_environment)
    command = ("eval", questions, "--format", "cypher", "--predictions", predictions, "--json")
    done = kgqa_here(*command, workspace=tmp_path / "w", env=server_environment)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert {
        "n",
        "ex",
        "ex_node",
        "coverage",
        "precision_at_half",
        "seconds_p50",
        "seconds_p95",
        "by_kind",
    } <= set(figures)
    assert (figures["n"], figures["ex"]) == (3, 0.3333)


@pytest.mark.parametrize(
    ("rule", "question"),
    [
        ("unquoted", "Which films did Ann O'Neil direct in Bay City after 1999?"),
        ("case", "Which films did 'ann o'neil' direct in bay city after 1999?"),
        ("plural", "Which films did 'Ann O'Neils' direct in Bay City after 1999?"),
        ("partial", "Which films did 'Ann' direct in Bay City after 1999?"),
    ],
)
def test_only_values_are_perturbed(rule: str, question: str) -> None:
    asked = CypherQuestion(
        "1",
        "Which films did 'Ann O'Neil' direct in Bay City after 1999?",
        "MATCH (p {name: 'Ann O\\'Neil'})-->(f) WHERE f.city = \"Bay City\" RETURN f",
    )
    changed = {perturbed_values(asked, rule, seed).question for seed in range(20)}  # type: ignore[arg-type]
    assert question in changed
    assert all(one.startswith("Which films did ") and one.endswith("after 1999?") for one in changed)


def test_an_answer_by_a_date_is_scored_by_its_rows(attach_own: AttachOwn, tmp_path: Path) -> None:
    configuration = attach_own(
        "UNWIND [['Kismet', date('1955-10-14')], ['Heat', date('1995-12-15')]] AS row "
        "CREATE (:Film {title: row[0], released: row[1]})"
    )
    file = tmp_path / "questions.jsonl"
    gold = "MATCH (f:Film) WHERE f.released > date('1990-01-01') RETURN f.title"
    file.write_text(
        json.dumps({"id": "1", "question": "which films were released after 1990-01-01?", "cypher": gold})
    )
    run = evaluate_cypher_file(CypherTask(file), configuration)
    assert [one.ex for one in run.scored] == [True]
