"""Plots of a comparison: bars by file, or lines over the values of swept settings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa_neo4j.evaluation.comparison.compare import Comparison
from kgqa_neo4j.evaluation.comparison.results import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MEASURES = {"hit_at_1": "Hit@1", "f1": "F1"}
_FORMATS = ("png", "svg")
_DOTS_PER_INCH = 150


def draw(comparison: Comparison, folder: Path) -> list[str]:
    """Write ``plot.png`` and ``plot.svg`` into `folder` and return their names.

    Error bars are the standard deviations over the seeds.
    """
    import matplotlib

    # A fixed salt and no date make the output reproducible.
    with matplotlib.rc_context({"svg.hashsalt": "kgqa", "svg.fonttype": "none"}):
        figure = _lines(comparison) if comparison.protocol.vary else _bars(comparison)
        names = [f"plot.{format}" for format in _FORMATS]
        for name in names:
            metadata = {"Date": None} if name.endswith("svg") else {}
            figure.savefig(folder / name, dpi=_DOTS_PER_INCH, metadata=metadata)
    return names


def _bars(comparison: Comparison) -> Figure:
    summary, methods = comparison.results.summary, comparison.protocol.methods
    labels = list(dict.fromkeys(row["label"] for row in summary))
    figure, ((*axes,),) = _axes(1, max(4.0, 1.2 + 0.35 * len(labels) * (len(methods) + 1)))
    width = 0.8 / len(methods)
    for axis, (name, title) in zip(axes, _MEASURES.items(), strict=True):
        for place, method in enumerate(methods):
            rows = [row for row in summary if row["method"] == method]
            at = [labels.index(row["label"]) - 0.4 + (place + 0.5) * width for row in rows]
            means, deviations = _values(rows, name)
            axis.bar(at, means, width * 0.95, yerr=deviations, capsize=2, label=method)
        axis.set_xticks(range(len(labels)), labels)
        _finish(axis, title)
    _legend(axes)
    return figure


def _lines(comparison: Comparison) -> Figure:
    summary, vary = comparison.results.summary, comparison.protocol.vary
    figure, grid = _axes(len(vary), 5.0)
    for axes, setting in zip(grid, vary, strict=True):
        others = ["label", "method", *(name for name in vary if name != setting)]
        series = dict.fromkeys(tuple(row[name] for name in others) for row in summary)
        for axis, (name, title) in zip(axes, _MEASURES.items(), strict=True):
            for one in series:
                rows = [row for row in summary if tuple(row[name] for name in others) == one]
                means, deviations = _values(rows, name)
                at = [vary[setting].index(row[setting]) for row in rows]
                said = [f"{other.split('.')[-1]}={v}" for other, v in zip(others[2:], one[2:], strict=True)]
                label = ", ".join([*one[:2], *said])
                axis.errorbar(at, means, deviations, marker="o", capsize=2, label=label)
            axis.set_xticks(range(len(vary[setting])), vary[setting])
            axis.set_xlabel(setting)
            _finish(axis, title)
        _legend(axes)
    return figure


def _axes(rows: int, width: float) -> tuple[Figure, list[list[Axes]]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width * len(_MEASURES), 3.6 * rows), layout="constrained")
    axes = figure.subplots(rows, len(_MEASURES), squeeze=False)
    return figure, [list(row) for row in axes]


def _values(rows: Sequence[Row], name: str) -> tuple[list[float], list[float]]:
    return [row[f"{name}_mean"] for row in rows], [row[f"{name}_sd"] or 0.0 for row in rows]


def _finish(axis: Axes, title: str) -> None:
    axis.set_ylabel(title)
    axis.set_ylim(0, 1.05)
    axis.grid(axis="y", alpha=0.3)
    axis.set_axisbelow(True)


def _legend(axes: Sequence[Axes]) -> None:
    # One legend for both plots, placed beside them where bars cannot hide it.
    axes[-1].legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), fontsize="small")
