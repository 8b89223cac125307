"""How long the method `plans` takes from question to executed answer, without a language model: p50 and p95.

    python benchmarks/plans_latency.py QUESTIONS [QUESTIONS ...] [--count 200] [--workspace .kgqa]

QUESTIONS are files in MetaQA's form, plain or .gz. The first tenth of each warms up and is not counted. The
parts are timed as well: linking, candidates with their scores and execution, statements (round trips). `cpu` is
the processor time of this process, which says more than the clock where others use the machine too.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import recording


def questions(file: Path, count: int, *, brackets: bool) -> list[str]:
    """Return `count` questions, spread evenly over the file."""
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode("utf-8")
    found = [line.split("\t")[0].strip() for line in text.splitlines() if line.strip()]
    found = found[:: max(1, len(found) // count)][:count]
    return found if brackets else [text.replace("[", "").replace("]", "") for text in found]


def milliseconds(values: Sequence[float]) -> dict[str, float]:
    """Return the median and the 95th percentile of seconds, in milliseconds."""
    ranked = sorted(values)
    return {
        "p50_ms": round(statistics.median(ranked) * 1000, 1),
        "p95_ms": round(ranked[int(0.95 * len(ranked))] * 1000, 1),
    }


def measured(asked: Sequence[str], workspace: Path) -> dict[str, Any]:
    """Ask questions of a workspace's graph and return the times of all but the first tenth."""
    resources = open_resources(load_configuration(workspace))
    method = Plans()
    total, cpu, linking, exploration, server, trips = [], [], [], [], [], []
    answered = 0
    with resources.graph:
        for question in asked:
            started, used = time.perf_counter(), time.process_time()
            with recording() as statements:
                answer = method.answer(question, resources)
            total.append(time.perf_counter() - started)
            cpu.append(time.process_time() - used)
            linking.append(answer.seconds.linking)
            exploration.append(answer.seconds.exploration)
            server.append(sum(statement.seconds for statement in statements))
            trips.append(len(statements))
            answered += bool(answer.entities)
    warm = len(asked) // 10
    return {
        "questions": len(asked) - warm,
        "answered": answered,
        "total": milliseconds(total[warm:]),
        "cpu": milliseconds(cpu[warm:]),
        "linking": milliseconds(linking[warm:]),
        "planning_and_execution": milliseconds(exploration[warm:]),
        "statements": milliseconds(server[warm:]),
        "statements_a_question": round(statistics.mean(trips[warm:]), 2),
    }


def main() -> None:
    """Ask, and print the times as JSON, one line a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path, nargs="+")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--linked", action="store_true", help="find the topic instead of taking the brackets'")
    parser.add_argument("--workspace", type=Path, default=Path(".kgqa"))
    arguments = parser.parse_args()
    for file in arguments.questions:
        asked = questions(file, arguments.count, brackets=not arguments.linked)
        print(json.dumps({"file": str(file), **measured(asked, arguments.workspace)}))


if __name__ == "__main__":
    main()
