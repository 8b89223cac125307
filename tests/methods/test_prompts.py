from pathlib import Path

import pytest

from kgqa_neo4j.methods.common.prompts import packaged, prompt
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import load_configuration
from tests.conftest import RunKgqa


@pytest.mark.parametrize("name", packaged())
def test_every_packaged_template_says_its_job_and_version_and_ends_with_the_user(name: str) -> None:
    assert packaged()[name].startswith("# Job: ")
    assert prompt(name).id.split("/")[0] == name and prompt(name).id.split("/")[1] != "0"
    assert prompt(name).turns[-1][0] == "user"


def test_a_users_template_goes_before_the_packaged_one_and_has_an_id_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "alone.txt").write_text("# Job: mine. Version 7.\n[user]\nSay: $question costs $$5\n")
    mine = prompt("alone", str(tmp_path))
    assert mine.messages(question="why $x?") == [{"role": "user", "content": "Say: why $x? costs $5"}]
    assert mine.id.startswith("alone/7-") and prompt("answer", str(tmp_path)) == prompt("answer")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[user]\nfirst\n$quesiton\n", "alone.txt:3: there is no value $quesiton"),
        ("[user]\ncosts $ 5\n", "alone.txt: Invalid placeholder"),
        ("no turns at all", "the last turn must be under a line [user]"),
        ("[user]\n$question\n[assistant]\nyes\n", "the last turn must be under a line [user]"),
    ],
)
def test_a_template_that_cannot_be_used_is_told(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "alone.txt").write_text(text)
    with pytest.raises(ConfigError) as caught:
        prompt("alone", str(tmp_path))
    assert complaint in caught.value.message


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no folder"):
        prompt("alone", str(tmp_path / "nowhere"))


def test_the_command_writes_templates_and_leaves_changed_ones_alone(tmp_path: Path, kgqa_here: RunKgqa) -> None:
    folder = tmp_path / "prompts"
    assert kgqa_here("config", "prompts", folder, workspace=tmp_path / "w").returncode == 0
    (folder / "alone.txt").write_text("mine")
    again = kgqa_here("config", "prompts", folder, workspace=tmp_path / "w")
    assert "wrote 0 templates" in again.stdout and (folder / "alone.txt").read_text() == "mine"
    assert {file.stem for file in folder.iterdir()} == set(packaged())
    assert load_configuration(tmp_path, {"llm.prompts": str(folder)}).settings.llm.prompts == str(folder)
