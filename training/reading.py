"""Fit the confidence of read queries, from how well they explain their questions.

    python -m training.reading FOLDER --out kgqa_neo4j/plans/reading/weights.json

Asks the development half of the natural questions with nothing learned and nothing withheld (`benchmarks/natural.py`
has its workspaces in the same FOLDER), and fits a logistic model to the answers that come from read queries.
Leave-one-graph-out results are printed first. The reader was developed on these questions, so they are easier than
others: the packaged weights were fitted with `--prior 0.5`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.natural import graphs, prepared
from kgqa_neo4j import Answer, KnowledgeGraph
from training.logistic import Row, fit, show_left_out, write

NAMES = ("missing", "margin", "skipped", "cost")
# Only the margin over the next query may count for a query.
BOUNDS = ((None, None), (None, 0.0), (0.0, None), (None, 0.0), (None, 0.0))


def main() -> None:
    """Ask, fit, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="holds the graphs' workspaces, and keeps them")
    parser.add_argument("--out", type=Path, required=True, help="file of the weights")
    parser.add_argument(
        "--prior",
        type=float,
        default=0.0,
        help="taken off the constant, as questions never seen are harder; default %(default)s",
    )
    chosen = parser.parse_args()
    known = graphs("dev")
    rows = [row for graph in known for row in asked(graph, chosen.folder)]
    show_left_out(known, rows, BOUNDS)
    weights = fit(rows, BOUNDS)
    weights[0] -= chosen.prior
    write(weights, NAMES, chosen.out)


def asked(graph: str, folder: Path) -> list[Row]:
    """Return (graph, signals, right) for each answer that comes from a read query."""
    workspace, questions = prepared(graph, folder, "dev")
    settings = {"learning.sets": "none", "ask.min_confidence": 0.0, "ask.trace": False}
    found = []
    with KnowledgeGraph.open(workspace, settings=settings) as opened:
        for question in questions:
            answer = opened.ask(question["question"], method="plans")
            judged = [step.data["signals"] for step in answer.steps if step.kind == "confidence"]
            signals: dict[str, float] = judged[-1] if judged else {}
            if set(signals) == set(NAMES):
                right = float(_plain(question["answers"]) == _answers(answer))
                found.append((graph, tuple(signals[name] for name in NAMES), right))
    return found


def _answers(answer: Answer) -> list[str]:
    return _plain([[cell.name for cell in row] for row in answer.rows] or [one.name for one in answer.entities])


def _plain(values: Sequence[Any]) -> list[str]:
    """Return values as comparable texts: numbers without units, rows joined."""
    return sorted("\t".join(map(_cell, one if isinstance(one, list) else [one])) for one in values)


def _cell(value: object) -> str:
    first = str(value).casefold().split(" ")[0]
    try:
        return f"{float(first):g}"
    except ValueError:
        return str(value).casefold()


if __name__ == "__main__":
    main()
