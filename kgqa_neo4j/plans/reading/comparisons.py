"""Comparisons of two values: "which is longer, X or Y", "older than X", "earns more than their boss"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import (
    Branch,
    Form,
    Measure,
    Order,
    Pattern,
    Query,
    Term,
    TermComparison,
)
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.asked import AskedQuestion, Word, part_of
from kgqa_neo4j.plans.reading.costs import MAY_MEAN, MEANS
from kgqa_neo4j.plans.reading.entities import Entities
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.state import State
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.directions import goes_outward
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.question.operations import Comparative, Superlative

# "More goals than they got cards", "whose width is greater than their height".
_RIVAL = re.compile(
    r"\b(?:(?P<less>fewer|less|lower|smaller|shorter)|more|higher|greater|larger|bigger|longer)\b(?P<one>[^§]{0,40}?)"
    r"\bthan (?:they|he|she|it|its|their|his|her)\b(?P<other>[^§]*)$"
)
# Cost of following a relation to the opposite end of the one that a noun names.
_TURNED = 0.4
_OWN = re.compile(r"\b(?:their|his|her|its)(?: own)?\b")


class Comparisons:
    """Reads comparisons of the values of named entities, of all members of a class, and of two values of one entity."""

    def __init__(self, view: GraphView, paths: Paths, entities: Entities) -> None:
        self._view = view
        self._paths = paths
        self._entities = entities

    def among(self, asked: AskedQuestion, one: Superlative) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for which of several named entities has the greatest or the least value."""
        entities = [
            (place, word.entity) for place, word in enumerate(asked.words) if word.entity and word.certain
        ]
        ids = tuple(named.options[0].id for _, named in entities if named)
        if len(ids) < 2:
            return
        explained = asked.none()
        explained[[place for place, _ in entities]] = 1.0
        explained[[place for place, word in enumerate(asked.words) if word.entity and not word.certain]] = 1.0
        state = State(explained=tuple(explained.tolist()), entities=ids)
        moves = set.intersection(*(set(self._view.around(ident)) for ident in ids))
        fits = self._view.is_time if one.times else self._view.is_number
        near = [word.text for word in asked.words if not word.certain]
        for move, share in self._paths.measures(
            State(), [*one.phrases, *(near if not one.phrases else [])], fits
        ):
            if move in moves:
                order = Order(Measure((move,)), one.greatest)
                yield (
                    Query(Pattern(entities=ids), order=order),
                    state.with_explained(self._paths.said(asked, move.relation)),
                    share,
                )

    def compared(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield queries that compare the values of two named entities, or all entities with a named one."""
        one = asked.ops.comparative
        assert one is not None
        entities = [
            (place, word.entity) for place, word in enumerate(asked.words) if word.entity and word.certain
        ]
        than = next((place for place, _ in entities if asked.words[place].place >= one.end), None)
        if than is not None and not asked.ops.whether:
            yield from self._all_compared(asked, one, than)
        if than is None and not asked.ops.whether and _OWN.search(asked.masked, one.end):
            yield from self._compared_with_own(asked, one)
        if len(entities) != 2 or not asked.ops.whether:
            return
        left, right = (named.options[0].id for _, named in entities if named)
        explained = asked.none()
        explained[[place for place, _ in entities]] = 1.0
        explained[[place for place, word in enumerate(asked.words) if word.entity and not word.certain]] = 1.0
        state = State(explained=tuple(explained.tolist()), entities=(left,))
        moves = set(self._view.around(left)) & set(self._view.around(right))
        fits = self._measures_of(one)
        near = [word.text for word in asked.words if not word.certain]
        for move, share in self._paths.measures(
            State(), [*one.phrases, *(near if not one.phrases else [])], fits
        ):
            if move in moves:
                compared = TermComparison(Term((move,)), one.comparison, Term((move,), right))
                query = Query(Pattern(entities=(left,)), (compared,), form=Form.EXISTS)
                yield query, state.with_explained(self._paths.said(asked, move.relation)), share

    def _all_compared(
        self, asked: AskedQuestion, one: Comparative, place: int
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries that compare all entities with a named one: "towns with a larger population than X"."""
        named = asked.words[place].entity
        assert named is not None
        right = named.options[0].id
        kept = [at for at in range(len(asked.words)) if at != place]
        rest = part_of(asked, lambda word: word is not asked.words[place])
        near = [word.text for word in rest.words if not word.certain]
        phrases = [*one.phrases, *(near if not one.phrases else [])]
        fits = self._measures_of(one)
        for state in self._entities.bases(rest)[:4]:
            explained = asked.none()
            explained[place] = 1.0
            explained[kept] = np.array(state.explained) if state.explained else rest.none()
            for move, share in self._paths.measures(state, phrases, fits):
                if move not in self._view.around(right):
                    continue
                compared = TermComparison(Term((move,)), one.comparison, Term((move,), right))
                query = Query(Pattern(branches=state.branches), (compared,))
                more = np.maximum(explained, self._paths.said(asked, move.relation))
                yield query, replace(state, explained=tuple(more.tolist())), share

    def _compared_with_own(
        self, asked: AskedQuestion, one: Comparative
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries that compare all entities with one related to them: "older than their boss"."""
        owned = [place for place, word in enumerate(asked.words) if word.place >= one.end and not word.certain]
        if not owned:
            return
        rest = part_of(asked, lambda word: word.place < one.end)
        near = [word.text for word in rest.words if not word.certain]
        phrases = [*one.phrases, *near]
        fits = self._measures_of(one)
        for state in self._entities.bases(rest)[:4]:
            explained = asked.none()
            explained[: len(rest.words)] = np.array(state.explained) if state.explained else rest.none()
            for step in self._paths.free_moves(state):
                share = float(asked.chances[owned, self._view.words.number[step.relation]].max())
                if self._view.is_value(step) or share < MEANS:
                    continue
                for move, said in self._paths.measures(state, phrases, fits)[:2]:
                    if self._view.available(step).get(move, 0.0) <= 0.0:
                        continue
                    compared = TermComparison(Term((move,)), one.comparison, Term((step, move)))
                    query = Query(Pattern(branches=state.branches or (Branch((move,)),)), (compared,))
                    more = np.maximum(explained, self._paths.said(asked, move.relation, step.relation))
                    after = replace(state, explained=tuple(more.tolist()))
                    yield query, after, said + share - self._against(asked, owned, step)

    def _against(self, asked: AskedQuestion, places: Sequence[int], step: Move) -> float:
        """Return the cost of following a step to the opposite end of the one that a noun names."""
        number = self._view.words.number[step.relation]
        noun = asked.words[max(places, key=lambda place: asked.chances[place, number])].text
        said = goes_outward(f"{MASK}'s {noun}", self._view.words.wordings[number].label)
        outward = self._view.words.names_object(number, noun) if said is None else said
        return 0.0 if outward is step.outward else _TURNED

    def _measures_of(self, one: Comparative) -> Callable[[Move], bool]:
        """Return a predicate for the steps that lead to comparable values."""
        if one.times:
            return self._view.is_time
        if one.times is None:
            return lambda move: self._view.is_number(move) or self._view.is_time(move)
        return self._view.is_number

    def rivals(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield queries that compare two numbers of one entity: "who scored more goals than they got cards"."""
        match = _RIVAL.search(asked.masked)
        if match is None:
            return
        comparison = Comparison.LESS if match["less"] else Comparison.GREATER
        sides = [
            [
                word
                for word in asked.words
                if not word.certain and match.start(side) <= word.place < match.end(side)
            ]
            for side in ("one", "other")
        ]
        for state in self._entities.bases(asked):
            one, other = (
                self._paths.measures(state, _phrases(side), self._view.is_number)[:2] for side in sides
            )
            for first, share in one:
                for second, more in other:
                    if first == second or min(share, more) < MAY_MEAN:
                        continue
                    kept = tuple(
                        branch for branch in state.branches if branch.path not in ((first,), (second,))
                    )
                    compared = TermComparison(Term((first,)), comparison, Term((second,)))
                    query = Query(Pattern(entities=state.entities, branches=kept), (compared,))
                    said = self._paths.said(asked, first.relation, second.relation)
                    for place, word in enumerate(asked.words):
                        said[place] = max(said[place], any(word in side for side in sides))
                    yield query, state.with_explained(said), share + more - 0.5


def _phrases(some: Sequence[Word]) -> list[str]:
    """Return the texts of words, and their joined text."""
    texts = [word.text for word in some]
    return [*texts, " ".join(texts)]
