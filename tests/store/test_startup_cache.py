"""What makes starts fast: there after the first start, made once, and never in a start's way."""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import own_server
from kgqa_neo4j.store.driver import Endpoint
from kgqa_neo4j.store.java import Java, find_java
from kgqa_neo4j.store.launch import launch_environment
from kgqa_neo4j.store.provision import provision
from kgqa_neo4j.store.startup_cache import fits, startup_cache


@pytest.fixture
def broken(tmp_path: Path) -> Java:
    """A Java that is new enough by its own account, and ends at once, noting that it ran."""
    java = Java(tmp_path / "java", 25, "25", has_vector_module=False)
    java.executable.parent.mkdir(parents=True)
    java.executable.write_text(f"#!/bin/sh\necho ran >> {tmp_path}/runs\nexit 1\n")
    java.executable.chmod(0o755)
    (tmp_path / "jars").mkdir()
    (tmp_path / "jars" / "verified.json").write_text("{}")
    return java


def test_a_server_starts_from_what_the_first_start_on_its_machine_made(
    sample_workspace: Path,
) -> None:
    java = find_java()
    if java.version < 25 or java.has_vector_module:
        pytest.skip("this Java keeps no classes")
    said: list[str] = []
    cache = startup_cache(java, provision(), said.append)
    assert cache is not None and said == []
    pid = own_server(load_configuration(sample_workspace)).status().pid
    assert f"-XX:AOTCache={cache}" in psutil.Process(pid).cmdline()


def test_a_cache_that_was_cut_off_does_not_fit(tmp_path: Path, endpoint: Endpoint) -> None:
    java, jars = find_java(), provision()
    cache = startup_cache(java, jars, print)
    if cache is None:
        pytest.skip("this Java keeps no classes")
    cut = tmp_path / "cut.aot"
    cut.write_bytes(cache.read_bytes()[: cache.stat().st_size // 2])
    environment = launch_environment(tmp_path, jars)
    assert fits(java, cache, environment) and not fits(java, cut, environment)


def test_what_failed_is_tried_again_only_when_asked_for(broken: Java, tmp_path: Path) -> None:
    jars, runs, said = tmp_path / "jars", tmp_path / "runs", list[str]()
    assert startup_cache(broken, jars, said.append) is None
    assert startup_cache(broken, jars, said.append) is None
    assert len(said) == 1 and runs.read_text() == "ran\n"
    assert startup_cache(broken, jars, said.append, again=True) is None
    assert len(said) == 2 and runs.read_text() == "ran\nran\n"


def test_an_older_java_makes_none(broken: Java, tmp_path: Path) -> None:
    old = Java(broken.home, 21, "21", has_vector_module=False)
    assert startup_cache(old, tmp_path / "jars", print) is None and not (tmp_path / "runs").exists()


def test_a_server_that_someone_killed_left_behind_is_ended(broken: Java, tmp_path: Path) -> None:
    mark = f"--home-dir={tmp_path / 'jars' / 'training'}"
    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", mark])
    assert startup_cache(broken, tmp_path / "jars", print) is None
    assert left.wait(10) != 0
