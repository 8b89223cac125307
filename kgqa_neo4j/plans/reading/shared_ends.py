"""Comparisons of where two paths lead: "who lives where they were born", "the same chef as X"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import (
    Branch,
    Form,
    Pattern,
    Quantifier,
    Query,
    Term,
    TermComparison,
)
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.asked import AskedQuestion, Word
from kgqa_neo4j.plans.reading.costs import MAY_MEAN, STEP
from kgqa_neo4j.plans.reading.entities import Entities
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.state import State
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.lexicon import KINDS
from kgqa_neo4j.question.nouns import singular_of

# Kinds of entities that several others can have in common.
_SHARED = ("place", "organisation")
# How far a noun for the kind of the common end is explained: "the town they were born in".
_OF_A_KIND = 0.8
# Bonus for a comparison of two paths from one entity.
_ALIKE = 0.6
_DIFFERENT = re.compile(r"\bdifferent\b")
_DAY_THEY = r"day (?:that )?(?:they|it|he|she|i|we)"
_SHARED_NOUN = re.compile(r"\bsame (?P<noun>[a-z]+)")
_SAME_DAY = re.compile(rf"\b(?:same (?:day|date)|{_DAY_THEY})\b")
_REFLEXIVE = re.compile(
    r"\b(?:(?:they|he|she|it) (?:was|were|is|are)|them|their own|his own|her own|its own)\b|"
    rf"\bdifferent [a-z]+ (?:from|than|to)\b|\bthe (?:very )?same\b|\b{_DAY_THEY}\b|"
    # "Did the driver who started first also win".
    r"\b(?:who|that) [^§]*\balso\b"
)


class Alike:
    """Reads comparisons of the ends of two paths from one entity."""

    def __init__(self, view: GraphView, paths: Paths, entities: Entities) -> None:
        self._view = view
        self._paths = paths
        self._entities = entities

    def reflexive(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield queries that compare the ends of two paths from the same entity: "who lives where they were born"."""
        if not _REFLEXIVE.search(asked.masked):
            return
        for state in self._entities.bases(replace(asked, groups=[]))[:3]:
            entities = [place for place, word in enumerate(asked.words) if word.certain]
            if _SAME_DAY.search(asked.masked):
                yield from self._on_one_day(asked, state)
                continue
            free = [move for move in self._paths.free_moves(state) if not self._view.is_value(move)]
            free = [move for move in free if not self._view.is_value(move.back)]
            free = [move for move in free if self._paths.word_for(asked, move) >= MAY_MEAN]
            if entities:
                yield from self._same_as(asked, state, free, entities[0])
                continue
            for one in free:
                for other in free:
                    if self._view.available(one.back).get(other, 0.0) <= 0.0:
                        continue
                    if one != other and self._view.meet(one, other):
                        terms = Term((one,)), Term((other,))
                        yield self._alike(asked, state, *terms, (one, other))
                    for then in self._view.available(other):
                        if then == other.back or self._paths.word_for(asked, then) < MAY_MEAN or one == other:
                            continue
                        if then == one or self._view.meet(one, then):
                            yield self._alike(
                                asked, state, Term((one,)), Term((other, then)), (one, other, then)
                            )

    def _on_one_day(self, asked: AskedQuestion, state: State) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for what has two equal dates: "which episodes did I hear the day they aired"."""
        dates = [move for move in self._paths.free_moves(state) if move.outward and self._view.is_time(move)]
        said = [move for move in dates if self._paths.word_for(asked, move) >= MAY_MEAN]
        for one, other in combinations(said, 2):
            if self._view.available(one.back).get(other, 0.0) > 0.0:
                query, after, worth = self._alike(asked, state, Term((one,)), Term((other,)), (one, other))
                unit = [singular_of(word.text) in KINDS["time"] for word in asked.words]
                yield query, after.with_explained(np.array(unit, np.float32)), worth

    def _alike(
        self, asked: AskedQuestion, state: State, left: Term, right: Term, moves: Sequence[Move]
    ) -> tuple[Query, State, float]:
        # The common end may be named too: "the town they were born in".
        there = [move.relation for move in self._view.available(moves[0]) if move.outward]
        after = state.with_explained(self._paths.said(asked, *(move.relation for move in moves), *there))
        kind = self._view.leading_kind(moves[0])
        after = after.with_explained(
            np.array(
                [_OF_A_KIND * (kind in _SHARED and word.text in KINDS[kind]) for word in asked.words],
                np.float32,
            )
        )
        branches = state.branches or (Branch(left.path),)
        comparison = Comparison.UNEQUAL if _DIFFERENT.search(asked.masked) else Comparison.EQUAL
        query = Query(Pattern(branches=branches), (TermComparison(left, comparison, right),))
        return query, after, _ALIKE - STEP * (len(right.path) - 1)

    def _is_of(self, word: Word, move: Move) -> bool:
        """Return whether a noun names a class of what a step leads to: "for the same team"."""
        options = word.entity.options if word.entity else ()
        return any(move.back in steps for option in options for steps in self._view.of_members(option.id))

    def _same_as(
        self, asked: AskedQuestion, state: State, moves: Sequence[Move], place: int
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for what has something in common with a named entity: "the same maintainer as X"."""
        named = asked.words[place].entity
        assert named is not None
        ident = named.options[0].id
        others = [word.entity for word in asked.words[place + 1 :] if word.certain and word.entity]
        for move in moves:
            if move in self._view.around(ident) and asked.ops.whether and others:
                yield self._same_of_both(asked, state, move, (ident, others[0].options[0].id))
            elif move in self._view.around(ident):
                explained = np.maximum(
                    self._paths.said(asked, move.relation), np.eye(len(asked.words), dtype=np.float32)[place]
                )
                branches = (
                    *(one for one in state.branches if one.path[:1] != (move,)),
                    Branch((move, move.back), Pattern(entities=(ident,))),
                    Branch((), Pattern(entities=(ident,)), Quantifier.NONE),
                )
                yield Query(Pattern(branches=branches)), state.with_explained(explained), _ALIKE

    def _same_of_both(
        self, asked: AskedQuestion, state: State, move: Move, both: tuple[str, str]
    ) -> tuple[Query, State, float]:
        """Return the query for whether two entities have something in common: "were X and Y in the same battle"."""
        one, other = both
        explained = self._paths.said(asked, move.relation)
        explained[[place for place, word in enumerate(asked.words) if word.certain]] = 1.0
        shared = _SHARED_NOUN.search(asked.masked)
        at = shared.start("noun") if shared else -1
        for place, word in enumerate(asked.words):
            if word.place == at and self._is_of(word, move):
                explained[place] = 1.0
        branch = Branch((move, move.back), Pattern(entities=(other,)))
        query = Query(Pattern(entities=(one,), branches=(branch,)), form=Form.EXISTS)
        return query, state.with_explained(explained), _ALIKE
