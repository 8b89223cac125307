"""Conditions that something has not ended: "which shows are still running" asks for those without an end date."""

from __future__ import annotations

import re
from dataclasses import replace

from kgqa_neo4j.plans.language.query import Branch, Pattern, Quantifier
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.asked import AskedQuestion
from kgqa_neo4j.plans.reading.costs import MEANS, SURE
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.state import State
from kgqa_neo4j.plans.reading.view import GraphView

_STILL = re.compile(r"(?<!not )(?<!n't )\bstill (?:in |on |at )?(?P<what>[a-z]+)?")
_ENDS = ("ended", "until", "left")


def with_no_end(asked: AskedQuestion, state: State, view: GraphView, paths: Paths) -> State:
    """Return the state without what has an end date, if the question says "still" and others of the kind have one."""
    said = _STILL.search(asked.masked)
    if said is None or asked.ops.alls:
        return state
    chances = view.chances(list(_ENDS)).max(axis=0, initial=0.0)
    ends = [
        move
        for relation in view.relations
        if chances[view.words.number[relation]] >= SURE
        and view.is_time(move := Move(relation, True))
        and paths.allowed(state, move)
    ]
    places = [place for place, word in enumerate(asked.words) if word.place == said.start("what")]
    if len(ends) != 1 or any(float(asked.chances[place].max(initial=0.0)) >= MEANS for place in places):
        # "Still active", where the graph has a relation for that.
        return state
    explained = asked.none()
    explained[places] = 1.0
    branch = Branch((ends[0],), Pattern(), Quantifier.NONE)
    return replace(state, branches=(*state.branches, branch)).with_explained(explained)
