"""Shares: the percentage or fraction that one list is of another list that contains it."""

from __future__ import annotations

from dataclasses import replace

from kgqa_neo4j.plans.language.query import Column, Form, Pattern, Query
from kgqa_neo4j.plans.reading.reader import Reading

# Maximum unexplained words in the query for the part: an ignored condition would make it another share.
_LEFT = 0.5


def share_of(hundred: bool, part: Reading, whole: Reading) -> Reading:
    """Return the queries for a share, as a percentage (`hundred`) or fraction, from readings of the part and the whole.

    There are none unless both are lists of nodes and the first is contained in the second.
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
        # Conditions of the whole are not repeated for the part.
        more = tuple(branch for branch in query.pattern.branches if branch not in of.pattern.branches)
        fits = replace(query.pattern, branches=more)
        if fits != replace(of.pattern, branches=()):
            found.append(replace(one, query=Query(of.pattern, of.compared, form=form, part=fits)))
    return replace(part, proposals=tuple(found), operates=True)


def _are_among(part: Pattern, whole: Pattern) -> bool:
    """Return whether a pattern matches some of what another one does: by the same label, or all of its branches."""
    return (bool(part.label) and part.label == whole.label) or set(whole.branches) <= set(part.branches)


def _is_list(query: Query) -> bool:
    """Return whether a query only lists the nodes of its root."""
    if query.form is not Form.LIST or query.order or query.group or query.aggregate or query.columns:
        return False
    table = query.table
    if table is None:
        return True
    return table.columns[0] == Column() and not (
        table.having or table.limit or any(one.summary for one in table.columns)
    )
