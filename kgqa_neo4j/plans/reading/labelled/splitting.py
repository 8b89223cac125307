"""Splits paths through nodes that lead to one node only: "paid both Ann and Bo" takes two payments."""

from __future__ import annotations

from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.language.query import Branch, Pattern
from kgqa_neo4j.plans.plan import Move

# Maximum average number of nodes that a step leads to if it leads to one.
_ONE = 1.01


def split_ways(schema: PropertyGraphSchema, pattern: Pattern) -> Pattern:
    """Return a pattern with separate paths to two ends if each node on the way has only one of them."""
    return replace(pattern, branches=tuple(way for one in pattern.branches for way in _ways(schema, one)))


def _ways(schema: PropertyGraphSchema, branch: Branch) -> list[Branch]:
    inner = split_ways(schema, branch.pattern)
    moves = [one.path[0] for one in inner.branches if one.is_one_step]
    twice = [move for move in dict.fromkeys(moves) if moves.count(move) > 1 and _leads_to_one(schema, move)]
    if not twice or not branch.is_one_step:
        return [replace(branch, pattern=inner)]
    ends = [one for one in inner.branches if one.is_one_step and one.path[0] == twice[0]]
    rest = [one for one in inner.branches if one not in ends]
    return [replace(branch, pattern=replace(inner, branches=(*rest, end))) for end in ends]


def _leads_to_one(schema: PropertyGraphSchema, move: Move) -> bool:
    kind = schema.type.get(move.relation)
    return kind is not None and 0 < (kind.fan_out if move.outward else kind.fan_in) <= _ONE
