"""Translation of foreign Cypher statements about an attached graph into equivalent queries of the plan language.

Statements are parsed by the guard's grammar. Equivalence is not guaranteed, so callers compare the rows of both. There
is no query for texts compared by order, computed values, and aggregates of aggregates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.guard.checks import tokens, trees
from kgqa_neo4j.guard.parsing import Node, name_of, parsed
from kgqa_neo4j.guard.projection import limit_of
from kgqa_neo4j.methods.attached_teaching.statement_drafts import Drafts, NodeDraft, branch_of
from kgqa_neo4j.methods.attached_teaching.statement_tables import RowsDraft, tabled, tested
from kgqa_neo4j.methods.attached_teaching.statement_terms import (
    SIGNS,
    TURNED,
    NotTranslatable,
    Term,
    constant_of,
    term_of,
)
from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.plans.language.query import (
    Branch,
    FactTest,
    Pattern,
    Quantifier,
    Query,
    Summary,
    ValueTest,
)

_TEXTS = {
    "CONTAINS": Comparison.CONTAINS,
    "STARTS WITH": Comparison.STARTS,
    "ENDS WITH": Comparison.ENDS,
}
_DESCENDING = re.compile(r"[\s)]*DESC", re.IGNORECASE)


def query_of_statement(statement: str, schema: PropertyGraphSchema) -> Query:
    """Return the query equivalent to a statement about the graph of `schema`.

    Raises:
        NotTranslatable: there is no equivalent query.
        CypherRefused: the guard's grammar does not accept the statement.
    """
    _, tree = parsed(statement)
    parts = list(trees(tree, "single"))
    if len(parts) > 1:
        raise NotTranslatable("UNION")
    return _Reading(statement, schema).query(parts[0])


class _Reading:
    """The translation of one statement, clause by clause."""

    def __init__(self, statement: str, schema: PropertyGraphSchema) -> None:
        self._text = statement
        self._drafts = Drafts(schema)
        self._names: dict[str, Term] = {}
        self._having: list[tuple[Term, ValueTest]] = []
        self._sorting: list[tuple[Term, bool]] = []
        self._limit = self._skip = 0
        self._distinct = False

    def query(self, part: Node) -> Query:
        for clause in trees(part):
            if clause.data == "match":
                self._match(clause)
            elif clause.data == "with":
                self._project(clause)
                for where in trees(clause, "where"):
                    self._where(next(trees(where)))
            elif clause.data == "return":
                terms = self._project(clause)
                return self._made(terms, self._asks_any(clause))
            else:
                raise NotTranslatable(str(clause.data).upper())
        raise NotTranslatable("no RETURN")

    # Patterns

    def _match(self, clause: Node) -> None:
        if self._limit:
            raise NotTranslatable("MATCH after LIMIT")
        for path in trees(clause, "path"):
            if any(tokens(path, "NAME")):
                raise NotTranslatable("named paths")
            self._path(path)
        self._drafts.infer_labels()
        for where in trees(clause, "where"):
            self._where(next(trees(where)))

    def _path(self, path: Node) -> None:
        at, waiting = "", None
        for part in trees(path):
            if part.data == "step":
                waiting = part
            elif part.data in ("node", "inner_node"):
                name = self._node(part)
                if waiting is not None:
                    self._step(at, waiting, name)
                at, waiting = name, None
            else:
                raise NotTranslatable("repeated steps")

    def _node(self, node: Node) -> str:
        given = next(tokens(node, "NAME"), None)
        name = name_of(str(given)) if given else f"({len(self._drafts.nodes)}"
        if given and name in self._names:
            known = self._names[name]
            if known.owner not in self._drafts.nodes or known.key or known.summary:
                raise NotTranslatable(f"{name} used for different things")
            name = known.owner
        labels = _labels(node)
        if len(labels) > 1 and "|" in self._text[node.meta.start_pos : node.meta.end_pos]:
            raise NotTranslatable("a choice of labels")
        draft = self._drafts.nodes.setdefault(name, NodeDraft())
        if given:
            self._names[name_of(str(given))] = Term(name)
        for label in labels:
            if not draft.label:
                draft.label = label
            elif label != draft.label:
                draft.branches.append(Branch((), Pattern(label=label)))
        self._map(node, name)
        if any(trees(node, "where")):
            self._where(next(trees(next(trees(node, "where")))))
        return name

    def _step(self, start: str, step: Node, end: str) -> None:
        if any(trees(step, "range", "quantifier")):
            raise NotTranslatable("paths of variable length")
        given = next(tokens(step, "NAME"), None)
        name = f"[{len(self._drafts.edges)}"
        self._drafts.edge(name, start, _types(step), end, _direction(step))
        if given:
            self._names[name_of(str(given))] = Term(name)
        self._map(step, name)

    def _map(self, owner: Node, name: str) -> None:
        for key, value in _pairs(owner):
            if value is None:
                raise NotTranslatable("computed values")
            self._drafts.hold(Term(name, key), Comparison.EQUAL, value)

    # Conditions

    def _where(self, tree: Node) -> None:
        if tree.data == "and":
            for one in trees(tree):
                self._where(one)
            return
        if tree.data == "comparison":
            for term, test in self._compared(tree):
                if term.summary:
                    self._having.append((term, test))
                else:
                    self._drafts.hold(term, test.comparison, test.value)
            return
        if tree.data == "or" or self._between(tree) == "IN":
            owner, branches = self._either(tree)
            node = self._drafts.nodes[owner]
            if node.either:
                raise NotTranslatable("several alternatives")
            node.either = branches
            return
        if tree.data == "has_label":
            owner = term_of(next(trees(tree)), self._names).owner
            for label in trees(tree, "label"):
                self._drafts.nodes[owner].label = name_of(str(next(tokens(label, "NAME"))))
            return
        owner, branch = self._branch(tree)
        if owner in self._drafts.edges:
            if branch.quantifier is not Quantifier.SOME:
                raise NotTranslatable("negated conditions on relationships")
            facts = [FactTest(branch.path[0].relation[1:], one) for one in branch.pattern.tests]
            self._drafts.edges[owner].facts += facts
        else:
            self._drafts.nodes[owner].branches.append(branch)

    def _compared(self, tree: Node) -> Iterator[tuple[Term, ValueTest]]:
        """Yield each compared term with its test against a constant; `a <= x <= b` gives two."""
        sides = list(trees(tree))
        for left, right in pairwise(sides):
            sign = SIGNS.get(self._text[left.meta.end_pos : right.meta.start_pos].strip(" ()\n\t"))
            if sign is None:
                raise NotTranslatable("a comparison")
            value, held = constant_of(right), left
            if value is None:
                value, held = constant_of(left), right
                sign = TURNED.get(sign, sign)
            if value is None:
                raise NotTranslatable("comparisons of two values")
            if held.data == "subquery":
                raise NotTranslatable("counts of subqueries")
            term = term_of(held, self._names)
            if term.summary:
                yield term, ValueTest(sign, value)
            else:
                yield term, self._drafts.test(self._of_key(term), sign, value)

    def _of_key(self, term: Term) -> Term:
        if not term.key:
            raise NotTranslatable("comparisons of nodes")
        return term

    def _branch(self, tree: Node) -> tuple[str, Branch]:
        """Return the owner of a condition and the condition."""
        if tree.data == "not":
            owner, branch = self._branch(next(trees(tree)))
            if branch.quantifier is not Quantifier.SOME:
                return owner, replace(branch, quantifier=Quantifier.SOME)
            return owner, replace(branch, quantifier=Quantifier.NONE)
        if tree.data == "comparison":
            found = list(self._compared(tree))
            if len(found) != 1 or found[0][0].summary:
                raise NotTranslatable("a comparison")
            term, test = found[0]
            return term.owner, branch_of(term.key, test)
        if tree.data == "text_test":
            sign = _TEXTS.get(" ".join(self._between(tree).split()))
            held, constant = trees(tree)
            value = constant_of(constant)
            if sign is None or not isinstance(value, str):
                raise NotTranslatable("a test of texts")
            term = self._of_key(term_of(held, self._names))
            self._drafts.facts_of(term)
            return term.owner, branch_of(term.key, ValueTest(sign, value))
        if tree.data == "is_null":
            term = self._of_key(term_of(next(trees(tree)), self._names))
            self._drafts.facts_of(term)
            some = "NOT" in self._text[tree.meta.start_pos : tree.meta.end_pos].upper().split()
            branch = branch_of(term.key, None)
            return term.owner, branch if some else replace(branch, quantifier=Quantifier.NONE)
        if tree.data in ("pattern", "subquery"):
            return self._existing(tree)
        raise NotTranslatable(str(tree.data).replace("_", " "))

    def _between(self, tree: Node) -> str:
        sides = list(trees(tree))
        if tree.data != "text_test" or len(sides) != 2:
            return ""
        return self._text[sides[0].meta.end_pos : sides[1].meta.start_pos].strip(" ()\n\t").upper()

    def _either(self, tree: Node) -> tuple[str, tuple[Branch, ...]]:
        """Return the name of a node and the alternatives that it must satisfy one of."""
        if tree.data == "text_test":
            held, listed = trees(tree)
            term = self._of_key(term_of(held, self._names))
            values = [constant_of(one) for one in trees(listed)] if listed.data == "list" else []
            if not values or None in values or term.owner not in self._drafts.nodes:
                raise NotTranslatable("IN a list that has other than constants")
            tests = [self._drafts.test(term, Comparison.EQUAL, one) for one in values if one is not None]
            return term.owner, tuple(branch_of(term.key, one) for one in tests)
        found = [self._branch(one) for one in trees(tree)]
        owners = {owner for owner, _ in found}
        if len(owners) != 1 or not owners <= set(self._drafts.nodes):
            raise NotTranslatable("alternatives of several nodes")
        if any(branch.quantifier is not Quantifier.SOME for _, branch in found):
            raise NotTranslatable("negated alternatives")
        return owners.pop(), tuple(branch for _, branch in found)

    def _existing(self, tree: Node) -> tuple[str, Branch]:
        """Return the name of the bound node at which a pattern starts or ends, and the condition that it matches."""
        paths = [tree] if tree.data == "pattern" else list(trees(tree, "path"))
        if len(paths) != 1 or any(trees(tree, "where")):
            raise NotTranslatable("a subquery")
        parts = list(trees(paths[0]))
        nodes, steps = parts[::2], parts[1::2]
        if not steps or any(one.data != "step" for one in steps):
            raise NotTranslatable("a subquery")
        directions = [_direction(one) for one in steps]
        if self._bound(nodes[0]) is None:
            nodes, steps = nodes[::-1], steps[::-1]
            directions = [None if one is None else not one for one in directions[::-1]]
        start = self._bound(nodes[0])
        if start is None or any(self._bound(one) for one in nodes[1:]):
            raise NotTranslatable("a pattern between known nodes")
        inner = Drafts(self._drafts.schema)
        inner.nodes = {"0": NodeDraft(self._drafts.nodes[start].label)}
        for place, (step, node) in enumerate(zip(steps, nodes[1:], strict=True), 1):
            labels = _labels(node)
            inner.nodes[str(place)] = NodeDraft(labels[0] if labels else "")
            inner.edge(f"[{place}", str(place - 1), _types(step), str(place), directions[place - 1])
            for owner, name in ((node, str(place)), (step, f"[{place}")):
                for key, value in _pairs(owner):
                    if value is None:
                        raise NotTranslatable("computed values")
                    inner.hold(Term(name, key), Comparison.EQUAL, value)
        return start, inner.tree("0", {}).branches[0]

    def _bound(self, node: Node) -> str | None:
        given = next(tokens(node, "NAME"), None)
        known = self._names.get(name_of(str(given))) if given else None
        return known.owner if known and not known.key and known.owner in self._drafts.nodes else None

    # What is returned

    def _project(self, clause: Node) -> list[Term]:
        """Process a WITH or RETURN: its names, order and bounds; return the terms of its items."""
        if self._asks_any(clause):
            return []
        items = next(trees(clause, "items"))
        names = dict(self._names) if any(tokens(items, "STAR")) else {}
        terms = []
        for item in trees(items, "item"):
            inner = next(trees(item))
            term = term_of(inner, self._names)
            terms.append(term)
            alias = next(tokens(item, "NAME"), None)
            name = str(alias) if alias else self._text[inner.meta.start_pos : inner.meta.end_pos]
            names[name_of(name)] = term
        self._distinct = any(tokens(clause, "DISTINCT"))
        before, self._names = self._names, {**self._names, **names}
        for order in trees(clause, "order"):
            self._sorting = [
                (term_of(one, self._names), bool(_DESCENDING.match(self._text, one.meta.end_pos)))
                for one in trees(order)
            ]
        if (limit := limit_of(clause)) is not None:
            self._limit = limit[0]
        for skip in trees(clause, "skip"):
            number = constant_of(next(trees(skip)))
            self._skip = number if isinstance(number, int) else 0
        if clause.data == "with":
            # Names that are not passed on may be bound again later.
            self._names = names
        else:
            self._names = before
        return terms

    def _asks_any(self, clause: Node) -> bool:
        """Whether a RETURN only asks if there is any row: `count(...) > 0`."""
        items = list(trees(next(trees(clause, "items"), clause), "item"))
        if clause.data != "return" or len(items) != 1:
            return False
        value = next(trees(items[0]))
        if value.data != "comparison":
            return False
        sides = list(trees(value))
        between = self._text[sides[0].meta.end_pos : sides[1].meta.start_pos].strip()
        return (
            len(sides) == 2
            and between == ">"
            and constant_of(sides[1]) == 0
            and term_of(sides[0], self._names).summary is Summary.COUNT
        )

    def _made(self, terms: list[Term], asks_any: bool) -> Query:
        if asks_any:
            return tested(self._drafts)
        rows = RowsDraft(terms, self._having, self._sorting, self._limit, self._skip, self._distinct)
        return tabled(self._drafts, rows)


def _labels(node: Node) -> list[str]:
    return _named(node, "labels")


def _types(step: Node) -> list[str]:
    return _named(step, "types")


def _named(tree: Node, kind: str) -> list[str]:
    return [
        name_of(str(one))
        for group in trees(tree, kind)
        for each in trees(group)
        for one in tokens(each, "NAME")
    ]


def _direction(step: Node) -> bool | None:
    arrow = "".join(tokens(step, "ARROW", "ARROW_OPEN", "ARROW_CLOSE"))
    outward, inward = arrow.endswith(">"), arrow.startswith("<")
    return None if outward == inward else outward


def _pairs(owner: Node) -> Iterator[tuple[str, Constant | None]]:
    """Yield the keys in the property map of a node or relationship with their constants; None for other values."""
    for held in trees(owner, "map"):
        for key, value in zip(tokens(held, "KEY"), trees(held), strict=True):
            yield name_of(str(key)), constant_of(value)
