"""`kgqa learn` as it is typed."""

import json
from pathlib import Path
from typing import Any

from kgqa_neo4j.model.errors import InputError
from tests.plans.learning.films import TRIPLES, directors


def test_learn_list_and_forget(
    database: Any, server_environment: dict[str, str], kgqa_here: Any, tmp_path: Path
) -> None:
    def run(*words: object) -> Any:
        return kgqa_here(*words, workspace=tmp_path, env=server_environment)

    facts = tmp_path / "facts.tsv"
    facts.write_text("".join("\t".join(triple) + "\n" for triple in TRIPLES), "utf-8")
    assert run("load", "triples", facts, "--embed", "relations").returncode == 0
    file = tmp_path / "questions.jsonl"
    rows = [
        {"question": one.question, "topic": one.topics[0], "answers": list(one.answers)} for one in directors()
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    learned = run("learn", file, "--format", "jsonl", "--set", "trial", "--json")
    assert learned.returncode == 0, learned.stderr
    figures = json.loads(learned.stdout)
    assert (figures["set"], figures["new"], figures["forms"], figures["explained"]) == ("trial", 4, 1, 1)
    listed = json.loads(run("learn", "--list", "--json").stdout)
    assert [(one["set"], one["pairs"], one["plans"]) for one in listed] == [("trial", 4, 1)]
    unknown = run("learn", "--forget", "other")
    assert unknown.returncode == InputError.exit_code and "trial" in unknown.stderr
    forgotten = run("learn", "--forget", "all")
    assert forgotten.returncode == 0 and "removed 1 template, 4 pairs" in forgotten.stdout


def test_learn_wants_one_thing_at_a_time(kgqa_here: Any, tmp_path: Path) -> None:
    for words in ((), ("--list", "--forget", "all")):
        refused = kgqa_here("learn", *words, workspace=tmp_path)
        assert refused.returncode == 2 and "give exactly one of" in refused.stderr


def test_learn_tells_what_is_wrong_before_it_looks_at_the_graph(kgqa_here: Any, tmp_path: Path) -> None:
    file = tmp_path / "questions.txt"
    file.write_text('{"question": "who?", "topic": "Ebb", "answers": ["Ann"]}\n')
    for words, told in (
        ((file,), "--format"),
        ((file, "--format", "jsonl", "--share", "0"), "--share"),
        (("--list", "--sample", "3"), "need FILE"),
    ):
        refused = kgqa_here("learn", *words, workspace=tmp_path)
        assert refused.returncode == 2 and told in refused.stderr
    refused = kgqa_here("learn", file, "--format", "jsonl", "--set", "all", workspace=tmp_path)
    assert refused.returncode == InputError.exit_code and "cannot be called 'all'" in refused.stderr
