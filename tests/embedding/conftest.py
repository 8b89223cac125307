"""What the tests of every embedding backend start from."""

import shutil
from pathlib import Path

import pytest

from kgqa_neo4j.embedding.model_folders import locate
from kgqa_neo4j.sample import sample_path


@pytest.fixture(scope="session")
def triple_texts() -> list[str]:
    """The verbalised triples of the bundled sample, in its order."""
    rows = [line.split("|") for line in (sample_path() / "kb.txt").read_text("utf-8").splitlines()]
    return [f"({s}, {r.replace('_', ' ')}, {o})" for s, r, o in rows]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the packaged encoder that a test may change."""
    target = tmp_path / "mine"
    shutil.copytree(locate("packaged").path, target)
    return target
