"""Builds queries for the first of each group: "the cheapest product of each category"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.attached.answer_type_check import measures
from kgqa_neo4j.plans.language.property_terms import PROPERTY, property_relation
from kgqa_neo4j.plans.language.query import (
    Branch,
    Column,
    DatePart,
    Form,
    Measure,
    Pattern,
    Quantifier,
    Query,
    Sorting,
    Summary,
    Table,
)
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.dating import beginning
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.name_matching import is_agent_noun
from kgqa_neo4j.plans.reading.labelled.operating import behind_sign
from kgqa_neo4j.plans.reading.labelled.periods import lies_in, period_at
from kgqa_neo4j.plans.reading.labelled.unexplained import Spotted
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind
from kgqa_neo4j.plans.reading.reader import Reading
from kgqa_neo4j.question.nouns import singular_of

_EACH = re.compile(r"^(?:(?:for|of|in|by|from) )?(?:each|every)$|^per$")
_GROUP, _MEASURED = "group", "measured"
# Maximum number of tokens between "each" and its noun, and minimum score of what the noun names.
_BEHIND, _NAMED = 1, 0.7
_MARKS = " ,;"


@dataclass(frozen=True, slots=True)
class Group:
    """The element to group by (for a date, also the `part`, its period) and the question without the group."""

    element: Element
    rest: str
    part: DatePart = DatePart.WHOLE


def group_of(spotted: Spotted, schema: PropertyGraphSchema) -> Group | None:
    """Return the only group that a question names by "each"; None if it names none, or several.

    "Each year" groups by the date of the nodes named in the question, if there is only one such date.
    """
    keywords = [keyword for keyword in spotted.operations.groups if _EACH.match(keyword.text.strip())]
    if len(keywords) != 1 or len(spotted.operations.groups) != 1:
        return None
    keyword, tokens = keywords[0], spotted.tokens
    at = behind_sign(tokens, keyword)
    spot = next((one for one in spotted.spots if at <= one.first <= at + _BEHIND), None)
    if (part := period_at(tokens, spotted.spots, at)) is not None:
        dated = _date_of(spotted, schema, part)
        return Group(dated, _without(spotted.question, keyword.start, tokens[at].end), part) if dated else None
    kinds = [Kind.LABEL, Kind.PROPERTY]
    if spot is not None and is_agent_noun(singular_of(spot.text.lower())):
        kinds.append(Kind.TYPE)
    named = spot.of(*kinds) if spot else []
    if spot is None or not named or named[0].score < _NAMED or measures(schema, named[0].element):
        return None
    return Group(named[0].element, _without(spotted.question, keyword.start, tokens[spot.last - 1].end))


def _without(question: str, start: int, end: int) -> str:
    """Return a question without the characters [start, end) and the comma after them."""
    return f"{question[:start].rstrip()} {question[end:].lstrip(_MARKS)}".strip(_MARKS)


def _date_of(spotted: Spotted, schema: PropertyGraphSchema, part: DatePart) -> Element | None:
    """Return the only date with such periods among the labels named in a question; None if none, or several."""
    labels = {one.element.name for spot in spotted.spots for one in spot.of(Kind.LABEL) if one.score >= _NAMED}
    found = [one for label in labels if (one := beginning(schema, label)) and lies_in(schema, one, part)]
    return found[0] if len(found) == 1 else None


class TopPerGroup:
    """Turns queries for the first of all into queries for the first of each group."""

    def __init__(self, joiner: Joiner) -> None:
        self._joiner = joiner

    def of_each(self, group: Group, spotted: Spotted, first: Reading) -> Reading:
        """Return the queries for the first of each group, from the reading of the question without the group."""
        found = []
        for one in first.proposals:
            query = self._of_each(group, one.query, lambda move: _said(spotted, move))
            if query is not None:
                found.append(replace(one, query=query))
        return replace(first, proposals=tuple(found), operates=True)

    def _of_each(self, group: Group, query: Query, said: Callable[[Move], float]) -> Query | None:
        ranked = _ranked(query)
        if ranked is None:
            return None
        pattern, columns, greatest, many = ranked
        element = group.element
        if element.kind is Kind.TYPE:
            reached = self._doing(pattern, element.name)
        else:
            owner = element.name if element.kind is Kind.LABEL else element.owner
            reached = self._reaching(pattern, owner, said)
        if reached is None:
            return None
        pattern, of = reached
        path = (Move(property_relation(element.name), True),) if element.kind is Kind.PROPERTY else ()
        key = Column(path, of, part=group.part)
        shown = [one for one in columns if one != key]
        if not any(not one.hidden for one in shown):
            return None
        sorting = (Sorting(len(shown) + 1, greatest),)
        table = Table((key, *shown), sorting=sorting, limit=many, each=1)
        return Query(pattern, query.compared, table=table)

    def _doing(self, pattern: Pattern, kind: str) -> tuple[Pattern, str] | None:
        """Return the pattern with a named branch to the source of a relationship to its root, and that name."""
        label = next(
            (end for move, end, _ in self._joiner.steps_of(pattern.label) if move == Move(kind, False)), None
        )
        if label is None:
            return None
        done = Branch((Move(kind, False),), Pattern(label=label), name=_GROUP)
        others = tuple(one for one in pattern.branches if one != replace(done, name=""))
        return replace(pattern, branches=(*others, done)), _GROUP

    def _reaching(
        self, pattern: Pattern, label: str, said: Callable[[Move], float]
    ) -> tuple[Pattern, str] | None:
        """Return the pattern and the name of its node with a label, adding a branch if a step leads to one."""
        if pattern.label == label:
            return pattern, ""
        for at, branch in enumerate(pattern.branches):
            if branch.count is not None or branch.quantifier is not Quantifier.SOME or not branch.path:
                continue
            if branch.path[-1].relation.startswith(PROPERTY):
                continue
            reached = self._reaching(branch.pattern, label, said)
            if reached is None:
                continue
            inner, further = reached
            # "" means the end of this branch.
            name = further or branch.name or _GROUP
            led = replace(branch, pattern=inner, name=branch.name if further else name)
            branches = (*pattern.branches[:at], led, *pattern.branches[at + 1 :])
            return replace(pattern, branches=branches), name
        steps = [
            (said(move), count, move)
            for move, end, count in self._joiner.steps_of(pattern.label)
            if end == label
        ]
        if not steps:
            return None
        move = max(steps, key=lambda one: one[:2])[2]
        branch = Branch((move,), Pattern(label=label), name=_GROUP)
        return replace(pattern, branches=(*pattern.branches, branch)), _GROUP


def _said(spotted: Spotted, move: Move) -> float:
    """Return how well the words of a question name the type of a step."""
    return max(
        (
            one.score
            for spot in spotted.spots
            for one in spot.of(Kind.TYPE)
            if one.element.name == move.relation
        ),
        default=0.0,
    )


def _ranked(query: Query) -> tuple[Pattern, list[Column], bool, int] | None:
    """Return pattern, columns (the last one ranks), direction and limit of a query for the first of all; else None."""
    table = query.table
    if query.form is not Form.LIST or query.group or query.columns or query.aggregate:
        return None
    columns = list(table.columns) if table else [Column()]
    if query.order is not None:
        if query.order.place != 1 or (table and (table.sorting or any(one.summary for one in columns))):
            return None
        measured = _measured(query.pattern, query.order.measure)
        if measured is None:
            return None
        return measured[0], [*columns, measured[1]], query.order.greatest, query.order.many
    if table is None or len(table.sorting) != 1 or not table.limit or table.skip or table.having:
        return None
    by = table.sorting[0]
    measure = columns.pop(by.column - 1)
    return query.pattern, [*columns, measure], by.descending, table.limit


def _measured(pattern: Pattern, measure: Measure) -> tuple[Pattern, Column] | None:
    """Return an order's measure as a hidden column, with the pattern in which the column is defined."""
    if measure.until is not None:
        return None
    if measure.qualifier:
        first, *others = pattern.branches
        named = replace(first, name=first.name or _MEASURED)
        column = Column(of=named.name, fact=measure.qualifier, hidden=True)
        return replace(pattern, branches=(named, *others)), column
    for at, branch in enumerate(pattern.branches):
        if measure.count and branch.is_one_step and branch.path == measure.path:
            named = replace(branch, name=_MEASURED)
            branches = (*pattern.branches[:at], named, *pattern.branches[at + 1 :])
            column = Column(of=_MEASURED, summary=Summary.COUNT, distinct=True, hidden=True)
            return replace(pattern, branches=branches), column
    return pattern, Column(measure.path, counted=measure.count, hidden=True)
