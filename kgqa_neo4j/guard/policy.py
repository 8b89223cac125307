"""What a query may contain: clauses, functions, names. Whatever is not listed is refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

CONTENT_KEYWORDS = frozenset({"ALL", "DISTINCT", "OPTIONAL", "TRUE", "FALSE"})
"""Keywords that make a difference in the tree of a query, not only to its form."""

KEYWORDS = CONTENT_KEYWORDS | frozenset(
    {"MATCH", "UNWIND", "WITH", "RETURN", "WHERE", "ORDER", "BY", "SKIP", "LIMIT", "UNION", "AS"}
    | {"AND", "OR", "XOR", "NOT", "IN", "IS", "NULL", "STARTS", "ENDS", "CONTAINS"}
    | {"CASE", "WHEN", "THEN", "ELSE", "END", "ASC", "DESC", "ASCENDING", "DESCENDING"}
)
"""Keywords of the Cypher that may be written; none of them is a name."""

RESERVED = frozenset(
    {"ALTER", "CALL", "CREATE", "CYPHER", "DELETE", "DENY", "DETACH", "DROP", "EXPLAIN", "FILTER", "FINISH"}
    | {
        "FOREACH",
        "GRANT",
        "INSERT",
        "LET",
        "LOAD",
        "MERGE",
        "NODETACH",
        "PROFILE",
        "REMOVE",
        "RENAME",
        "REVOKE",
    }
    | {"SET", "SHOW", "TERMINATE", "USE", "YIELD"}
)
"""Keywords of Cypher that begin what may not be written; none of them is a name either."""

SUBQUERIES = frozenset({"EXISTS", "COUNT", "COLLECT"})
"""Subqueries, which read as everything else does."""

QUANTIFIERS = frozenset({"ALL", "ANY", "NONE", "SINGLE"})
"""Conditions on the elements of a list: ``any(x IN list WHERE ...)``."""

FUNCTIONS = frozenset(
    {"coalesce", "count", "collect", "min", "max", "avg", "sum", "abs", "round", "size", "head", "last"}
    | {"date", "date.truncate", "duration", "duration.between", "duration.indays", "duration.inmonths"}
    | {"tofloat", "tointeger", "tostring", "tolower", "toupper", "type", "length", "nodes", "relationships"}
)
"""Functions, in small letters. None of them can build a large value from small ones: no ``range``,
``reduce``, ``replace`` or ``repeat``."""

ENTITY = "Entity"
"""The label of every node that a query may meet."""

LABELS = frozenset({ENTITY, "Value", "Mediator"})
NODE_KEYS = frozenset(
    {"id", "name", "aliases", "description", "datatype", "value", "precision", "unit", "unit_id", "language"}
)
TIME_KEYS = frozenset(
    f"{name}{suffix}" for name in ("start_time", "end_time", "point_in_time") for suffix in ("", "_precision")
)
INTERNAL_KEYS = frozenset({"embedding"})
"""Properties of entities and facts that no policy allows: vectors."""
PARTS = frozenset({"year", "month", "day", "years", "months", "days", "monthsOfYear", "daysOfMonth"})
"""Parts of dates and durations."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What one query may name, and how much it may ask for.

    `parameters` are those that it gets, without ``$``; `types` the relationship types that it may
    write outright; `functions` those that it may call, in small letters; `keys` the properties that it may
    read; `limit` the rows of its result; `hops` the relationships of a path of variable length.
    """

    parameters: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    functions: frozenset[str] = FUNCTIONS
    labels: frozenset[str] = LABELS
    keys: frozenset[str] = NODE_KEYS | TIME_KEYS | PARTS
    limit: int = 200
    hops: int = 4

    def allowing(self, *, parameters: Iterable[str] = (), keys: Iterable[str] = ()) -> Policy:
        """Return the policy with further parameters and properties."""
        return replace(
            self, parameters=self.parameters | set(parameters), keys=self.keys | set(keys) - INTERNAL_KEYS
        )
