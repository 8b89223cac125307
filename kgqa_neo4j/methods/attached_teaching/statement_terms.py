"""Terms: expressions of a foreign statement as nodes, relationships, their properties, and aggregates of these."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kgqa_neo4j.guard.checks import tokens, trees
from kgqa_neo4j.guard.parsing import Node, name_of, text_of
from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.language.query import Summary

_SUMMARIES = {
    "count": Summary.COUNT,
    "sum": Summary.SUM,
    "avg": Summary.AVERAGE,
    "max": Summary.MAXIMUM,
    "min": Summary.MINIMUM,
    "collect": Summary.COLLECTED,
}
# Functions that are replaced by their argument, because queries compare by value whatever the type.
_AS_IT_IS = frozenset(
    {"tofloat", "tointeger", "tofloatornull", "tointegerornull", "tostring", "tolower", "toupper", "trim"}
    | {"date", "datetime", "localdatetime", "replace", "toboolean"}
)
_DATES = frozenset({"date", "datetime", "localdatetime"})
SIGNS = {
    "=": Comparison.EQUAL,
    "<>": Comparison.UNEQUAL,
    "<": Comparison.LESS,
    "<=": Comparison.AT_MOST,
    ">": Comparison.GREATER,
    ">=": Comparison.AT_LEAST,
}
"""The operators of comparisons."""
TURNED = {
    Comparison.LESS: Comparison.GREATER,
    Comparison.AT_MOST: Comparison.AT_LEAST,
    Comparison.GREATER: Comparison.LESS,
    Comparison.AT_LEAST: Comparison.AT_MOST,
}
"""The equivalent comparisons with exchanged sides."""


class NotTranslatable(Exception):
    """No query can express a statement; the message names the part that cannot be expressed."""


@dataclass(frozen=True, slots=True)
class Term:
    """The meaning of an expression: the node or relationship `owner`, its property `key`, or their aggregate `summary`
    over all rows. `owner` "" is the row itself."""

    owner: str
    key: str = ""
    summary: Summary = Summary.EACH
    distinct: bool = False


Terms = Mapping[str, Term]
"""The terms of the names bound in a statement."""


def term_of(tree: Node, names: Terms) -> Term:
    """Return the term of an expression.

    Raises:
        NotTranslatable: the expression is not a term.
    """
    kind = str(tree.data)
    if kind == "variable":
        name = _name(tree)
        if name in names:
            return names[name]
        raise NotTranslatable(f"{name} is not defined")
    if kind == "property":
        base = next(trees(tree))
        key = next(tokens(tree, "KEY"), None)
        held = term_of(base, names)
        if key is None or held.key or held.summary:
            raise NotTranslatable("parts of values")
        return replace(held, key=name_of(key))
    if kind == "function":
        return _called(tree, names)
    raise NotTranslatable(kind.replace("_", " "))


def _called(tree: Node, names: Terms) -> Term:
    name = str(next(tokens(tree, "FUNCTION"))).lower()
    arguments = list(trees(tree))
    if name == "size" and len(arguments) == 1:
        inner = term_of(arguments[0], names)
        if inner.summary is Summary.COLLECTED:
            return replace(inner, summary=Summary.COUNT)
    if name in _AS_IT_IS and arguments:
        return term_of(arguments[0], names)
    if name not in _SUMMARIES:
        raise NotTranslatable(f"the function {name}")
    if not arguments:
        return Term("", summary=Summary.COUNT)
    inner = term_of(arguments[0], names)
    if inner.summary:
        raise NotTranslatable("sums of sums")
    return replace(inner, summary=_SUMMARIES[name], distinct=any(tokens(tree, "DISTINCT")))


def constant_of(tree: Node) -> Constant | None:
    """Return the value of a constant expression; None for other expressions."""
    if tree.data == "literal":
        for token in tree.children:
            kind = getattr(token, "type", "")
            if kind == "STRING":
                return text_of(str(token))
            if kind == "INTEGER":
                return int(str(token))
            if kind == "FLOAT":
                return float(str(token))
            if kind in ("TRUE", "FALSE"):
                return "yes" if kind == "TRUE" else "no"
        return None
    if tree.data == "minus":
        inner = constant_of(next(trees(tree)))
        return -inner if isinstance(inner, int | float) and any(tokens(tree, "MINUS")) else None
    if tree.data == "function":
        arguments = list(trees(tree))
        name = str(next(tokens(tree, "FUNCTION"))).lower()
        inner = constant_of(arguments[0]) if len(arguments) == 1 and name in _AS_IT_IS else None
        return day_of(inner) or inner if name in _DATES and isinstance(inner, str) else inner
    return None


def day_of(text: str) -> Time | None:
    """Parse a text as a day; None if it is not one."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return None
    try:
        return Time.parse(text)
    except ValueError:
        return None


def _name(tree: Node) -> str:
    return name_of(str(next(tokens(tree, "NAME"))))
