"""The files that a comparison writes: there, readable, and of the same figures."""

import csv
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from kgqa_neo4j.evaluation.comparison.compare import Comparison, compare
from kgqa_neo4j.evaluation.comparison.output import to_json, write
from kgqa_neo4j.evaluation.comparison.protocol import Budget
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.settings import Configuration
from tests.evaluation.comparison.conftest import Model, protocol


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def as_text(row: dict[str, Any]) -> dict[str, str]:
    return {name: "" if value is None else str(value) for name, value in row.items()}


@pytest.fixture
def made(configuration: Configuration, model: Model) -> Comparison:
    return compare(protocol(), configuration, budget=Budget(10, text="10 questions"))


def test_markdown_csv_and_json_hold_the_same_figures(made: Comparison, tmp_path: Path) -> None:
    write(made, tmp_path)
    written = json.loads((tmp_path / "comparison.json").read_text("utf-8"))
    assert written == json.loads(json.dumps(to_json(made)))
    assert written["questions"] == {"planned": 12, "asked": 10, "left_out": 2}
    assert (len(written["runs"]), len(written["summary"])) == (8, 4)
    for name in ("runs", "summary"):
        for row, of_json in zip(rows(tmp_path / f"{name}.csv"), written[name], strict=True):
            both = (row.pop("questions_planned"), row.pop("questions_left_out"))
            assert both == ("12", "2")
            assert row == as_text(of_json)
    text = (tmp_path / "comparison.md").read_text("utf-8")
    assert "2 were left out" in text and "not comparable" in text and "![plot.png](plot.png)" in text
    for row in written["summary"]:
        shown = f"{row['hit_at_1_mean']:.3f} ± {row['hit_at_1_sd']:.3f}"
        assert re.search(rf"\| {row['label']} \| {row['method']} \| {row['n']} \| {shown}", text)
        if row["method"] == "second":
            interval = f"{row['f1_difference']:+.3f} ({row['f1_low']:+.3f} to {row['f1_high']:+.3f})"
            assert interval in text
    settings = written["settings"]
    assert settings["llm"]["temperature"] == 0.0 and "api_key" not in settings["llm"]


def test_plots_name_files_and_methods_and_are_the_same_each_time(made: Comparison, tmp_path: Path) -> None:
    write(made, tmp_path / "a")
    write(made, tmp_path / "b")
    for name in ("plot.png", "plot.svg"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert (tmp_path / "a" / "plot.png").read_bytes().startswith(b"\x89PNG")
    words = " ".join(ElementTree.parse(tmp_path / "a" / "plot.svg").getroot().itertext())
    for word in ("1-hop", "2-hop", "llm", "second", "Hit@1", "F1"):
        assert word in words


def test_a_sweep_is_drawn_as_lines_over_its_values(
    configuration: Configuration, model: Model, tmp_path: Path
) -> None:
    vary = {"llm.max_tokens": ("16", "32"), "llm.seed": ("0", "1", "2")}
    swept = protocol(vary=vary, methods=("second",), baseline="second", sample=1, seeds=(0,))
    write(compare(swept, configuration), tmp_path)
    words = " ".join(ElementTree.parse(tmp_path / "plot.svg").getroot().itertext())
    for word in ("llm.max_tokens", "llm.seed", "16", "32", "1-hop, second, seed=2"):
        assert word in words
    summary = rows(tmp_path / "summary.csv")
    assert [(row["llm.max_tokens"], row["llm.seed"]) for row in summary[:4]] == [
        ("16", "0"), ("16", "1"), ("16", "2"), ("32", "0"),
    ]  # fmt: skip
    text = (tmp_path / "comparison.md").read_text("utf-8")
    assert "| file | max_tokens | seed | method |" in text
    # Each value is held against the first one, on the same questions.
    assert [(row["against"], row["hit_at_1_difference"] != "") for row in summary[:2]] == [
        ("", False), ("max_tokens=16, seed=0", True),
    ]  # fmt: skip
    assert "| file | max_tokens | seed | method | against |" in text


def test_a_folder_that_cannot_be_written_is_an_error_with_a_hint(made: Comparison, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(KgqaError, match="cannot write into"):
        write(made, tmp_path / "file")
