"""`kgqa compare` as it is called."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.store.driver import Database
from tests.endpoint import endpoint
from tests.evaluation.comparison.conftest import questions_file

ONE, TWO = f"1-hop={questions_file(1)}", f"2-hop={questions_file(2)}"


def run(workspace: Path, *words: str) -> Result:
    return CliRunner().invoke(group, ["--workspace", str(workspace), "compare", *words], catch_exceptions=False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((ONE, "--format", "metaqa"), "give --methods or --preset"),
        ((ONE, "--methods", "llm"), "unknown format"),
        (("nowhere.txt", "--format", "metaqa", "--methods", "llm"), "there is no file 'nowhere.txt'"),
        ((ONE, "--format", "metaqa", "--methods", "llm", "--seeds", "7-0"), "ends before it begins"),
        ((ONE, "--format", "metaqa", "--methods", "llm", "--budget", "soon"), "neither a number"),
        ((ONE, "--format", "metaqa", "--methods", "llm", "--vary", "beam=1"), "section.name=1,2,3"),
        ((), "Missing argument"),
    ],
)
def test_wrong_usage_is_told_with_exit_code_2(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    result = run(tmp_path, *words)
    assert result.exit_code == 2 and said in result.output


def test_wrong_names_are_configuration_errors_before_a_server_is_started(tmp_path: Path) -> None:
    for words, said in (
        (("--methods", "guess"), "no method 'guess'"),
        (("--methods", "llm", "--baseline", "adaptive"), "baseline 'adaptive'"),
        (("--methods", "llm", "--seeds", "0-1"), "several seeds"),
        (("--preset", "no-paper"), "no preset 'no-paper'"),
        (("--preset", "kg-rag-paper", "--methods", "guess"), "preset kg-rag-paper: there is no method 'guess'"),
    ):
        with pytest.raises(ConfigError, match=said):
            run(tmp_path, ONE, "--format", "metaqa", *words)
    assert not (tmp_path / "server").exists()


def test_presets_are_listed_with_their_methods(tmp_path: Path) -> None:
    result = run(tmp_path, "--list-presets")
    assert result.exit_code == 0
    for word in ("kg-rag-paper", "iquest-paper", "pdrr-paper", "kglm-qa-paper", "llm, adaptive"):
        assert word in result.output


def test_a_process_compares_is_interrupted_goes_on_and_writes_everything(
    sample: Database, tmp_path: Path, kgqa: Any
) -> None:
    server = sample.endpoint
    options = ("--preset", "kglm-qa-paper", "--format", "metaqa", "--sample", "2", "--seeds", "0,1", "--json")
    words = ("compare", ONE, TWO, *options, "--jobs", "2", "--topic", "gold")
    command = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()", "--workspace", str(tmp_path)]
    with endpoint() as model:
        variables = {
            "NEO4J_URI": server.uri,
            "NEO4J_USERNAME": server.username,
            "NEO4J_PASSWORD": server.password,
            **model.environment,
        }
        model.seconds = 0.5
        process = subprocess.Popen(
            [*command, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **variables},
        )
        model.wait_for(6)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        assert (process.returncode, out) == (130, ""), errors
        assert "Traceback" not in errors and "to resume:\n  kgqa --workspace" in errors
        model.seconds = 0.0
        done = kgqa(*words, workspace=tmp_path, env=variables)
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert made["questions"] == {"planned": 8, "asked": 8, "left_out": 0}
    assert {(row["label"], row["method"], row["n"]) for row in made["summary"]} == {
        (label, method, 4) for label in ("1-hop", "2-hop") for method in ("llm", "adaptive")
    }
    folder = tmp_path / "comparisons" / made["comparison"]
    assert {file.name for file in folder.iterdir()} == {
        "comparison.md", "comparison.json", "runs.csv", "summary.csv", "plot.png", "plot.svg",
    }  # fmt: skip
    table = kgqa(*(word for word in words if word != "--json"), workspace=tmp_path, env=variables)
    assert str(folder) in table.stdout.replace("\n", "") and "1-hop" in table.stdout and "±" in table.stdout
