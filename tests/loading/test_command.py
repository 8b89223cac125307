"""`kgqa load triples` as typed: standard input, JSON, coverage of questions, and what goes wrong."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.store.driver import Database

Load = Callable[..., Any]
FACTS = "Ada_Lovelace\twrote\tNotes\nAda_Lovelace\tborn_in\tLondon\nLondon\tlocated_in\tEngland\n"


@pytest.fixture
def load(database: Database, server_environment: dict[str, str], kgqa_here: Any, tmp_path: Path) -> Load:
    def run(*arguments: str | Path, stdin: str | None = None) -> Any:
        command = ("load", "triples", *arguments, "--prefix", "t", "--embed", "none")
        return kgqa_here(*command, workspace=tmp_path / "workspace", env=server_environment, stdin=stdin)

    return run


def test_facts_come_from_standard_input_and_the_summary_is_one_object(load: Load, database: Database) -> None:
    done = load("-", "--json", stdin=FACTS + "only one column\n")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["new_triples"], summary["rejected"], summary["entities"]) == (3, 1, 4)
    assert {stage["name"] for stage in summary["stages"]} >= {"rows", "catalogue", "indexes"}
    assert database.read("graph_counts")[0]["triples"] == 3
    (reject,) = Path(summary["rejects_file"]).read_text("utf-8").splitlines()
    assert ":4" in reject and "only one column" in reject
    again = json.loads(load("-", "--json", stdin=FACTS + "only one column\n").stdout)
    assert (again["unchanged"], again["rejects_file"]) == (True, summary["rejects_file"])


def test_coverage_counts_names_aliases_and_ids(load: Load, tmp_path: Path) -> None:
    facts, questions = tmp_path / "facts.tsv", tmp_path / "questions.jsonl"
    facts.write_text(FACTS, "utf-8")
    rows = [
        {"question": "what did she write?", "topic": "Ada Lovelace", "answers": ["Notes"]},
        {"question": "where was she born?", "topic": "Ada_Lovelace", "answers": [["Londinium", "London"]]},
        {"question": "in which country is it?", "topic": "t:London", "answers": ["England", "Scotland"]},
    ]
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done = load(facts, "--questions", questions, "--json")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["coverage"]
    assert (found["topics"], found["topics_found"]) == (3, 3)
    assert (found["answers"], found["answers_found"]) == (4, 3)
    told = load(facts, "--questions", questions)
    assert "75.0% of 4 gold answers" in told.stdout


def test_strict_names_the_line_and_what_came_before_stays(
    load: Load, database: Database, tmp_path: Path
) -> None:
    facts = tmp_path / "facts.tsv"
    facts.write_text(FACTS + "only one column\nLater\tcomes\tMore\n", "utf-8")
    done = load(facts, "--strict")
    assert done.returncode != 0 and "facts.tsv:4" in done.stderr and "Traceback" not in done.stderr
    assert database.read("graph_counts")[0]["triples"] == 3
    missing = load(tmp_path / "none.tsv")
    assert missing.returncode != 0 and "none.tsv" in missing.stderr and "Traceback" not in missing.stderr


@pytest.mark.parametrize(
    ("text", "reason"), [("", "stdin is empty"), ("no\ncolumns\n", "every line was rejected (2)")]
)
def test_source_without_a_triple_is_an_error_and_no_source_of_the_graph(
    load: Load, database: Database, text: str, reason: str
) -> None:
    for _ in range(2):
        done = load("-", "--delimiter", "|", stdin=text)
        assert (done.returncode, done.stdout) == (4, "")
        assert reason in " ".join(done.stderr.split()) and "Traceback" not in done.stderr
    assert database.read("graph_sources") == []


def test_what_a_cut_archive_held_is_summed_up_and_can_be_asked_and_the_cut_is_an_error(
    load: Load, database: Database, tmp_path: Path
) -> None:
    lines = "".join(f"subject {number}\trelation {number % 3}\tobject {number * 7}\n" for number in range(5000))
    packed = gzip.compress(lines.encode())
    (tmp_path / "cut.txt.gz").write_bytes(packed[: len(packed) // 2])
    done = load(tmp_path / "cut.txt.gz", "--json")
    assert done.returncode == 6
    assert f"near byte {len(packed) // 2} of {len(packed) // 2}" in done.stderr
    assert "download the file again" in done.stderr
    summary = json.loads(done.stdout)
    assert summary["new_triples"] == database.read("graph_counts")[0]["triples"] > 1000
    assert {stage["name"] for stage in summary["stages"]} >= {"rows", "catalogue", "indexes"}
    (tmp_path / "cut.txt.gz").write_bytes(packed)
    assert load(tmp_path / "cut.txt.gz", "--json").returncode == 0
    assert database.read("graph_counts")[0]["triples"] == 5000
