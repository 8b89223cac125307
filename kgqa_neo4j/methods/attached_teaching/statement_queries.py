"""From a foreign Cypher statement about an attached graph to the query of the plan language that says the same.

It is parsed by the guard's grammar. What comes out is only likely to say the same: whoever uses it compares the rows of
both. Texts that are compared by size, values made of others, and results of results have no query.
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
from kgqa_neo4j.methods.attached_teaching.statement_terms import (
    SIGNS,
    TURNED,
    Term,
    Unsaid,
    constant_of,
    term_of,
)
from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import (
    Branch,
    Column,
    FactTest,
    Form,
    Having,
    Measure,
    Order,
    Pattern,
    Quantifier,
    Query,
    Sorting,
    Summary,
    Table,
    ValueTest,
)
from kgqa_neo4j.plans.plan import Move

_TEXTS = {
    "CONTAINS": Comparison.CONTAINS,
    "STARTS WITH": Comparison.STARTS,
    "ENDS WITH": Comparison.ENDS,
}
_DESCENDING = re.compile(r"[\s)]*DESC", re.IGNORECASE)
_ROW = Term("", summary=Summary.COUNT)


def query_of_statement(statement: str, schema: PropertyGraphSchema) -> Query:
    """Return the query that says what a statement about the graph of `schema` says.

    Raises:
        Unsaid: no query does.
        CypherRefused: the guard's grammar does not hold the statement.
    """
    _, tree = parsed(statement)
    parts = list(trees(tree, "single"))
    if len(parts) > 1:
        raise Unsaid("UNION")
    return _Reading(statement, schema).query(parts[0])


class _Reading:
    """One statement while it is read, clause by clause."""

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
                raise Unsaid(str(clause.data).upper())
        raise Unsaid("nothing that is returned")

    # Patterns

    def _match(self, clause: Node) -> None:
        if self._limit:
            raise Unsaid("patterns behind LIMIT")
        for path in trees(clause, "path"):
            if any(tokens(path, "NAME")):
                raise Unsaid("paths by name")
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
                raise Unsaid("repeated steps")

    def _node(self, node: Node) -> str:
        given = next(tokens(node, "NAME"), None)
        name = name_of(str(given)) if given else f"({len(self._drafts.nodes)}"
        if given and name in self._names:
            known = self._names[name]
            if known.owner not in self._drafts.nodes or known.key or known.summary:
                raise Unsaid(f"{name} for different things")
            name = known.owner
        labels = _labels(node)
        if len(labels) > 1 and "|" in self._text[node.meta.start_pos : node.meta.end_pos]:
            raise Unsaid("one of several labels")
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
            raise Unsaid("steps of any number")
        given = next(tokens(step, "NAME"), None)
        name = f"[{len(self._drafts.edges)}"
        self._drafts.edge(name, start, _types(step), end, _direction(step))
        if given:
            self._names[name_of(str(given))] = Term(name)
        self._map(step, name)

    def _map(self, owner: Node, name: str) -> None:
        for key, value in _pairs(owner):
            if value is None:
                raise Unsaid("values that are made of others")
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
                raise Unsaid("several alternatives")
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
                raise Unsaid("what is denied of relationships")
            facts = [FactTest(branch.path[0].relation[1:], one) for one in branch.pattern.tests]
            self._drafts.edges[owner].facts += facts
        else:
            self._drafts.nodes[owner].branches.append(branch)

    def _compared(self, tree: Node) -> Iterator[tuple[Term, ValueTest]]:
        """Yield what is compared with which constant; `a <= x <= b` is two comparisons."""
        sides = list(trees(tree))
        for left, right in pairwise(sides):
            sign = SIGNS.get(self._text[left.meta.end_pos : right.meta.start_pos].strip(" ()\n\t"))
            if sign is None:
                raise Unsaid("a comparison")
            value, held = constant_of(right), left
            if value is None:
                value, held = constant_of(left), right
                sign = TURNED.get(sign, sign)
            if value is None:
                raise Unsaid("comparisons of two values")
            if held.data == "subquery":
                raise Unsaid("counts of subqueries")
            term = term_of(held, self._names)
            if term.summary:
                yield term, ValueTest(sign, value)
            else:
                yield term, self._drafts.test(self._of_key(term), sign, value)

    def _of_key(self, term: Term) -> Term:
        if not term.key:
            raise Unsaid("comparisons of nodes")
        return term

    def _branch(self, tree: Node) -> tuple[str, Branch]:
        """Return one condition on a node, and the node's name."""
        if tree.data == "not":
            owner, branch = self._branch(next(trees(tree)))
            if branch.quantifier is not Quantifier.SOME:
                return owner, replace(branch, quantifier=Quantifier.SOME)
            return owner, replace(branch, quantifier=Quantifier.NONE)
        if tree.data == "comparison":
            found = list(self._compared(tree))
            if len(found) != 1 or found[0][0].summary:
                raise Unsaid("a comparison")
            term, test = found[0]
            return term.owner, branch_of(term.key, test)
        if tree.data == "text_test":
            sign = _TEXTS.get(" ".join(self._between(tree).split()))
            held, constant = trees(tree)
            value = constant_of(constant)
            if sign is None or not isinstance(value, str):
                raise Unsaid("a test of texts")
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
        raise Unsaid(str(tree.data).replace("_", " "))

    def _between(self, tree: Node) -> str:
        sides = list(trees(tree))
        if tree.data != "text_test" or len(sides) != 2:
            return ""
        return self._text[sides[0].meta.end_pos : sides[1].meta.start_pos].strip(" ()\n\t").upper()

    def _either(self, tree: Node) -> tuple[str, tuple[Branch, ...]]:
        """Return alternatives of one node, and its name."""
        if tree.data == "text_test":
            held, listed = trees(tree)
            term = self._of_key(term_of(held, self._names))
            values = [constant_of(one) for one in trees(listed)] if listed.data == "list" else []
            if not values or None in values or term.owner not in self._drafts.nodes:
                raise Unsaid("IN a list that is no list of constants")
            tests = [self._drafts.test(term, Comparison.EQUAL, one) for one in values if one is not None]
            return term.owner, tuple(branch_of(term.key, one) for one in tests)
        found = [self._branch(one) for one in trees(tree)]
        owners = {owner for owner, _ in found}
        if len(owners) != 1 or not owners <= set(self._drafts.nodes):
            raise Unsaid("alternatives of several nodes")
        if any(branch.quantifier is not Quantifier.SOME for _, branch in found):
            raise Unsaid("denied alternatives")
        return owners.pop(), tuple(branch for _, branch in found)

    def _existing(self, tree: Node) -> tuple[str, Branch]:
        """Return that there is what a pattern leads to, and the name of the node that it begins or ends with."""
        paths = [tree] if tree.data == "pattern" else list(trees(tree, "path"))
        if len(paths) != 1 or any(trees(tree, "where")):
            raise Unsaid("a subquery")
        parts = list(trees(paths[0]))
        nodes, steps = parts[::2], parts[1::2]
        if not steps or any(one.data != "step" for one in steps):
            raise Unsaid("a subquery")
        directions = [_direction(one) for one in steps]
        if self._bound(nodes[0]) is None:
            nodes, steps = nodes[::-1], steps[::-1]
            directions = [None if one is None else not one for one in directions[::-1]]
        start = self._bound(nodes[0])
        if start is None or any(self._bound(one) for one in nodes[1:]):
            raise Unsaid("a pattern between known nodes")
        inner = Drafts(self._drafts.schema)
        inner.nodes = {"0": NodeDraft(self._drafts.nodes[start].label)}
        for place, (step, node) in enumerate(zip(steps, nodes[1:], strict=True), 1):
            labels = _labels(node)
            inner.nodes[str(place)] = NodeDraft(labels[0] if labels else "")
            inner.edge(f"[{place}", str(place - 1), _types(step), str(place), directions[place - 1])
            for owner, name in ((node, str(place)), (step, f"[{place}")):
                for key, value in _pairs(owner):
                    if value is None:
                        raise Unsaid("values that are made of others")
                    inner.hold(Term(name, key), Comparison.EQUAL, value)
        return start, inner.tree("0", {}).branches[0]

    def _bound(self, node: Node) -> str | None:
        given = next(tokens(node, "NAME"), None)
        known = self._names.get(name_of(str(given))) if given else None
        return known.owner if known and not known.key and known.owner in self._drafts.nodes else None

    # What is returned

    def _project(self, clause: Node) -> list[Term]:
        """Take up what WITH or RETURN names, in which order and how many; return what it stands for."""
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
            # Names that are not passed on may stand for something else later.
            self._names = names
        else:
            self._names = before
        return terms

    def _asks_any(self, clause: Node) -> bool:
        """Return whether RETURN asks whether there is any row."""
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
        drafts = self._drafts
        drafts.infer_labels()
        if not drafts.nodes:
            raise Unsaid("nothing that is matched")
        shown = sorted(terms, key=lambda one: bool(one.summary))
        owner = next((one.owner for one in shown if one.owner), next(iter(drafts.nodes)))
        root = drafts.edges[owner].start if owner in drafts.edges else owner
        if asks_any:
            return Query(drafts.tree(root, {}), form=Form.EXISTS)
        wanted = [*terms, *(term for term, _ in self._having), *(term for term, _ in self._sorting)]
        called: dict[str, str] = {}
        for term in wanted:
            if term.owner and term.owner != root:
                called.setdefault(term.owner, f"v{len(called) + 1}")
        for edge in drafts.edges.values():
            # A relationship and the node that it leads to have one name.
            end = edge.end if edge.end != root else edge.start
            if edge.name in called:
                called[end] = called[edge.name]
        pattern = drafts.tree(root, called)
        columns = [self._column(one, root, called) for one in terms]
        order, sorting = self._sorted(columns, terms, root, called)
        having = tuple(Having(self._column(term, root, called), test) for term, test in self._having)
        limit = 0 if order else self._limit
        table = Table(tuple(columns), self._distinct, having, sorting, limit, self._skip)
        return Query(pattern, order=order, table=table)

    def _sorted(
        self, columns: list[Column], terms: list[Term], root: str, called: dict[str, str]
    ) -> tuple[Order | None, tuple[Sorting, ...]]:
        sorting = []
        for term, down in self._sorting:
            column = self._column(term, root, called)
            if column not in columns:
                if (
                    len(self._sorting) == 1
                    and self._limit
                    and term.owner == root
                    and not term.summary
                    and not any(one.summary for one in terms)
                ):
                    return Order(Measure(column.path), down, 1, self._limit), ()
                raise Unsaid("an order by what is not returned")
            sorting.append(Sorting(columns.index(column) + 1, down))
        return None, tuple(sorting)

    def _column(self, term: Term, root: str, called: dict[str, str]) -> Column:
        if term == _ROW:
            return Column(summary=Summary.COUNT)
        of = "" if term.owner == root else called[term.owner]
        if term.owner in self._drafts.edges:
            if not term.key and term.summary is Summary.COUNT and not term.distinct:
                return Column((), of, summary=Summary.COUNT)
            if not term.key:
                raise Unsaid("relationships that are returned")
            self._drafts.facts_of(term)
            return Column((), of, term.key, term.summary, term.distinct)
        if term.key:
            self._drafts.facts_of(term)
        path = (Move(property_relation(term.key), True),) if term.key else ()
        return Column(path, of, "", term.summary, term.distinct)


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
    """Yield the keys of the map of a node or relationship with their constants, None where a value is none."""
    for held in trees(owner, "map"):
        for key, value in zip(tokens(held, "KEY"), trees(held), strict=True):
            yield name_of(str(key)), constant_of(value)
