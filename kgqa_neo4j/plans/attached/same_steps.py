"""Merges branches about the same relationships: "talks at LingTech" are presentations there that are talks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from kgqa_neo4j.plans.language.property_terms import PROPERTY
from kgqa_neo4j.plans.language.query import Branch, Pattern, Quantifier, Query


def as_one_step(branches: Sequence[Branch]) -> tuple[Branch, ...]:
    """Return the branches of one node, merging conditions on a step's relationships or on the values at its end into
    the only other branch along the same step.

    "Talks at a place" were presented there as talks, rather than presented there and held as a talk elsewhere; "who
    scored in the final of a cup" is about the final of that cup.
    """
    found = list(branches)
    at = 0
    while at < len(found):
        one = found[at]
        others = [other for other in found if other is not one and other.path == one.path and other.is_one_step]
        if one.is_one_step and len(others) == 1 and (joined := _joined(others[0], one)):
            found[found.index(others[0])] = joined
            del found[at]
        else:
            at += 1
    return tuple(found)


def grouped_by(query: Query, kinds: Collection[str]) -> Query:
    """Return the query grouped by the end of its only branch along one of these types, unchanged if it has none.

    "How many people report to each manager" groups by the managers they report to, not by something else.
    """
    steps = [one for one in query.pattern.branches if one.is_one_step and one.path[0].relation in kinds]
    if not query.group or len(steps) != 1 or not steps[0].pattern.any or query.group == steps[0].path:
        return query
    left = tuple(one for one in query.pattern.branches if one is not steps[0])
    return replace(query, pattern=replace(query.pattern, branches=left), group=steps[0].path)


def _joined(branch: Branch, other: Branch) -> Branch | None:
    """Return the merger of two branches along the same step; None if they may be about different relationships."""
    facts = (*branch.facts, *other.facts)
    if other.pattern.any:
        return replace(branch, facts=facts) if other.facts else None
    ours, theirs = branch.pattern, other.pattern
    if not _holds_values(theirs) or ours.entities or ours.either or any(map(_is_value, ours.branches)):
        return None
    if ours.label and theirs.label and ours.label != theirs.label:
        return None
    pattern = replace(ours, label=ours.label or theirs.label, branches=(*ours.branches, *theirs.branches))
    return replace(branch, pattern=pattern, facts=facts)


def _holds_values(pattern: Pattern) -> bool:
    """Whether a pattern only requires values of its nodes."""
    plain = not (pattern.tests or pattern.entities or pattern.either)
    return plain and all(map(_is_value, pattern.branches))


def _is_value(branch: Branch) -> bool:
    value = bool(branch.path) and branch.path[0].relation.startswith(PROPERTY)
    return value and branch.quantifier is Quantifier.SOME
