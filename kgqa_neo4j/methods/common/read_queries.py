"""Steps, confidence and text of answers by queries read from the question, on loaded and attached graphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kgqa_neo4j.methods.common.generation import compose
from kgqa_neo4j.methods.common.question_run import QuestionRun
from kgqa_neo4j.model.answer import ScoredEntity
from kgqa_neo4j.model.errors import StatementTimeout
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.text import percent
from kgqa_neo4j.plans.language.execution import QueryExecutor
from kgqa_neo4j.plans.language.property_execution import PropertyExecutor
from kgqa_neo4j.plans.language.query import Form, Query
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.reading.choice import told_of
from kgqa_neo4j.plans.reading.confidence import estimate
from kgqa_neo4j.plans.reading.reader import Proposal, Reading


def show_reading(run: QuestionRun, reading: Reading) -> None:
    """Record a step with the reading of the question and the queries considered."""
    run.step(
        "reading",
        f"read as: {query_text(reading.proposals[0].query)}",
        considered=[
            {
                "text": query_text(one.query),
                "score": round(one.score, 4),
                "features": features_of(one),
                "unexplained": list(one.unexplained),
            }
            for one in reading.proposals[: run.resources.settings.plans.shown]
        ],
    )


def features_of(proposal: Proposal) -> dict[str, float]:
    """Return the parts of a query's score: the unexplained words, and the cost of how the others were read."""
    # `0.0 - x`, because `-x` would turn 0.0 into -0.0.
    return {"unexplained": 0.0 - round(proposal.missing, 4), "cost": 0.0 - round(proposal.cost, 4)}


def not_understood(reading: Reading) -> str:
    """Return a text that says which words of the question are unexplained, and what was understood."""
    best = reading.proposals[0]
    words = ", ".join(f'"{word}"' for word in dict.fromkeys(best.unexplained) if word)
    lacking = (
        f"the graph has nothing that {words} could mean" if words else "no query covers the whole question"
    )
    return f"{lacking}; understood: {query_text(best.query)}"


def add_proof(run: QuestionRun, executor: QueryExecutor | PropertyExecutor, query: Query, step: int) -> None:
    """Add the triples that prove a query's result to the evidence, unless they take too long to find.

    Raises:
        DatabaseError: or a subclass: the graph cannot be queried.
    """
    try:
        run.add_evidence(((triple, 1.0, hop) for triple, hop in executor.prove(query)), step)
    except StatementTimeout:
        run.because("the facts that prove it take too long to find")


def judge_reading(run: QuestionRun, reading: Reading, place: int) -> None:
    """Set the answer's confidence to that of the proposal at index `place` of the reading."""
    told = told_of(reading, place)
    judge(run, told, estimate(told))


def judge(run: QuestionRun, told: Mapping[str, float], confidence: float) -> None:
    """Set the answer's confidence, and record it in a step with the signals it was estimated from."""
    run.answer.confidence = confidence
    run.step(
        "confidence",
        f"confidence {percent(confidence)}",
        signals={name: round(v, 4) for name, v in told.items()},
    )


def in_words(form: Form, found: Iterable[Entity]) -> list[str]:
    """Return result names as text, percentages with their sign."""
    sign = " %" if form is Form.PERCENTAGE else ""
    return [f"{one.name}{sign}" for one in found]


def put_into_words(run: QuestionRun, names: Sequence[str], rows: Sequence[Sequence[Entity]]) -> None:
    """Set the answer's rows, and its text from rows or names; withhold it if its confidence is below the minimum."""
    answer = run.answer
    answer.rows = [[ScoredEntity(cell.id, cell.name, 1.0) for cell in row] for row in rows]
    minimum = run.resources.settings.ask.min_confidence
    if answer.confidence is not None and answer.confidence < minimum:
        run.withhold(minimum)
        return
    if not rows:
        answer.text = compose(names, run.on_text)
        return
    answer.text = "\n".join(", ".join(cell.name for cell in row) for row in rows)
    if run.on_text is not None:
        run.on_text(answer.text)
