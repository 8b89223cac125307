"""A complete evaluation against gold Cypher; called by `kgqa eval --format cypher`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kgqa_neo4j import methods
from kgqa_neo4j.attached.workspace import open_attached
from kgqa_neo4j.evaluation.cypher_results import (
    MOST_ROWS,
    CypherRun,
    Prediction,
    Predictor,
    evaluate_cypher,
)
from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.model.answer import Status
from kgqa_neo4j.question_sets.cypher import (
    ValuePerturbation,
    drawn,
    perturbed_values,
    read_cypher_questions,
    read_predictions,
)
from kgqa_neo4j.reporting.found_by import found_by
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Database

# Row limit of statements written by a model: the largest value that `query.limit` allows.
MOST_STATEMENT_ROWS = 10_000


@dataclass(frozen=True, slots=True)
class CypherTask:
    """What to evaluate: a question file or a sample of it, and a file of predictions, if they are not computed."""

    file: Path
    sample: int = 0
    seed: int = 0
    perturb: ValuePerturbation | None = None
    predictions: Path | None = None


def evaluate_cypher_file(
    task: CypherTask,
    configuration: Configuration,
    predictor: Predictor | None = None,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> CypherRun:
    """Score the predictions for the questions of a file on the attached graph.

    Args:
        task: the questions, and optionally the file of predictions.
        configuration: settings of a workspace with an attached graph.
        predictor: used if the task has no file of predictions; by default the configured method.
        on_progress: called with (done, total) after each question.

    Raises:
        InputError: a file cannot be read.
        ConfigError: no graph is attached.
        DatabaseError: the database cannot be read.
    """
    questions = drawn(read_cypher_questions(task.file), task.sample, task.seed)
    if task.predictions is not None:
        predictor = stored(read_predictions(task.predictions))
    if task.perturb is not None:
        questions = [perturbed_values(one, task.perturb, task.seed) for one in questions]
    schema = open_attached(configuration).schema
    if predictor is None:
        with asked(configuration) as (predictor, database):
            return evaluate_cypher(questions, predictor, database, schema, on_progress=on_progress)
    with connect(configuration) as database:
        return evaluate_cypher(questions, predictor, database, schema, on_progress=on_progress)


@contextmanager
def asked(configuration: Configuration) -> Iterator[tuple[Predictor, Database]]:
    """Yield a predictor that asks the attached graph and predicts the statement of the answer, and the database."""
    # All rows count, and proofs are not needed.
    every = configuration.changed(
        {"plans.entities": MOST_ROWS, "plans.proved": 0, "query.limit": MOST_STATEMENT_ROWS}, "evaluation"
    )
    resources = open_resources(every)
    method = methods.create(every.settings.ask.method)

    def predict(question: str, /) -> Prediction:
        answer = ask(question, resources, every, method=method, kept=False)
        found = found_by(answer)
        if found is None or answer.status is not Status.ANSWERED:
            return Prediction()
        return Prediction(found.cypher, found.parameters, confidence=answer.confidence or 0.0)

    try:
        yield predict, resources.graph
    finally:
        resources.graph.close()


def stored(predictions: dict[str, str]) -> Predictor:
    """Return a predictor that looks up stored statements by question; other questions get an empty prediction."""

    def predict(question: str, /) -> Prediction:
        return Prediction(predictions.get(question, ""))

    return predict


def rows_of(run: CypherRun) -> list[dict[str, Any]]:
    """Return the record of each question as plain values, for a file of JSON lines."""
    return [asdict(one) for one in run.scored]
