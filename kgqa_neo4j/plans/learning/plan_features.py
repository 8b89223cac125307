"""The factors of a plan: features that plans share, so that what is learned about one applies to others.

A plan's learned score is the sum of its factors' scores. "Who wrote the films that share an actor with X" may never
have been seen, but its steps have, alone and in pairs; so a few questions go a long way.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa_neo4j.plans.plan import Move, Path, Plan

Factor = tuple[str, ...]
"""The kind of a factor and its parts, as strings: a key that JSON can hold."""


def factors_of(plan: Plan) -> dict[Factor, float]:
    """Return the factors of a plan with their weights, averaged over its chains."""
    found: dict[Factor, float] = {}
    for chain in plan.chains:
        for factor, weight in _of_path(chain.path):
            found[factor] = found.get(factor, 0.0) + weight / len(plan.chains)
    for name, holds in (
        ("joined", len(plan.chains) > 1),
        ("revisited", plan.revisited),
        ("conditions", bool(plan.conditions)),
        ("extreme", plan.extreme is not None),
        (plan.form.value, plan.form.value != "which"),
    ):
        if holds:
            found["form", name] = 1.0
    return found


def _of_path(path: Path) -> Iterator[tuple[Factor, float]]:
    if not path:
        return
    named = [_name(move) for move in path]
    yield ("path", *named), 1.0
    yield ("length", str(len(path))), 1.0
    yield ("first", named[0]), 1.0
    yield ("last", named[-1]), 1.0
    for place, move in enumerate(path):
        yield ("step", named[place]), 0.7
        # Regardless of direction: "directed" may mean either.
        yield ("relation", move.relation), 0.35
        if place:
            yield ("pair", named[place - 1], named[place]), 0.7
            yield ("turn", "back" if move == path[place - 1].back else "on"), 1.0


def _name(move: Move) -> str:
    return f"{'+' if move.outward else '-'}{move.relation}"
