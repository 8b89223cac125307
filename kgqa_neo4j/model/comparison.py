"""Comparison operators of plans and of value constraints in questions."""

from __future__ import annotations

from enum import StrEnum

from kgqa_neo4j.model.literals import Time

Constant = int | float | str | Time
"""A constant that a value is compared with."""


class Comparison(StrEnum):
    """Comparison of a value with a constant. `AT` is for facts, which hold on a date; the last three are for texts."""

    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="
    AT = "at"
    CONTAINS = "contains"
    STARTS = "starts with"
    ENDS = "ends with"

    @property
    def is_order(self) -> bool:
        """Whether it compares by size."""
        return self in (Comparison.LESS, Comparison.AT_MOST, Comparison.GREATER, Comparison.AT_LEAST)

    @property
    def is_text(self) -> bool:
        """Whether it looks for a part of a text."""
        return self in (Comparison.CONTAINS, Comparison.STARTS, Comparison.ENDS)
