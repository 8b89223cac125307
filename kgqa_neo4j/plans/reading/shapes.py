"""Questions of a shape of their own: all of several, the same of two, one of two, from one date to another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Compared,
    Form,
    Function,
    Measure,
    Order,
    Pattern,
    Quantifier,
    Query,
    Term,
    Unit,
)
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.asked import AskedQuestion, Word, part_of
from kgqa_neo4j.plans.reading.costs import MAY_MEAN, MEANS, SEVERAL, SILENT, STEP, SURE
from kgqa_neo4j.plans.reading.entities import Entities
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.properties import Properties
from kgqa_neo4j.plans.reading.state import State
from kgqa_neo4j.plans.reading.values import Values
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.directions import goes_outward
from kgqa_neo4j.question.kinship import relatives
from kgqa_neo4j.question.lexicon import KINDS
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.operations import Comparative, Superlative

# "More goals than they got cards", "whose width is greater than their height".
_RIVAL = re.compile(
    r"\b(?:(?P<less>fewer|less|lower|smaller|shorter)|more|higher|greater|larger|bigger|longer)\b(?P<one>[^§]{0,40}?)"
    r"\bthan (?:they|he|she|it|its|their|his|her)\b(?P<other>[^§]*)$"
)
# Kinds of things that several have in common.
_SHARED = ("place", "organisation")
# How well a noun for the kind of thing that both lead to is explained: "the town they were born in".
_OF_A_KIND = 0.8
# What it costs to follow a relation to the other end than the one that a noun names.
_TURNED = 0.4
# What it is worth that two paths from an entity lead to the same.
_ALIKE = 0.6

# What it is worth that a number says how long something lasts, rather than what lies between two dates.
_LASTS = 1.0
_DIFFERENT = re.compile(r"\bdifferent\b")
_SAME_DAY = re.compile(r"\b(?:same (?:day|date)|day (?:that )?(?:they|it|he|she|i|we))\b")
_OWN = re.compile(r"\b(?:their|his|her|its)(?: own)?\b")


class Shapes:
    """Reads questions that no chain of conditions on one entity says."""

    def __init__(
        self, view: GraphView, paths: Paths, entities: Entities, values: Values, properties: Properties
    ) -> None:
        self._view = view
        self._paths = paths
        self._entities = entities
        self._values = values
        self._properties = properties

    def reflexive(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield what two paths from the same entity lead to alike: "who lives where they were born"."""
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
        """Yield what has two dates that are one: "which episodes did I hear the day they aired"."""
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
        # What both lead to may be said too: "the town they were born in".
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
        query = Query(Pattern(branches=branches), (Compared(left, comparison, right),))
        return query, after, _ALIKE - STEP * (len(right.path) - 1)

    def _same_as(
        self, asked: AskedQuestion, state: State, moves: Sequence[Move], place: int
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield what shares something with an entity: "the same maintainer as X"."""
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
        """Return whether two entities share something: "were X and Y in the same battle"."""
        one, other = both
        explained = self._paths.said(asked, move.relation)
        explained[[place for place, word in enumerate(asked.words) if word.certain]] = 1.0
        branch = Branch((move, move.back), Pattern(entities=(other,)))
        query = Query(Pattern(entities=(one,), branches=(branch,)), form=Form.EXISTS)
        return query, state.with_explained(explained), _ALIKE

    def universal(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield that of which all is so: "whose children all live in X", "with only prescription drugs"."""
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
                    yield from self._of_all(asked, left, right, after, bonus)

    def _of_relatives(
        self, asked: AskedQuestion, outer: State, right: AskedQuestion, before: int
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield of whom all relatives of a kind are of one sex: "only daughters"."""
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

    def _of_all(
        self, asked: AskedQuestion, left: AskedQuestion, right: AskedQuestion, inner: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        for outer in self._entities.bases(left)[:4]:
            for move in self._paths.free_moves(outer):
                if self._view.is_value(move) or self._view.fan(move) < SEVERAL:
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

    def among(self, asked: AskedQuestion, one: Superlative) -> Iterator[tuple[Query, State, float]]:
        """Yield which of several named entities has the greatest or the least value."""
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
        """Yield whether a value of one entity is greater than that of another, or all of whom it is."""
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
                compared = Compared(Term((move,)), one.comparison, Term((move,), right))
                query = Query(Pattern(entities=(left,)), (compared,), form=Form.EXISTS)
                yield query, state.with_explained(self._paths.said(asked, move.relation)), share

    def _all_compared(
        self, asked: AskedQuestion, one: Comparative, place: int
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield those whose value is greater than that of a named entity: "towns with a larger population than X"."""
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
                compared = Compared(Term((move,)), one.comparison, Term((move,), right))
                query = Query(Pattern(branches=state.branches), (compared,))
                more = np.maximum(explained, self._paths.said(asked, move.relation))
                yield query, replace(state, explained=tuple(more.tolist())), share

    def _compared_with_own(
        self, asked: AskedQuestion, one: Comparative
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield those whose value is greater than that of somebody they are related to: "older than their boss"."""
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
                    compared = Compared(Term((move,)), one.comparison, Term((step, move)))
                    query = Query(Pattern(branches=state.branches or (Branch((move,)),)), (compared,))
                    more = np.maximum(explained, self._paths.said(asked, move.relation, step.relation))
                    after = replace(state, explained=tuple(more.tolist()))
                    yield query, after, said + share - self._against(asked, owned, step)

    def _against(self, asked: AskedQuestion, places: Sequence[int], step: Move) -> float:
        """Return what it costs that a noun names the other end of a step."""
        number = self._view.words.number[step.relation]
        noun = asked.words[max(places, key=lambda place: asked.chances[place, number])].text
        said = goes_outward(f"{MASK}'s {noun}", self._view.words.wordings[number].label)
        outward = self._view.words.names_object(number, noun) if said is None else said
        return 0.0 if outward is step.outward else _TURNED

    def _measures_of(self, one: Comparative) -> Callable[[Move], bool]:
        """Return which steps lead to what may be compared."""
        if one.times:
            return self._view.is_time
        if one.times is None:
            return lambda move: self._view.is_number(move) or self._view.is_time(move)
        return self._view.is_number

    def rivals(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield the comparisons of two numbers of one thing: "who scored more goals than they got cards"."""
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
                    compared = Compared(Term((first,)), comparison, Term((second,)))
                    query = Query(Pattern(entities=state.entities, branches=kept), (compared,))
                    said = self._paths.said(asked, first.relation, second.relation)
                    for place, word in enumerate(asked.words):
                        said[place] = max(said[place], any(word in side for side in sides))
                    yield query, state.with_explained(said), share + more - 0.5

    def _average_spans(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield how long it takes on average from one date to another of the things of a class."""
        if asked.ops.span != "days" or asked.ops.aggregate != "average":
            return
        near = [word.text for word in asked.words if not word.certain]
        for state in self._entities.bases(asked):
            for pair, share in self._values.durations(state, near):
                measure = Measure((pair[0],), until=Term((pair[1],)), unit=Unit.DAYS)
                query = Query(
                    Pattern(entities=state.entities, branches=state.branches or (Branch((pair[0],)),))
                )
                after = state.with_explained(self._paths.said(asked, *(move.relation for move in pair)))
                yield replace(query, aggregate=Aggregate(Function.AVERAGE, measure)), after, share

    def _is_measure(self, move: Move) -> bool:
        return self._view.is_number(move) or self._view.is_time(move)

    def _ages_when(
        self, asked: AskedQuestion, ids: Sequence[str], state: State, moves: Sequence[tuple[Move, float]]
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield how old one entity was at the date of another: "how old was X when Y was released"."""
        born = self._view.chances(["date of birth", "born"]).max(axis=0, initial=0.0)
        for one, other in permutations(ids):
            for first in self._view.around(one):
                chance = float(born[self._view.words.number[first.relation]]) if first.outward else 0.0
                if chance < SURE or not self._view.is_time(first):
                    continue
                for second, share in moves:
                    if second not in self._view.around(other):
                        continue
                    measure = Measure((first,), until=Term((second,), other), unit=Unit.YEARS)
                    query = Query(Pattern(entities=(one,)), aggregate=Aggregate(Function.VALUE, measure))
                    said = self._paths.said(asked, first.relation, second.relation)
                    yield query, state.with_explained(said), share + chance - 0.5

    def spans(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield how long it is from one date to another, of one entity or of two."""
        entities = [
            (place, word.entity) for place, word in enumerate(asked.words) if word.entity and word.certain
        ]
        if not entities:
            yield from self._average_spans(asked)
            return
        ids = [named.options[0].id for _, named in entities if named]
        explained = asked.none()
        explained[[place for place, _ in entities]] = 1.0
        explained[[place for place, word in enumerate(asked.words) if word.entity and not word.certain]] = 1.0
        state = State(explained=tuple(explained.tolist()), entities=(ids[0],))
        near = [word.text for word in asked.words if not word.certain]
        differ = asked.ops.span == "difference"
        if differ and not near:
            return
        fits = self._is_measure if differ else self._view.is_time
        moves = [(move, share) for move, share in self._paths.measures(State(), near or ["date"], fits)]
        everything = [Move(relation, True) for relation in self._view.relations if fits(Move(relation, True))]
        own = [move for move in everything if move in self._view.around(ids[0])]
        unit = Unit.DAYS if asked.ops.span == "days" else Unit.YEARS
        if len(ids) == 2:
            for move, share in moves:
                if differ and share < MAY_MEAN:
                    continue
                if move in own and move in self._view.around(ids[1]):
                    own_unit = Unit.OWN if self._view.is_number(move) else unit
                    measure = Measure((move,), until=Term((move,), ids[1]), unit=own_unit)
                    query = Query(Pattern(entities=(ids[0],)), aggregate=Aggregate(Function.VALUE, measure))
                    yield query, state.with_explained(self._paths.said(asked, move.relation)), share
            if asked.ops.span == "age":
                yield from self._ages_when(asked, ids, state, moves)
            return
        if differ:
            return
        if asked.ops.span == "days":
            yield from self._lasting(asked, state, ids[0])
        said = dict(moves)
        born = self._view.chances(["date of birth", "born"]).max(axis=0, initial=0.0)
        for first in own:
            for second in own:
                if first == second:
                    continue
                share = said.get(second, 0.0)
                if asked.ops.span == "age":
                    share += float(born[self._view.words.number[first.relation]]) - 0.5
                else:
                    share += said.get(first, 0.0) * 0.5 - float(born[self._view.words.number[first.relation]])
                    share -= float(born[self._view.words.number[second.relation]])
                    share -= 0.0 if self._view.earlier(first, second) else 0.2
                measure = Measure((first,), until=Term((second,)), unit=unit)
                query = Query(Pattern(entities=(ids[0],)), aggregate=Aggregate(Function.VALUE, measure))
                yield (
                    query,
                    state.with_explained(self._paths.said(asked, first.relation, second.relation)),
                    share,
                )

    def _lasting(self, asked: AskedQuestion, state: State, ident: str) -> Iterator[tuple[Query, State, float]]:
        """Yield how long an entity lasts, where a number says that: "how long is X" of its minutes."""
        for move in self._view.around(ident):
            if move.outward and self._view.is_number(move) and self._view.is_lasting(move):
                query = Query(Pattern(branches=(Branch((move.back,), Pattern(entities=(ident,))),)))
                explained = self._paths.said(asked, move.relation)
                yield query, replace(state.with_explained(explained), entities=()), _LASTS


def _phrases(some: Sequence[Word]) -> list[str]:
    """Return words, and what they are together."""
    texts = [word.text for word in some]
    return [*texts, " ".join(texts)]
