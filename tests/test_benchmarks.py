"""Every benchmark starts, and those that need no server do what they say."""

import importlib
import json
import sys
from pathlib import Path

import pytest

from benchmarks import harness, natural
from kgqa_neo4j.sample import sample_path

FOLDER = Path(harness.__file__).parent
SCRIPTS = sorted(file.stem for file in FOLDER.glob("*.py") if "__main__" in file.read_text("utf-8"))


def run(name: str, *arguments: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
    importlib.import_module(f"benchmarks.{name}").main()


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_benchmark_says_how_it_is_used(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        run(name, "--help", monkeypatch=monkeypatch)
    assert caught.value.code == 0
    assert "usage" in capsys.readouterr().out.lower()


def test_how_fast_a_loader_reads_is_reported_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run("parse_rates", "metaqa", sample_path() / "kb.txt", "--runs", "1", "--json", monkeypatch=monkeypatch)
    figures = json.loads(capsys.readouterr().out)
    assert figures["facts"] > 0 and figures["ratio"] > 0 and figures["peak_memory_bytes"] > 0


def test_ways_are_timed_in_turn() -> None:
    order: list[str] = []
    ways = {name: (lambda name=name: order.append(name)) for name in ("one", "other")}
    timings = harness.paired(ways, rounds=2, warm_up=1)
    assert order == ["one", "other"] * 3
    assert [len(timing.wall) for timing in timings.values()] == [2, 2]


def test_percentiles_are_those_of_milliseconds() -> None:
    seconds = [number / 1000 for number in range(1, 101)]
    assert harness.percentiles(seconds, "total") == {"total_p50_ms": 50.5, "total_p95_ms": 95.0}
    assert harness.percentiles([]) == {}
    assert harness.warmed(seconds) == seconds[10:]


def test_natural_questions_are_counted_by_kind_by_graph_and_overall() -> None:
    def row(kind: str, em: float, confidence: float | None) -> natural.Record:
        scores = {"em": em, "f1": max(em, 0.5)}
        status = "unanswerable" if confidence is None else "answered"
        return {
            "kind": kind,
            "scores": scores,
            "status": status,
            "confidence": confidence,
            "seconds": {"total": 0.1},
        }

    records = {"a": [row("count", 1.0, 0.9), row("date", 0.0, 0.1)], "b": [row("count", 1.0, None)]}
    tables = natural.figures(records)
    assert tables["by_kind"] == [
        {"kind": "count", "n": 2, "exact": 1.0, "f1": 1.0, "answered": 1, "failed": 0},
        {"kind": "date", "n": 1, "exact": 0.0, "f1": 0.5, "answered": 1, "failed": 0},
    ]
    a, b = tables["by_graph"]
    assert (a["graph"], a["n"], a["exact"], a["auroc"], a["ece"]) == ("a", 2, 0.5, 1.0, 0.1)
    assert "auroc" not in b and b["p50_ms"] == 100.0
    assert tables["overall"][0]["n"] == 3


def test_a_report_is_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    parser = harness.Parser("What it does.", "--json")
    rows = [{"file": "[a]", "total": {"p50_ms": 1.5}}, {"file": "b", "total": {"p50_ms": 2.5}}]
    harness.report(rows, parser.parse_args(["--json"]))
    assert json.loads(capsys.readouterr().out) == rows
    harness.report(rows, parser.parse_args([]))
    printed = capsys.readouterr().out
    assert "total p50_ms" in printed and "[a]" in printed and "2.5" in printed


@pytest.mark.parametrize(
    ("name", "options", "figure"),
    [
        ("plans_latency", [], "answered"),
        ("retrieval_latency", ["--hops", "2"], "retrieval_p95_ms"),
        ("linking", [], "recall@1"),
        ("ceiling", [sample_path() / "qa_1hop_qtype.txt", "--methods", "kaping"], "hit_at_1"),
    ],
)
def test_a_benchmark_measures_the_sample_graph(
    name: str,
    options: list[str | Path],
    figure: str,
    sample_workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = [
        sample_path() / "qa_1hop.txt",
        *options,
        "--sample",
        "10",
        "--workspace",
        sample_workspace,
        "--json",
    ]
    run(name, *arguments, monkeypatch=monkeypatch)
    (row,) = json.loads(capsys.readouterr().out)
    assert row[figure] > 0
