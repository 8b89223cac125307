"""Checks of an untrusted query's tree: only listed names, and sizes that a server can handle.

For some short queries (long conditions, patterns of many nodes, lists of lists), Neo4j takes much longer to plan than
to run. Its limits on time and memory do not cover planning, so the sizes are limited here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod

from lark import Token, Tree

from kgqa_neo4j.guard.parsing import Node, name_of
from kgqa_neo4j.guard.policy import Policy
from kgqa_neo4j.model.errors import CypherRefused, Refusal

MAX_HEIGHT = 60
"""Maximum number of levels; deeper trees could not be traversed either."""
MAX_DIGITS = 30
MAX_ELEMENTS = 100
MAX_COLUMNS = 16
MAX_COMPARED = 3
MAX_DECIMALS = 15
# Maximum growth of a value: each WITH can double a text by x + x, each UNWIND a list by [x, x].
MAX_GROWTH = 32
MAX_OF = {
    "with": (4, "WITH"),
    "unwind": (3, "UNWIND"),
    "union": (3, "UNION"),
    "subquery": (8, "subqueries"),
    "comprehension": (4, "list comprehensions"),
    "when": (80, "WHEN"),
    "node": (16, "nodes in patterns"),
    "step": (10, "steps in patterns"),
    "and": (80, "AND"),
    "or": (40, "OR"),
    "xor": (4, "XOR"),
    "not": (24, "NOT"),
    "sum": (24, "additions and subtractions"),
    "product": (12, "multiplications and divisions"),
    "list": (200, "elements in lists"),
}
_OPERATORS = frozenset({"and", "or", "xor", "sum", "product"})
CONDITIONS = frozenset({"and", "or", "xor", "not", "comparison", "is_null", "text_test", "has_label"})


def check(tree: Node, policy: Policy) -> None:
    """Check a query against `policy` and the limits of this module.

    Raises:
        CypherRefused: the query names something that is not listed, or is too large.
    """
    _check_height(tree)
    _check_names(tree, policy)
    _check_sizes(tree, policy)
    growth: dict[str, int] = {}
    for clause in walk(tree):
        # Scopes are ignored: reusing a name can only overestimate its growth.
        _record_growth(clause, growth)


def integer(tree: object) -> int | None:
    """Return the value of an integer literal, None for any other tree."""
    if isinstance(tree, Tree) and tree.data == "literal" and tree.children:
        token = tree.children[0]
        if isinstance(token, Token) and token.type == "INTEGER":
            return int(token[:MAX_DIGITS])
    return None


def walk(tree: Node) -> Iterator[Node]:
    """Yield a tree and all its subtrees, in the order of the text."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += reversed(list(trees(one)))


def trees(tree: Node, *kinds: str) -> Iterator[Node]:
    """Yield the children of a tree that are trees, of the given kinds if any."""
    for child in tree.children:
        if isinstance(child, Tree) and (not kinds or child.data in kinds):
            yield child


def tokens(tree: Node, *types: str) -> Iterator[Token]:
    """Yield the children of a tree that are tokens of the given types."""
    for child in tree.children:
        if isinstance(child, Token) and child.type in types:
            yield child


def _refuse(kind: Refusal, why: str) -> None:
    raise CypherRefused(kind, why)


def _check_height(tree: Node) -> None:
    level, height = [tree], 0
    while level:
        height += 1
        if height > MAX_HEIGHT:
            _refuse(Refusal.SIZE, "the query is nested too deeply")
        level = [child for one in level for child in trees(one)]


def _check_names(tree: Node, policy: Policy) -> None:
    for subtree in walk(tree):
        kind = subtree.data
        for token in tokens(subtree, "KEY"):
            if name_of(token) not in policy.keys:
                _refuse(Refusal.PROPERTY, f"the property {name_of(token)[:40]} may not be read")
        for token in tokens(subtree, "PARAMETER"):
            if token[1:] not in policy.parameters:
                _refuse(Refusal.PARAMETER, f"there is no parameter {token}")
        if kind in ("label", "type"):
            allowed, what = (policy.labels, "label") if kind == "label" else (policy.types, "relationship type")
            for token in tokens(subtree, "NAME"):
                if name_of(token) not in allowed:
                    _refuse(Refusal.IDENTIFIER, f"the {what} {name_of(token)[:40]} may not be named")
        elif kind in ("property", "map_projection"):
            if any(tokens(subtree, "STAR")):
                _refuse(Refusal.PROPERTY, "properties are read by name")
        elif kind in ("index", "slice"):
            if any(integer(place) is None for place in list(trees(subtree))[1:]):
                # ``n['question']`` could read any property of a node.
                _refuse(Refusal.PROPERTY, "brackets after a value may only hold a place in a list: [0], [0..3]")
        elif kind == "function":
            _check_function(subtree, policy)
        elif kind == "comprehension":
            _check_comprehension(subtree)


