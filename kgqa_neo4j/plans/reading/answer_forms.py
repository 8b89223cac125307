"""The form of the answer that a question asks for: a list, a number, groups or a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Form,
    Function,
    Measure,
    Pattern,
    Quantifier,
    Query,
)
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.asked import AskedQuestion, asked_time, asks_by, measured_until
from kgqa_neo4j.plans.reading.costs import HEAD, MEANS, SILENT, STEP, SURE, WHO
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.state import End, State
from kgqa_neo4j.plans.reading.superlatives import Superlatives
from kgqa_neo4j.plans.reading.values import Values
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS

# Penalty for adding up numbers rather than counting entities, unless a total is asked for.
_RATHER_COUNTED = 0.4
# Minimum match of a noun with what to group by: people per department are not people per project.
_GROUPED = 0.5
# Bonus for counting what the noun after "how many" names.
_RATHER_ENDS = 0.1
_DOERS = ("er", "or")
_THAT = re.compile(r"\bthat ([a-z]+)\b")
# Bonus for answering "when" with a date.
_TOLD_WHEN = 0.5
_WHEN = re.compile(r"\W*when\b")
# "What did X get in Y", and the bonus for answering it with a number.
_GOT = re.compile(
    r"\bwhat (?:did|has|does) §\d+ (?:get|got|gotten|score|scored|achieve|achieved|receive|received)\b"
)
_NUMBER_GOT = 0.3


class Outcomes:
    """Turns partial queries into queries for what a question asks."""

    def __init__(self, view: GraphView, paths: Paths, values: Values) -> None:
        self._view = view
        self._paths = paths
        self._values = values
        self._superlatives = Superlatives(view, paths, values)

    def asked_for(
        self, asked: AskedQuestion, state: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield the queries for what a question asks about a state, each with the resulting state and a bonus."""
        ops = asked.ops
        pattern = Pattern(entities=state.entities, branches=state.branches)
        group: list[tuple[Path, State, float]] = [((), state, 0.0)]
        if ops.group:
            group = [
                (path, after, share)
                for path, _, share, after in self._values.group_paths(asked, state, ops.group[1], ops.group[0])
                if share >= _GROUPED
            ]
        given = bonus
        for path, grouped, share in group[:3]:
            bonus = given + share
            if path and not pattern.branches and not pattern.entities:
                pattern = Pattern(branches=(Branch(path),))
            query = Query(pattern, grouped.compared, group=path)
            if ops.columns and ops.superlative:
                # "The three dearest products with their makers".
                for ordered, after, more in self._superlatives.ordered(asked, query, grouped, bonus):
                    if ordered.order is not None:
                        yield from self._tables(asked, ordered, after, more)
                continue
            if ops.columns:
                yield from self._tables(asked, query, grouped, bonus)
                continue
            if ops.aggregate == "average" or (ops.total and not ops.counts):
                yield from self._aggregated(asked, query, grouped, bonus)
                continue
            if ops.superlative:
                yield from self._superlatives.ordered(asked, query, grouped, bonus)
                if ops.aggregate in ("maximum", "minimum"):
                    yield from self._aggregated(asked, query, grouped, bonus)
                continue
            if ops.aggregate:
                yield from self._aggregated(asked, query, grouped, bonus)
                continue
            if not pattern.branches and not pattern.entities:
                continue
            if ops.counts:
                yield from self._summed(asked, query, grouped, bonus)
                if not path:
                    for counted, after, more in self._ends_of(asked, query, grouped, bonus):
                        yield replace(counted, form=Form.COUNT), after, more + _RATHER_ENDS
                yield replace(query, form=Form.LIST if path else Form.COUNT), grouped, bonus
                continue
            if ops.whether:
                form = Form.NONE if ops.alls else Form.EXISTS
                if form is Form.NONE:
                    if len(pattern.branches) > 1:
                        *before, last = pattern.branches
                        denied = replace(
                            last,
                            quantifier=Quantifier.NONE
                            if last.quantifier is Quantifier.SOME
                            else Quantifier.SOME,
                        )
                        yield (
                            replace(query, pattern=replace(pattern, branches=(*before, denied)), form=form),
                            grouped,
                            bonus,
                        )
                    continue
                if pattern.branches or grouped.compared:
                    yield replace(query, form=form), grouped, bonus
                continue
            yield query, grouped, bonus
            yield from self._times_of(asked, query, grouped, bonus)
            yield from self._dates_told(asked, query, grouped, bonus)
            yield from self._ends_of(asked, query, grouped, bonus)
            yield from self._told_by_records(asked, query, grouped, bonus)

    def _told_by_records(
        self, asked: AskedQuestion, query: Query, state: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for the owners or the numbers of records: nodes for single events, which nobody asks for.

        "Who scored less than 50 in the test" of results, "what did X get in the test".
        """
        if query.group or query.compared or query.pattern.entities or len(query.pattern.branches) < 2:
            return
        who, number = asked.wh in ("who", "whose"), _GOT.search(asked.masked) is not None
        if (not who and not number) or asked.ops.superlative:
            return
        taken = {branch.path[0] for branch in query.pattern.branches if branch.path}
        if not taken or any(move.relation in self._view.class_relations for move in taken):
            return
        own = float(np.mean([self._view.person(move.back) for move in taken]))
        for move in self._paths.free_moves(state):
            if not move.outward or move in taken:
                continue
            if who and not self._view.is_value(move):
                worth = WHO * (self._view.person(move) - own) - STEP
            elif number and self._view.is_number(move):
                worth = _NUMBER_GOT
            else:
                continue
            if worth > 0.0:
                told = Query(Pattern(branches=(Branch((move.back,), query.pattern),)))
                yield told, state.with_explained(self._paths.said(asked, move.relation)), bonus + worth

    def _times_of(
        self, asked: AskedQuestion, query: Query, state: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for the dates of the entities, if asked for: "in what years did ... come out"."""
        noun = asked_time(asked)
        if not noun or query.group or query.pattern.entities:
            return
        near = [noun, *(word.text for word in asked.words if not word.certain)]
        taken = {branch.path[0] for branch in query.pattern.branches if branch.path}
        for move, share in self._paths.measures(state, near, self._view.is_time)[:2]:
            if move not in taken:
                after = state.with_explained(self._paths.said(asked, move.relation))
                yield Query(Pattern(branches=(Branch((move.back,), query.pattern),))), after, bonus + share

    def _dates_told(
        self, asked: AskedQuestion, query: Query, state: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for a date that a branch only requires, if asked for: "when did the session of X close"."""
        branches = query.pattern.branches
        if not _WHEN.match(asked.masked) or query.group or query.pattern.entities or len(branches) < 2:
            return
        for branch in branches:
            if branch.is_one_step and branch.pattern.any and self._view.is_time(branch.path[0]):
                rest = replace(query.pattern, branches=tuple(one for one in branches if one is not branch))
                told = Query(Pattern(branches=(Branch((branch.path[0].back,), rest),)))
                yield told, state, bonus + _TOLD_WHEN

    def _ends_of(
        self, asked: AskedQuestion, query: Query, state: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for what a step from the entities leads to, if the first noun names that.

        "Which languages are spoken in films that won a prize" does not ask for films.
        """
        place = next((place for place, word in enumerate(asked.words) if word.weight >= HEAD), -1)
        word = asked.words[place] if place >= 0 else None
        if word is None or not word.noun or word.entity or not (asked.ops.counts or asks_by(asked, word)):
            return
        branches = query.pattern.branches
        for branch in branches if not query.pattern.entities and len(branches) > 1 else ():
            if branch != Branch(branch.path[:1]) or not branch.path or self._view.is_value(branch.path[0]):
                continue
            (move,) = branch.path
            number = self._view.words.number[move.relation]
            chance = float(asked.chances[place, number])
            names_end = self._view.words.names_object(number, word.text) is move.outward
            names_end = names_end and (move.outward or self._view.said_by(word.text, number))
            if chance >= SURE and names_end and not self._does(word.text, number):
                told = replace(query.pattern, branches=tuple(one for one in branches if one != branch))
                explained = asked.none()
                explained[place] = chance
                back = state.turned[1] if state.turned and state.turned[0] == move else 0.0
                ends = Query(Pattern(branches=(Branch((move.back,), told),)))
                yield ends, state.with_explained(explained), bonus + back

    def _does(self, noun: str, number: int) -> bool:
        """Return whether a noun names the agent of a relation's verb: the player of what somebody `plays`."""
        label = self._view.words.wordings[number].label
        made = noun.endswith(_DOERS) and noun not in label and "by" not in label
        return made and self._view.said_by(noun, number)

    def _aggregated(
        self, asked: AskedQuestion, query: Query, state: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        ops = asked.ops
        function = {
            "average": Function.AVERAGE,
            "maximum": Function.MAXIMUM,
            "minimum": Function.MINIMUM,
        }.get(ops.aggregate or "", Function.SUM)
        place = ops.aggregate_place
        if not any(word.place >= place for word in asked.words):
            # "What does a book cost on average": the measure stands before "average".
            place = -1
        texts = [
            word.text
            for word in asked.words
            if not word.certain and (place < 0 or ops.total or 0 <= word.place - place < 30)
        ]
        pairs = [f"{one} {other}" for one, other in pairwise(texts)]
        said = [text for text in texts if not self._paths.classes(text)]
        until = measured_until(asked)
        region = [word.text for word in asked.words if place <= word.place < until and not word.certain]
        if ops.superlative and (not said or (region and region[-1] not in said)):
            # "The highest summit" asks for a summit, not a number.
            return
        texts = said or texts
        fits: Callable[[Move], bool] = self._view.is_number
        if ops.aggregate_times:
            fits = self._view.is_time
        for move, share in self._paths.measures(state, [*texts, *pairs], fits)[:3]:
            if function in (Function.MAXIMUM, Function.MINIMUM):
                share += 0.1 if share >= MEANS else -0.1
            after = state.with_explained(self._paths.said(asked, move.relation))
            yield (
                replace(self._values.of_measure(query, move), aggregate=Aggregate(function, Measure((move,)))),
                after,
                bonus + share,
            )

    def _summed(
        self, asked: AskedQuestion, query: Query, state: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for stored numbers that "how many" asks for: people who live in a city, beds."""
        texts = self._values.counted_texts(asked)
        if texts[:1] == ["people"] and any(len(branch.path) > 1 for branch in query.pattern.branches):
            # People who work for a firm are not the inhabitants of its towns.
            return
        if state.branches and state.cost > SILENT / 2 and not asked.ops.total:
            # A silent step leads to what has these numbers, so the question does not name it.
            return
        for move, share in self._paths.measures(state, texts, self._view.is_number)[:1]:
            if share >= MEANS:
                after = state.with_explained(self._paths.said(asked, move.relation))
                yield (
                    replace(query, aggregate=Aggregate(Function.SUM, Measure((move,)))),
                    after,
                    bonus + share - (0.0 if asked.ops.total else _RATHER_COUNTED),
                )

    @staticmethod
    def _of_column(
        text: str, columns: Sequence[Path], state: State, asked: AskedQuestion
    ) -> tuple[Path, State]:
        """Return the path to the column that a text refers to ("who directed that film"), and the state there."""
        told = _THAT.search(text)
        for (_, other), path in zip(asked.ops.columns, columns, strict=False):
            if told and told[1] in other.split():
                return path, replace(state, ends=(End(path[-1]),), branches=(), entities=(), kind=None)
        return (), state

    def _tables(
        self, asked: AskedQuestion, query: Query, state: State, bonus: float
    ) -> Iterator[tuple[Query, State, float]]:
        rows: list[tuple[tuple[Path, ...], State, float]] = [((), state, 0.0)]
        for place, text in asked.ops.columns:
            words = [word for word in re.findall(r"[a-z]+", text) if word not in FUNCTION_WORDS] or re.findall(
                r"[a-z]+", text
            )
            noun = " ".join(words)
            rows = [
                ((*columns, (*first, *path)), after, share + more)
                for columns, before, share in rows
                for first, there in [self._of_column(text, columns, before, asked)]
                for path, _, more, after in self._paths.paths_to(asked, there, noun, place)[:2]
            ]
        for columns, after, share in rows:
            if query.pattern.branches or query.pattern.entities:
                yield (
                    replace(self._values.of_measure(query, columns[0][0]), columns=columns),
                    after,
                    bonus + share,
                )
            else:
                pattern = Pattern(branches=tuple(Branch(path) for path in columns[:1]))
                yield replace(query, pattern=pattern, columns=columns), after, bonus + share
