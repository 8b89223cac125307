"""Text form of chains of relations."""

from __future__ import annotations

from collections.abc import Iterable


def chain_text(topic: str, steps: Iterable[tuple[str, bool]]) -> str:
    """Return a chain as text: ``Ada - works at - ~ located in``; ``~`` marks a step against its direction."""
    return " - ".join([topic, *(step_text(*step) for step in steps)])


def step_text(relation: str, outward: bool) -> str:
    """Return a step as text; ``~`` marks a step against its direction."""
    return relation if outward else f"~ {relation}"
