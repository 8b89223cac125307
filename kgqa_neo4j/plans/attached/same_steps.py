"""Branches that speak of the same relationships: "talks at LingTech" are presentations there that are talks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.plans.language.query import Branch, Quantifier


def as_one_step(branches: Sequence[Branch]) -> tuple[Branch, ...]:
    """Return branches of one node with what holds of relationships put to the only other branch along these.

    Who asks for the talks at a place means what was presented there, and not what was presented there and held as a
    talk elsewhere.
    """
    found = list(branches)
    at = 0
    while at < len(found):
        one = found[at]
        others = [other for other in found if other is not one and other.path == one.path and _is_plain(other)]
        if one.facts and one.pattern.any and _is_plain(one) and len(others) == 1:
            (other,) = others
            found[found.index(other)] = replace(other, facts=(*other.facts, *one.facts))
            del found[at]
        else:
            at += 1
    return tuple(found)


def _is_plain(branch: Branch) -> bool:
    return (
        branch.quantifier is Quantifier.SOME
        and branch.count is None
        and not branch.name
        and len(branch.path) == 1
    )
