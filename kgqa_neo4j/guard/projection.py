"""Rewriting of an untrusted query: restricted to entities, and returning only what may leave the graph.

Returned values are rebuilt on the server: a node becomes its id, name and labels, without its vector or other
properties; a relationship becomes null; lists and texts are truncated.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from kgqa_neo4j.guard.checks import integer, tokens, trees
from kgqa_neo4j.guard.kinds import Kind, bound, kind_of, passed_on
from kgqa_neo4j.guard.parsing import Node, name_of
from kgqa_neo4j.guard.policy import ENTITY, Policy
from kgqa_neo4j.model.errors import CypherRefused, Refusal

ID_KEY, NAME_KEY, LABELS_KEY = "kgqa_id", "kgqa_name", "kgqa_labels"
"""Keys of a returned node; no query can write them."""
UNTYPED = "kgqa_untyped"
"""A parameter with the value null; in a list with a column, it keeps the server from inferring the column's type."""
MAX_TEXT = 2000
MAX_INNER = 50
_SCALAR = "BOOLEAN | INTEGER | FLOAT | DATE | DURATION"
_PROOF = (
    "RETURN DISTINCT [fact IN [{names}] WHERE fact IS NOT NULL AND startNode(fact):Entity | "
    # As text, because the driver cannot read dates before year 1.
    "fact {{start_time: toString(fact.start_time), end_time: toString(fact.end_time), "
    "point_in_time: toString(fact.point_in_time), type: type(fact), source: startNode(fact).id, "
    "source_name: startNode(fact).name, target: endNode(fact).id, target_name: endNode(fact).name}}] AS facts"
)


@dataclass(frozen=True, slots=True)
class Written:
    """A query, or one part of a union: the text to show, the text to run, and the query for its proof ("" if none)."""

    shown: str
    run: str
    proof: str


def write(query: str, tree: Node, policy: Policy) -> list[Written]:
    """Return the rewritten parts of a query, with row limits; all but the first begin with UNION.

    Raises:
        CypherRefused: a LIMIT is not a number, or RETURN * has no columns.
    """
    text = _Text(query)
    parts = list(trees(tree, "single"))
    for part in parts:
        _Entities(text.insertions).visit(part)
    unions = ["", *(f"{query[union.meta.start_pos : union.meta.end_pos]} " for union in trees(tree, "union"))]
    return [_part(text, part, union, policy) for part, union in zip(parts, unions, strict=True)]


@dataclass(slots=True)
class _Text:
    query: str
    insertions: dict[int, str] = field(default_factory=dict)

    def between(self, start: int, end: int) -> str:
        """Return a piece of the query, including the insertions within it."""
        places = [place for place in sorted(self.insertions) if start < place <= end]
        bounds = [start, *places, end]
        pieces = [self.query[begin:stop] for begin, stop in pairwise(bounds)]
        joined = [piece + self.insertions[place] for piece, place in zip(pieces, places, strict=False)]
        return "".join([*joined, pieces[-1]])

    def of(self, tree: Node) -> str:
        return self.between(tree.meta.start_pos, tree.meta.end_pos)


@dataclass(slots=True)
class _Entities:
    """Adds the label `ENTITY` to unlabelled nodes of patterns, where their variables are first bound."""

    insertions: dict[int, str]
    bound: set[str] = field(default_factory=set)

    def visit(self, tree: Node) -> None:
        outer = set(self.bound)
        if tree.data in ("path", "pattern"):
            self._label(tree)
        for child in trees(tree):
            self.visit(child)
        if tree.data == "with":
            self._pass_on(tree)
        elif tree.data == "subquery":
            self.bound = outer

    def _label(self, path: Node) -> None:
        nodes = list(_nodes(path))
        named = [next(tokens(node, "NAME"), None) for node in nodes]
        free = any(tokens(path, "NAME")) or not any(named)
        for node, name in zip(nodes, named, strict=True):
            text = name_of(name) if name else ""
            # An unnamed node next to a named one needs no label: it is an entity like that node, and not a value of
            # the query (unless the whole path is named).
            if (not any(trees(node, "labels"))) and (text not in self.bound if name else free):
                place = name.end_pos if name else node.meta.start_pos + 1
                self.insertions[place or 0] = f":{ENTITY}"
            if name:
                self.bound.add(text)

    def _pass_on(self, clause: Node) -> None:
        items = next(trees(clause, "items"))
        if any(tokens(items, "STAR")):
            return
        kept = (name_of(item) for item in map(passed_on, trees(items, "item")) if item)
        self.bound &= set(kept)


def _nodes(tree: Node) -> list[Node]:
    found: list[Node] = []
    for part in trees(tree, "node", "inner_node", "group"):
        found += _nodes(part) if part.data == "group" else [part]
    return found


