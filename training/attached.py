"""Fit the confidence of answers about attached graphs, from signals of how the question was read.

    python -m training.attached --out kgqa_neo4j/plans/attached/weights.json [--graphs hospital shop]

Asks the questions about the property graphs in `tests/data/property` that may be read (`READ` in
`benchmarks/property_questions.py`), and for each graph questions that it cannot answer: its own ones with a part of the
schema hidden, and questions about contents of other graphs. These are sampled to a quarter of all. A logistic model is
fitted to whether the rows were right. Leave-one-graph-out results are printed first.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.property_questions import DATA, MEMORY_MB, READ, attached, fill
from kgqa_neo4j import methods
from kgqa_neo4j.attached.workspace import AttachedGraph
from kgqa_neo4j.evaluation.cypher_results import MOST_ROWS, Prediction, evaluate_cypher
from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.question_sets.cypher import CypherQuestion, read_cypher_questions
from kgqa_neo4j.settings import Configuration, load_configuration
from kgqa_neo4j.store.managed import ManagedServer
from training.absent import foreign_questions, hidden_parts
from training.logistic import Row, fit, show_left_out, write

NAMES = (
    "missing", "whole", "skipped", "cost", "things", "chain", "fits", "steps", "columns", "made", "grouped", "close",
)  # fmt: skip
# How the question was read (`FREE`) may count for or against the answer, the score of a chain (`FOR`) only for it, and
# all other signals only against it.
FREE, FOR = ("things", "chain"), ("fits",)
BOUNDS = (
    (None, None),
    *((0.0 if name in FOR else None, None if name in (*FREE, *FOR) else 0.0) for name in NAMES),
)
# Share of questions that the graph cannot answer.
ABSENT = 0.25
# Gold statement of unanswerable questions; no graph returns its row.
NOTHING = "RETURN 'there is nothing of this' AS nothing"
_SETTINGS = {"ask.min_confidence": 0.0, "ask.method": "plans", "plans.entities": MOST_ROWS, "plans.proved": 0}


def main() -> None:
    """Ask, fit, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--graphs", nargs="+", choices=READ, default=READ, help="which; default all that were read"
    )
    parser.add_argument("--out", type=Path, required=True, help="file of the weights")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ManagedServer(Path(folder) / "server", MEMORY_MB)
        endpoint = server.start()
        os.environ["NEO4J_PASSWORD"] = endpoint.password
        try:
            graphs: dict[str, AttachedGraph] = {}
            for name in chosen.graphs:
                fill(endpoint, (DATA / f"{name}.cypher").read_text("utf-8"))
                graphs[name] = attached(endpoint, name, Path(folder) / name)
            rows: list[Row] = []
            for name in chosen.graphs:
                fill(endpoint, (DATA / f"{name}.cypher").read_text("utf-8"))
                configuration = load_configuration(Path(folder) / name, _SETTINGS)
                own = answers(name, configuration, graphs[name], read_cypher_questions(DATA / f"{name}.jsonl"))
                lacking = unanswerable(name, configuration, graphs)
                some = min(len(lacking), round(ABSENT / (1 - ABSENT) * len(own)))
                rows += own + random.Random(0).sample(lacking, some)
                print(f"{name}: {len(own)} answers, {some} of {len(lacking)} to what it lacks", flush=True)
        finally:
            server.stop()
    show_left_out(chosen.graphs, rows, BOUNDS, graphs_alike=True)
    write(fit(rows, BOUNDS, graphs_alike=True), NAMES, chosen.out)


def answers(
    name: str, configuration: Configuration, graph: AttachedGraph, questions: Sequence[CypherQuestion]
) -> list[Row]:
    """Return (graph, signals, right) for each answer to the questions about a graph."""
    resources = open_resources(configuration)
    method = methods.create("plans")
    told: dict[str, dict[str, float]] = {}

    def predict(question: str, /) -> Prediction:
        answer = ask(question, resources, configuration, method=method, kept=False)
        found = [step.data for step in answer.steps if step.kind == "execution" and "cypher" in step.data]
        told[question] = _signals(answer)
        return Prediction(found[-1]["cypher"], found[-1]["parameters"]) if found else Prediction()

    try:
        run = evaluate_cypher(questions, predict, resources.graph, graph.schema)
    finally:
        resources.graph.close()
    return [
        (name, tuple(signals[one] for one in NAMES), float(scored.ex_node))
        for scored in run.scored
        if (signals := told[scored.question.question])
    ]


def unanswerable(name: str, configuration: Configuration, graphs: Mapping[str, AttachedGraph]) -> list[Row]:
    """Return the same for questions that the graph cannot answer."""
    graph = graphs[name]
    rows: list[Row] = []
    questions = read_cypher_questions(DATA / f"{name}.jsonl")
    for corrections, some in hidden_parts(questions, graph.schema, seed=1):
        graph.corrections_file.write_text(corrections, "utf-8")
        try:
            rows += answers(name, configuration, graph, some)
        finally:
            graph.corrections_file.unlink()
    others = [one.schema for other, one in graphs.items() if other != name]
    foreign = [CypherQuestion("", one, NOTHING) for one in foreign_questions(graph.schema, others, seed=1)]
    return [*rows, *answers(name, configuration, graph, foreign)]


def _signals(answer: Answer) -> dict[str, float]:
    judged = [step.data["signals"] for step in answer.steps if step.kind == "confidence"]
    return judged[-1] if judged else {}


if __name__ == "__main__":
    main()
