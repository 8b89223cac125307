"""Bounds on numbers and dates in a question, and the relations that lead to such values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.plans.language.query import (
    Branch,
    Pattern,
    Quantifier,
    Query,
    ValueTest,
)
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.asked import AskedQuestion, asks_what_it_can
from kgqa_neo4j.plans.reading.costs import ABOUT_ONE, HEAD, MANY, SILENT, STEP
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.relatives import Relatives
from kgqa_neo4j.plans.reading.state import End, State
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.plans.values import leading_number
from kgqa_neo4j.question.lexicon import GENERIC_NOUNS
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.operations import DateBound, NumberBound
from kgqa_neo4j.question.units import factor, is_unit

# Share of the entities with a measure from which a relation of theirs only says what kind of thing they are.
_SOME_HAVE = 0.5


# Cost of a bound that does not separate any values.
_IDLE = 0.5
_PARTICLE = re.compile(r"\b(out|off|up|down|back|away|over)\W*$")
_UP = re.compile(r" (out|off|up|down|back|away|over)\b")
# Bonus for a relation whose name contains such a particle.
_SAID_PARTICLE = 0.15
# Text allowed between a number and the words for what it measures; between these words, only the first.
_MEASURED_IN = ("", "in")
_MAGNITUDES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
# Minimum score of a step to persons for counting them as members.
_PERSONS = 0.25


class Values:
    """Applies the numbers and dates of a question to the values of one graph."""

    def __init__(self, view: GraphView, paths: Paths) -> None:
        self._view = view
        self._paths = paths
        self._relatives = Relatives(view)

    def with_number(
        self, asked: AskedQuestion, state: State, bound: NumberBound
    ) -> Iterator[tuple[State, float]]:
        """Yield states with a bound on a number or on a count, each with a score."""
        tests = tuple(
            ValueTest(comparison, int(value) if value.is_integer() else value)
            for comparison, value in bound.tests
        )
        before = [
            word.text
            for word in asked.words
            # A class noun does not say what its members are measured by.
            if bound.place - 30 < word.place < bound.place
            and not word.certain
            and not self._paths.names_class(word)
        ]
        texts = [*bound.words, *bound.noun, *before[-2:], *_behind(asked, bound)]
        for move, share in self._paths.measures(state, texts, self._view.is_number)[:3]:
            label = self._view.words.wordings[self._view.words.number[move.relation]].label
            scale = next((scale for noun in bound.noun if (scale := factor(noun, label)) != 1.0), 1.0)
            scale /= _magnitude(label, tests)
            branch = Branch(
                (move,), Pattern(tests=tuple(replace(test, value=_scaled(test.value, scale)) for test in tests))
            )
            explained = self._paths.said(asked, move.relation)
            after = replace(state, branches=(*state.branches, branch), ends=(*state.ends, End(move.back)))
            yield after.with_explained(explained), share - (0.0 if self._tells(move, tests, scale) else _IDLE)
        if bound.noun and len(tests) == 1 and isinstance(tests[0].value, int) and tests[0].value <= 100:
            if related := self._relatives.counted(singular_of(bound.noun[-1]), tests[0]):
                branch, step = related
                after = replace(state, branches=(*state.branches, branch), ends=(*state.ends, End(step.back)))
                yield after, 1.0
            for path, pattern, share, after in self.countable(
                asked,
                state,
                bound.noun[-1],
                bound.place,
                before,
                least=0.0 if _says_some(tests[0]) else ABOUT_ONE,
            )[:3]:
                branch = Branch(path, pattern, count=tests[0])
                yield (
                    replace(after, branches=(*after.branches, branch), ends=(*after.ends, End(path[0].back))),
                    share,
                )

    def countable(
        self,
        asked: AskedQuestion,
        state: State,
        noun: str,
        place: int,
        before: Sequence[str],
        *,
        least: float = ABOUT_ONE,
    ) -> list[tuple[Path, Pattern, float, State]]:
        """Return the paths to what a noun names, or where a verb before it leads ("needed by three others").

        `least`: minimum mean number of entities that the first step leads to.
        """
        found = self._paths.paths_to(asked, state, noun, place)
        if noun in GENERIC_NOUNS:
            # "Members" must be in the relation's name.
            number = self._view.words.number
            found = [one for one in found if self._view.said_by(noun, number[one[0][0].relation])]
        if not found and before and not is_unit(noun):
            # "Needed by": what is counted is at the subject's end.
            passive = bool(re.search(r"\bby\s*$", asked.ops.text[:place]))
            found = [
                (path, pattern, share - 0.1 + (0.4 if path[0].outward is not passive else 0.0), after)
                for path, pattern, share, after in self._paths.paths_to(asked, state, before[-1], place)
            ]
        if not found and noun in GENERIC_NOUNS:
            found = self._members(state)
        found = [
            one for one in found if not self._view.is_value(one[0][-1]) and self._view.fan(one[0][0]) >= least
        ]
        return sorted(found, key=lambda one: -one[2])

    def _tells(self, move: Move, tests: Sequence[ValueTest], scale: float) -> bool:
        """Return whether a bound separates some of a relation's sample values from others: five inhabitants do not."""
        facts = self._view.schema.relations()[move.relation]
        found = [number for name in facts.objects if (number := leading_number(name)) is not None]
        if not found or len(tests) != 1 or not isinstance(tests[0].value, int | float):
            return True
        value = tests[0].value * scale
        if tests[0].comparison in (Comparison.GREATER, Comparison.AT_LEAST):
            return value >= min(found)
        return value <= max(found)

    def _members(self, state: State) -> list[tuple[Path, Pattern, float, State]]:
        """Return the steps from a state's variable to persons, for nouns that say no more, such as "members"."""
        moves = [move for move in self._paths.free_moves(state) if state.ends and not self._view.is_value(move)]
        found: list[tuple[Path, Pattern, float, State]] = [
            ((move,), Pattern(), 0.5 * self._view.person(move), state) for move in moves
        ]
        found.sort(key=lambda one: (-one[2], -self._view.size(one[0][0])))
        return [one for one in found if one[2] >= _PERSONS][:3]

    def with_date(self, asked: AskedQuestion, state: State, bound: DateBound) -> Iterator[tuple[State, float]]:
        """Yield states with a condition on a date, each with a score."""
        first, last = bound.period.first, bound.period.last
        tests = {
            "before": (
                ValueTest(Comparison.AT_MOST, last) if bound.inclusive else ValueTest(Comparison.LESS, first),
            ),
            "after": (
                ValueTest(Comparison.AT_LEAST, first)
                if bound.inclusive
                else ValueTest(Comparison.GREATER, last),
            ),
        }.get(bound.stands, (ValueTest(Comparison.AT_LEAST, first), ValueTest(Comparison.AT_MOST, last)))
        if first == last and bound.stands == "during":
            tests = (ValueTest(Comparison.EQUAL, first),)
        near = [word.text for word in asked.words if abs(word.place - bound.place) < 30 and not word.certain]
        # "Set up after 1990": a verb with its particle.
        near += [
            f"{word.text} {found[1]}" for word in asked.words if (found := _UP.match(asked.ops.text, word.end))
        ]
        for path, share in self._dated(state, near):
            share += self._particle(path[-1], asked.ops.text[: bound.place])
            branch = Branch(path, Pattern(tests=tests))
            explained = self._paths.said(asked, *(move.relation for move in path))
            after = replace(state, branches=(*state.branches, branch), ends=(*state.ends, End(path[0].back)))
            yield after.with_explained(explained), share - STEP * 2 * (len(path) - 1)

    def _particle(self, move: Move, before: str) -> float:
        """Return the bonus for a relation with the particle of a verb right before the date: `date out`, "went out"."""
        label = set(self._view.words.wordings[self._view.words.number[move.relation]].label)
        said = _PARTICLE.search(before)
        return _SAID_PARTICLE if said and said[1] in label else 0.0

    def _dated(self, state: State, texts: Sequence[str]) -> list[tuple[Path, float]]:
        found: list[tuple[Path, float]] = [
            ((move,), share) for move, share in self._paths.measures(state, texts, self._view.is_time)[:4]
        ]
        if state.ends:
            # "Ordered on a day": the order has the date, not what was ordered.
            for end in state.ends[-1:]:
                for step, share in self._view.available(end.move).items():
                    if self._view.is_value(step) or share < 0.2 or not self._paths.allowed(state, step):
                        continue
                    for move, likely in self._paths.measures(
                        State(ends=(End(step),)), texts, self._view.is_time
                    )[:2]:
                        if not self._paths.allowed(state, move):
                            found.append(((step, move), likely))
        return found

    def durations(self, state: State, texts: Sequence[str]) -> list[tuple[tuple[Move, Move], float]]:
        """Return the pairs of dates that begin and end something, by how well texts express them, above all the end."""
        dates = dict(self._paths.measures(state, texts, self._view.is_time))
        moves = [Move(relation, True) for relation in self._view.relations]
        moves = [move for move in moves if self._view.is_time(move) and self._paths.allowed(state, move)]
        found = [
            ((first, last), 0.3 + dates.get(last, 0.0) + 0.5 * dates.get(first, 0.0))
            for first in moves
            for last in moves
            if first != last
            and self._view.earlier(first, last)
            and self._view.available(first.back).get(last, 0.0) > 0
        ]
        return sorted(found, key=lambda one: -one[1])[:3]

    def of_measure(self, query: Query, move: Move) -> Query:
        """Return the query without branches that only say what kind of thing has the measure."""
        kept = tuple(
            branch
            for branch in query.pattern.branches
            if not (
                branch.pattern.any
                and branch.quantifier is Quantifier.SOME
                and not branch.count
                and len(branch.path) == 1
            )
            or self._view.is_truth(branch.path[0])
            or self._view.available(move.back).get(branch.path[0], 0.0) < _SOME_HAVE
        )
        return replace(query, pattern=replace(query.pattern, branches=kept or (Branch((move,)),)))

    def counted_texts(self, asked: AskedQuestion) -> list[str]:
        """Return the words for what is counted; none if they name a class."""
        first = next((word for word in asked.words if word.weight >= HEAD or word.text == "people"), None)
        if first is None or first.certain or (first.entity and first.noun):
            return []
        can = asks_what_it_can(asked)
        return [first.text] + [
            word.text
            for word in asked.words
            if word.place > first.end and (can or word.place - first.end < 8) and not word.certain
        ]

    def group_paths(
        self, asked: AskedQuestion, state: State, noun: str, place: int
    ) -> list[tuple[Path, Pattern, float, State]]:
        """Return the paths to what a question groups by: an entity or a date."""
        found = self._paths.paths_to(asked, state, noun, place)
        nouns = noun.split()
        while not found and len(nouns) > 1:
            # "Each investor took part in": the words after the noun are a clause about it.
            nouns.pop()
            found = self._paths.paths_to(asked, state, " ".join(nouns), place)
        if not found and re.search(r"\b(?:date|year|month|day)s?\b", noun):
            near = [word.text for word in asked.words if not word.certain]
            found = [
                ((move,), Pattern(), share, state.with_explained(self._paths.said(asked, move.relation)))
                for move, share in self._paths.measures(state, [*noun.split(), *near], self._view.is_time)[:2]
            ]
        return found or self._farther_groups(asked, state, noun)

    def _farther_groups(
        self, asked: AskedQuestion, state: State, noun: str
    ) -> list[tuple[Path, Pattern, float, State]]:
        """Return paths of two steps to what a noun names: wineries per country, by the region of each."""
        found: list[tuple[Path, Pattern, float, State]] = []
        for first in self._paths.free_moves(state):
            if self._view.is_value(first) or first.relation in self._view.class_relations:
                continue
            there = State(explained=state.explained, ends=(End(first),))
            for path, pattern, share, _ in self._paths.paths_to(asked, there, noun, 0)[:1]:
                if path[0] == first.back:
                    continue
                after = state.with_explained(self._paths.said(asked, path[0].relation))
                share += MANY * float(np.log1p(self._view.size(first))) - SILENT
                found.append(((first, *path), pattern, share, after))
        return sorted(found, key=lambda one: -one[2])


