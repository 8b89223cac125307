"""Shared code of the benchmarks: command-line arguments, questions, timing, memory and reports.

A script picks arguments from `SHARED`, adds its own, and reports rows as a table, or as JSON with `--json`.
Run one as ``python -m benchmarks.NAME``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import psutil
from rich.console import Console
from rich.progress import track
from rich.table import Table

from kgqa_neo4j.evaluation.metrics import percentile
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.loading.summary import peak_memory
from kgqa_neo4j.question.masking import without_brackets
from kgqa_neo4j.question_sets.questions import FORMATS

T = TypeVar("T")
Row = Mapping[str, Any]

SHARED: Mapping[str, Mapping[str, Any]] = {
    "questions": {"type": Path, "nargs": "+", "help": "files of questions, plain or .gz"},
    "--workspace": {
        "type": Path,
        "default": Path(".kgqa"),
        "help": "whose graph is asked; default %(default)s",
    },
    "--format": {"choices": FORMATS, "default": "metaqa", "help": "of the questions; default %(default)s"},
    "--sample": {"type": int, "default": 300, "help": "questions of each file; default %(default)s"},
    "--seed": {"type": int, "default": 0, "help": "of the sample; default %(default)s"},
    "--set": {
        "action": "append",
        "default": [],
        "metavar": "NAME=VALUE",
        "help": "a setting, as in kg_rag.top_k=10",
    },
    "--json": {"action": "store_true", "help": "print JSON instead of a table"},
}


class Parser(argparse.ArgumentParser):
    """Argument parser with the shared arguments, which prints the script's docstring unchanged as its help.

    Args:
        description: the script's docstring.
        shared: names of arguments in `SHARED`.
        defaults: defaults that differ from `SHARED`, by name without dashes.
    """

    def __init__(self, description: str | None, *shared: str, **defaults: object) -> None:
        super().__init__(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        for name in shared:
            self.add_argument(name, **SHARED[name])
        self.set_defaults(**defaults)


def overrides(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the settings given with `--set`."""
    return dict(one.split("=", 1) for one in arguments.set)


def lines(file: Path) -> list[str]:
    """Return the non-blank lines of a plain or gzipped file."""
    data = file.read_bytes()
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")
    return [line for line in text.splitlines() if line.strip()]


def spread_questions(file: Path, count: int, *, brackets: bool) -> list[str]:
    """Return `count` questions spread evenly over a file that has one per line or is in MetaQA's format."""
    found = [line.split("\t")[0].strip() for line in lines(file)]
    found = found[:: max(1, len(found) // count)][:count]
    return found if brackets else list(map(without_brackets, found))


def silent() -> ScriptedLLM:
    """Return a language model that always replies "?", for measurements without a model."""
    return ScriptedLLM(lambda _: "?")


def warmed(values: Sequence[T]) -> Sequence[T]:
    """Return the values without the first tenth, which counts as warm-up."""
    return values[len(values) // 10 :]


def percentiles(seconds: Sequence[float], name: str = "") -> dict[str, float]:
    """Return the median and 95th percentile of some seconds, in milliseconds; empty if there are none."""
    if not seconds:
        return {}
    begin = f"{name}_" if name else ""
    return {
        f"{begin}p50_ms": round(statistics.median(seconds) * 1000, 1),
        f"{begin}p95_ms": round(percentile(seconds, 95) * 1000, 1),
    }


@dataclass
class Timing:
    """Wall-clock and CPU seconds, one of each per round. CPU time depends less on other load on the machine."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def time(self, call: Callable[[], T]) -> T:
        """Call `call`, record its wall-clock and CPU time, and return its result."""
        wall, cpu = time.perf_counter(), time.process_time()
        result = call()
        self.wall.append(time.perf_counter() - wall)
        self.cpu.append(time.process_time() - cpu)
        return result


def paired(ways: Mapping[str, Callable[[], object]], rounds: int, warm_up: int = 0) -> dict[str, Timing]:
    """Time several variants in turn, round by round, so that a busy machine slows all of them alike."""
    for call in list(ways.values()) * warm_up:
        call()
    timings = {name: Timing() for name in ways}
    for _ in range(rounds):
        for name, call in ways.items():
            timings[name].time(call)
    return timings


def machine() -> dict[str, float]:
    """Return the context of a measurement: this process's peak memory, and the load average."""
    return {"peak_memory_mb": round(peak_memory() / 1e6), "load_average": round(os.getloadavg()[0], 1)}


def resident_mb(process: psutil.Process) -> float:
    """Return the resident memory of a process, in MB."""
    return round(process.memory_info().rss / 1e6)


def progress(items: Iterable[T], name: str) -> Iterable[T]:
    """Yield the items, with a progress bar on standard error."""
    return track(items, name, console=Console(stderr=True), transient=True)


def report(rows: Row | Sequence[Row], arguments: argparse.Namespace, title: str = "") -> None:
    """Print one result or several, as a table or, with `--json`, as one JSON value."""
    if arguments.json:
        json.dump(rows, sys.stdout, ensure_ascii=False, indent=2)
        print()
        return
    flat = [_flat(row) for row in ([rows] if isinstance(rows, Mapping) else rows)]
    columns = list(dict.fromkeys(name for row in flat for name in row))
    table = Table(title=title or None, box=None, header_style="bold")
    if len(flat) == 1:
        table.add_column("figure")
        table.add_column("value", justify="right")
        cells = [[name, _shown(value)] for name, value in flat[0].items()]
    else:
        for column in columns:
            table.add_column(column, justify="left" if isinstance(flat[0].get(column), str) else "right")
        cells = [[_shown(row.get(column, "")) for column in columns] for row in flat]
    for line in cells:
        table.add_row(*line)
    # A file or pipe has no width, and the default of 80 would cut the names of rows and columns.
    Console(width=None if sys.stdout.isatty() else 200).print(table, markup=False)


def _flat(row: Row, prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in row.items():
        found |= _flat(value, f"{prefix}{name} ") if isinstance(value, Mapping) else {f"{prefix}{name}": value}
    return found


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
