"""A plan as JSON, and back: what answers and stored plans hold."""

from __future__ import annotations

from typing import Any

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.plan import Plan
from kgqa_neo4j.plans.text import parse_plan, path_text, plan_text


def plan_to_json(plan: Plan) -> dict[str, Any]:
    """Return the plan as an object: `text`, from which `plan_from_json` reads it, and its chains in parts."""
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
    """Return the plan of such an object.

    Raises:
        InputError: it is none.
    """
    text = data.get("text")
    if not isinstance(text, str):
        raise InputError("a plan in JSON has its text under 'text'", hint="`kgqa plan run --json` prints one")
    return parse_plan(text)
