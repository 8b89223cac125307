"""How long `kgqa ask` takes as a process, from its start to the last byte: warm, cold, and without an engine.

    python benchmarks/ask_process.py QUESTION [QUESTION ...] [--workspace .kgqa] [--count 30] [--cold 5]

The database has to run. Warm: the engine runs and has answered before; cold: it is ended before each question;
alone: `--no-engine`. `cpu` is the processor time of the command, of its children too, which says more than the
clock where others use the machine.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from kgqa_neo4j.engine import client

COMMAND = (sys.executable, "-c", "from kgqa_neo4j.cli import main; main()")


def asked(question: str, workspace: Path, *options: str) -> tuple[float, float]:
    """Ask a question by the command; return seconds by the clock and of the processor."""
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
    """Return the median and the 95th percentile in seconds, and the median of processor seconds."""
    clock = sorted(seconds for seconds, _ in times)
    return {
        "count": len(clock),
        "p50": round(statistics.median(clock), 3),
        "p95": round(clock[min(len(clock) - 1, int(0.95 * len(clock)))], 3),
        "least": round(clock[0], 3),
        "cpu_p50": round(statistics.median(used for _, used in times), 3),
    }


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="+")
    parser.add_argument("--workspace", type=Path, default=Path(".kgqa"))
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--cold", type=int, default=5)
    arguments = parser.parse_args()
    questions, workspace = arguments.questions, arguments.workspace.absolute()

    def each(count: int) -> list[str]:
        return [questions[place % len(questions)] for place in range(count)]

    for question in questions:
        asked(question, workspace, "--engine")
    warm = [asked(question, workspace, "--engine") for question in each(arguments.count)]
    cold = []
    for question in each(arguments.cold):
        client.stop(workspace)
        cold.append(asked(question, workspace, "--engine"))
    client.stop(workspace)
    alone = [asked(question, workspace, "--no-engine") for question in each(arguments.cold)]
    figures = {"warm": warm, "cold": cold, "alone": alone}
    print(json.dumps({name: summary(times) for name, times in figures.items() if times}, indent=2))


if __name__ == "__main__":
    main()
