"""Converts plans to and from JSON, the form in answers and stored plans."""

from __future__ import annotations

from typing import Any

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.plan import Plan
from kgqa_neo4j.plans.text import parse_plan, path_text, plan_text


def plan_to_json(plan: Plan) -> dict[str, Any]:
    """Return the plan as an object: `text`, which `plan_from_json` parses, and the chains step by step."""
    return {
        "text": plan_text(plan),
        "form": str(plan.form),
        "chains": [
            {
                "topic": chain.topic,
                "steps": [{"relation": move.relation, "outward": move.outward} for move in chain.path],
                "path": path_text(chain.path),
            }
            for chain in plan.chains
        ],
    }


def plan_from_json(data: dict[str, Any]) -> Plan:
    """Return the plan in an object from `plan_to_json`.

    Raises:
        InputError: there is no text, or it is no plan.
    """
    text = data.get("text")
    if not isinstance(text, str):
        raise InputError(
            "the plan's JSON has no string under 'text'", hint="get one from `kgqa plan run --json`"
        )
    return parse_plan(text)
