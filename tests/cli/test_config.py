import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pydantic import SecretStr

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import Settings, environment_name, setting_names


def run(workspace: Path, *words: str) -> Result:
    return CliRunner().invoke(group, ["--workspace", str(workspace), "config", *words], catch_exceptions=False)


def test_every_setting_is_shown_with_its_origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_LLM_SEED", "5")
    run(tmp_path, "set", "llm.threads", "2")
    shown = json.loads(run(tmp_path, "show", "--json").stdout)
    assert list(shown) == list(setting_names())
    assert (shown["llm.seed"]["value"], shown["llm.seed"]["origin"]) == (5, "environment KGQA_LLM_SEED")
    assert (shown["llm.threads"]["value"], shown["llm.threads"]["origin"]) == (2, str(tmp_path / "kgqa.toml"))
    assert shown["llm.timeout"]["origin"] == "default"
    assert all(info["environment"] == environment_name(name) for name, info in shown.items())


def test_table_has_a_line_for_each_setting(tmp_path: Path) -> None:
    lines = run(tmp_path, "show").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:] if not line.startswith(" ")] == list(setting_names())


def test_secrets_are_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "open sesame")
    for words in (["show"], ["show", "--json"]):
        shown = run(tmp_path, *words).stdout
        assert "open sesame" not in shown
        assert "(set)" in shown


def test_value_is_written_checked_and_taken_back(tmp_path: Path) -> None:
    run(tmp_path, "set", "llm.context", "2048")
    file = tmp_path / "kgqa.toml"
    assert tomllib.loads(file.read_text()) == {"llm": {"context": 2048}}
    with pytest.raises(ConfigError, match="context"):
        run(tmp_path, "set", "llm.context", "many")
    with pytest.raises(ConfigError) as caught:
        run(tmp_path, "set", "llm.contxt", "2048")
    assert "llm.context" in caught.value.hint
    assert tomllib.loads(file.read_text()) == {"llm": {"context": 2048}}
    run(tmp_path, "unset", "llm.context")
    assert "context" not in file.read_text()


@pytest.mark.parametrize("written", ["15min", "900", "900 s", "0.25h"])
def test_a_duration_may_have_a_unit(tmp_path: Path, written: str) -> None:
    run(tmp_path, "set", "engine.idle", written)
    assert tomllib.loads((tmp_path / "kgqa.toml").read_text()) == {"engine": {"idle": 900.0}}
    assert run(tmp_path, "get", "engine.idle").stdout == "900 s\n"


def test_a_section_is_listed(tmp_path: Path) -> None:
    listed = run(tmp_path, "get", "engine").stdout.splitlines()[1:]
    assert [line.split() for line in listed] == [["engine.use", "False"], ["engine.idle", "900", "s"]]


@pytest.mark.parametrize("value", ["notaurl", "localhost:8080", "http://"])
def test_an_endpoint_is_an_address(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match=r"llm\.base_url") as caught:
        run(tmp_path, "set", "llm.base_url", value)
    assert not (tmp_path / "kgqa.toml").exists() and "the let" not in caught.value.hint
    run(tmp_path, "set", "llm.base_url", "http://127.0.0.1:8080/v1")


def test_variable_that_goes_before_the_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_ASK_METHOD", "llm")
    assert "KGQA_ASK_METHOD" in run(tmp_path, "set", "ask.method", "adaptive").stderr


def test_path_is_printed_alone(tmp_path: Path) -> None:
    assert run(tmp_path, "path").stdout == f"{tmp_path / 'kgqa.toml'}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script_is_printed(tmp_path: Path, shell: str) -> None:
    assert "_KGQA_COMPLETE" in run(tmp_path, "completion", shell).stdout


@pytest.mark.parametrize(
    ("words", "expected"), [("kgqa mod", "models"), ("kgqa config set llm.gpu", "llm.gpu_layers")]
)
def test_shell_completes_commands_and_settings(words: str, expected: str) -> None:
    environment = {"_KGQA_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv[0] = 'kgqa'; from kgqa_neo4j.cli import main; main()"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines() == [f"plain,{expected}"]


def test_documentation_lists_every_setting_as_it_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text("utf-8")
    documented = [line for line in page.splitlines() if line.startswith("| `")]
    expected, defaults = [], Settings()
    for name, meaning in setting_names().items():
        section, key = name.split(".")
        value = getattr(getattr(defaults, section), key)
        value = value.get_secret_value() if isinstance(value, SecretStr) else value
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        cells = [f"`{name}`", f"`{environment_name(name)}`", f"`{shown}`" if shown else "", meaning]
        expected.append(f"| {' | '.join(cells)} |")
    assert documented == expected
