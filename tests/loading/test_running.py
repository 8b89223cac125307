"""A load that is watched, and asked, while it runs."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.loading.rows import RowLoader
from kgqa_neo4j.loading.running import FOLDER, announced, running_loads
from kgqa_neo4j.loading.vectors import VectorLoader
from kgqa_neo4j.model.answer import LOADING
from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database


def test_a_load_tells_its_stage_rows_and_rate_until_it_ends(tmp_path: Path) -> None:
    with announced(tmp_path, "facts.tsv") as announcement:
        announcement.progress("rows", "triples", 5_000, 2.0, 0.5)
        (one,) = running_loads(tmp_path)
        assert (one.source, one.stage, one.items, one.rate, one.share) == (
            "facts.tsv",
            "rows",
            5_000,
            2_500,
            0.5,
        )
        assert "facts.tsv: rows, 50%, 5,000 triples, 2,500/s" in one.line()
        # What comes a moment later is not worth a write; another stage is.
        announcement.progress("rows", "triples", 5_001, 2.0, 0.5)
        assert running_loads(tmp_path)[0].items == 5_000
        announcement.progress("vectors of entities", "vectors", 1, 1.0, None)
        assert running_loads(tmp_path)[0].stage == "vectors of entities"
    assert running_loads(tmp_path) == [] and list((tmp_path / FOLDER).iterdir()) == []


def test_what_a_killed_load_left_behind_is_no_running_load(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys; from pathlib import Path\n"
        "from kgqa_neo4j.loading.running import announced\n"
        "with announced(Path(sys.argv[1]), 'x'): os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    assert len(list((tmp_path / FOLDER).iterdir())) == 1
    (tmp_path / FOLDER / "1-2.json").write_text("{half", "utf-8")
    assert running_loads(tmp_path) == [] and list((tmp_path / FOLDER).iterdir()) == []


class Gate:
    """Holds up a load where it comes to a method, until it is let go on."""

    def __init__(self, patch: pytest.MonkeyPatch, kind: type, name: str) -> None:
        self._reached, self._go_on = threading.Event(), threading.Event()
        original = getattr(kind, name)

        def waiting(*arguments: Any) -> None:
            self._reached.set()
            assert self._go_on.wait(120)
            original(*arguments)

        patch.setattr(kind, name, waiting)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Stay within the block while the load waits."""
        try:
            assert self._reached.wait(120)
            yield
        finally:
            self._go_on.set()


@pytest.mark.process
def test_a_graph_is_asked_once_its_relations_have_vectors_and_says_that_it_is_being_loaded(
    bare_database: Database,
    server_environment: dict[str, str],
    tmp_path: Path,
    kgqa: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workspace = tmp_path / "workspace"
    configuration = load_configuration(workspace, environment=server_environment)

    def run(*arguments: str) -> Any:
        return kgqa(*arguments, workspace=workspace, env=server_environment)

    rows, entities = Gate(monkeypatch, RowLoader, "load"), Gate(monkeypatch, VectorLoader, "entities")
    arguments: tuple[Any, ...] = (configuration, "metaqa", str(sample_path()), {})
    load = threading.Thread(target=load_source, args=arguments, kwargs={"quiet": True})
    load.start()
    question = ("ask", "[Boman Irani] appears in which movies", "--no-engine", "--method", "plans")
    with rows.held():
        early = run(*question)
    with entities.held():
        asked = run(*question, "--json")
        assert asked.stdout, asked.stderr
        told = json.loads(asked.stdout)
        shown, sources = run(*question), run("graph", "sources")
    load.join()
    assert early.returncode in (13, 18) and not early.stdout
    assert "is still loading" in early.stderr and "kgqa load --watch" in early.stderr
    (step,) = (step for step in told["steps"] if step["kind"] == LOADING)
    assert told["status"] == "answered" and step["data"]["stage"] == "vectors of entities"
    assert "the graph is still loading, this answer is from what is loaded so far" in shown.stdout
    assert "vectors of entities" in sources.stdout and "incomplete" in sources.stdout
    assert run("load", "--watch").stdout == "no load is running\n"
    after = json.loads(run(*question, "--json").stdout)
    assert after["entities"] == told["entities"]
    assert not [step for step in after["steps"] if step["kind"] == LOADING]
