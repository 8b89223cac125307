"""Questions with gold Cypher, scored by what the statements return on the attached graph.

**EX**: the same multiset of rows, see `same_rows.same_rows`; **EX-node**: a returned node and the property that
names it count as the same. A gold statement is run when its question is scored, read-only and within a time, and
is never seen by what predicts.
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
    """What is predicted for a question: a statement with its parameters, or the rows themselves.

    Neither means that there is no answer. `confidence` in [0, 1] orders predictions; `seconds` is what the
    statement's run does not include.
    """

    statement: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    rows: Sequence[Row] | None = None
    confidence: float = 1.0
    seconds: float = 0.0


class Predictor(Protocol):
    """Predicts what answers a question: the seam between scoring and whatever asks attached graphs."""

    def __call__(self, question: str, /) -> Prediction:
        """Return the prediction for one question, an empty one where there is none."""


@dataclass(slots=True)
class Scored:
    """One question with what came of it; `failure` says why a prediction could not be run."""

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
    """The scored questions, and those whose gold statement gave nothing to score by, by why."""

    scored: list[Scored] = field(default_factory=list)
    left_out: dict[str, list[str]] = field(default_factory=lambda: {"empty": [], "error": [], "timeout": []})

    def figures(self) -> dict[str, Any]:
        """Return all figures by name, those by kind in ``by_kind``."""
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
        questions: with gold statements.
        predict: makes the predictions; it gets the text of a question alone.
        database: the attached graph.
        schema: says what names a node.
        timeout: seconds that a predicted statement may run.
        on_progress: hears of each question that is done.

    Raises:
        DatabaseError: or one of its kinds: the graph cannot be asked.
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
    """Run a foreign statement on an attached graph: read-only, explained first, within time and size.

    Raises:
        CypherRefused: it may not run, cannot, or takes too long.
        DatabaseError: or one of its kinds.
    """
    bounds = Bounds(timeout, MOST_ROWS, _VALUES, _BYTES)
    return database.read_untrusted(check_reads(statement), dict(parameters), bounds)


def gold_rows(database: Database, question: CypherQuestion, left_out: dict[str, list[str]]) -> list[Row] | None:
    """Return the rows of a gold statement; None, with its question in `left_out` by why, where there are none.

    Raises:
        DatabaseError: or one of its kinds.
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
    """Return what a prediction is like, and its rows; None instead of them where it has none or they cannot be had.

    Raises:
        DatabaseError: or one of its kinds.
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
    """Return EX of the half of the questions that is answered most confidently; of all answered, if fewer are."""
    answered = sorted((one for one in scored if one.answered), key=lambda one: -one.confidence)
    first = answered[: (len(scored) + 1) // 2]
    return _share(sum(one.ex for one in first), len(first))


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
