"""Decides from the names at a relation's ends whether it leads to dates and times."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.schema import RelationFacts

# Minimum share of the names at a relation's end that look like years or days, to treat them all as times.
_MOSTLY = 0.8
TIME_NAME = re.compile(r"[12]?\d{3}(?:-\d\d(?:-\d\d)?)?")


def leads_to_times(move: Move, relations: Mapping[str, RelationFacts]) -> bool:
    """Whether a step leads to times: literals, or names that look like years or days."""
    facts = relations.get(move.relation)
    if facts is None:
        return False
    kind, names = (facts.object_type, facts.objects) if move.outward else (facts.subject_type, facts.subjects)
    if kind:
        return kind == "time"
    dated = sum(bool(TIME_NAME.fullmatch(name)) for name in names)
    return bool(names) and dated >= _MOSTLY * len(names)
