"""Fit the weights that turn how a question about an attached graph was read into a confidence.

    python -m training.attached WORKSPACE=FILE ... --out kgqa_neo4j/plans/attached/weights.json

Asks the questions of each FILE (`question` and gold `cypher` a line, at most --sample of them) of the graph that is
attached to its WORKSPACE, and fits a logistic model to whether the rows were right. What weights fitted to the other
graphs are worth on each is printed first.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kgqa_neo4j import methods
from kgqa_neo4j.attached.workspace import open_attached
from kgqa_neo4j.evaluation.cypher_results import MOST_ROWS, Prediction, evaluate_cypher
from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.question_sets.cypher import drawn, read_cypher_questions
from kgqa_neo4j.settings import load_configuration
from training.logistic import Row, fit, show_left_out, write

NAMES = ("missing", "skipped", "cost", "things", "chain", "steps", "columns", "made", "grouped", "close")
# Which way a question was read may speak for its answer or against it; all else only against it.
FREE = ("things", "chain")
BOUNDS = ((None, None), *((None, None if name in FREE else 0.0) for name in NAMES))


def main() -> None:
    """Ask, fit, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+", help="WORKSPACE=FILE of questions")
    parser.add_argument("--out", type=Path, required=True, help="file of the weights")
    parser.add_argument("--sample", type=int, default=150, help="questions of a graph; default %(default)s")
    chosen = parser.parse_args()
    known = [text.split("=", 1) for text in chosen.graphs]
    rows = [row for folder, file in known for row in asked(Path(folder), Path(file), chosen.sample)]
    show_left_out([folder for folder, _ in known], rows, BOUNDS, graphs_alike=True)
    write(fit(rows, BOUNDS, graphs_alike=True), NAMES, chosen.out)


def asked(folder: Path, file: Path, sample: int) -> list[Row]:
    """Return the graph, the signals, and whether it was right, of each answer."""
    settings = {"ask.min_confidence": 0.0, "plans.entities": MOST_ROWS, "plans.proved": 0}
    configuration = load_configuration(folder.absolute(), settings)
    resources = open_resources(configuration)
    method = methods.create("plans")
    told: dict[str, dict[str, float]] = {}

    def predict(question: str, /) -> Prediction:
        answer = ask(question, resources, configuration, method=method, kept=False)
        found = [step.data for step in answer.steps if step.kind == "execution" and "cypher" in step.data]
        told[question] = _signals(answer)
        return Prediction(found[-1]["cypher"], found[-1]["parameters"]) if found else Prediction()

    try:
        read = read_cypher_questions(file)
        questions = drawn(read, min(sample, len(read)), 0)
        run = evaluate_cypher(questions, predict, resources.graph, open_attached(configuration).schema)
    finally:
        resources.graph.close()
    return [
        (str(folder), tuple(told[one.question.question][name] for name in NAMES), float(one.ex_node))
        for one in run.scored
        if told[one.question.question]
    ]


def _signals(answer: Answer) -> dict[str, float]:
    judged = [step.data["signals"] for step in answer.steps if step.kind == "confidence"]
    return judged[-1] if judged else {}


if __name__ == "__main__":
    main()
