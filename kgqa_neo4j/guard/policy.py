"""What a query may contain: clauses, functions, names. Whatever is not listed is refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

CLAUSES = frozenset({"MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN"})
"""What a query, a part of a union and a subquery may begin with."""

LATER = frozenset({"WHERE", "ORDER", "SKIP", "LIMIT", "UNION"})
"""What may follow inside or after these."""

OPERATORS = frozenset(
    {"AND", "OR", "XOR", "NOT", "IN", "IS", "AS", "CASE", "WHEN", "THEN", "ELSE", "STARTS", "ENDS", "CONTAINS"}
    | {"BY", "DISTINCT", "ALL"}
)
VALUES = frozenset({"NULL", "TRUE", "FALSE", "END", "ASC", "DESC", "ASCENDING", "DESCENDING"})
"""Keywords that end an operand, as a name does."""

SUBQUERIES = frozenset({"EXISTS", "COUNT", "COLLECT"})
"""Subqueries, which read as everything else does."""

FUNCTIONS = frozenset(
    {"coalesce", "count", "collect", "min", "max", "avg", "sum", "abs", "round", "size", "head", "last"}
    | {"date", "date.truncate", "duration", "duration.between", "duration.indays", "duration.inmonths"}
    | {"tofloat", "tointeger", "tostring", "tolower", "toupper", "type", "length", "nodes", "relationships"}
)
"""Functions, in small letters. None of them can build a large value from small ones: no ``range``,
``reduce``, ``replace`` or ``repeat``."""

LABELS = frozenset({"Entity", "Value", "Mediator"})
NODE_KEYS = frozenset(
    {"id", "name", "aliases", "description", "datatype", "value", "precision", "unit", "unit_id", "language"}
)
TIME_KEYS = frozenset(
    f"{name}{suffix}" for name in ("start_time", "end_time", "point_in_time") for suffix in ("", "_precision")
)
PARTS = frozenset({"year", "month", "day", "years", "months", "days", "monthsOfYear", "daysOfMonth"})
"""Parts of dates and durations."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What one query may name, and how much it may ask for.

    `parameters` are those that it gets, without ``$``; `types` the relationship types that it may
    write outright; `keys` the properties that it may read; `limit` the rows of its result; `hops` the
    relationships of a path of variable length.
    """

    parameters: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    labels: frozenset[str] = LABELS
    keys: frozenset[str] = NODE_KEYS | TIME_KEYS | PARTS
    limit: int = 200
    hops: int = 4

    def allowing(self, *, parameters: Iterable[str] = (), keys: Iterable[str] = ()) -> Policy:
        """Return the policy with further parameters and properties."""
        return replace(self, parameters=self.parameters | set(parameters), keys=self.keys | set(keys))
