"""The allowlists for untrusted queries: keywords, functions and names. Anything else is refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

CONTENT_KEYWORDS = frozenset({"ALL", "DISTINCT", "OPTIONAL", "TRUE", "FALSE"})
"""Keywords that the parser keeps in the tree, because they carry meaning."""

KEYWORDS = CONTENT_KEYWORDS | frozenset(
    {"MATCH", "UNWIND", "WITH", "RETURN", "WHERE", "ORDER", "BY", "SKIP", "LIMIT", "UNION", "AS"}
    | {"AND", "OR", "XOR", "NOT", "IN", "IS", "NULL", "STARTS", "ENDS", "CONTAINS"}
    | {"CASE", "WHEN", "THEN", "ELSE", "END", "ASC", "DESC", "ASCENDING", "DESCENDING"}
)
"""Keywords of the allowed subset of Cypher; none of them may be a name."""

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
"""Keywords of clauses and commands that are not allowed; none of them may be a name either."""

SUBQUERIES = frozenset({"EXISTS", "COUNT", "COLLECT"})
"""Keywords of subqueries, which are read-only as well."""

QUANTIFIERS = frozenset({"ALL", "ANY", "NONE", "SINGLE"})
"""Conditions on the elements of a list: ``any(x IN list WHERE ...)``."""

FUNCTIONS = frozenset(
    {"coalesce", "count", "collect", "min", "max", "avg", "sum", "abs", "round", "size", "head", "last"}
    | {"date", "date.truncate", "duration", "duration.between", "duration.indays", "duration.inmonths"}
    | {"tofloat", "tointeger", "tostring", "tolower", "toupper", "type", "length", "nodes", "relationships"}
)
"""Allowed functions in lower case. None can build a large value from small ones: no ``range``, ``reduce``, ``replace``
or ``repeat``."""

ENTITY = "Entity"
"""The label of every node that a query may match."""

LABELS = frozenset({ENTITY, "Value", "Mediator"})
NODE_KEYS = frozenset(
    {"id", "name", "aliases", "description", "datatype", "value", "precision", "unit", "unit_id", "language"}
)
TIME_KEYS = frozenset(
    f"{name}{suffix}" for name in ("start_time", "end_time", "point_in_time") for suffix in ("", "_precision")
)
INTERNAL_KEYS = frozenset({"embedding"})
"""Properties of entities and facts that no policy may allow: vectors."""
PARTS = frozenset({"year", "month", "day", "years", "months", "days", "monthsOfYear", "daysOfMonth"})
"""Parts of dates and durations."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The names that a query may use, and its limits.

    `parameters` are names without ``$``; `types` the relationship types that may be written literally; `functions` are
    in lower case; `keys` are properties; `limit` is the maximum number of rows; `hops` the maximum number of
    relationships in a variable-length path.
    """

    parameters: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    functions: frozenset[str] = FUNCTIONS
    labels: frozenset[str] = LABELS
    keys: frozenset[str] = NODE_KEYS | TIME_KEYS | PARTS
    limit: int = 200
    hops: int = 4

    def allowing(self, *, parameters: Iterable[str] = (), keys: Iterable[str] = ()) -> Policy:
        """Return this policy with additional parameters and properties."""
        return replace(
            self, parameters=self.parameters | set(parameters), keys=self.keys | set(keys) - INTERNAL_KEYS
        )
