"""Sources that other processes parse are copied to these."""

import pickle
from pathlib import Path

import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import LineSource


@pytest.mark.parametrize("text", ["Ada\tage\t36\n", "Ada,age,36\n", "subject;relation;object\nAda;age;36\n"])
def test_lines_mean_the_same_in_another_process(tmp_path: Path, text: str) -> None:
    (tmp_path / "kb").write_text(text)
    source = LOADERS.get("triples").open(str(tmp_path / "kb"), {})
    assert isinstance(source, LineSource)
    copy = pickle.loads(pickle.dumps(source))
    lines = [line for line in source.lines() if isinstance(line, tuple)]
    assert [list(copy.parse(*line)) for line in lines] == [list(source.parse(*line)) for line in lines]
