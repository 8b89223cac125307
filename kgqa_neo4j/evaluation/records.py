"""The stored record of each question in a run, and the metrics of the run computed from the records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from kgqa_neo4j.evaluation.matching import contains_any, either_contains, named_in
from kgqa_neo4j.evaluation.metrics import Scores, at_coverage, mean, percentile, score
from kgqa_neo4j.linking.resolution import Ids
from kgqa_neo4j.model.answer import Answer, LlmUsage, Seconds, Status
from kgqa_neo4j.question_sets.gold_tables import gold_rows, gold_units, row_units
from kgqa_neo4j.question_sets.gold_values import as_precise, gold_values, values_in, with_values
from kgqa_neo4j.question_sets.questions import Question
from kgqa_neo4j.store.driver import Database

Record = dict[str, Any]
NOTHING_RESOLVED: Mapping[str, Ids] = {}

LOOSE = ("loose_contains", "loose_either_contains")
COVERAGES = (50, 70, 80, 90, 100)
"""Percentages of the questions, most confident first, for which accuracy is reported."""
_FIGURES = ("line", "kind", "status", "confidence", "gold_ids", "scores", *LOOSE, "llm", "seconds")


def record(
    database: Database,
    question: Question,
    gold: Sequence[Ids],
    answer: Answer,
    resolved: Mapping[str, Ids] = NOTHING_RESOLVED,
) -> Record:
    """Return the record of an answered question; entities are matched by id, values by value.

    If the question asks for a table, whole rows of `answer.rows` are matched; `resolved` maps names in its cells to
    ids. If an answer has text but no entities (method ``llm``, or the fallback), the predictions are the values or
    entities named in the text; see `named_in`.

    Raises:
        DatabaseError: the graph cannot be read.
    """
    table = gold_rows(question, resolved)
    golds = gold_units(table) if table else gold_values(question, gold)
    predicted: list[Ids] = [frozenset([entity.id]) for entity in answer.entities]
    units = [with_values(ids, entity.name) for ids, entity in zip(predicted, answer.entities, strict=True)]
    if table:
        units = row_units(answer.rows, table)
    elif not predicted and answer.status in (Status.ANSWERED, Status.FALLBACK):
        values = values_in(answer.text, question.question, golds)
        predicted = [frozenset(ids) for ids in values] or named_in(database, answer.text, question.question)
        units = [with_values(ids) for ids in predicted]
    if not table:
        units = [as_precise(unit, golds) for unit in units]
    triples = [
        (item.triple.subject.id, item.triple.relation.id, item.triple.object.id) for item in answer.evidence
    ]
    nodes = {id for subject, _, object_ in triples for id in (subject, object_)}
    scores = score(
        units,
        golds,
        nodes,
        refused=_refused(answer),
    )
    return {
        **_asked(question, gold),
        "status": answer.status.value,
        "confidence": answer.confidence,
        "reason": answer.reason,
        "linked": [topic.id for topic in answer.topics],
        "predicted": [sorted(ids) for ids in predicted],
        "rows": [[cell.id for cell in row] for row in answer.rows],
        "text": answer.text,
        "evidence": triples,
        "scores": asdict(scores),
        "loose_contains": float(contains_any(answer.text, question.answer_names)),
        "loose_either_contains": float(either_contains(answer.text, question.answer_names)),
        "llm": asdict(answer.llm),
        "seconds": asdict(answer.seconds),
    }


def failed_record(question: Question, gold: Sequence[Ids], reason: str, seconds: float) -> Record:
    """Return the record of a question that ended in an error; all its metrics are 0."""
    return {
        **_asked(question, gold),
        "status": Status.FAILED.value,
        "confidence": None,
        "reason": reason,
        "linked": [],
        "predicted": [],
        "rows": [],
        "text": "",
        "evidence": [],
        "scores": asdict(Scores()),
        "loose_contains": 0.0,
        "loose_either_contains": 0.0,
        "llm": asdict(LlmUsage()),
        "seconds": asdict(Seconds(total=seconds)),
    }


def without_texts(record: Record) -> Record:
    """Return only the fields that metrics need, because texts and evidence take much memory."""
    return {name: record[name] for name in _FIGURES}


def seconds_of(record: Mapping[str, Any]) -> float:
    """Return the time for a question, including the original time of replies that came from the cache."""
    return float(record["seconds"]["total"] + record["llm"]["cached_seconds"])


def summarise(records: Sequence[Mapping[str, Any]]) -> dict[str, float | int | str]:
    """Return the metrics of a run: scores as means over all questions, times also as percentiles.

    Total times are as if no reply had been cached; `llm_cached` is the fraction of calls answered by the cache.
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
        **_by_coverage(records),
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


def by_kind(records: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, float | int]]:
    """Return metrics by kind of question; questions without a kind are ignored.

    `exact` is the fraction answered by exactly the gold set (the mean of ``em``), `f1` the mean. `answered` and
    `withheld` count questions; `withheld` includes those found unanswerable.
    """
    kinds = sorted({row["kind"] for row in records} - {""})
    found: dict[str, dict[str, float | int]] = {}
    for kind in kinds:
        rows = [row for row in records if row["kind"] == kind]
        statuses = Counter(row["status"] for row in rows)
        found[kind] = {
            "n": len(rows),
            "exact": _rounded([row["scores"]["em"] for row in rows]),
            "f1": _rounded([row["scores"]["f1"] for row in rows]),
            "answered": sum(statuses[status.value] for status in (Status.ANSWERED, Status.FALLBACK)),
            "withheld": sum(statuses[status.value] for status in (Status.WITHHELD, Status.UNANSWERABLE)),
        }
    return found


def _refused(answer: Answer) -> bool:
    """Whether the answer is a refusal: unanswerable, withheld, or without any content."""
    empty = answer.status == Status.ANSWERED and not (answer.entities or answer.rows or answer.text.strip())
    return empty or answer.status in (Status.UNANSWERABLE, Status.WITHHELD)


def _by_coverage(records: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    hits = [row["scores"]["expected_hit_at_1"] for row in records]
    sure = [_sureness(row) for row in records]
    return {f"coverage_{percent}": round(at_coverage(hits, sure, percent / 100), 4) for percent in COVERAGES}


def _sureness(row: Mapping[str, Any]) -> float:
    """Return the confidence for ranking answers, -1 for a question that was not answered."""
    if row["status"] not in (Status.ANSWERED.value, Status.FALLBACK.value):
        return -1.0
    return 0.0 if row["confidence"] is None else float(row["confidence"])


def _asked(question: Question, gold: Sequence[Ids]) -> Record:
    return {
        "line": question.line,
        "kind": question.kind,
        "question": question.question,
        "topics": list(question.topics),
        "answers": [list(row) for row in question.rows] or list(question.answers),
        "gold_ids": [sorted(ids) for ids in gold],
    }


def _rounded(values: Sequence[float], digits: int = 4) -> float:
    return round(mean(values), digits)
