"""Output files of a comparison: Markdown, CSV, JSON and plots."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kgqa_neo4j.evaluation.comparison.compare import Comparison
from kgqa_neo4j.evaluation.comparison.plots import draw
from kgqa_neo4j.evaluation.comparison.report import markdown
from kgqa_neo4j.evaluation.comparison.results import Row
from kgqa_neo4j.model.errors import KgqaError


def to_json(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain values."""
    found = comparison.results
    return {
        "comparison": comparison.key,
        **comparison.setting,
        "questions": {
            "planned": found.planned,
            "asked": found.asked,
            "left_out": found.planned - found.asked,
        },
        "notes": comparison.notes,
        "summary": found.summary,
        "runs": found.runs,
    }


def write(comparison: Comparison, folder: Path) -> None:
    """Write ``comparison.md``, ``comparison.json``, ``runs.csv``, ``summary.csv`` and the plots.

    Raises:
        KgqaError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = comparison.results
        text = json.dumps(to_json(comparison), indent=2, ensure_ascii=False)
        (folder / "comparison.json").write_text(text + "\n", "utf-8")
        _write_csv(folder / "runs.csv", comparison, found.runs)
        _write_csv(folder / "summary.csv", comparison, found.summary)
        plots = draw(comparison, folder)
        (folder / "comparison.md").write_text(markdown(comparison, plots), "utf-8")
    except OSError as error:
        raise KgqaError(f"cannot write into {folder}: {error.strerror or error}", hint="give --out") from error


def _write_csv(file: Path, comparison: Comparison, rows: Sequence[Row]) -> None:
    found = comparison.results
    # In every row, so that a single row still shows whether its comparison was cut off.
    both = {"questions_planned": found.planned, "questions_left_out": found.planned - found.asked}
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, [*rows[0], *both], lineterminator="\n")
        writer.writeheader()
        writer.writerows({**row, **both} for row in rows)
