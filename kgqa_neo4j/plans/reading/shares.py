"""Shares: of two lists, of which one is a part of the other, the percentage or the fraction that it is."""

from __future__ import annotations

from dataclasses import replace

from kgqa_neo4j.plans.language.query import Column, Form, Pattern, Query
from kgqa_neo4j.plans.reading.reader import Reading

# Words that those which fit may leave unexplained: what one of them would choose is another share.
_LEFT = 0.5


def share_of(hundred: bool, part: Reading, whole: Reading) -> Reading:
    """Return the queries for a share, of 100 or of 1, by the readings of those that fit and of all of them.

    None of them where these are no lists of nodes with one label.
    """
    form = Form.PERCENTAGE if hundred else Form.FRACTION
    of = next((one.query for one in whole.proposals if _is_list(one.query)), None)
    found = []
    for one in part.proposals:
        query = one.query
        if (
            one.missing > _LEFT
            or of is None
            or not _is_list(query)
            or query.compared
            or not _are_among(query.pattern, of.pattern)
        ):
            continue
        # What all of them are is said once.
        more = tuple(branch for branch in query.pattern.branches if branch not in of.pattern.branches)
        fits = replace(query.pattern, branches=more)
        if fits != replace(of.pattern, branches=()):
            found.append(replace(one, query=Query(of.pattern, of.compared, form=form, part=fits)))
    return replace(part, proposals=tuple(found), operates=True)


def _are_among(part: Pattern, whole: Pattern) -> bool:
    """Return whether what fits a pattern is some of what fits another one: nodes of one label, or held to as much."""
    return (bool(part.label) and part.label == whole.label) or set(whole.branches) <= set(part.branches)


def _is_list(query: Query) -> bool:
    """Return whether a query lists the nodes of its root, and nothing is done with them."""
    if query.form is not Form.LIST or query.order or query.group or query.aggregate or query.columns:
        return False
    table = query.table
    if table is None:
        return True
    return table.columns[0] == Column() and not (
        table.having or table.limit or any(one.summary for one in table.columns)
    )
