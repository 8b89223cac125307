"""Measure the time of the method `plans` from question to executed answer, without a language model: p50 and p95.

    python -m benchmarks.plans_latency QUESTIONS [QUESTIONS ...] [--sample 200] [--workspace .kgqa]

QUESTIONS are files in MetaQA's format, plain or .gz. The first tenth of each counts as warm-up. Also times the parts:
linking, planning (candidates and scores) with execution, and statements (round trips). `cpu` is the CPU time of this
process, which is more reliable than wall-clock time on a shared machine.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.harness import Parser, Timing, percentiles, report, spread_questions, warmed
from kgqa_neo4j.engine.process import tune_for_latency
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import recording


def measured(asked: Sequence[str], workspace: Path) -> dict[str, Any]:
    """Ask questions about a workspace's graph; return the times of all but the first tenth."""
    resources = open_resources(load_configuration(workspace))
    method = Plans()
    timing, linking, exploration, server, trips = Timing(), [], [], [], []
    answered = 0
    with resources.graph:
        for question in asked:
            with recording() as statements:
                answer = timing.time(partial(method.answer, question, resources))
            linking.append(answer.seconds.linking)
            exploration.append(answer.seconds.exploration)
            server.append(sum(statement.seconds for statement in statements))
            trips.append(len(statements))
            answered += bool(answer.entities)
    parts = {
        "total": timing.wall,
        "cpu": timing.cpu,
        "linking": linking,
        "planning_and_execution": exploration,
        "statements": server,
    }
    return {
        "questions": len(warmed(asked)),
        "answered": answered,
        **{name: percentiles(warmed(seconds)) for name, seconds in parts.items()},
        "statements_a_question": round(statistics.mean(warmed(trips)), 2),
    }


def main() -> None:
    """Ask the questions of each file."""
    parser = Parser(__doc__, "questions", "--workspace", "--sample", "--json", sample=200)
    parser.add_argument("--linked", action="store_true", help="find the topic instead of taking the brackets'")
    arguments = parser.parse_args()
    tune_for_latency()
    rows = []
    for file in arguments.questions:
        asked = spread_questions(file, arguments.sample, brackets=not arguments.linked)
        rows.append({"file": str(file), **measured(asked, arguments.workspace)})
    report(rows, arguments)


if __name__ == "__main__":
    main()