def _part(text: _Text, part: Node, union: str, policy: Policy) -> Written:
    returned = next(trees(part, "return"))
    start, middle, end = part.meta.start_pos, returned.meta.start_pos, part.meta.end_pos
    matched = text.between(start, middle)
    most = policy.limit
    if (limit := limit_of(returned)) is not None:
        most, end = min(most, limit[0]), limit[1]
    shown = f"{text.between(start, end).rstrip()} LIMIT {most}"
    items = next(trees(returned, "items"))
    known = bound(part)
    stars = any(tokens(items, "STAR"))
    columns = {_quoted(name): kind for name, kind in known.items()} if stars else {}
    values = ["*"] if stars else []
    for item in trees(items, "item"):
        name, value = _column(text, item)
        columns[name] = kind_of(item, known)
        values.append(f"{value} AS {name}")
    if not columns:
        raise CypherRefused(Refusal.FORM, "RETURN * has nothing to return")
    distinct = "DISTINCT " if any(tokens(returned, "DISTINCT")) else ""
    after = "".join(f" {text.of(order)}" for order in trees(returned, "order", "skip"))
    returns = ", ".join(
        f"{_returned(name, kind, policy.limit + 1)} AS {name}" for name, kind in columns.items()
    )
    run = f"{matched}WITH {distinct}{', '.join(values)}{after} LIMIT {most}\nRETURN {returns}"
    return Written(f"{union}{shown}", f"{union}{run}", _proof(part, matched, policy))


def limit_of(returned: Node) -> tuple[int, int] | None:
    """Return the number in a RETURN's LIMIT, and the position where the LIMIT begins; None without a LIMIT.

    Raises:
        CypherRefused: the LIMIT is not a number.
    """
    limit = next(trees(returned, "limit"), None)
    if limit is None:
        return None
    number = integer(next(trees(limit), None))
    if number is None:
        raise CypherRefused(Refusal.FORM, "LIMIT takes one number, at the end")
    return number, limit.meta.start_pos


def _returned(name: str, kind: Kind, most: int) -> str:
    """Return the expression to return for a column: of lists the first `most` elements, of inner lists fewer."""
    if kind is Kind.PLAIN:
        return name
    if kind is Kind.PLAINS:
        return f"{name}[..{most}]"
    if kind is Kind.NODE:
        return f"CASE WHEN {name} IS NOT NULL THEN {_entity(name)} END"
    if kind is Kind.FACT:
        return "NULL"
    value = (
        f"CASE WHEN one IS :: LIST<ANY> THEN [two IN one[..{most}] | {_inner('two')}] ELSE {_inner('one')} END"
    )
    return f"head([one IN [{name}, ${UNTYPED}][..1] | {value}])"


def _inner(value: str) -> str:
    leaf = _leaf("three")
    listed = f"WHEN {value} IS :: LIST<ANY> THEN [three IN {value}[..{MAX_INNER}] | {leaf}]"
    path = f"WHEN {value} IS :: PATH THEN [three IN nodes({value}) | {_entity('three')}]"
    held = f"[key IN keys({value})[..{MAX_INNER}] | {value}[key]]"
    map_ = f"WHEN {value} IS :: MAP AND NOT ({_timed(value)}) THEN [three IN {held} | {leaf}]"
    return f"CASE {listed} {path} {map_} ELSE {_leaf(value)} END"


def _leaf(value: str) -> str:
    time = f"{{value: {value}.value, precision: left({value}.precision, {MAX_INNER})}}"
    return (
        f"CASE WHEN {value} IS :: STRING THEN left({value}, {MAX_TEXT}) "
        f"WHEN {value} IS :: {_SCALAR} THEN {value} WHEN {value} IS :: NODE THEN {_entity(value)} "
        f"WHEN {value} IS :: MAP AND {_timed(value)} THEN {time} END"
    )


def _timed(value: str) -> str:
    """Return a test whether a map is a time with its precision, as returned by the conditions in `dialect`."""
    return f"{value}.value IS :: DATE NOT NULL AND {value}.precision IS :: STRING"


def _entity(node: str) -> str:
    return (
        f"{{{ID_KEY}: CASE WHEN {node}:{ENTITY} THEN toString({node}.id) END, "
        f"{NAME_KEY}: left(toString({node}.name), {MAX_TEXT}), {LABELS_KEY}: labels({node})}}"
    )


def _column(text: _Text, item: Node) -> tuple[str, str]:
    """Return (name, expression) of a column, the name in backticks."""
    alias = next(tokens(item, "NAME"), None)
    value = text.of(item) if alias is None else text.between(item.meta.start_pos, _before(item))
    written = text.query[item.meta.start_pos : item.meta.end_pos]
    return _quoted(name_of(alias or passed_on(item)) or written), value


def _before(item: Node) -> int:
    """Return the end position of the expression in an item with an alias."""
    ends = [
        child.meta.end_pos if not hasattr(child, "end_pos") else child.end_pos for child in item.children[:-1]
    ]
    return int(ends[-1] or 0)


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"


def _proof(part: Node, matched: str, policy: Policy) -> str:
    """Return a query for the facts that the patterns match, "" if none of them is named or there is a WITH."""
    if any(trees(part, "with")):
        return ""
    names = [
        str(name)
        for clause in trees(part, "match")
        for path in trees(clause, "path")
        for step in trees(path, "step")
        # The variable of a variable-length path is a list.
        if not any(trees(step, "range", "quantifier"))
        for name in tokens(step, "NAME")
    ]
    if not names:
        return ""
    listed = ", ".join(dict.fromkeys(names))
    return f"{matched}{_PROOF.format(names=listed)} LIMIT {policy.limit}"
