"""The wheel works where nothing of this repository is."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel installed; dependencies are borrowed from this one."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder, with_pip=False)
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(folder), "install", "-q", "--no-deps", str(wheel)],
        check=True,
    )
    (site,) = folder.glob("lib/python*/site-packages")
    # A plain path entry does not run the other environment's .pth files, so its editable install stays unseen.
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return folder


def test_wheel_has_one_top_level_package(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"kgqa_neo4j"}


def test_installed_wheel_answers_a_question(elsewhere: Path, sample_workspace: Path, tmp_path: Path) -> None:
    question = subprocess.run(
        [elsewhere / "bin/python", "-m", "kgqa_neo4j.sample", "--questions"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    ).stdout.splitlines()[0]
    done = subprocess.run(
        [elsewhere / "bin/kgqa", "--workspace", sample_workspace, "ask", "--json", question],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": ""},
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["status"] == "answered"
    assert answer["evidence"]
