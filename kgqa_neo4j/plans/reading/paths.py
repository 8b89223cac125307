"""The steps that a partial query can take, given the words of the question and the relations of the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.model.graph import fold
from kgqa_neo4j.plans.language.query import (
    Branch,
    Pattern,
)
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.asked import AskedQuestion, Word
from kgqa_neo4j.plans.reading.costs import LIGHT_VERB, MANY, MAY_MEAN, MEANS, NAMES, SILENT
from kgqa_neo4j.plans.reading.kinds import Kinds
from kgqa_neo4j.plans.reading.names import Names
from kgqa_neo4j.plans.reading.state import State
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.lexicon import KINDS
from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.units import is_unit
from kgqa_neo4j.question.wording import stem

# Chance of a step to the kind that a noun means.
_OF_KIND = 0.6
# Number of named entities in a question about whether something holds between two.
_PAIR = 2
# Factor on the chance that a noun stands for a measure, if it only modifies another noun in the measure's name.
_QUALIFIES = 0.5
# Maximum number of words in a noun; anything longer is a clause, and means no kind.
_WORDS = 2


class Paths:
    """Finds the steps in one graph that the words of a question express."""

    def __init__(self, names: Names, view: GraphView, kinds: Kinds) -> None:
        self._names = names
        self._kinds = kinds
        self._view = view

    def allowed(self, state: State, move: Move) -> bool:
        """Return whether the variable of a state may have a step."""
        if state.kind is not None and self._view.available(state.kind.back).get(move, 0.0) <= 0.0:
            return False
        if state.entities and not any(self._view.kin(entity, move) for entity in state.entities):
            return False
        return all(self._view.share(end.move, end.entity, move) > 0.0 for end in state.ends)

    def explained(self, asked: AskedQuestion, moves: Path, about: Word) -> tuple[Vectors, int]:
        """Return how far steps explain each word, words near `about` counting more, and how many steps are silent.

        A relation whose name is part of an entity's name is not silent: "Cedar Ward" is a ward.
        """
        explained, silent = asked.none(), 0
        # A word belongs to the nearest of several entities.
        within, least = (60, 0.35) if sum(word.entity is not None for word in asked.words) > 1 else (150, 0.7)
        near = np.array(
            [max(least, 1.0 - abs(word.place - about.place) / within) for word in asked.words], np.float32
        )
        if asked.ops.whether and sum(word.certain for word in asked.words) == _PAIR:
            # "Was X among the first to climb Y": the words are about both entities.
            near[:] = 1.0
        # The first class noun names the class of the variable; a mere hint from it does not express a step.
        first = next((place for place, word in enumerate(asked.words) if word.entity and not word.certain), -1)
        own = set(about.text.split())
        said: set[int] = set()
        before: set[str] = set()
        for move in moves:
            row = asked.chances[:, self._view.words.number[move.relation]] * near
            row = np.where(row >= MAY_MEAN * 0.6, row, 0.0)
            content = self._view.words.wordings[self._view.words.number[move.relation]].content
            # A word that expresses one step expresses no other.
            words = [
                place
                for place in np.argsort(-row)
                if row[place] >= MAY_MEAN and not (place == first and self._hints(asked, place, move))
            ]
            free = next(
                (
                    int(place)
                    for place in words
                    if place not in said and (len(moves) == 1 or asked.weights[place] > LIGHT_VERB)
                ),
                None,
            )
            said |= {free} if free is not None else set()
            stems = {stem(one) for one in content}
            # One word expresses both ends of an event: what somebody borrowed is "loan of" a loan "loaned to" them.
            of_one = len(words) > 0 and not stems.isdisjoint(before)
            before |= stems
            silent += free is None and not of_one and not own & set(content)
            explained = np.maximum(explained, row)
        return explained.astype(np.float32), silent

    def _hints(self, asked: AskedQuestion, place: int, move: Move) -> bool:
        """Return whether a class noun only hints at a relation."""
        return float(asked.chances[place, self._view.words.number[move.relation]]) < MEANS

    def said(self, asked: AskedQuestion, *relations: str) -> Vectors:
        """Return how far relations, and those whose triples carry their values, explain each word."""
        explained = asked.none()
        known = self._view.schema.relations()
        told_of = [known[one].told_of for one in relations if one in known and known[one].told_of]
        for relation in (*relations, *told_of):
            row = asked.chances[:, self._view.words.number[relation]]
            explained = np.maximum(explained, np.where(row >= MAY_MEAN, row, 0.0))
        return explained.astype(np.float32)

    def measures(
        self, state: State, texts: Sequence[str], fits: Callable[[Move], bool]
    ) -> list[tuple[Move, float]]:
        """Return the steps from a state's variable to values that pass `fits`, by how well texts express them."""
        moves = [
            Move(relation, True)
            for relation in self._view.relations
            if fits(Move(relation, True)) and self.allowed(state, Move(relation, True))
        ]
        if not moves:
            return []
        table = self._view.chances(list(texts)) if texts else np.zeros((0, len(self._view.relations)))
        for move in moves:
            number = self._view.words.number[move.relation]
            table[[self._only_qualifies(text, number) for text in texts], number] *= _QUALIFIES
        said = table.max(axis=0, initial=0.0)
        ranked = [(move, float(said[self._view.words.number[move.relation]])) for move in moves]
        if state.ends and len(moves) == 1:
            ranked = [(moves[0], max(ranked[0][1], 0.3))]
        return sorted((one for one in ranked if one[1] > 0.05), key=lambda one: -one[1])

    def _only_qualifies(self, text: str, number: int) -> bool:
        """Return whether a text only modifies the noun that a relation counts: "pages" of `page_views`."""
        *before, last = self._view.words.wordings[number].content or ("",)
        if not before or not is_plural(last) or is_unit(last):
            return False
        words = text.split()
        return any(self._view.forms(word, one) for word in words for one in before) and not any(
            self._view.forms(word, last) for word in words
        )

    def paths_to(
        self, asked: AskedQuestion, state: State, noun: str, place: int
    ) -> list[tuple[Path, Pattern, float, State]]:
        """Return the paths from a state's variable to what a noun names: path, pattern at its end, score, state."""
        words = noun.split()
        texts = list(dict.fromkeys([noun, *words, *(singular_of(word) for word in words)]))
        said = self._view.chances(texts).max(axis=0, initial=0.0)
        found: list[tuple[Path, Pattern, float, State]] = []
        for number in np.argsort(-said)[:6]:
            if said[number] < NAMES:
                break
            relation = self._view.relations[number]
            outward = self._view.words.names_object(int(number), *texts)
            for move in (Move(relation, True), Move(relation, False)):
                if self.allowed(state, move) and not (not move.outward and self._view.is_value(move.back)):
                    share = float(said[number]) - (0.0 if move.outward == outward else 0.3)
                    found.append(((move,), Pattern(), share, state.with_explained(self.said(asked, relation))))
        kind = self._kinds.meant(singular_of(noun)) if not found and len(words) <= _WORDS else None
        if kind is not None:
            pattern = Pattern(branches=(Branch((kind.step,)),))
            for end in filter(lambda one: self.allowed(state, one), kind.ends):
                share = _OF_KIND + MANY * float(np.log1p(self._view.size(end)))
                found.append(((end,), pattern, share, state.with_explained(self.said(asked, end.relation))))
        for entity, members in self.classes(noun):
            for then in self._view.available_from(entity, members):
                back = then.back
                if (
                    not self.allowed(state, back)
                    or self._view.is_value(then)
                    or back.relation == members.relation
                ):
                    continue
                explained, silent = self.explained(asked, (back,), Word(noun, place, place, 1.0))
                share = 0.8 + float((explained * asked.weights).sum()) * 0.3 - SILENT * silent
                share += MANY * float(np.log1p(self._view.size(then)))
                if share > 0:
                    pattern = Pattern(branches=(Branch((members.back,), Pattern(entities=(entity,))),))
                    found.append(((back,), pattern, share, state.with_explained(explained)))
        if singular_of(words[-1]) in KINDS["time"]:
            # A "founding year" is not a founder.
            found = [one for one in found if self._view.is_time(one[0][-1])] or found
        return sorted(found, key=lambda one: -one[2])

    def classes(self, noun: str) -> list[tuple[str, Move]]:
        """Return the classes with a name, each with the step to its members."""
        # "Movies" and "cities" have the same ending.
        called = {fold(noun), fold(singular_of(noun)), fold(noun.removesuffix("s"))}
        found = []
        for one in self._names.look_up(sorted(called), 5):
            if one.literal or one.degree < 2:
                continue
            moves = [
                (move, first.ends) for move, first in self._view.around(one.id).items() if not move.outward
            ]
            if moves:
                best = max(moves, key=lambda item: item[1])[0]
                if best.relation in self._view.class_relations:
                    found.append((one.id, best))
        return found

    def names_class(self, word: Word) -> bool:
        """Return whether a word names a class."""
        return word.entity is not None and bool(self.classes(word.entity.options[0].name))

    def free_moves(self, state: State) -> list[Move]:
        """Return all steps that the variable of a state may have."""
        moves = [Move(relation, outward) for relation in self._view.relations for outward in (True, False)]
        return [move for move in moves if self.allowed(state, move)]

    def word_for(self, asked: AskedQuestion, move: Move, places: Sequence[int] | None = None) -> float:
        """Return the highest chance that a word, of all or of those at `places`, stands for the relation of a step."""
        row = asked.chances[:, self._view.words.number[move.relation]]
        return float((row if places is None else row[list(places)]).max(initial=0.0))

    def place_for(self, asked: AskedQuestion, move: Move) -> int:
        """Return the index of the word that most likely stands for the relation of a step; -1 without words."""
        row = asked.chances[:, self._view.words.number[move.relation]]
        return int(np.argmax(row)) if len(row) else -1
