"""The figures by kind of question, and what counts as a refusal."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.evaluation import evaluate as evaluation
from kgqa_neo4j.evaluation.records import by_kind
from kgqa_neo4j.evaluation.runs import Run
from kgqa_neo4j.evaluation.task import EvaluationTask
from kgqa_neo4j.model.answer import Answer, ScoredEntity, Status
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database

ADA = ScoredEntity("t:ada", "Ada Lovelace", 1.0)
ANSWERS = {
    "who wrote it?": Answer("", "test", Status.ANSWERED, "Ada", [ADA]),
    "and who else?": Answer("", "test", Status.WITHHELD),
    "who is lacking?": Answer("", "test", Status.UNANSWERABLE, "Not in the graph."),
    "who is not there?": Answer("", "test", Status.ANSWERED, ""),
    "who never was?": Answer("", "test", Status.ANSWERED, "Ada", [ADA]),
    "who may be?": Answer("", "test", Status.FALLBACK, "Somebody."),
}


def answer(question: str, topics: Sequence[str]) -> Answer:
    return ANSWERS[question]


def test_a_run_has_the_figures_of_each_kind(graph: Database, tmp_path: Path) -> None:
    kinds = dict.fromkeys(ANSWERS, "unanswerable") | {"who wrote it?": "one-hop", "and who else?": "one-hop"}
    rows = [
        {"question": text, "kind": kind, "answers": ["Ada Lovelace"] if kind == "one-hop" else []}
        for text, kind in kinds.items()
    ]
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    run = Run(EvaluationTask(file, "jsonl", "test"), load_configuration(tmp_path, {}), graph)
    figures = run.execute(graph, answer)
    # A refusal, and an answer that holds nothing, are right where there is nothing to answer.
    assert figures["by_kind"] == {
        "one-hop": {"n": 2, "exact": 0.5, "f1": 0.5, "answered": 1, "withheld": 1},
        "unanswerable": {"n": 4, "exact": 0.5, "f1": 0.5, "answered": 3, "withheld": 1},
    }


def test_questions_without_a_kind_have_no_such_figures() -> None:
    assert by_kind([{"kind": "", "status": "answered", "scores": {"em": 1.0, "f1": 1.0}}]) == {}


def test_the_command_prints_the_figures_by_kind_as_a_second_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = {"date": {"n": 2, "exact": 0.5, "f1": 0.75, "answered": 1, "withheld": 1}}
    tasks: list[EvaluationTask] = []

    def evaluate(task: EvaluationTask, *_: Any, **__: Any) -> dict[str, Any]:
        tasks.append(task)
        return {"n": 2, "by_kind": dict(kinds)}

    monkeypatch.setattr(evaluation, "evaluate", evaluate)
    file = tmp_path / "questions.jsonl"
    file.write_text('{"question": "when?", "answers": []}', "utf-8")
    arguments = [
        "--workspace",
        str(tmp_path),
        "eval",
        str(file),
        "--format",
        "jsonl",
        "--perturb",
        "typo",
        "--seed",
        "4",
    ]
    printed = CliRunner().invoke(group, arguments, catch_exceptions=False).stdout
    figures, by_kind_ = printed.split("\n\n")
    assert "by_kind" not in figures and by_kind_.split() == [
        *("kind", "n", "exact", "f1", "answered", "withheld"),
        *("date", "2", "0.5", "0.75", "1", "1"),
    ]  # fmt: skip
    as_json = CliRunner().invoke(group, [*arguments, "--json"], catch_exceptions=False).stdout
    assert json.loads(as_json) == {"n": 2, "by_kind": kinds}
    assert [(task.perturb, task.seed) for task in tasks] == [("typo", 4)] * 2
