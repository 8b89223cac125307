"""Measure the speed and memory of reading sources, compared with a minimal baseline.

python -m benchmarks.parse_rates wikidata dump.json.gz --baseline json [--option one_pass] [--times 20]
python -m benchmarks.parse_rates freebase dump.nt.gz --baseline split

Nothing is written to a graph: the rate is that of `items()`, which yields all facts, names and bad lines of the source
one by one, in one process. Baselines read the same file by lines and only call `json.loads` on each (json), split it
into three terms (split), or do nothing (lines). `--times` repeats the file that often, uncompressed, because small
samples are read too quickly to measure. Each measurement runs in a separate process, to have its own peak memory.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.harness import Parser, report
from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loading.summary import peak_memory

MAX_LINE = 1 << 25


def load(loader: str, path: Path, options: list[str]) -> dict[str, int]:
    """Read a source and count its items."""
    given: dict[str, str | bool] = {}
    for one in options:
        name, equals, value = one.partition("=")
        given[name] = value if equals else True
    source = LOADERS.get(loader).open(str(path), given)
    counts = Counter(type(item).__name__ for item in source.items())
    return {"lines": source.line, "items": counts.total(), "facts": counts["Fact"]}


def baseline(kind: str, path: Path) -> dict[str, int]:
    """Read a file by lines and apply the baseline to each."""
    count = 0
    for line in LineFile(path, max_line=MAX_LINE).lines():
        count += 1
        text = (line or b"").strip().rstrip(b",")
        if kind == "json" and len(text) > 1:
            json.loads(text)
        elif kind == "split":
            text.split(None, 2)
    return {"lines": count}


def measured(arguments: list[str]) -> dict[str, float]:
    """Run one measurement in a separate process."""
    command = [sys.executable, "-m", "benchmarks.parse_rates", *arguments]
    return dict(json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout))


def repeated(path: Path, times: int, folder: str) -> Path:
    """Return an uncompressed file with the contents of `path` repeated `times` times."""
    data = path.read_bytes()
    text = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    copy = Path(folder) / path.name.removesuffix(".gz")
    with copy.open("wb") as file:
        for _ in range(times):
            file.write(text if text.endswith(b"\n") else text + b"\n")
    return copy


def main() -> None:
    """Measure the baseline and the loader."""
    parser = Parser(__doc__, "--json")
    parser.add_argument("loader")
    parser.add_argument("path", type=Path)
    parser.add_argument("--option", action="append", default=[], help="of the loader: name, or name=value")
    parser.add_argument("--baseline", choices=["json", "split", "lines"], default="lines")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3, help="measurements of each; the fastest counts")
    parser.add_argument("--measure", choices=["load", "baseline"], help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        started, busy = time.perf_counter(), time.process_time()
        if arguments.measure == "load":
            counts = load(arguments.loader, arguments.path, arguments.option)
        else:
            counts = baseline(arguments.baseline, arguments.path)
        spent = {"seconds": time.perf_counter() - started, "cpu_seconds": time.process_time() - busy}
        json.dump({**counts, **spent, "peak_memory_bytes": peak_memory()}, sys.stdout)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = repeated(arguments.path, arguments.times, folder) if arguments.times > 1 else arguments.path
        common = [arguments.loader, str(path), "--baseline", arguments.baseline]
        common += [part for one in arguments.option for part in ("--option", one)]
        found = {}
        for what in ("baseline", "load"):
            runs = [measured([*common, "--measure", what]) for _ in range(arguments.runs)]
            found[what] = min(runs, key=lambda run: run["cpu_seconds"])
        size = path.stat().st_size
    least, ours = found["baseline"], found["load"]
    row = {
        "file": path.name,
        "bytes": size,
        "lines": ours["lines"],
        "facts": ours["facts"],
        "lines_per_second": ours["lines"] / ours["cpu_seconds"],
        "facts_per_second": ours["facts"] / ours["cpu_seconds"],
        "baseline": arguments.baseline,
        "baseline_lines_per_second": least["lines"] / least["cpu_seconds"],
        "ratio": ours["cpu_seconds"] / least["cpu_seconds"],
        "wall_ratio": ours["seconds"] / least["seconds"],
        "peak_memory_bytes": ours["peak_memory_bytes"],
    }
    report(row, arguments)


if __name__ == "__main__":
    main()
