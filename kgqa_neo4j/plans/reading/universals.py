"""Conditions on all that a step leads to: "whose children all live in X", "with only prescription drugs"."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kgqa_neo4j.plans.language.query import (
    Branch,
    Pattern,
    Quantifier,
    Query,
)
from kgqa_neo4j.plans.reading.asked import AskedQuestion, part_of
from kgqa_neo4j.plans.reading.costs import ABOUT_ONE, MAY_MEAN, SILENT
from kgqa_neo4j.plans.reading.entities import Entities
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.properties import Properties
from kgqa_neo4j.plans.reading.state import State
from kgqa_neo4j.plans.reading.values import Values
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.kinship import relatives


class Universals:
    """Reads conditions on all that a step leads to."""

    def __init__(
        self, view: GraphView, paths: Paths, entities: Entities, values: Values, properties: Properties
    ) -> None:
        self._view = view
        self._paths = paths
        self._entities = entities
        self._values = values
        self._properties = properties

    def of_all(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for what has matching ends only: "whose children all live in X"."""
        ops = asked.ops
        place = min([*ops.alls, *ops.onlys])
        left = part_of(asked, lambda word: word.place < place)
        right = part_of(asked, lambda word: word.place > place)
        for outer in self._entities.bases(left)[:4]:
            yield from self._of_relatives(asked, outer, right, len(left.words))
        for inner in self._entities.bases(right)[:4]:
            held = [(inner, 0.0)]
            for number in ops.numbers:
                held = [pair for before, _ in held for pair in self._values.with_number(right, before, number)]
            for before, bonus in held[:3]:
                after = self._properties.with_properties(right, before)
                if after.branches:
                    yield from self._of_all_ends(asked, left, right, after, bonus)

    def _of_relatives(
        self, asked: AskedQuestion, outer: State, right: AskedQuestion, before: int
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for those whose relatives in a role are all of one sex: "only daughters"."""
        for place, word in enumerate(right.words):
            known = relatives(word.text)
            if known is None or len(known[0]) > 1 or not known[1]:
                continue
            steps, sex = self._view.kin_steps(known[0][0]), self._view.sex(known[1])
            if steps is None or sex is None or not self._paths.allowed(outer, steps[0]):
                continue
            inner = Pattern(branches=(Branch(sex[0], Pattern(entities=(sex[1],))),))
            explained = np.concatenate([np.array(outer.explained), right.none()]).astype(np.float32)
            explained[before + place] = 1.0
            explained = np.maximum(explained, self._paths.said(asked, steps[0].relation))
            query = Query(Pattern(branches=(Branch(steps, inner, Quantifier.ALL),)))
            yield query, State(explained=tuple(explained.tolist()), cost=outer.cost), 0.0

    def _of_all_ends(
        self, asked: AskedQuestion, left: AskedQuestion, right: AskedQuestion, inner: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        for outer in self._entities.bases(left)[:4]:
            for move in self._paths.free_moves(outer):
                if self._view.is_value(move) or self._view.fan(move) < ABOUT_ONE:
                    continue
                firsts = [branch.path[0] for branch in inner.branches if branch.path]
                if not all(self._view.available(move).get(first, 0.0) > 0 for first in firsts):
                    continue
                shown = {branch.path[:1] for branch in inner.branches}
                kept = tuple(
                    one
                    for one in inner.branches
                    if not (one.path and one.path[0].relation in self._view.class_relations)
                    and not (one.path == (move.back,) and one.pattern.any)
                )
                if not kept or ((move.back,) in shown and len(kept) == len(inner.branches) == 0):
                    continue
                said = self._paths.word_for(asked, move)
                explained = np.concatenate([np.array(outer.explained), np.array(inner.explained)]).astype(
                    np.float32
                )
                explained = np.maximum(explained, self._paths.said(asked, move.relation))
                state = State(explained=tuple(explained.tolist()), cost=outer.cost + inner.cost)
                branch = Branch((move,), Pattern(branches=kept), Quantifier.ALL)
                query = Query(Pattern(branches=(*outer.branches, branch)))
                named = self._view.words.wordings[self._view.words.number[move.relation]].names_object
                worth = (0.0 if said >= MAY_MEAN else -SILENT) - (0.0 if move.outward == named else 0.2)
                yield query, state, bonus + worth
