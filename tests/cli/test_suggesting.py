"""Misspelled commands, and files in the place of a command."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from kgqa_neo4j.cli.main import group


def error_of(*words: str) -> str:
    done = CliRunner().invoke(group, list(words))
    assert done.exit_code == 2
    return done.output


@pytest.mark.parametrize(
    ("words", "meant"),
    [(("lod",), "'load'"), (("load", "tripels", "x"), "'triples'"), (("histroy",), "'history'")],
)
def test_a_misspelled_command_is_answered_with_the_nearest(words: tuple[str, ...], meant: str) -> None:
    assert f"Did you mean {meant}?" in error_of(*words)


def test_nothing_is_suggested_for_what_resembles_no_command() -> None:
    assert "Did you mean" not in error_of("xyzzy")


def test_a_file_without_its_kind_is_answered_with_how_to_load_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my facts.csv").touch()
    assert "kgqa load triples 'my facts.csv'" in " ".join(error_of("load", "my facts.csv").split())
