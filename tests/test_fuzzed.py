"""A little of `benchmarks/fuzz.py`: nothing but an error of ours comes of any text."""

from pathlib import Path

import pytest

from benchmarks.fuzz import fuzz, targets


@pytest.mark.parametrize("name", list(targets(Path())))
def test_no_text_is_a_fault(name: str, tmp_path: Path) -> None:
    assert fuzz(targets(tmp_path)[name], 0, at_once=60) == 60
