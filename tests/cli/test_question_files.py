"""The form of a question file is told by its name where it is not given."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from kgqa_neo4j.cli.question_files import format_of


@pytest.mark.parametrize("name", ["pairs.jsonl", "pairs.jsonl.gz"])
def test_the_name_tells_the_form(name: str) -> None:
    assert format_of([Path(name), Path("more.jsonl")]) == "jsonl"


@pytest.mark.parametrize("names", [("pairs.txt",), ("pairs.jsonl", "pairs.txt")])
def test_another_name_needs_the_option(names: tuple[str, ...]) -> None:
    with pytest.raises(click.UsageError, match="--format"):
        format_of([Path(name) for name in names])
