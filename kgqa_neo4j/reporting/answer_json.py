"""An answer as JSON for programs, as printed by `kgqa ask --json`. The schema is beside this file."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import Any

from kgqa_neo4j.model.answer import SCHEMA_VERSION, Answer, Evidence
from kgqa_neo4j.reporting.messages import message

# Microseconds: precise enough, and readable.
_DIGITS = 6


def to_json(answer: Answer) -> dict[str, Any]:
    """Return `answer` as plain values that follow `answer.schema.json`; docs/json.md explains them.

    For the same graph, seed and configuration, everything but `seconds`, `ask_id`, `browser_url`, `cypher` and the
    cache figures in `llm` is the same; this is why statements have no times.
    """
    return {
        "schema": SCHEMA_VERSION,
        "question": answer.question,
        "status": answer.status.value,
        "method": answer.method,
        "entities": [asdict(entity) for entity in answer.entities],
        "rows": [[asdict(cell) for cell in row] for row in answer.rows],
        "text": answer.text,
        "evidence": [_evidence(item) for item in answer.evidence],
        "steps": [asdict(step) for step in answer.steps],
        "reason": answer.reason,
        "message": message(answer),
        "statements": [
            {"name": item.name, "parameters": item.parameters, "rows": item.rows} for item in answer.statements
        ],
        "llm": {**asdict(answer.llm), "cached_seconds": round(answer.llm.cached_seconds, _DIGITS)},
        "seconds": {stage: round(value, _DIGITS) for stage, value in asdict(answer.seconds).items()},
        "ask_id": answer.ask_id,
        "browser_url": answer.browser_url,
        "cypher": answer.cypher,
        "confidence": answer.confidence,
        "candidates": [asdict(entity) for entity in answer.candidates],
        "topics": [asdict(entity) for entity in answer.topics],
    }


@cache
def schema() -> dict[str, Any]:
    """Return the JSON schema of `to_json`."""
    text = (files("kgqa_neo4j.reporting") / "answer.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def _evidence(item: Evidence) -> dict[str, Any]:
    triple = item.triple
    return {
        "subject": {"id": triple.subject.id, "name": triple.subject.name},
        "relation": {"id": triple.relation.id, "name": triple.relation.name},
        "object": {"id": triple.object.id, "name": triple.object.name},
        "score": item.score,
        "hop": item.hop,
        "step": item.step,
    }
