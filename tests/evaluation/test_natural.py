"""The natural questions: their form, and that the gold statements give the gold answers on graphs as loaded."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import neo4j
import pytest
from neo4j.graph import Node

from benchmarks.natural import DATA, FILES, LOADERS, SPLITS, graphs
from kgqa_neo4j.linking.resolution import resolve
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.question_sets.questions import read_questions
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database
from tests.checked import unchanged
from tests.tiers import first_quick

KINDS = {
    "one-hop", "reverse", "multi-hop", "conjunction", "count", "yes-no", "superlative", "comparison", "date",
    "negation", "aggregate", "class-list", "grouped", "two-variable", "universal", "top-k", "duration", "table",
    "kinship", "disjunction", "unanswerable",
}  # fmt: skip
MAJOR = KINDS - {"two-variable", "universal", "top-k", "duration", "table", "kinship", "disjunction"}
# The authors of the last sets wrote fewer of each kind, and none of the rare ones: the share that cannot be answered.
SHORTER = {
    "dev5": 0.13,
    "dev6": 0.06,
    "dev7": 0.06,
    "blind5": 0.06,
    "dev8": 0.06,
    "blind6": 0.06,
    "dev9": 0.06,
    "dev10": 0.06,
    "dev11": 0.06,
    "dev12": 0.06,
    "dev13": 0.06,
    "dev14": 0.06,
}
LEFT_OUT = [split for split in SPLITS if split[-1].isdigit()]
REASONS = {"relation", "entity", "class", "value", "empty"}


@cache
def rows(split: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{split}.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("split", SPLITS)
def test_every_question_has_the_form_that_is_documented(split: str) -> None:
    for row in rows(split):
        assert set(row) <= {"id", "graph", "kind", "question", "topics", "answers", "table", "cypher", "why"}
        assert row["graph"] in FILES and row["kind"] in KINDS and row["id"].startswith(row["graph"])
        assert bool(row["answers"]) == (row["kind"] != "unanswerable"), row["id"]
        assert ("why" in row) == (row["kind"] == "unanswerable") and row.get("why", "value") in REASONS
        # What the graph lacks altogether no statement can ask for.
        assert row["cypher"] or "why" in row, row["id"]
        assert not row["cypher"] or row.get("why") in (None, "value", "empty"), row["id"]
        assert all(isinstance(one, list) == row.get("table", False) for one in row["answers"])
    assert len(read_questions(DATA / f"{split}.jsonl", "jsonl")) == len(rows(split))


def test_no_question_stands_twice() -> None:
    every = [row for split in SPLITS for row in rows(split)]
    assert (
        len({row["id"] for row in every})
        == len({(row["graph"], row["question"]) for row in every})
        == len(every)
    )


def test_the_halves_are_about_the_same_graphs_and_cover_each_kind() -> None:
    assert graphs("dev") == graphs("blind")
    assert min(Counter(row["graph"] for split in ("dev", "blind") for row in rows(split)).values()) >= 100
    blind = Counter(row["kind"] for row in rows("blind"))
    assert set(blind) == KINDS and min(blind[kind] for kind in MAJOR) >= 15


@pytest.mark.parametrize("split", LEFT_OUT)
def test_a_split_of_graphs_left_out_shares_no_graph_and_covers_each_kind(split: str) -> None:
    assert not {graph for other in SPLITS if other != split for graph in graphs(other)} & set(graphs(split))
    least, wanted, lacking = (45, MAJOR, SHORTER[split]) if split in SHORTER else (50, KINDS, 0.2)
    assert min(Counter(row["graph"] for row in rows(split)).values()) >= least
    kinds = Counter(row["kind"] for row in rows(split))
    assert set(kinds) >= wanted and kinds["unanswerable"] >= len(rows(split)) * lacking


def test_each_graph_is_asked_about() -> None:
    assert {graph for split in SPLITS for graph in graphs(split)} == set(FILES)


def plain(value: Any) -> Any:
    """Return what a value of a gold statement stands for."""
    if isinstance(value, Node):
        literal = "Value" in value.labels and value["datatype"] != "time"
        value = value["value"] if literal else value["name"]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, neo4j.time.Date):
        return value.iso_format()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


# Loading all of them takes minutes, and they hardly ever change: one, and what was never checked.
UNCHECKED = [
    graph
    for graph in list(FILES)[1:]
    if not unchanged([FILES[graph], *(DATA / f"{split}.jsonl" for split in SPLITS if graph in graphs(split))])
]


@pytest.mark.parametrize("graph", first_quick((next(iter(FILES)), *UNCHECKED)))
def test_gold_statements_return_the_gold_answers(
    graph: str,
    database: Database,
    cypher_session: neo4j.Session,
    server_environment: dict[str, str],
    tmp_path: Path,
) -> None:
    configuration = load_configuration(tmp_path, environment={**server_environment, "KGQA_LOAD_EMBED": "none"})
    load_source(configuration, LOADERS[FILES[graph].suffix], str(FILES[graph]), {}, quiet=True)
    own = [row for split in SPLITS for row in rows(split) if row["graph"] == graph]
    topics = {topic for row in own for topic in row["topics"]}
    assert not {name for name, ids in resolve(database, topics).items() if not ids}
    for row in own:
        if row["cypher"]:
            found = [[plain(value) for value in record] for record in cypher_session.run(row["cypher"])]
            answers = found if row.get("table") else [one for (one,) in found]
            assert Counter(map(json.dumps, answers)) == Counter(map(json.dumps, row["answers"])), row["id"]
