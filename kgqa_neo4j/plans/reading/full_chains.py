"""Checks whether a chain of steps expresses a whole question: each word a step, or what a step arrives at."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.asked import AskedQuestion, asks_by
from kgqa_neo4j.plans.reading.costs import HEAD, MAY_MEAN, MEANS, SURE
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.lexicon import KINDS, names_person
from kgqa_neo4j.question.nouns import singular_of

_TIME = re.compile(r"(?<!\ba )(?<!\bper )(?<!\beach )\b(?:year|date|day)\b")
# Question words that ask for something without a noun.
_ASKING = frozenset({"who", "whom", "whose", "where", "when"})
# "What do the sponsors of X sell": the noun is the subject, and does not name the answers.
_WHAT_DO = re.compile(r"\W*what (?:do|does|did)\b")
# Number of steps that may be silent: "the pets of X" are those that X owns.
_SILENT = 1
# Minimum chance that a noun surely stands for what a relation leads to.
_NAMED = 0.9
# Minimum chance that a verb surely stands for a relation.
_DOES = 0.85
# Share of the best chance from which a noun may also stand for what another relation leads to.
_AS_LIKELY = 0.98
# Share of the entities at the end of a step that counts as most of them.
_MOST = 0.5


class FullChains:
    """Compares chains with questions about one graph."""

    def __init__(self, view: GraphView) -> None:
        self._view = view

    def says_all(self, asked: AskedQuestion, topic: str, path: Path, least: float = SURE) -> bool:
        """Return whether every word of a question expresses a step or what one arrives at, and few steps are silent.

        The noun that names the answers has to name what the last step arrives at; without one, a word has to express
        that step. A silent first step must not bypass a later step that the topic itself, or others of its kind, can
        have: "when did X die" does not ask for the death of a parent.

        Args:
            asked: the question.
            topic: the entity where the path starts.
            path: the steps.
            least: minimum chance for the first word, which mostly names the answers, to stand for a relation.
        """
        known = all(move.relation in self._view.words.number for move in path)
        if not known or path[0].relation in self._view.class_relations or not self._told_when(asked, path[-1]):
            return False
        places = [place for place, word in enumerate(asked.words) if not word.certain and word.weight >= HEAD]
        if not places or not self._said(asked, places[0], path, least):
            return False
        if not all(
            self._said(asked, place, path, SURE) or self._is_of(asked, place, topic) for place in places[1:]
        ):
            return False
        numbers = [self._view.words.number[move.relation] for move in path]
        first = self._asking(asked, places)
        asks = asked.words[first].noun and asked.wh not in _ASKING and not _WHAT_DO.match(asked.masked)
        silent = [
            at
            for at, number in enumerate(numbers)
            if float(asked.chances[places, number].max()) < MEANS
            and not self._names_class(asked, places[asks:], path[at])
        ]
        if len(silent) > _SILENT or (0 in silent and self._has_beside(topic, path[1:])):
            return False
        if asks:
            return self._ends(asked, first, path[-1], least)
        return len(path) - 1 not in silent

    @staticmethod
    def _asking(asked: AskedQuestion, places: Sequence[int]) -> int:
        """Return the index of the first word, or of the noun that it modifies: "the *major* languages"."""
        first = places[0]
        for place in places[1:]:
            between = asked.masked[asked.words[first].end : asked.words[place].place]
            if asked.words[first].noun or between != " ":
                break
            first = place
        return first

    def leaves_word(self, asked: AskedQuestion, path: Path) -> bool:
        """Return whether a noun or verb that surely stands for a relation stands for no step of a path.

        The noun after "which" is exempt: it names the kind of the answers.
        """
        numbers = [
            self._view.words.number[move.relation] for move in path if move.relation in self._view.words.number
        ]
        return any(
            not word.certain
            and word.entity is None
            and word.weight >= HEAD
            and not asks_by(asked, word)
            and not self._says_kind(word.text, path)
            and float(asked.chances[place].max(initial=0.0)) >= (SURE if word.noun else _DOES)
            and float(asked.chances[place, numbers].max(initial=0.0)) < MAY_MEAN
            for place, word in enumerate(asked.words)
        )

    def _says_kind(self, noun: str, path: Path) -> bool:
        """Return whether a noun only names the kind of what a path leads to: a drama is a "drama film".

        False if the noun is a relation's whole name, and for nouns for persons, which express a role.
        """
        one = singular_of(noun)
        if not path or path[-1].relation not in self._view.words.number or names_person(one):
            return False
        if any(wording.content == (one,) for wording in self._view.words.wordings):
            return False
        return one in KINDS[self._view.leading_kind(path[-1])]

    def _is_of(self, asked: AskedQuestion, place: int, topic: str) -> bool:
        """Return whether a word names the class of the topic itself: "which stories use X as a source"."""
        named = asked.words[place].entity
        return named is not None and self._view.is_like(topic, named.options[0].id)

    def _names_class(self, asked: AskedQuestion, places: Sequence[int], move: Move) -> bool:
        """Return whether one of the words names the class of what a step arrives at: "who wrote the *books* of X"."""
        named = [asked.words[place].entity for place in places]
        return any(one is not None and self._has(one.options[0].id, move.back) for one in named)

    def _has_beside(self, topic: str, path: Path) -> bool:
        return any(self._view.kin(topic, step) for move in path for step in (move, move.back))

    def _said(self, asked: AskedQuestion, place: int, path: Path, least: float) -> bool:
        row = asked.chances[place]
        if any(row[self._view.words.number[move.relation]] >= least for move in path):
            return True
        return any(self._ends(asked, place, move, max(least, _NAMED)) for move in path)

    def _told_when(self, asked: AskedQuestion, last: Move) -> bool:
        """Return whether a step leads to dates if the question asks for them: "founding year of X", not "a year"."""
        wanted = asked.wh == "when" or _TIME.search(asked.masked) is not None
        return not wanted or self._view.is_time(last)

    def _ends(self, asked: AskedQuestion, place: int, move: Move, least: float) -> bool:
        """Return whether a word names what a step arrives at, by its class or as the end of a relation."""
        word = asked.words[place]
        if word.entity is not None and self._has(word.entity.options[0].id, move.back):
            return True
        if not word.noun:
            return False
        row = asked.chances[place]
        best = float(row.max(initial=0.0))
        return best >= least and any(
            row[number] >= _AS_LIKELY * best
            and (end := self._named(number))
            and self._view.overlap(move, end) >= _MOST
            for number in range(len(self._view.relations))
        )

    def _has(self, entity: str, move: Move) -> bool:
        """Return whether an entity is a class some of whose members have a step."""
        return any(
            not one.outward
            and one.relation in self._view.class_relations
            and move in self._view.available_from(entity, one)
            for one in self._view.around(entity)
        )

    def _named(self, number: int) -> Move | None:
        """Return the step to what a relation's name denotes: "director", "capital of"; None for "specialises in"."""
        wording = self._view.words.wordings[number]
        if not wording.names_object and wording.label[-1] != "of":
            return None
        return Move(self._view.relations[number], wording.names_object)