def _behind(asked: AskedQuestion, bound: NumberBound) -> list[str]:
    """Return the words right after a number for what it measures: "over 20,000 in prize money"."""
    found: list[str] = []
    at = bound.end
    for word in (one for one in asked.words if one.place >= bound.end):
        if word.certain or asked.ops.text[at : word.place].strip() not in _MEASURED_IN[: 2 - bool(found)]:
            break
        found.append(word.text)
        at = word.end
    return found


def _says_some(test: ValueTest) -> bool:
    """Return whether a count only requires existence: "at least one"."""
    return (test.comparison, test.value) in ((Comparison.AT_LEAST, 1), (Comparison.GREATER, 0))


def _magnitude(name: Sequence[str], tests: Sequence[ValueTest]) -> float:
    """Return the magnitude in a relation's name: "10 million" is 10 of `revenue_millions`. 1 for numbers below it."""
    told = max((_MAGNITUDES.get(singular_of(word), 1.0) for word in name), default=1.0)
    numbers = [test.value for test in tests if isinstance(test.value, int | float)]
    return told if numbers and min(numbers) >= told else 1.0


def _scaled(value: Constant, scale: float) -> Constant:
    if scale == 1.0 or not isinstance(value, int | float):
        return value
    scaled = value * scale
    return int(scaled) if float(scaled).is_integer() else round(scaled, 6)
