"""What a run keeps of each question, and the figures of the whole run made from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from kgqa_neo4j.evaluation.dates import gold_dates, with_periods
from kgqa_neo4j.evaluation.matching import contains_any, either_contains, named_in
from kgqa_neo4j.evaluation.metrics import Scores, mean, percentile, score
from kgqa_neo4j.linking.resolution import Ids
from kgqa_neo4j.model.answer import Answer, LlmUsage, Seconds, Status
from kgqa_neo4j.question_sets.questions import Question
from kgqa_neo4j.store.driver import Database

Record = dict[str, Any]

LOOSE = ("loose_contains", "loose_either_contains")
_FIGURES = ("line", "status", "gold_ids", "scores", *LOOSE, "llm", "seconds")


def record(database: Database, question: Question, gold: Sequence[Ids], answer: Answer) -> Record:
    """Return what is kept of an answered question; its predictions are matched by entity id, dates by value.

    An answer with a text but without entities (a model alone: method ``llm``, or the fallback) is
    read for the entities that it names; see `named_in`.

    Raises:
        DatabaseError: the graph cannot be read.
    """
    predicted: list[Ids] = [frozenset([entity.id]) for entity in answer.entities]
    if not predicted and answer.status in (Status.ANSWERED, Status.FALLBACK):
        predicted = named_in(database, answer.text, question.question)
    triples = [
        (item.triple.subject.id, item.triple.relation.id, item.triple.object.id) for item in answer.evidence
    ]
    nodes = {id for subject, _, object_ in triples for id in (subject, object_)}
    scores = score(
        [with_periods(ids) for ids in predicted],
        gold_dates(question, gold),
        nodes,
        refused=answer.status is Status.UNANSWERABLE,
    )
    return {
        **_asked(question, gold),
        "status": answer.status.value,
        "reason": answer.reason,
        "linked": [topic.id for topic in answer.topics],
        "predicted": [sorted(ids) for ids in predicted],
        "text": answer.text,
        "evidence": triples,
        "scores": asdict(scores),
        "loose_contains": float(contains_any(answer.text, question.answer_names)),
        "loose_either_contains": float(either_contains(answer.text, question.answer_names)),
        "llm": asdict(answer.llm),
        "seconds": asdict(answer.seconds),
    }


def failed_record(question: Question, gold: Sequence[Ids], reason: str, seconds: float) -> Record:
    """Return what is kept of a question that ended in an error: wrong in every measure."""
    return {
        **_asked(question, gold),
        "status": Status.FAILED.value,
        "reason": reason,
        "linked": [],
        "predicted": [],
        "text": "",
        "evidence": [],
        "scores": asdict(Scores()),
        "loose_contains": 0.0,
        "loose_either_contains": 0.0,
        "llm": asdict(LlmUsage()),
        "seconds": asdict(Seconds(total=seconds)),
    }


def without_texts(record: Record) -> Record:
    """Return what figures are made of, without the texts and the evidence, which take much memory."""
    return {name: record[name] for name in _FIGURES}


def seconds_of(record: Mapping[str, Any]) -> float:
    """Return what a question took, with what its kept replies took when they were made."""
    return float(record["seconds"]["total"] + record["llm"]["cached_seconds"])


def summarise(records: Sequence[Mapping[str, Any]]) -> dict[str, float | int | str]:
    """Return the figures of a run: measures as means over all questions, times as percentiles.

    Times are as if no reply had been kept; `llm_cached` is the share of the calls whose reply was.
    """
    statuses = Counter(row["status"] for row in records)
    totals = [seconds_of(row) for row in records]
    calls = sum(row["llm"]["calls"] for row in records)
    retrieval = [row["seconds"]["linking"] + row["seconds"]["exploration"] for row in records]
    models = [row["llm"] for row in records if row["llm"]["calls"]] or [{"model": "", "device": ""}]
    gold = [bool(ids) for row in records for ids in row["gold_ids"]]
    return {
        "model": models[0]["model"],
        "device": models[0]["device"],
        "n": len(records),
        **{field.name: _rounded([row["scores"][field.name] for row in records]) for field in fields(Scores)},
        **{name: _rounded([row[name] for row in records]) for name in LOOSE},
        "gold_in_graph": _rounded([float(known) for known in gold]),
        **{f"status_{status.value}": statuses[status.value] for status in Status},
        "llm_calls": _rounded([row["llm"]["calls"] for row in records]),
        "llm_calls_max": max((row["llm"]["calls"] for row in records), default=0),
        "llm_cached": round(sum(row["llm"]["cached"] for row in records) / calls, 4) if calls else 0.0,
        "prompt_tokens": _rounded([row["llm"]["prompt_tokens"] for row in records], 1),
        "completion_tokens": _rounded([row["llm"]["completion_tokens"] for row in records], 1),
        "seconds_mean": _rounded(totals),
        "seconds_p50": round(percentile(totals, 50), 4),
        "seconds_p95": round(percentile(totals, 95), 4),
        "retrieval_seconds_p50": round(percentile(retrieval, 50), 4),
        "retrieval_seconds_p95": round(percentile(retrieval, 95), 4),
    }


def _asked(question: Question, gold: Sequence[Ids]) -> Record:
    return {
        "line": question.line,
        "question": question.question,
        "topics": list(question.topics),
        "answers": list(question.answers),
        "gold_ids": [sorted(ids) for ids in gold],
    }


def _rounded(values: Sequence[float], digits: int = 4) -> float:
    return round(mean(values), digits)
