from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.llm.weights import PACKAGED_NAME
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.question_run import falls_back
from kgqa_neo4j.model.answer import Status
from kgqa_neo4j.model.errors import ConfigError, KgqaError
from kgqa_neo4j.settings import load_configuration


@pytest.mark.parametrize(
    ("written", "read"),
    [("true", "on"), ("false", "off"), ('"on"', "on"), ('"auto"', "auto"), ('"off"', "off")],
)
def test_the_switch_of_earlier_versions_is_still_read(tmp_path: Path, written: str, read: str) -> None:
    (tmp_path / "kgqa.toml").write_text(f"[ask]\nfallback = {written}\n")
    assert load_configuration(tmp_path, environment={}).settings.ask.fallback == read


def test_anything_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="fallback"):
        load_configuration(tmp_path, {"ask.fallback": "sometimes"}, {})
    assert (
        load_configuration(tmp_path, environment={"KGQA_ASK_FALLBACK": "False"}).settings.ask.fallback == "off"
    )


@pytest.mark.parametrize(
    ("wanted", "model", "taken"),
    [
        ("auto", PACKAGED_NAME, False),
        ("auto", "qwen2.5-7b-instruct", True),
        ("on", PACKAGED_NAME, True),
        ("off", "qwen2.5-7b-instruct", False),
    ],
)
def test_only_a_model_that_may_know_something_answers_alone_by_default(
    tmp_path: Path, wanted: str, model: str, taken: bool
) -> None:
    nothing: Any = None
    settings = load_configuration(tmp_path, {"ask.fallback": wanted}, {}).settings
    assert falls_back(Resources(nothing, nothing, nothing, ScriptedLLM(model=model), settings)) is taken


def test_exit_codes_of_answers_are_those_of_no_error() -> None:
    def kinds(error: type[KgqaError]) -> list[type[KgqaError]]:
        return [error, *(one for kind in error.__subclasses__() for one in kinds(kind))]

    codes = {status: status.exit_code for status in Status}
    assert len(set(codes.values())) == len(codes) and codes[Status.ANSWERED] == 0 and codes[Status.FAILED] == 1
    told_apart = {code for status, code in codes.items() if status is not Status.FAILED}
    assert not told_apart & {2, 130, *(kind.exit_code for kind in kinds(KgqaError))}
