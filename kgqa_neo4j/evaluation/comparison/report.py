"""The report of a comparison as tables, for the terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from kgqa_neo4j.evaluation.comparison.compare import Comparison
from kgqa_neo4j.evaluation.comparison.protocol import Protocol
from kgqa_neo4j.evaluation.comparison.results import COMPARED, Row
from kgqa_neo4j.evaluation.comparison.statistics import CONFIDENCE
from kgqa_neo4j.evaluation.records import LOOSE

Table = tuple[list[str], list[list[str]]]

# Titles of metrics, and for costs the number of decimals.
_MEASURES = {"hit_at_1": "Hit@1", "f1": "F1", "em": "EM"}
_MORE_MEASURES = {
    "expected_hit_at_1": "expected Hit@1",
    "any_hit": "any hit",
    "recall": "recall",
    "answer_in_evidence": "in evidence",
}
_COSTS = {
    "llm_calls": ("LLM calls", 2),
    "prompt_tokens": ("prompt tokens", 0),
    "completion_tokens": ("reply tokens", 0),
    "seconds_mean": ("s mean", 2),
    "seconds_p50": ("s p50", 2),
    "seconds_p95": ("s p95", 2),
}
_LOOSE_TITLES = {"loose_contains": "loose: contains", "loose_either_contains": "loose: either contains"}


def measures(comparison: Comparison, *, brief: bool = False) -> Table:
    """Return the strict metrics and costs, one row per file, method and swept values: means, with ± over seeds.

    If `brief`, costs have no ±, so that the table fits a terminal.
    """
    titles = {name: (title, 3) for name, title in _MEASURES.items()} | _COSTS
    return _table(comparison, titles, means_only=_COSTS if brief else ())


def differences(comparison: Comparison) -> Table:
    """Return the differences of methods from the baseline, and of swept values from the first, with intervals."""
    protocol = comparison.protocol
    percent = f"{CONFIDENCE:.0%} interval"
    columns = [
        *_head_columns(protocol),
        "against",
        *(f"{_MEASURES[name]} difference ({percent})" for name in COMPARED),
    ]
    rows = [row for row in comparison.results.summary if row["against"] is not None]
    return columns, [
        [*_head(protocol, row), row["against"], *(_difference(row, name) for name in COMPARED)] for row in rows
    ]


def markdown(comparison: Comparison, plots: Iterable[str]) -> str:
    """Return the whole report; `plots` are file names of images in the same folder."""
    protocol, summary = comparison.protocol, comparison.results.summary
    parts = [f"# {', '.join(protocol.methods)}", _protocol(comparison), *comparison.notes]
    parts += ["## Measures", _markdown(measures(comparison))]
    if len(protocol.arms()) > 1:
        parts += [
            "## Differences",
            "The same questions, paired; a question drawn by several seeds counts once. The interval is a "
            f"percentile bootstrap over questions; one that contains 0 shows no difference at {CONFIDENCE:.0%}.",
            _markdown(differences(comparison)),
        ]
    more = {name: (title, 3) for name, title in _MORE_MEASURES.items()}
    parts += ["## More measures", _markdown(_table(comparison, more | _counts(summary)))]
    parts += [
        "## Loose measures",
        "These compare spellings, as many papers do. They are not comparable with the measures above.",
        _markdown(_table(comparison, {name: (_LOOSE_TITLES[name], 3) for name in LOOSE})),
        *(f"![{name}]({name})" for name in plots),
    ]
    return "\n\n".join(parts) + "\n"


def _protocol(comparison: Comparison) -> str:
    protocol, setting, results = comparison.protocol, comparison.setting, comparison.results
    models = dict.fromkeys(f"{row['model']} ({row['device']})" for row in results.runs if row["model"])
    sample = f"{protocol.sample:,} questions" if protocol.sample else "all questions"
    lines = [
        f"* {sample} of each file, seeds {', '.join(map(str, protocol.seeds))}, topic {protocol.topic}",
        f"* language model {', '.join(models) or 'not called'}; encoder {setting['embedding_model']}",
        f"* kgqa-neo4j {setting['version']}, code {setting['code']}, comparison {comparison.key}",
        "* means over the seeds, ± the sample standard deviation over them",
    ]
    if protocol.preset:
        lines.insert(0, f"* preset {protocol.preset}")
    return "\n".join(lines)


def _counts(summary: Sequence[Row]) -> dict[str, tuple[str, int]]:
    means = [name for name in summary[0] if name.startswith("status_") and name.endswith("_mean")]
    statuses = [name.removeprefix("status_").removesuffix("_mean") for name in means]
    return {f"status_{name}": (name, 1) for name in statuses} | {"llm_cached": ("kept replies", 2)}


def _table(
    comparison: Comparison, titles: dict[str, tuple[str, int]], means_only: Collection[str] = ()
) -> Table:
    columns = [*_head_columns(comparison.protocol), "n", *(title for title, _ in titles.values())]
    rows = [
        [
            *_head(comparison.protocol, row),
            f"{row['n']:,}",
            *(_spread(row, name, digits, name in means_only) for name, (_, digits) in titles.items()),
        ]
        for row in comparison.results.summary
    ]
    return columns, rows


def _head_columns(protocol: Protocol) -> list[str]:
    return ["file", *(name.split(".")[1] for name in protocol.vary), "method"]


def _head(protocol: Protocol, row: Row) -> list[str]:
    return [row["label"], *(row[name] for name in protocol.vary), row["method"]]


def _spread(row: Row, name: str, digits: int, mean_only: bool) -> str:
    mean, deviation = row[f"{name}_mean"], row[f"{name}_sd"]
    shown = "" if mean_only or deviation is None else f" ± {deviation:.{digits}f}"
    return f"{mean:.{digits}f}{shown}"


def _difference(row: Row, name: str) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    interval = f" ({low:+.3f} to {high:+.3f})" if low is not None else " (one question)"
    return f"{row[f'{name}_difference']:+.3f}{interval}"


def _markdown(table: Table) -> str:
    columns, rows = table
    cells = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in cells)
