"""Learning from a few questions of a graph does no harm to its other questions."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.learning import answered, compared, drawn_pairs
from benchmarks.natural import DATA, FILES
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.question_sets.questions import read_questions
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database, Endpoint

PAIRS, SEED = 20, 3


@pytest.mark.slow
def test_no_unrelated_question_turns_wrong_after_twenty_pairs(
    endpoint: Endpoint, own_surroundings: None, tmp_path: Path
) -> None:
    # `benchmarks.learning` does the same with all graphs.
    name = "company"
    with Database(endpoint) as database:
        database.run_schema("MATCH (n) DETACH DELETE n")
    settings: dict[str, Any] = {
        "neo4j.uri": endpoint.uri, "neo4j.username": endpoint.username, "neo4j.password": endpoint.password,
        "load.embed": "none", "ask.method": "plans", "ask.min_confidence": 0.0, "learning.sets": "none",
    }  # fmt: skip
    configuration = load_configuration(tmp_path, settings)
    load_source(configuration, "triples", str(FILES[name]), {}, quiet=True)
    lines = (DATA / "dev.jsonl").read_text("utf-8").splitlines()
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(line for line in lines if json.loads(line)["graph"] == name), "utf-8")
    questions = read_questions(file, "jsonl")
    pairs = drawn_pairs(questions, PAIRS, SEED)
    learned = {one.line for one in pairs}
    others = [one for one in questions if one.line not in learned]
    before = answered(configuration, others)
    row, changed = compared(name, SEED, configuration, pairs, "harm", before, others)
    assert row["explained"] >= 0.8 * PAIRS
    assert row["unrelated lost"] == 0 and row["after"] >= row["before"], changed
