import json
import shutil
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.llm.store import ReplyStore
from kgqa_neo4j.llm.weights import PACKAGED_NAME, find_weights, models_directory
from kgqa_neo4j.model.errors import ConfigError, ModelNotFound, ModelUnreadable


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("KGQA_LLM_CONTEXT", "512")
    monkeypatch.setenv("KGQA_LLM_THREADS", "1")


def run(workspace: Path, *words: str) -> Result:
    return CliRunner().invoke(group, ["--workspace", str(workspace), "models", *words], catch_exceptions=False)


def test_packaged_models_are_listed_as_here(tmp_path: Path) -> None:
    listed = json.loads(run(tmp_path, "list", "--json").stdout)
    assert [(state["kind"], state["present"]) for state in listed["configured"]] == [
        ("llm", True),
        ("embedding", True),
        ("spacy", True),
    ]
    assert listed["configured"][0]["name"] == PACKAGED_NAME
    assert all(state["bytes"] > 1_000_000 for state in listed["configured"])
    assert listed["found"] == []


def test_missing_models_are_listed_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_LLM_MODEL", "/nowhere/x.gguf")
    monkeypatch.setenv("KGQA_EMBEDDING_MODEL", "nobody/nothing")
    monkeypatch.setenv("KGQA_LINKING_SPACY_MODEL", "xx_none")
    listed = json.loads(run(tmp_path, "list", "--json").stdout)
    assert [state["present"] for state in listed["configured"]] == [False] * 3
    assert all(state["hint"] for state in listed["configured"])
    assert run(tmp_path, "list").exit_code == 0


def test_endpoint_is_listed_as_not_known_to_be_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_LLM_BACKEND", "http")
    monkeypatch.setenv("KGQA_LLM_BASE_URL", "http://127.0.0.1:9/v1")
    listed = json.loads(run(tmp_path, "list", "--json").stdout)["configured"][0]
    assert (listed["present"], listed["place"]) == (None, "http://127.0.0.1:9/v1")


def test_kept_replies_are_counted_and_dropped(tmp_path: Path) -> None:
    store = ReplyStore(tmp_path)
    store.put(b"key", {"text": "reply"})
    assert run(tmp_path, "cache").stdout.startswith("1 replies, ")
    assert run(tmp_path, "cache", "--clear").stdout.startswith("dropped 1 replies, ")
    assert store.get(b"key") is None


def test_files_in_the_models_directory_are_found_and_used_by_name(tmp_path: Path) -> None:
    models_directory().mkdir(parents=True)
    (models_directory() / "small.gguf").symlink_to(find_weights("packaged").path)
    assert "small.gguf" in run(tmp_path, "list").stdout
    assert find_weights("small.gguf").name == "small"


@pytest.mark.parametrize("kind", ["llm", "embedding", "spacy"])
def test_model_is_really_used_and_its_speed_told(tmp_path: Path, kind: str) -> None:
    shown = json.loads(run(tmp_path, "check", kind, "--json").stdout)
    assert shown["kind"] == kind
    assert shown["speeds"]
    assert all(value > 0 for value in shown["speeds"].values())


def test_working_model_is_written_with_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(find_weights("packaged").path, tmp_path / "mine.gguf")
    monkeypatch.chdir(tmp_path)
    result = run(tmp_path / "workspace", "use", "llm", "mine.gguf")
    assert "tokens/s" in result.stdout
    written = tomllib.loads((tmp_path / "workspace" / "kgqa.toml").read_text())
    assert written == {"llm": {"model": str(tmp_path / "mine.gguf")}}


def test_broken_model_is_not_written(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    with find_weights("packaged").path.open("rb") as whole:
        broken.write_bytes(whole.read(3_000_000))
    for value, error in ((str(broken), ModelUnreadable), ("nowhere", ModelNotFound)):
        with pytest.raises(error):
            run(tmp_path / "workspace", "use", "llm", value)
    with pytest.raises(ModelNotFound):
        run(tmp_path / "workspace", "use", "spacy", "xx_none")
    assert not (tmp_path / "workspace").exists()


def test_setting_that_cannot_be_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_LLM_CONTEXT", "none")
    with pytest.raises(ConfigError, match="KGQA_LLM_CONTEXT"):
        run(tmp_path, "list")
