"""Measure the calibration of the confidence of `plans`, with nothing learned and after little learning.

Asks the questions of three small graphs (`benchmarks/small_graphs.py`) with 0, 10, 20 and 50 pairs learned,
none of which is asked. Prints for each the expected calibration error, the number of right answers, and how many right
and wrong answers withholding below one half would affect.

    python -m benchmarks.calibration --workspaces FOLDER [--graphs company family] [--pairs 0 20] [--records FILE]

Each graph has its own workspace in the folder, which later runs reuse.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from benchmarks.discrimination import worth
from benchmarks.small_graphs import NAMES, SmallGraph, small_graph
from kgqa_neo4j.cli.main import group
from kgqa_neo4j.evaluation.records import record
from kgqa_neo4j.evaluation.runs import gold_answers, known_topics
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.methods.teaching import learn_file
from kgqa_neo4j.question_sets.questions import Question, gold_ids, read_questions
from kgqa_neo4j.settings import load_configuration

# Minimum F1 with the gold answers for an answer to count as right, and the default of ask.min_confidence.
RIGHT, LEAST = 0.5, 0.5


def main() -> None:
    """Print one JSON object for each graph and number of learned pairs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workspaces", type=Path, required=True, help="folder for the graphs' workspaces")
    parser.add_argument("--graphs", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--pairs", nargs="+", type=int, default=[0, 10, 20, 50])
    parser.add_argument("--seed", type=int, default=0, help="draws the pairs that are learned")
    parser.add_argument("--records", type=Path, help="write what was answered here, one JSON object a line")
    chosen = parser.parse_args()
    records = []
    for name in chosen.graphs:
        for row in asked(small_graph(name), chosen.workspaces / name, chosen.pairs, chosen.seed):
            records += row["records"]
            print(json.dumps(figures(row)), flush=True)
        _command(chosen.workspaces / name, "db", "stop")
    if chosen.records:
        chosen.records.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")


def asked(graph: SmallGraph, workspace: Path, levels: Sequence[int], seed: int) -> Iterator[dict[str, Any]]:
    """Yield the records of the questions for each number of pairs; all numbers use the same questions."""
    file = _load(graph, workspace)
    questions = read_questions(file, "jsonl")
    random.Random(seed).shuffle(questions)
    most = max(levels)
    kinds = dict(enumerate(graph.questions, start=1))
    configuration = load_configuration(workspace, {"ask.min_confidence": 0.0})
    for pairs in levels:
        name = f"seed{seed}-{pairs}"
        if pairs:
            learn_file(configuration, questions[:pairs], name)
        own = configuration.changed({"learning.sets": name if pairs else "none"}, "benchmark")
        resources = open_resources(own)
        with resources.graph:
            rows = list(_answered(questions[most:], resources))
        told = [{**row, **_kind(kinds[row["line"]]), "graph": graph.name, "pairs": pairs} for row in rows]
        yield {"graph": graph.name, "pairs": pairs, "records": told}


def figures(row: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of one graph at one number of pairs."""
    judged = [one for one in row["records"] if one["confidence"] is not None]
    seen = worth([one["confidence"] for one in judged], [one["right"] for one in judged])
    sure = [one for one in judged if one["confidence"] >= LEAST]
    return {
        "graph": row["graph"],
        "pairs": row["pairs"],
        "questions": len(row["records"]),
        "right": seen.right,
        "calibration_error": round(seen.calibration_error, 3),
        "mean_confidence": round(sum(one["confidence"] for one in judged) / len(judged), 3),
        "auroc": round(seen.auroc, 3),
        "right_withheld": seen.right - sum(one["right"] for one in sure),
        "wrong_given": sum(not one["right"] for one in sure),
    }


def _answered(questions: Sequence[Question], resources: Resources) -> Iterator[dict[str, Any]]:
    method, gold = Plans(), gold_answers(resources.graph, questions)
    for question in questions:
        answer = method.answer(question.question, resources, known_topics(resources.graph, question))
        row = record(resources.graph, question, gold_ids(question, gold), answer)
        execution = [step for step in answer.steps if step.kind == "execution"]
        yield {
            "line": question.line,
            "question": question.question,
            "answers": list(question.answers),
            "text": answer.text,
            "plan": execution[-1].data.get("plan", {}).get("text", "") if execution else "",
            "signals": next((step.data["signals"] for step in answer.steps if step.kind == "confidence"), None),
            "confidence": answer.confidence,
            "right": row["scores"]["f1"] >= RIGHT,
        }


def _kind(question: dict[str, Any]) -> dict[str, Any]:
    return {"kind": question["kind"], "hops": question["hops"]}


def _load(graph: SmallGraph, workspace: Path) -> Path:
    workspace.mkdir(parents=True, exist_ok=True)
    facts, questions = workspace / "facts.tsv", workspace / "questions.jsonl"
    if not questions.exists():
        facts.write_text("".join("\t".join(triple) + "\n" for triple in graph.triples), "utf-8")
        _command(workspace, "load", "triples", str(facts), "--prefix", graph.name, "--embed", "relations")
        lines = (json.dumps(one, ensure_ascii=False) + "\n" for one in graph.questions)
        questions.write_text("".join(lines), "utf-8")
    return questions


def _command(workspace: Path, *arguments: str) -> None:
    done = CliRunner().invoke(group, ["--workspace", str(workspace), *arguments], catch_exceptions=False)
    if done.exit_code:
        raise SystemExit(f"kgqa {arguments[0]} failed: {done.output}")


if __name__ == "__main__":
    main()
