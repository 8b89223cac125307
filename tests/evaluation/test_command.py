"""`kgqa eval` as a process: its JSON, and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.store.driver import Database
from tests.endpoint import endpoint

FILE = Path(sample_path()) / "qa_1hop.txt"
ARGUMENTS = ("eval", str(FILE), "--format", "metaqa", "--method", "llm", "--sample", "4", "--json")


@pytest.fixture
def environment(sample: Database) -> dict[str, str]:
    server = sample.endpoint
    return {"NEO4J_URI": server.uri, "NEO4J_USERNAME": server.username, "NEO4J_PASSWORD": server.password}


def test_json_is_one_flat_object_with_every_documented_figure(
    environment: dict[str, str], tmp_path: Path, kgqa: Any
) -> None:
    with endpoint() as model:
        done = kgqa(*ARGUMENTS, workspace=tmp_path, env={**environment, **model.environment})
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert not [value for value in figures.values() if isinstance(value, dict | list)]
    expected = {"file": "qa_1hop.txt", "method": "llm", "sample": 4, "n": 4, "model": "fake", "llm_calls": 1.0}
    assert {name: figures[name] for name in expected} == expected
    documented = (Path(__file__).parents[2] / "docs" / "evaluation.md").read_text("utf-8")
    for name in (
        "hit_at_1",
        "f1",
        "em",
        "loose_contains",
        "loose_either_contains",
        "llm_cached",
        "seconds_p95",
    ):
        assert name in figures and f"`{name}`" in documented
    assert len(Path(figures["predictions"]).read_text("utf-8").splitlines()) == 4


def test_ctrl_c_ends_with_130_and_the_printed_command_goes_on(
    environment: dict[str, str], tmp_path: Path, kgqa: Any
) -> None:
    command = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()", "--workspace", str(tmp_path)]
    with endpoint() as model:
        variables = {**environment, **model.environment}
        model.seconds = 1.0
        process = subprocess.Popen(
            [*command, *ARGUMENTS, "--fresh"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **variables},
        )
        model.wait_for(3)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        assert (process.returncode, out) == (130, "")
        assert "Traceback" not in errors
        (again,) = [line.strip() for line in errors.splitlines() if line.strip().startswith("kgqa ")]
        assert again == f"kgqa --workspace {tmp_path} {' '.join(ARGUMENTS)}"
        (kept,) = (tmp_path / "runs").glob("*/predictions.jsonl")
        assert len(kept.read_text("utf-8").splitlines()) == 2
        model.seconds = 0.0
        done = kgqa(*ARGUMENTS, workspace=tmp_path, env=variables)
        assert json.loads(done.stdout)["n"] == 4
        # Two questions were answered, the third one interrupted: that one is asked again.
        assert len(model.requests) == 5
        again_all = kgqa(*ARGUMENTS, "--fresh", workspace=tmp_path, env=variables)
        assert json.loads(again_all.stdout)["llm_cached"] == 1.0 and len(model.requests) == 5
        plain = kgqa(*ARGUMENTS, "--fresh", "--set", "llm.cache=off", workspace=tmp_path, env=variables)
        assert json.loads(plain.stdout)["llm_cached"] == 0.0 and len(model.requests) == 9
