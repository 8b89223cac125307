"""`kgqa load --engine spark` from a file to a server that answers, and what it says where it cannot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kgqa_neo4j.loading.hashing import graph_hash
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect, managed_server

if TYPE_CHECKING:
    from tests.conftest import RunKgqa

KB = Path(__file__).parents[3] / "kgqa_neo4j" / "sample" / "kb.txt"


def test_the_command_makes_the_graph_that_a_bulk_load_makes(tmp_path: Path, kgqa: RunKgqa) -> None:
    workspace = tmp_path / "workspace"
    text = KB.read_text("utf-8") + "one column\n"
    file = tmp_path / "kb.txt"
    file.write_text(text, "utf-8")
    common = ("load", "triples", file, "--embed", "entities", "--json")
    # What a cluster does is tested beside this; here it is the command.
    by_spark = ("--engine", "spark", "--master", "local[2]")
    configuration = load_configuration(workspace)
    try:
        local = kgqa(*common, "--bulk", workspace=workspace)
        assert local.returncode == 0, local.stderr
        with connect(configuration) as database:
            before = graph_hash(database)
        refused = kgqa(*common, *by_spark, workspace=workspace)
        assert refused.returncode == 3
        assert "there is one already" in refused.stderr
        done = kgqa(*common, *by_spark, "--replace", workspace=workspace)
        assert done.returncode == 0, done.stderr
        with connect(configuration) as database:
            assert graph_hash(database) == before
        first, second = json.loads(local.stdout), json.loads(done.stdout)
        for name in (
            "triples", "entities", "relations", "lines", "rejected", "indexes", "embed_level", "embedding_model",
        ):  # fmt: skip
            assert second[name] == first[name], name
        # Made by Spark, and none left to make after the import.
        vectors = [stage["items"] for stage in second["stages"] if stage["name"] == "vectors of entities"]
        assert vectors == [second["entities"], 0]
        assert Path(second["rejects_file"]).read_text("utf-8") == Path(first["rejects_file"]).read_text("utf-8")
        # The address of Spark's own page.
        assert "http://127.0.0.1:" in done.stderr
        strict = kgqa(*common, *by_spark, "--replace", "--strict", workspace=tmp_path / "strict")
        assert strict.returncode == 5
        assert f"kb.txt:{text.count(chr(10))}: 1 columns" in strict.stderr
    finally:
        managed_server(configuration).stop()


def test_options_that_do_not_go_together(tmp_path: Path, kgqa: RunKgqa) -> None:
    done = kgqa("load", "triples", KB, "--master", "local[1]", workspace=tmp_path)
    assert done.returncode == 2
    assert "--master needs --engine spark" in done.stderr
    done = kgqa("load", "triples", KB, "--live", workspace=tmp_path)
    assert done.returncode == 2
    assert "--live needs --engine spark" in done.stderr
    done = kgqa("load", "triples", KB, "--engine", "spark", "--live", "--replace", workspace=tmp_path)
    assert done.returncode == 2
    assert "--live adds to the graph" in done.stderr


def test_without_the_extra_the_command_that_installs_it_is_named(tmp_path: Path) -> None:
    code = (
        "import sys, importlib.util as util\n"
        "found = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'pyspark' else found(name, *rest)\n"
        "from kgqa_neo4j.cli import main\nmain()"
    )
    command = [sys.executable, "-c", code, "--workspace", str(tmp_path), "load", "triples", str(KB)]
    done = subprocess.run([*command, "--engine", "spark"], capture_output=True, text=True, env={**os.environ})
    assert done.returncode == 3
    assert 'pip install "kgqa-neo4j[spark]"' in done.stderr


@pytest.mark.parametrize("arguments", [("sample",), ("triples", "-")])
def test_what_spark_cannot_read(arguments: tuple[str, ...], tmp_path: Path, kgqa: RunKgqa) -> None:
    done = kgqa("load", *arguments, "--engine", "spark", workspace=tmp_path, stdin="")
    assert done.returncode == 3
    assert "Spark reads files" in done.stderr
