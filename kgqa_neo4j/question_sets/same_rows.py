"""Compare query results as tables: values normalized, columns matched in the best order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from neo4j.graph import Node, Path, Relationship
from neo4j.time import Date, DateTime

Rows = Sequence[Mapping[str, Any]]

_NUMBER = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d{1,15})(\.\d+)?([eE][+-]?\d+)?")
_MIDNIGHT = re.compile(r"(\d{4}-\d\d-\d\d)T00:00(:00)?(\.0+)?(Z|[+-]\d\d:\d\d)?")
# Decimal places and significant digits to which numbers must agree.
_DIGITS = 9
# Maximum number of column orders to try; there are many only if columns are alike.
_MOST_ORDERS = 5000


@dataclass(frozen=True, slots=True)
class Comparing:
    """How values are compared. With `naming`, properties by label, a node equals the value of its naming property."""

    naming: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def value(self, value: Any) -> Any:
        """Return a hashable key for a value, equal for equivalent values."""
        if value is None or isinstance(value, bool):
            return value if value is None else str(value).casefold()
        if isinstance(value, int | float | Decimal):
            return _number(value)
        if isinstance(value, str):
            return _text(value)
        if isinstance(value, Date | DateTime | date | datetime):
            return _text(value.iso_format() if isinstance(value, Date | DateTime) else value.isoformat())
        if isinstance(value, Node):
            return self._node(value)
        if isinstance(value, Relationship):
            return ("relationship", value.element_id)
        if isinstance(value, Path):
            return ("path", tuple(one.element_id for one in value.relationships))
        if isinstance(value, Mapping):
            return ("map", tuple(sorted((key, repr(self.value(item))) for key, item in value.items())))
        if isinstance(value, list | tuple | set | frozenset):
            # Lists usually come from `collect`, in no particular order.
            return ("list", tuple(sorted(repr(self.value(item)) for item in value)))
        return _text(str(value))

    def _node(self, node: Node) -> Any:
        for label in sorted(node.labels):
            for name in self.naming.get(label, ()):
                if node.get(name) is not None:
                    return self.value(node[name])
        return ("node", node.element_id)


def same_rows(gold: Rows, predicted: Rows, comparing: Comparing, keys: Sequence[int] | None = None) -> bool:
    """Return whether two results are the same multiset of rows, in some order of the columns.

    Args:
        gold: the right result.
        predicted: the other result.
        comparing: how values are compared.
        keys: None if the order of rows does not matter; else the indices of the gold columns whose values must come in
            the same order, empty for whole rows.
    """
    if len(gold) != len(predicted):
        return False
    if not gold:
        return True
    right = [tuple(comparing.value(value) for value in row.values()) for row in gold]
    other = [tuple(comparing.value(value) for value in row.values()) for row in predicted]
    if len(right[0]) != len(other[0]):
        return False
    wanted = Counter(right)
    for order in _orders(right, other):
        rows = [tuple(row[place] for place in order) for row in other]
        if Counter(rows) == wanted and (keys is None or _keyed(rows, keys) == _keyed(right, keys)):
            return True
    return False


def _orders(right: Sequence[tuple[Any, ...]], other: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield column orders for `other` in which each column has the same values as that of `right` at its position."""
    width = len(right[0])
    wanted = [Counter(row[place] for row in right) for place in range(width)]
    had = [Counter(row[place] for row in other) for place in range(width)]
    fits = [[place for place in range(width) if had[place] == wanted[column]] for column in range(width)]
    left = _MOST_ORDERS

    def extend(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        nonlocal left
        if len(order) == width:
            left -= 1
            yield order
            return
        for place in fits[len(order)]:
            if place not in order and left > 0:
                yield from extend((*order, place))

    return extend(())


def _keyed(rows: Sequence[tuple[Any, ...]], keys: Sequence[int]) -> list[tuple[Any, ...]]:
    return [tuple(row[place] for place in keys) for row in rows] if keys else list(rows)


def _number(value: int | float | Decimal) -> Any:
    if isinstance(value, int):
        return value
    number = float(value)
    if number != number or number in (float("inf"), float("-inf")):
        return str(number)
    rounded = float(f"{round(number, _DIGITS):.{_DIGITS}g}")
    return int(rounded) if rounded.is_integer() else rounded


def _text(value: str) -> Any:
    text = " ".join(value.split()).casefold()
    if _NUMBER.fullmatch(text) and not (len(text) > 1 and text[0] == "0" and text[1].isdigit()):
        return _number(Decimal(text.replace(",", "")))
    # A day equals its midnight.
    return match[1] if (match := _MIDNIGHT.fullmatch(text.upper())) else text
