"""The result of a foreign statement as the table of a query: columns, conditions on them, order and bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgqa_neo4j.methods.attached_teaching.statement_drafts import Drafts
from kgqa_neo4j.methods.attached_teaching.statement_terms import NotTranslatable, Term
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import (
    Column,
    Form,
    Having,
    Measure,
    Order,
    Query,
    Sorting,
    Summary,
    Table,
    ValueTest,
)
from kgqa_neo4j.plans.plan import Move

_ROW = Term("", summary=Summary.COUNT)


@dataclass(frozen=True, slots=True)
class RowsDraft:
    """The result of a statement: its `terms` as columns, conditions on rows, order, limit, skip and DISTINCT."""

    terms: Sequence[Term]
    having: Sequence[tuple[Term, ValueTest]] = ()
    sorting: Sequence[tuple[Term, bool]] = ()
    limit: int = 0
    skip: int = 0
    distinct: bool = False


def tested(drafts: Drafts) -> Query:
    """Return the query for whether the pattern of a statement matches anything.

    Raises:
        NotTranslatable: see `Drafts.tree`.
    """
    drafts.infer_labels()
    return Query(drafts.tree(_root(drafts, ()), {}), form=Form.EXISTS)


def tabled(drafts: Drafts, rows: RowsDraft) -> Query:
    """Return the query for the rows of a statement.

    Raises:
        NotTranslatable: no query returns these rows; see `Drafts.tree`.
    """
    drafts.infer_labels()
    root = _root(drafts, rows.terms)
    wanted = [*rows.terms, *(term for term, _ in rows.having), *(term for term, _ in rows.sorting)]
    called: dict[str, str] = {}
    for term in wanted:
        if term.owner and term.owner != root:
            called.setdefault(term.owner, f"v{len(called) + 1}")
    for edge, end in drafts.ends(root).items():
        # A relationship and the node that it leads to share a name.
        if name := called.get(end) or called.get(edge):
            called[end] = called[edge] = name
    pattern = drafts.tree(root, called)
    columns = [_column(drafts, one, root, called) for one in rows.terms]
    order, sorting = _sorted(drafts, rows, columns, root, called)
    having = tuple(Having(_column(drafts, term, root, called), test) for term, test in rows.having)
    limit = 0 if order else rows.limit
    return Query(
        pattern, order=order, table=Table(tuple(columns), rows.distinct, having, sorting, limit, rows.skip)
    )


def _root(drafts: Drafts, terms: Sequence[Term]) -> str:
    """Return the node for the query's variable: that of the first column that is not an aggregate."""
    if not drafts.nodes:
        raise NotTranslatable("no MATCH")
    shown = sorted(terms, key=lambda one: bool(one.summary))
    owner = next((one.owner for one in shown if one.owner), next(iter(drafts.nodes)))
    return drafts.edges[owner].start if owner in drafts.edges else owner


def _sorted(
    drafts: Drafts, rows: RowsDraft, columns: Sequence[Column], root: str, called: Mapping[str, str]
) -> tuple[Order | None, tuple[Sorting, ...]]:
    sorting = []
    for term, down in rows.sorting:
        column = _column(drafts, term, root, called)
        if column not in columns:
            plain = term.owner == root and not term.summary and not any(one.summary for one in rows.terms)
            if len(rows.sorting) == 1 and rows.limit and plain:
                return Order(Measure(column.path), down, 1, rows.limit), ()
            raise NotTranslatable("ORDER BY a value that is not returned")
        sorting.append(Sorting(columns.index(column) + 1, down))
    return None, tuple(sorting)


def _column(drafts: Drafts, term: Term, root: str, called: Mapping[str, str]) -> Column:
    if term == _ROW:
        return Column(summary=Summary.COUNT)
    of = "" if term.owner == root else called[term.owner]
    if term.owner in drafts.edges:
        if not term.key and term.summary is Summary.COUNT and not term.distinct:
            return Column((), of, summary=Summary.COUNT)
        if not term.key:
            raise NotTranslatable("returned relationships")
        drafts.facts_of(term)
        return Column((), of, term.key, term.summary, term.distinct)
    if term.key:
        drafts.facts_of(term)
    path = (Move(property_relation(term.key), True),) if term.key else ()
    return Column(path, of, "", term.summary, term.distinct)
