"""Measure `kgqa ask` as a process, from its start to the last byte: warm, cold, and without an engine.

    python -m benchmarks.ask_process QUESTION [QUESTION ...] [--workspace .kgqa] [--count 30] [--cold 5] [--json]

The database must be running. Warm: the engine is running and has answered before; cold: the engine is stopped before
each question; alone: `--no-engine`. `cpu` is the CPU time of the command and its children, which is more reliable than
wall-clock time on a shared machine.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.harness import Parser, Row, percentiles, report
from kgqa_neo4j.engine import client

COMMAND = (sys.executable, "-c", "from kgqa_neo4j.cli import main; main()")


def asked(question: str, workspace: Path, *options: str) -> tuple[float, float]:
    """Run `kgqa ask`; return its wall-clock and CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    command = [*COMMAND, "--workspace", str(workspace), "ask", question, *options]
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 8, 9):
        raise SystemExit(f"`kgqa ask` ended with {done.returncode}: {done.stderr}")
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def summary(times: Sequence[tuple[float, float]]) -> dict[str, float]:
    """Return percentiles of wall-clock and CPU time, and the minimum wall-clock time, in milliseconds."""
    return {
        "count": len(times),
        **percentiles([seconds for seconds, _ in times]),
        **percentiles([used for _, used in times], "cpu"),
        "least_ms": round(min(seconds for seconds, _ in times) * 1000, 1),
    }


def main() -> None:
    """Measure and print the results."""
    parser = Parser(__doc__, "--workspace", "--json")
    parser.add_argument("questions", nargs="+", metavar="QUESTION")
    parser.add_argument("--count", type=int, default=30, help="questions asked warm")
    parser.add_argument(
        "--cold", type=int, default=5, help="questions asked cold, and as many without an engine"
    )
    arguments = parser.parse_args()
    questions, workspace = arguments.questions, arguments.workspace.absolute()

    def each(count: int) -> list[str]:
        return [questions[place % len(questions)] for place in range(count)]

    for question in questions:
        asked(question, workspace, "--engine")
    rows: list[Row] = []
    warm = [asked(question, workspace, "--engine") for question in each(arguments.count)]
    rows.append({"way": "warm", **summary(warm)})
    cold = []
    for question in each(arguments.cold):
        client.stop(workspace)
        cold.append(asked(question, workspace, "--engine"))
    client.stop(workspace)
    alone = [asked(question, workspace, "--no-engine") for question in each(arguments.cold)]
    rows += [{"way": way, **summary(times)} for way, times in (("cold", cold), ("alone", alone)) if times]
    report(rows, arguments, "seconds of `kgqa ask`, from the start of its process to its end")


if __name__ == "__main__":
    main()