def _check_function(tree: Node, policy: Policy) -> None:
    name = next(tokens(tree, "FUNCTION"))
    if name.lower() not in policy.functions:
        _refuse(Refusal.FUNCTION, f"the function {name} may not be used")
    if any(tokens(tree, "STAR")) and name.lower() != "count":
        _refuse(Refusal.FORM, f"{name} does not take *")
    if name.lower() == "round":
        # Rounding to a billion decimals would use up all memory.
        decimals = [integer(argument) for argument in list(trees(tree))[1:2]]
        if any(count is None or count > MAX_DECIMALS for count in decimals):
            _refuse(Refusal.SIZE, f"round takes 0 to {MAX_DECIMALS} decimals")


def _check_comprehension(tree: Node) -> None:
    """Refuse a list per element of a list: the result grows quadratically, which the server's limits do not notice."""
    loop = name_of(next(tokens(tree, "NAME")))
    for part in trees(tree, "where", "projected"):
        for subtree in walk(part):
            if subtree.data in ("comprehension", "quantified", "subquery", "pattern"):
                _refuse(Refusal.SIZE, "a list comprehension may not hold another one, nor a subquery")
    for part in trees(tree, "projected"):
        used, read = Counter(_variables(part)), Counter[str]()
        for base in part.find_data("property"):
            read.update(name for one in trees(base, "variable") for name in _variables(one))
        if any(count > read[name] for name, count in used.items() if name != loop):
            _refuse(Refusal.SIZE, f"a list comprehension may return {loop}, and of other names only properties")


def _variables(tree: Node) -> list[str]:
    return [name_of(name) for variable in tree.find_data("variable") for name in tokens(variable, "NAME")]


def _check_sizes(tree: Node, policy: Policy) -> None:
    counts: Counter[str] = Counter()
    for subtree in walk(tree):
        kind = subtree.data
        if kind in _OPERATORS:
            operators = sum(1 for _ in tokens(subtree, "PLUS", "MINUS", "STAR")) if kind == "sum" else 0
            counts[kind] += operators or sum(1 for _ in trees(subtree)) - 1
        elif kind == "list":
            elements = sum(1 for _ in trees(subtree))
            counts[kind] += elements
            if elements > MAX_ELEMENTS:
                _refuse(Refusal.SIZE, f"a list may have {MAX_ELEMENTS} elements")
        elif kind in ("node", "inner_node"):
            counts["node"] += 1
        elif kind == "path" or kind == "pattern":
            counts["step"] += _steps(subtree, policy)
        elif kind == "comparison" and sum(1 for _ in trees(subtree)) > MAX_COMPARED:
            _refuse(Refusal.SIZE, f"{MAX_COMPARED} values may be compared in a row")
        elif kind in ("not", "minus") and any(any(trees(below, kind)) for below in trees(subtree, kind)):
            _refuse(Refusal.SIZE, f"{'NOT' if kind == 'not' else '-'} may not be repeated")
        elif kind == "items" and len(subtree.children) > MAX_COLUMNS:
            _refuse(Refusal.SIZE, f"{MAX_COLUMNS} values may be returned")
        elif kind in MAX_OF and kind != "step":
            counts[kind] += 1
        for token in tokens(subtree, "INTEGER", "FLOAT"):
            if len(token) > MAX_DIGITS or (token.type == "INTEGER" and len(token) > 1 and token[0] == "0"):
                _refuse(Refusal.FORM, f"{token[:MAX_DIGITS]} is no number that may be used")
    for kind, (most, what) in MAX_OF.items():
        if counts[kind] > most:
            _refuse(Refusal.SIZE, f"a query may have {most} {what}, this one has {counts[kind]}")


def _steps(tree: Node, policy: Policy) -> int:
    """Return the maximum number of relationships in a path."""
    total = 0
    for part in trees(tree, "step", "group"):
        once = _steps(part, policy) if part.data == "group" else 1
        total += once * prod(_most(often, policy) for often in trees(part, "range", "quantifier"))
    return total


def _most(tree: Node, policy: Policy) -> int:
    """Return the maximum number of repetitions of a part of a path."""
    numbers = [child for child in tree.children if isinstance(child, Token)]
    last = numbers[-1]
    if last.type != "INTEGER" or len(last) > 2 or int(last) > policy.hops:
        _refuse(Refusal.SIZE, f"a path may have {policy.hops} steps: *1..2, {{1,2}}")
    return int(last)


def _record_growth(clause: Node, growth: dict[str, int]) -> None:
    """Record how large the values named by a clause may become, as multiples of the original values."""
    if clause.data == "item":
        size = _growth(clause, growth)
        names = list(tokens(clause, "NAME"))
        if names:
            growth[name_of(names[-1])] = size
    elif clause.data == "unwind":
        growth[name_of(next(tokens(clause, "NAME")))] = _growth(clause, growth)


def _growth(tree: Node, growth: dict[str, int]) -> int:
    kind = tree.data
    below = [_growth(child, growth) for child in trees(tree)]
    size = max([0 if kind == "literal" else 1, *below])
    if kind in CONDITIONS or kind in ("property", "subquery", "pattern", "quantified"):
        size = 1
    elif kind in ("variable", "map_projection"):
        size = max([growth.get(name_of(token), 1) for token in tokens(tree, "NAME")] + [size])
    elif kind in ("list", "sum", "map"):
        size = sum(below)
    if size > MAX_GROWTH:
        _refuse(Refusal.SIZE, "a value may not be put together from itself again and again")
    return size
