"""The examples of docs/library.md run as they stand, and a notebook shows an answer."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import managed_server

PAGE = Path(__file__).parents[2] / "docs/library.md"


def test_the_examples_of_the_page_print_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
    expected = re.findall(r"^\s*print\(.*\)  # (.*)$", code, re.MULTILINE)
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(PAGE), "exec"), {"__name__": "page"})
    finally:
        managed_server(load_configuration(tmp_path / "my-graph")).stop()
    assert printed.getvalue().splitlines() == expected
