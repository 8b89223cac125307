"""Fit the weights that turn how well a read query explains its question into a confidence.

    python -m training.reading FOLDER --out kgqa_neo4j/plans/reading/weights.json

Asks the development half of the natural questions (see `benchmarks/natural.py`, which keeps its workspaces in the same
FOLDER), with nothing learned and nothing withheld, and fits a logistic model to the answers that were read. What
weights fitted to the other graphs are worth on each is printed first. The reader was made while looking at these
questions, so that they look easier than others: the packaged weights were made with `--prior 0.5`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]

from benchmarks.discrimination import worth
from benchmarks.natural import graphs, prepared
from kgqa_neo4j import Answer, KnowledgeGraph

NAMES = ("missing", "margin", "skipped", "cost")
# Only a lead speaks for a query.
BOUNDS = ((None, None), (None, 0.0), (0.0, None), (None, 0.0), (None, 0.0))
PENALTY = 1.0
Row = tuple[str, tuple[float, ...], float]


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
    for graph in known:
        others, own = ([row for row in rows if (row[0] == graph) is same] for same in (False, True))
        if own:
            weights = fit(others)
            seen = worth([probability(weights, row) for row in own], [row[2] for row in own])
            print(f"{graph}: {len(own)} answers, AUROC {seen.auroc:.3f}, error {seen.calibration_error:.3f}")
    weights = fit(rows)
    weights[0] -= chosen.prior
    rounded = [round(float(weight), 3) for weight in weights]
    told = dict(zip(("constant", *NAMES), rounded, strict=True))
    chosen.out.write_text(json.dumps(told, indent=2) + "\n", "utf-8")


def asked(graph: str, folder: Path) -> list[Row]:
    """Return the graph, the signals, and whether it was right, of each answer that was read."""
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


def fit(rows: Sequence[Row]) -> np.ndarray:
    """Return the constant and the weights, none of the wrong sign."""
    features = np.array([(1.0, *signals) for _, signals, _ in rows])
    right = np.array([one for *_, one in rows])

    def loss(weights: np.ndarray) -> float:
        logits = features @ weights
        return float((np.logaddexp(0, logits) - right * logits).sum() + PENALTY / 2 * (weights[1:] ** 2).sum())

    found: np.ndarray = minimize(loss, np.zeros(len(NAMES) + 1), method="L-BFGS-B", bounds=BOUNDS).x
    return found


def probability(weights: np.ndarray, row: Row) -> float:
    """Return how likely an answer is right by some weights."""
    return float(1 / (1 + np.exp(-(weights @ np.array((1.0, *row[1]))))))


def _answers(answer: Answer) -> list[str]:
    return _plain([[cell.name for cell in row] for row in answer.rows] or [one.name for one in answer.entities])


def _plain(values: Sequence[Any]) -> list[str]:
    """Return values as comparable texts: numbers without their units, rows joined."""
    return sorted("\t".join(map(_cell, one if isinstance(one, list) else [one])) for one in values)


def _cell(value: object) -> str:
    first = str(value).casefold().split(" ")[0]
    try:
        return f"{float(first):g}"
    except ValueError:
        return str(value).casefold()


if __name__ == "__main__":
    main()
