"""Scoring of predicted Cypher by execution on the attached graph, against the results of gold statements.

**EX** (execution accuracy): the prediction returns the same multiset of rows, see
`kgqa_neo4j.question_sets.same_rows`. **EX-node**: also equates a returned node with the property that names it. Gold
statements run read-only and with a time limit when their question is scored; the predictor never sees them.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.evaluation.cypher_rows import order_keys
from kgqa_neo4j.evaluation.metrics import percentile
from kgqa_neo4j.guard.reading import check_reads
from kgqa_neo4j.model.errors import CypherRefused, Refusal
from kgqa_neo4j.question_sets.cypher import CypherQuestion
from kgqa_neo4j.question_sets.same_rows import Comparing, same_rows
from kgqa_neo4j.store.bounds import Bounds
from kgqa_neo4j.store.driver import Database, Row

GOLD_SECONDS = 60.0
MOST_ROWS = 200_000
_VALUES, _BYTES = 100_000, 256_000_000


@dataclass(frozen=True, slots=True)
class Prediction:
    """A prediction for one question: a statement with its parameters, or the rows themselves; neither for no answer.

    `confidence` in [0, 1] ranks predictions. `seconds` is added to the measured time of predictor and statement.
    """

    statement: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    rows: Sequence[Row] | None = None
    confidence: float = 1.0
    seconds: float = 0.0


class Predictor(Protocol):
    """Predicts the answer to a question about an attached graph; the interface between scoring and methods."""

    def __call__(self, question: str, /) -> Prediction:
        """Return the prediction for one question, an empty one for no answer."""


@dataclass(slots=True)
class Scored:
    """A question with its scores; `failure` is the reason why a predicted statement could not run."""

    question: CypherQuestion
    ex: bool = False
    ex_node: bool = False
    answered: bool = False
    confidence: float = 0.0
    seconds: float = 0.0
    rows: int = 0
    gold_rows: int = 0
    statement: str = ""
    failure: str = ""


@dataclass(slots=True)
class CypherRun:
    """The scored questions, and the ids of those left out, by the reason why the gold statement returned no rows."""

    scored: list[Scored] = field(default_factory=list)
    left_out: dict[str, list[str]] = field(default_factory=lambda: {"empty": [], "error": [], "timeout": []})

    def figures(self) -> dict[str, Any]:
        """Return all metrics by name, those of each kind of question in ``by_kind``."""
        by_kind: dict[str, list[Scored]] = defaultdict(list)
        for one in self.scored:
            by_kind[one.question.kind or "other"].append(one)
        kinds = {kind: _figures(by_kind[kind]) for kind in sorted(by_kind)}
        seconds = [one.seconds for one in self.scored] or [0.0]
        return {
            **_figures(self.scored),
            "precision_at_half": _precision_at_half(self.scored),
            "seconds_p50": round(percentile(seconds, 50), 4),
            "seconds_p95": round(percentile(seconds, 95), 4),
            "gold_left_out": {why: len(ids) for why, ids in self.left_out.items()},
            "gold_left_out_ids": self.left_out,
            "by_kind": kinds,
        }


def evaluate_cypher(
    questions: Sequence[CypherQuestion],
    predict: Predictor,
    database: Database,
    schema: PropertyGraphSchema,
    *,
    timeout: float = 30.0,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> CypherRun:
    """Score predictions against the rows of the gold statements.

    Args:
        questions: questions with gold statements.
        predict: the predictor; it receives only the text of a question.
        database: the attached graph.
        schema: its schema, with the properties that name nodes.
        timeout: time limit of a predicted statement in seconds.
        on_progress: called with (done, total) after each question.

    Raises:
        DatabaseError: the database cannot be read.
    """
    run = CypherRun()
    exact = Comparing()
    by_name = Comparing({label.name: label.naming for label in schema.labels})
    for done, question in enumerate(questions, 1):
        gold = gold_rows(database, question, run.left_out)
        if gold is not None:
            scored = predicted_rows(database, question, predict, timeout)
            one, rows = scored
            one.gold_rows = len(gold)
            if rows is not None:
                keys = order_keys(question.cypher, list(gold[0]))
                one.ex = same_rows(gold, rows, exact, keys)
                one.ex_node = one.ex or same_rows(gold, rows, by_name, keys)
            run.scored.append(one)
        on_progress(done, len(questions))
    return run


def run_statement(
    database: Database, statement: str, parameters: Mapping[str, Any], timeout: float
) -> list[Row]:
    """Run an untrusted statement on an attached graph: checked, read-only, with limits on time and size.

    Raises:
        CypherRefused: the statement is rejected, fails, or exceeds a limit.
        DatabaseError: the database cannot be read.
    """
    bounds = Bounds(timeout, MOST_ROWS, _VALUES, _BYTES)
    return database.read_untrusted(check_reads(statement), dict(parameters), bounds)


def gold_rows(database: Database, question: CypherQuestion, left_out: dict[str, list[str]]) -> list[Row] | None:
    """Return the rows of a gold statement; if there are none, add the question to `left_out` and return None.

    Raises:
        DatabaseError: the database cannot be read.
    """
    try:
        rows = run_statement(database, question.cypher, {}, GOLD_SECONDS)
    except CypherRefused as error:
        left_out["timeout" if error.kind is Refusal.LIMITS else "error"].append(question.id)
        return None
    if not rows:
        left_out["empty"].append(question.id)
        return None
    return rows


def predicted_rows(
    database: Database, question: CypherQuestion, predict: Predictor, timeout: float
) -> tuple[Scored, list[Row] | None]:
    """Return the record of a prediction, not yet scored, and its rows, None if it is empty or its statement fails.

    Raises:
        DatabaseError: the database cannot be read.
    """
    started = time.perf_counter()
    prediction = predict(question.question)
    one = Scored(question, confidence=prediction.confidence, statement=prediction.statement)
    rows = None if prediction.rows is None else list(prediction.rows)
    if rows is None and prediction.statement:
        try:
            rows = run_statement(database, prediction.statement, prediction.parameters, timeout)
        except CypherRefused as error:
            one.failure = error.message
    one.seconds = time.perf_counter() - started + prediction.seconds
    one.answered = rows is not None
    one.rows = len(rows or ())
    return one, rows


def _figures(scored: Sequence[Scored]) -> dict[str, Any]:
    n = len(scored)
    return {
        "n": n,
        "ex": _share(sum(one.ex for one in scored), n),
        "ex_node": _share(sum(one.ex_node for one in scored), n),
        "coverage": _share(sum(one.answered for one in scored), n),
    }


def _precision_at_half(scored: Sequence[Scored]) -> float:
    """Return EX over the most confident answers: half as many as there are questions, or all if there are fewer."""
    answered = sorted((one for one in scored if one.answered), key=lambda one: -one.confidence)
    first = answered[: (len(scored) + 1) // 2]
    return _share(sum(one.ex for one in first), len(first))


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
