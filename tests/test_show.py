import json
import re
from pathlib import Path

import pytest

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.reporting.answer_json import to_json
from kgqa_neo4j.reporting.picture import picture
from kgqa_neo4j.reporting.trace import keep
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database, Endpoint
from tests.answers import HOSTILE, made_answer
from tests.conftest import RunKgqa


@pytest.fixture
def kept(tmp_path: Path) -> Answer:
    with Database(Endpoint("bolt://127.0.0.1:9", "neo4j", "x")) as database:
        return keep(database, load_configuration(tmp_path, {"ask.trace": False}), made_answer())


def test_show_prints_answer_steps_and_statements_without_control_bytes(
    kept: Answer, tmp_path: Path, kgqa_here: RunKgqa
) -> None:
    shown = kgqa_here("show", "last", workspace=tmp_path)
    assert shown.returncode == 0, shown.stderr
    for part in ("who wrote Kismet?", "Ada Lovelace", "written by", "linked", "explore_hop", "t:Kismet"):
        assert part in shown.stdout
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202e]", shown.stdout)


def test_show_json_is_what_ask_printed(kept: Answer, tmp_path: Path, kgqa_here: RunKgqa) -> None:
    shown = kgqa_here("show", kept.ask_id, "--json", workspace=tmp_path)
    assert json.loads(shown.stdout) == to_json(kept)


def test_history_lists_latest_first_as_table_and_json(kept: Answer, tmp_path: Path, kgqa_here: RunKgqa) -> None:
    (row,) = json.loads(kgqa_here("history", "--json", workspace=tmp_path).stdout)
    assert (row["id"], row["question"], row["status"]) == (kept.ask_id, "who wrote Kismet?", "answered")
    table = kgqa_here("history", "--limit", "1", workspace=tmp_path).stdout
    assert kept.ask_id in table


def test_showing_what_was_never_asked_is_one_clear_error(tmp_path: Path, kgqa_here: RunKgqa) -> None:
    shown = kgqa_here("show", "last", workspace=tmp_path)
    assert (shown.returncode, shown.stdout) == (1, "")
    assert "nothing was asked here yet" in shown.stderr
    assert "Traceback" not in shown.stderr
    assert json.loads(kgqa_here("history", "--json", workspace=tmp_path).stdout) == []


def test_the_picture_is_written_by_show(kept: Answer, tmp_path: Path, kgqa_here: RunKgqa) -> None:
    file = tmp_path / "picture.html"
    shown = kgqa_here("show", "last", "--html", file, workspace=tmp_path)
    assert (shown.returncode, shown.stdout) == (0, "")
    assert file.read_text("utf-8") == picture(kept)


def test_the_picture_names_no_other_address_and_no_name_becomes_markup() -> None:
    answer = made_answer()
    answer.text = answer.reason = HOSTILE
    page = picture(answer)
    ours = re.sub(r"<script>.*?</script>", "", page.replace(page.split("<script>", 2)[1], "", 1), flags=re.S)
    assert not re.search(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""", page)
    assert "<img" not in ours
    assert 'alert("x")' not in page
    assert "default-src 'none'" in page
    assert page.count("@@rows@@") >= 2, "a part of a page is not searched for parts again"
