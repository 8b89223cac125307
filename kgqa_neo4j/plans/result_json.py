"""Converts the result of a plan or query to JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgqa_neo4j.model.graph import Triple
from kgqa_neo4j.plans.execution import Result
from kgqa_neo4j.plans.language.execution import QueryResult
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.plan_json import plan_to_json


def result_to_json(result: Result | QueryResult) -> dict[str, Any]:
    """Return the result as one object, as printed by `kgqa plan run --json`."""
    rows = {}
    if isinstance(result, QueryResult):
        plan: dict[str, Any] = {"text": query_text(result.query), "form": str(result.query.form)}
        rows = {"rows": [[{"id": cell.id, "name": cell.name} for cell in row] for row in result.rows]}
    else:
        plan = plan_to_json(result.plan)
    return {
        "plan": plan,
        "entities": [{"id": one.id, "name": one.name} for one in result.entities],
        **rows,
        "total": result.total,
        "cut": result.cut,
        "cypher": result.statement.text if result.statement else "",
        "parameters": result.statement.parameters if result.statement else {},
        "evidence": _evidence_to_json(result.evidence),
    }


def _evidence_to_json(evidence: Sequence[tuple[Triple, int]]) -> list[dict[str, Any]]:
    return [
        {"subject": triple.subject.id, "relation": triple.relation.id, "object": triple.object.id, "hop": hop}
        for triple, hop in evidence
    ]
