"""Measure answers to natural questions about small graphs, by kind of question and by graph.

Loads each graph of a split of `tests/data/natural/` into its own workspace, which later runs reuse, and asks the
questions of the split with nothing learned and no answer withheld. Prints the share answered with exactly the gold set,
mean F1, AUROC and expected calibration error of the confidence (for answers that have one), and times; a graph's first
question includes loading the models. `dev` and `blind` are halves of the questions about the same graphs; each other
split is about different graphs. Tune only on `dev` and `dev2` to `dev14`; the blind splits are for reported figures.

    python -m benchmarks.natural FOLDER --split dev [--method plans] [--graphs company shop] [--perturb typo] [--json]

A finished run is not repeated unless graph, code or settings changed; see docs/evaluation.md.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from rich.console import Console

from benchmarks.discrimination import worth
from benchmarks.harness import Parser, overrides, percentiles, report
from kgqa_neo4j.cli.main import group
from kgqa_neo4j.evaluation.evaluate import evaluate
from kgqa_neo4j.evaluation.metrics import mean
from kgqa_neo4j.evaluation.task import EvaluationTask
from kgqa_neo4j.question_sets.checksum import checksum
from kgqa_neo4j.question_sets.perturbing import PERTURBATIONS
from kgqa_neo4j.settings import load_configuration

DATA = Path(__file__).parents[1] / "tests" / "data" / "natural"
# Loaders by file extension.
LOADERS = {".csv": "triples", ".tsv": "triples", ".ttl": "rdf"}
FILES = {file.stem: file for file in sorted(DATA.iterdir()) if file.suffix in LOADERS}
SPLITS = (
    "dev", "blind", "dev2", "blind2", "dev3", "blind3", "dev4", "blind4", "dev5", "dev6", "dev7", "blind5",
    "dev8", "blind6", "dev9", "dev10", "dev11", "dev12", "dev13", "dev14",
)  # fmt: skip
Record = dict[str, Any]


def main() -> None:
    """Ask the questions and print the tables."""
    parser = Parser(__doc__, "--seed", "--set", "--json")
    parser.add_argument("folder", type=Path, help="holds the graphs' workspaces, and keeps them")
    parser.add_argument("--split", choices=SPLITS, default="dev", help="questions to ask; default %(default)s")
    parser.add_argument("--method", default="plans", help="default %(default)s")
    parser.add_argument("--graphs", nargs="+", choices=FILES, metavar="GRAPH", help="default: all of the split")
    parser.add_argument("--perturb", choices=PERTURBATIONS, help="change the questions; see `kgqa eval --help`")
    parser.add_argument("--sample", type=int, default=0, help="questions of each graph; default all")
    chosen = parser.parse_args()
    known = graphs(chosen.split)
    if others := set(chosen.graphs or ()) - set(known):
        parser.error(
            f"{chosen.split} has no questions about {', '.join(sorted(others))}; it has {', '.join(known)}"
        )
    records = {graph: asked(graph, chosen) for graph in chosen.graphs or known}
    tables = figures(records)
    if chosen.json:
        report(tables, chosen)
        return
    for name, rows in tables.items():
        report(rows, chosen, name.replace("_", " "))


def asked(graph: str, chosen: argparse.Namespace) -> list[Record]:
    """Return the records of the questions about one graph; the workspace caches those of earlier runs."""
    workspace, own = prepared(graph, chosen.folder, chosen.split)
    questions = written(workspace, chosen.split, own)
    settings = {"learning.sets": "none", **overrides(chosen), "ask.method": chosen.method}
    task = EvaluationTask(questions, "jsonl", chosen.method, chosen.sample, chosen.seed, perturb=chosen.perturb)
    with Console(stderr=True).status(graph):
        found = evaluate(task, load_configuration(workspace, settings))
    stopped(workspace)
    rows = [json.loads(line) for line in Path(found["predictions"]).read_text("utf-8").splitlines()]
    wanted = {question.line for question in task.questions()}
    return [row for row in rows if row["line"] in wanted]


def graphs(split: str) -> list[str]:
    """Return the sorted names of the graphs in a split."""
    return sorted({question["graph"] for question in _questions(split)})


def prepared(graph: str, folder: Path, split: str) -> tuple[Path, list[Record]]:
    """Return the workspace of a graph, loading it if necessary, and its questions in a split."""
    file = FILES[graph]
    workspace = folder / f"{graph}-{checksum(file)[:8]}"
    _loaded(file, workspace)
    return workspace, [question for question in _questions(split) if question["graph"] == graph]


def written(workspace: Path, split: str, own: Iterable[Record]) -> Path:
    """Write the questions about one graph to a file in its workspace, and return the file."""
    file = workspace / f"{split}.jsonl"
    file.write_text("".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in own), "utf-8")
    return file


def stopped(workspace: Path) -> None:
    """Stop the server of a graph."""
    _command(workspace, "db", "stop")


def figures(records: dict[str, list[Record]]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the tables: by kind, by graph, and overall."""
    every = [row for rows in records.values() for row in rows]
    kinds = sorted({row["kind"] for row in every})
    return {
        "by_kind": [{"kind": kind, **_shares([row for row in every if row["kind"] == kind])} for kind in kinds],
        "by_graph": [{"graph": graph, **_all(rows)} for graph, rows in records.items()],
        "overall": [_all(every)],
    }


def _all(rows: Sequence[Record]) -> dict[str, Any]:
    return {**_shares(rows), **_confidence(rows), **percentiles([row["seconds"]["total"] for row in rows])}


def _shares(rows: Sequence[Record]) -> dict[str, Any]:
    return {
        "n": len(rows),
        "exact": round(mean([row["scores"]["em"] for row in rows]), 3),
        "f1": round(mean([row["scores"]["f1"] for row in rows]), 3),
        "answered": sum(row["status"] in ("answered", "fallback") for row in rows),
        "failed": sum(row["status"] == "failed" for row in rows),
    }


def _confidence(rows: Iterable[Record]) -> dict[str, float]:
    judged = [row for row in rows if row["confidence"] is not None and row["status"] == "answered"]
    if not judged:
        return {}
    seen = worth([row["confidence"] for row in judged], [row["scores"]["em"] for row in judged])
    told = {"auroc": seen.auroc, "ece": seen.calibration_error}
    # AUROC is undefined if all answers are right, or all wrong.
    return {name: round(value, 3) for name, value in told.items() if not math.isnan(value)}


def _questions(split: str) -> list[Record]:
    return [json.loads(line) for line in (DATA / f"{split}.jsonl").read_text("utf-8").splitlines()]


def _loaded(file: Path, workspace: Path) -> None:
    done = workspace / "loaded"
    if not done.exists():
        _command(workspace, "load", LOADERS[file.suffix], str(file))
        done.touch()


def _command(workspace: Path, *arguments: str) -> None:
    ran = CliRunner().invoke(group, ["--workspace", str(workspace), *arguments], catch_exceptions=False)
    if ran.exit_code:
        raise SystemExit(f"kgqa {' '.join(arguments)} failed: {ran.output}")


if __name__ == "__main__":
    main()
