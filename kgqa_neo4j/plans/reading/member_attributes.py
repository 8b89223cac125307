"""Questions for an attribute of each member of a class: "the salaries of employees", "positions of the players"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.plans.language.query import Branch, Pattern, Query
from kgqa_neo4j.plans.reading.asked import AskedQuestion
from kgqa_neo4j.plans.reading.costs import HEAD, MEANS
from kgqa_neo4j.plans.reading.view import GraphView

_OF_ALL = re.compile(r" (?:of|for) (?:all )?(?:(?:the|our|my|these) )?$")


def places_told(asked: AskedQuestion) -> list[int]:
    """Return the indices of the words for an attribute of each member of the class right after them; [] without any."""
    if asked.ops.any or asked.ops.whether or asked.ops.counts:
        return []
    words, text = asked.words, asked.masked
    last = next((place for place, word in enumerate(words) if word.entity and not word.certain), 0) - 1
    if last < 0 or not words[last].noun or not _OF_ALL.fullmatch(text[words[last].end : words[last + 1].place]):
        return []
    first = last
    while first > 0 and text[words[first - 1].end : words[first].place] == " ":
        first -= 1
    said = any(word.weight >= HEAD or word.certain for word in words[:first])
    return [] if said else list(range(first, last + 1))


def told_of(asked: AskedQuestion, told: Sequence[int], query: Query, view: GraphView) -> Query:
    """Return a query that shows the attribute of each member of a class, where the given one only requires it.

    `told` are its `places_told`. A value is shown next to its member; an entity is shown alone, as many members may
    share it.
    """
    if not told or query != Query(query.pattern) or len(query.pattern.branches) < 2:
        return query
    said = [one for one in query.pattern.branches if _is_said(asked, one, told, view)]
    if len(said) != 1:
        return query
    move = said[0].path[0]
    rest = replace(query.pattern, branches=tuple(one for one in query.pattern.branches if one is not said[0]))
    if view.is_value(move):
        return replace(query, pattern=rest, columns=((move,),))
    if (
        view.words.names_object(view.words.number[move.relation], asked.words[told[-1]].text)
        is not move.outward
    ):
        # "The managers of the employees" are not the employees who manage somebody.
        return query
    return Query(Pattern(branches=(Branch((move.back,), rest),)))


def _is_said(asked: AskedQuestion, branch: Branch, told: Sequence[int], view: GraphView) -> bool:
    """Return whether a branch only requires the existence of what the words at `told` stand for."""
    if not branch.is_one_step or not branch.pattern.any or branch.facts:
        return False
    number = view.words.number.get(branch.path[0].relation)
    return number is not None and float(asked.chances[list(told), number].max()) >= MEANS
