"""The first entities in some order, as a question asks for them: the dearest, the oldest, the one with the most."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kgqa_neo4j.plans.language.query import Aggregate, Branch, Function, Measure, Order, Query, Term, Unit
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.asked import AskedQuestion, asked_time
from kgqa_neo4j.plans.reading.costs import MEANS, SILENT, SURE, WHO
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.state import State
from kgqa_neo4j.plans.reading.values import Values
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.lexicon import TAKING
from kgqa_neo4j.question.operations import Superlative
from kgqa_neo4j.question.operations.degrees import BEGAN

# Bonus for counting subjects in the passive: "required by the most others".
_PASSIVE = 0.2
_BY_THE = re.compile(r"\bby (?:the )?\s*$")
# Bonus for a number that says how long something lasts: "the longest" rarely means the time between two dates.
_LASTS = 0.4
# "Has been around the longest" is about the start date.
_SINCE = re.compile(r"\b(?:has|have|had|'s|'ve) been\b")
_LONG = re.compile(r"longest|shortest")
# "Took the longest" is about the duration, not the start date.
_TOOK = re.compile(rf"\b(?:{'|'.join(TAKING)})\b")
# Bonus for counting the persons related to what is the most popular.
_POPULAR = 0.6


class Superlatives:
    """Turns partial queries into queries for the first entities in an order."""

    def __init__(self, view: GraphView, paths: Paths, values: Values) -> None:
        self._view = view
        self._paths = paths
        self._values = values

    def ordered(
        self, asked: AskedQuestion, query: Query, state: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield the queries for the first entities in the order that a question asks for.

        Each comes with the resulting state and a bonus, to which `bonus` is added.
        """
        one = asked.ops.superlative
        assert one is not None
        near = [word.text for word in asked.words if abs(word.place - one.place) < 25 and not word.certain]
        texts = [*one.phrases] if one.phrases else near
        if one.duration and texts is not near:
            texts += ["duration", "time"]
        if one.duration and _SINCE.search(asked.masked[: one.place]):
            yield from self._since(asked, query, state, [*near, *BEGAN], bonus)
            return
        if one.duration:
            yield from self._between_dates(asked, query, state, near, bonus)
            if _LONG.fullmatch(asked.ops.text[one.place : one.end]) and not _TOOK.search(asked.masked):
                yield from self._since(asked, query, state, near, bonus)
        for move, share in self._measured(state, texts or near, self._kind_of(one), lasting=one.duration):
            if one.counted and share < MEANS:
                # "The most neighbors" are counted, unless a number is called that.
                share -= SILENT
            if asked.wh in ("who", "whose"):
                share += WHO * self._view.person(move.back)
            after = state.with_explained(self._paths.said(asked, move.relation))
            asks_date = asked.wh == "when" or bool(asked_time(asked))
            if asks_date and self._view.is_time(move) and one.first == one.many == 1:
                # "When was the first concert" asks for its date.
                function = Function.MAXIMUM if one.greatest else Function.MINIMUM
                aggregate = Aggregate(function, Measure((move,)))
                yield (
                    replace(self._values.of_measure(query, move), aggregate=aggregate),
                    after,
                    bonus + share,
                )
                continue
            # The fastest has the least time, but the greatest speed.
            fast = "speed" in one.phrases and one.duration and self._says_speed(move)
            order = Order(Measure((move,)), one.greatest is not fast, one.first, one.many)
            ordered = replace(self._values.of_measure(query, move), order=order)
            # "The least per hour" is a rate, not a group.
            yield replace(ordered, group=() if query.group == (move,) else query.group), after, bonus + share
        if one.counted:
            yield from self._most(asked, query, state, one, bonus)

    def _kind_of(self, one: Superlative) -> Callable[[Move], bool]:
        """Return what kind of value an order is by: whether a relation leads to such values."""
        if one.counted or one.times is False:
            return self._view.is_number
        if one.times:
            return self._view.is_time
        return lambda move: self._view.is_number(move) or self._view.is_time(move)

    def _between_dates(
        self, asked: AskedQuestion, query: Query, state: State, near: Sequence[str], bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries that order by the time between two dates."""
        one = asked.ops.superlative
        assert one is not None
        for pair, share in self._values.durations(state, near):
            measure = Measure((pair[0],), until=Term((pair[1],)), unit=Unit.DAYS)
            after = state.with_explained(self._paths.said(asked, *(move.relation for move in pair)))
            order = Order(measure, one.greatest, one.first, one.many)
            yield replace(self._values.of_measure(query, pair[0]), order=order), after, bonus + share

    def _since(
        self, asked: AskedQuestion, query: Query, state: State, near: Sequence[str], bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries that order by the start date: "a member the longest" is who became one first."""
        one = asked.ops.superlative
        assert one is not None
        for move, share in self._paths.measures(state, near, self._view.is_time)[:1]:
            order = Order(Measure((move,)), not one.greatest, one.first, one.many)
            after = state.with_explained(self._paths.said(asked, move.relation))
            yield replace(self._values.of_measure(query, move), order=order), after, bonus + share

    def _measured(
        self, state: State, texts: Sequence[str], fits: Callable[[Move], bool], *, lasting: bool
    ) -> list[tuple[Move, float]]:
        """Return the three best measures; `lasting` prefers numbers that say how long something lasts."""
        found = self._paths.measures(state, texts, fits)
        if lasting:
            found = [(move, share + _LASTS * self._view.is_lasting(move)) for move, share in found]
        return sorted(found, key=lambda one: -one[1])[:3]

    def _most(
        self, asked: AskedQuestion, query: Query, state: State, one: Superlative, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for the entities with the most or the fewest of something."""
        ways: list[tuple[Path, float, State]] = []
        for phrase in one.phrases[:1]:
            passive = _BY_THE.search(asked.ops.text[: one.place]) is not None
            ways += [
                (path, share + (_PASSIVE if passive and not path[0].outward else 0.0), after)
                for path, _, share, after in self._values.countable(asked, state, phrase, one.place, ())[:3]
            ]
        if not one.phrases:
            classes = self._view.class_relations
            for end in state.ends[-1:]:
                if end.move.relation not in classes:
                    ways.append(((end.move.back,), 0.6, state))
            if not ways:
                # "The most popular club" is related to the most persons.
                free = [move for move in self._paths.free_moves(state) if move.relation not in classes]
                free = [move for move in free if not move.outward and not self._view.is_value(move)]
                ways += [((move,), _POPULAR * self._view.person(move), state) for move in free]
            # "The most common skill" counts the entities with each skill.
            for branch in state.branches[-1:]:
                if branch.pattern.any and branch.path:
                    ways.append((branch.path, 0.8, state))
        for path, share, after in ways:
            order = Order(Measure(path, count=True), one.greatest, one.first, one.many)
            branches = query.pattern.branches or (Branch(path),)
            yield (
                replace(query, pattern=replace(query.pattern, branches=branches), order=order),
                after,
                bonus + share,
            )

    def _says_speed(self, move: Move) -> bool:
        number = self._view.words.number[move.relation]
        return float(self._view.chances(["speed"])[0, number]) >= SURE
