"""Properties expressed by words that nothing else explains: that a flag is true, or that a value exists."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import (
    Branch,
    Pattern,
    Quantifier,
    ValueTest,
)
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.asked import (
    AskedQuestion,
    Word,
    asks_by,
    asks_what_it_can,
    is_state,
    measured_until,
    quantifier_of,
)
from kgqa_neo4j.plans.reading.costs import HEAD, MEANS, SURE
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.state import End, State
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.lexicon import KINDS
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.wording import stem

_OBJECT = re.compile(r" (?:an? |the )?")
_OF = re.compile(r" (?:of|for|from)\b")
# Factors on the gain of a relation: of a flag, in yes-or-no questions and those that deny something; of a date, in
# questions that mention time.
_TRUTH, _DATED = 1.3, 1.05
# The same for a value of the entity itself, in questions that deny something.
_OWN = 1.1
_OR = re.compile(r"s?,? n?or (?:an? |the |any )?")


def _takes_object(asked: AskedQuestion, word: Word) -> bool:
    """Return whether a verb has the name right after it as its object: whoever "backed X" did so to X."""
    return not word.noun and any(
        other.certain and _OBJECT.fullmatch(asked.masked[word.end : other.place]) for other in asked.words
    )


class Properties:
    """Adds properties that the remaining words express to partial queries."""

    def __init__(self, view: GraphView, paths: Paths) -> None:
        self._view = view
        self._paths = paths

    @cached_property
    def _truths(self) -> Vectors:
        """Factors on the gains of relations in yes-or-no questions and those that deny something, (relations,)."""
        truths = [self._view.is_truth(Move(relation, True)) for relation in self._view.relations]
        return np.where(truths, _TRUTH, 1.0).astype(np.float32)

    @cached_property
    def _dates(self) -> Vectors:
        """Factors on the gains of relations in questions that mention time, (relations,)."""
        dates = [self._view.is_time(Move(relation, True)) for relation in self._view.relations]
        return np.where(dates, _DATED, 1.0).astype(np.float32)

    def with_properties(self, asked: AskedQuestion, state: State) -> State:
        """Return the state with the properties that unexplained words express: "is contagious", "has been resolved"."""
        ops = asked.ops
        tried: set[int] = set()
        asked_for = self._asked_for(asked)
        for _ in range(3):
            open_words = np.array(
                [
                    not word.certain
                    and place != asked_for
                    and (word.weight >= HEAD or self._names_denied(asked, word))
                    and state.explained[place] < MEANS
                    and not _takes_object(asked, word)
                    and not (
                        (ops.aggregate or ops.total)
                        and ops.aggregate_place <= word.place < measured_until(asked)
                    )
                    for place, word in enumerate(asked.words)
                ],
                bool,
            )
            gains = np.where((asked.chances >= MEANS) & open_words[:, None], asked.chances, 0.0).sum(axis=0)
            if ops.whether or ops.negations:
                # "Was it sold out" asks for a flag, not for how much was sold.
                gains *= self._truths
            if any(singular_of(word.text) in KINDS["time"] for word in asked.words):
                # An "arrival date" is not a place of arrival.
                gains *= self._dates
            if ops.negations:
                # Bills that "never came to a vote" have no date of a vote; who voted for them does not matter.
                gains *= self._own_values(state)
            gains[list(tried)] = 0.0
            for number in np.argsort(-gains)[:4]:
                if gains[number] < MEANS:
                    return self._with_members(asked, state)
                tried.add(int(number))
                place = int(np.argmax(np.where(open_words, asked.chances[:, number], 0.0)))
                after = self._with_property(
                    asked, state, self._view.relations[number], asked.words[place], float(gains[number])
                ) or self._of_those(state, int(number), asked.words[place])
                if after is not None:
                    row = asked.chances[:, number].copy()
                    if asked_for >= 0 and self._view.words.names_object(number, asked.words[asked_for].text):
                        # That dishes have a cuisine does not answer "which cuisines".
                        row[asked_for] = 0.0
                    if quantifier_of(asked, asked.words[place]) is Quantifier.NONE:
                        row[self._alternatives(asked, int(number))] = 0.0
                    state = after.with_explained(np.where(row >= MEANS, row, 0.0).astype(np.float32))
                    break
        return self._with_members(asked, state)

    def _own_values(self, state: State) -> Vectors:
        """Return factors on the gains of relations, (relations,), that prefer values of the state's own entities."""
        moves = [Move(relation, True) for relation in self._view.relations]
        own = [self._view.is_value(move) and self._paths.allowed(state, move) for move in moves]
        return np.where(own, _OWN, 1.0).astype(np.float32)

    def _names_denied(self, asked: AskedQuestion, word: Word) -> bool:
        """Return whether a denied word is in the name of a relation: "exams with no date"."""
        return quantifier_of(asked, word) is Quantifier.NONE and self._view.says_relation(word.text)

    @staticmethod
    def _alternatives(asked: AskedQuestion, number: int) -> list[int]:
        """Return the indices of nouns joined by "or" to a noun for a relation, which stand for another relation.

        The negation applies to both: "never won a gold or a silver".
        """
        found = []
        for place, (one, other) in enumerate(pairwise(asked.words)):
            best = {at: int(np.argmax(asked.chances[at])) for at in (place, place + 1)}
            sure = all(asked.chances[at, best[at]] >= SURE for at in best)
            if one.noun and other.noun and sure and _OR.fullmatch(asked.ops.text[one.end : other.place]):
                found += [at for at in best if number in best.values() and best[at] != number]
        return found

    def _asked_for(self, asked: AskedQuestion) -> int:
        """Return the index of a noun that only names the answers ("the suppliers of X"); -1 without one."""
        first = next((place for place, word in enumerate(asked.words) if word.weight >= HEAD), -1)
        if first < 0 or asked.ops.whether or asked.ops.counts:
            return -1
        if is_state(asked, first, self._view):
            return -1
        if asks_by(asked, asked.words[first]) and (asked.ops.negations or not asked.ops.any):
            return first
        if asked.ops.any:
            return -1
        if asked.words[first].noun and all(word.weight < HEAD for word in asked.words[first + 1 :]):
            # "All the estates": no property is expressed.
            return first
        named = asked.words[first].entity
        of = _OF.match(asked.masked[asked.words[first].end :])
        classes = named is not None and of and self._paths.classes(named.options[0].name)
        return first if classes and not asked.words[first].certain else -1

    def _with_property(
        self, asked: AskedQuestion, state: State, relation: str, word: Word, chance: float
    ) -> State | None:
        quantifier = quantifier_of(asked, word)
        taken = {branch.path[0].relation for branch in state.branches if branch.path}
        if relation in taken:
            return None
        # "Children" are at the subject's end of "child of".
        outward = not word.noun or self._view.words.names_object(self._view.words.number[relation], word.text)
        for move in (Move(relation, outward), Move(relation, not outward)):
            if not self._paths.allowed(state, move) or self._view.is_value(move.back):
                continue
            if self._view.is_truth(move):
                if self._paths.names_class(word):
                    # "Buyers" are all buyers, whether the flag `cash buyer` is true or not.
                    continue
                wanted = "no" if quantifier is Quantifier.NONE else "yes"
                branch = Branch((move,), Pattern(tests=(ValueTest(Comparison.EQUAL, wanted),)))
                return replace(state, branches=(*state.branches, branch), ends=(*state.ends, End(move.back)))
            if quantifier is Quantifier.ALL:
                continue
            if quantifier is Quantifier.SOME and chance < SURE:
                continue
            if quantifier is Quantifier.SOME and (
                asked.ops.numbers or asked.ops.dates or asked.ops.superlative or asks_what_it_can(asked)
            ):
                # The word names what the number or the date is about.
                continue
            ends = state.ends if quantifier is Quantifier.NONE else (*state.ends, End(move.back))
            kind = state.kind or (move if quantifier is Quantifier.NONE else None)
            pattern, explained = Pattern(), asked.none()
            if quantifier is Quantifier.NONE and self._view.is_amount(move):
                # "Not a single star": the number is unknown or zero.
                pattern = Pattern(tests=(ValueTest(Comparison.GREATER, 0),))
            elif quantifier is Quantifier.NONE:
                pattern, explained = self._of_class(asked, word, move)
            branch = Branch((move,), pattern, quantifier)
            after = replace(state, branches=(*state.branches, branch), ends=ends, kind=kind)
            return after.with_explained(explained)
        return None

    def _of_those(self, state: State, number: int, word: Word) -> State | None:
        """Return the state with the end of its one step restricted to a role: "countries our *directors* come from"."""
        if (
            not word.noun
            or word.entity
            or len(state.branches) != 1
            or not self._view.said_by(word.text, number)
        ):
            return None
        (branch,) = state.branches
        move = Move(self._view.relations[number], not self._view.words.names_object(number, word.text))
        if (
            not branch.pattern.any
            or branch.quantifier is not Quantifier.SOME
            or branch.count
            or len(branch.path) != 1
        ):
            return None
        if branch.path[0].outward or self._view.available(branch.path[0]).get(move, 0.0) <= 0.0:
            return None
        inner = replace(branch, pattern=Pattern(branches=(Branch((move,)),)))
        return replace(state, branches=(inner,))

    def _of_class(self, asked: AskedQuestion, verb: Word, move: Move) -> tuple[Pattern, Vectors]:
        """Return the class at the end of a denied verb's step, and what it explains: "never raised a round"."""
        explained = asked.none()
        for place, word in enumerate(asked.words):
            if word.certain or word.entity is None or word.place <= verb.place:
                continue
            for entity, members in self._paths.classes(word.entity.options[0].name):
                if move.back in self._view.available_from(entity, members):
                    explained[place] = 1.0
                    inner = Branch((members.back,), Pattern(entities=(entity,)))
                    return Pattern(branches=(inner,)), explained
        return Pattern(), explained

    def _with_members(self, asked: AskedQuestion, state: State) -> State:
        """Return the state without those that have members of a class that a remaining word names: "never ordered".

        A yes-or-no question may also ask whether a named entity has any: "is there a *bakery* in X".
        """
        for place, word in enumerate(asked.words):
            if word.certain or word.weight < HEAD or state.explained[place] >= MEANS:
                continue
            quantifier = quantifier_of(asked, word)
            any_of = asked.ops.whether and bool(state.entities) and self._paths.names_class(word)
            if quantifier is not Quantifier.NONE and not any_of:
                continue
            # Class names of several words may be written as one word.
            called = [word.entity.options[0].name] if word.entity else []
            for noun in dict.fromkeys((*called, word.text, stem(word.text))):
                ways = [
                    one for one in self._paths.paths_to(asked, state, noun, word.place) if one[1] != Pattern()
                ]
                if ways:
                    path, pattern, _, after = ways[0]
                    explained = asked.none()
                    explained[place] = 0.8
                    branch = Branch(path, pattern, quantifier)
                    return replace(after, branches=(*after.branches, branch)).with_explained(explained)
        return state

    def with_kind(self, state: State) -> State:
        """Return the state with a branch for the kind of entity that lacks something, if no other branch says it."""
        positive = [one for one in state.branches if one.quantifier is Quantifier.SOME and one.path]
        if positive or state.entities or state.kind is None:
            return state
        same = self._view.same_kind(state.kind)
        if not same:
            return state
        return replace(state, branches=(Branch((same[0][0],)), *state.branches))
