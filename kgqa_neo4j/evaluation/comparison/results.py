"""The results of a comparison: metrics of each run, their spread over the seeds, and differences from the baseline."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from kgqa_neo4j.evaluation.comparison.protocol import Arm, Protocol, Source, label_of
from kgqa_neo4j.evaluation.comparison.scheduling import Cell, Round, Sample
from kgqa_neo4j.evaluation.comparison.statistics import paired_difference, spread
from kgqa_neo4j.evaluation.records import summarise
from kgqa_neo4j.question_sets.questions import Question

# Metrics for which differences are reported.
COMPARED = ("hit_at_1", "f1")
_TEXTS = ("model", "device")
_DIGITS = 6

Row = dict[str, Any]
Asked = dict[tuple[Source, int], list[Question]]


@dataclass(frozen=True, slots=True)
class Results:
    """The results: one row per run, one summary row per file and arm, and the number of questions asked.

    A metric ``x`` of a run becomes ``x_mean`` and ``x_sd`` over the seeds in the summary, None if undefined. `planned`
    and `asked` are numbers of questions per arm, which are the same for every arm.
    """

    runs: list[Row]
    summary: list[Row]
    planned: int
    asked: int


def results(protocol: Protocol, samples: Sequence[Sample], order: Sequence[Round]) -> Results:
    """Return the results for the questions in `order` that every arm was asked."""
    asked: Asked = defaultdict(list)
    for sample, question in order:
        if sample.complete(question):
            asked[sample.source, sample.seed].append(question)
    runs = [
        _run_row(sample, cell, questions)
        for sample in samples
        if (questions := asked.get((sample.source, sample.seed)))
        for cell in sample.cells
    ]
    summary = [
        _summary_row(protocol, source, arm, [row for row in runs if _belongs(row, source, arm)], samples, asked)
        for source in protocol.sources
        if any(questions for (other, _), questions in asked.items() if other == source)
        for arm in protocol.arms()
    ]
    planned = sum(len(sample.questions) for sample in samples)
    return Results(runs, summary, planned, sum(map(len, asked.values())))


def _run_row(sample: Sample, cell: Cell, questions: Sequence[Question]) -> Row:
    figures = summarise([cell.opened.records[question.line] for question in questions])
    return {**_head(sample.source, cell.arm), "seed": sample.seed, **figures, "run": cell.run.key}


def _summary_row(
    protocol: Protocol, source: Source, arm: Arm, rows: Sequence[Row], samples: Sequence[Sample], asked: Asked
) -> Row:
    summary = {**_head(source, arm), "seeds": len(rows), "n": sum(row["n"] for row in rows)}
    for name, value in rows[0].items():
        if name in summary or name in ("seed", "run"):
            continue
        if name in _TEXTS:
            summary[name] = value
            continue
        mean, deviation = spread([row[name] for row in rows])
        summary[f"{name}_mean"], summary[f"{name}_sd"] = _rounded(mean), _rounded(deviation)
    baseline = protocol.against(arm)
    if baseline:
        summary["against"] = label_of(baseline.values) if baseline.method == arm.method else baseline.method
        for name in COMPARED:
            pairs = _pairs(source, arm, baseline, name, samples, asked)
            difference = paired_difference(*zip(*pairs, strict=True))
            summary[f"{name}_difference"] = _rounded(difference.mean)
            summary[f"{name}_low"], summary[f"{name}_high"] = (
                _rounded(difference.low),
                _rounded(difference.high),
            )
    else:
        summary["against"] = None
        summary.update({f"{name}_{part}": None for name in COMPARED for part in ("difference", "low", "high")})
    return summary


def _pairs(
    source: Source, arm: Arm, baseline: Arm, name: str, samples: Sequence[Sample], asked: Asked
) -> list[tuple[float, float]]:
    """Return the scores of both arms for each distinct question.

    Samples of different seeds overlap, and a repeated question is no new evidence: it counts once, with the mean over
    its seeds.
    """
    scores: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for sample in samples:
        if sample.source == source:
            of = {cell.arm: cell.opened.records for cell in sample.cells}
            for line in (question.line for question in asked.get((source, sample.seed), [])):
                scores[line].append((of[arm][line]["scores"][name], of[baseline][line]["scores"][name]))
    return [(fmean(own for own, _ in both), fmean(other for _, other in both)) for both in scores.values()]


def _head(source: Source, arm: Arm) -> Row:
    return {
        "label": source.label,
        "file": source.file.name,
        "format": source.format,
        "method": arm.method,
    } | dict(arm.values)


def _belongs(row: Row, source: Source, arm: Arm) -> bool:
    return all(row[name] == value for name, value in _head(source, arm).items())


def _rounded(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else round(value, _DIGITS)
