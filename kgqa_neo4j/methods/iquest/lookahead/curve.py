"""The loss curve as a table and as a picture."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

Curve = Sequence[Mapping[str, float]]


def write_curve(curve: Curve, folder: Path) -> None:
    """Write ``loss.csv`` and ``loss.png`` into `folder`."""
    with (folder / "loss.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, fieldnames=["number", "training", "held_out"])
        table.writeheader()
        table.writerows(curve)
    _draw(curve, folder / "loss.png")


def _draw(curve: Curve, file: Path) -> None:
    from matplotlib.figure import Figure

    # Not pyplot, which would require a window system.
    figure = Figure(figsize=(6, 4))
    axes = figure.subplots()
    numbers = [epoch["number"] for epoch in curve]
    for name, label in (("training", "training"), ("held_out", "held out")):
        axes.plot(numbers, [epoch[name] for epoch in curve], label=label)
    axes.set_xlabel("epoch")
    axes.set_ylabel("mean cross entropy")
    axes.legend()
    figure.savefig(file, dpi=150, bbox_inches="tight")
