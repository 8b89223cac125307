"""Paths from the variable to an entity that the question names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.asked import AskedQuestion, Word, asks_by, asks_for_named, text_before
from kgqa_neo4j.plans.reading.costs import ALONE, HEAD, MANY, MEANS, SILENT, STEP, SURE
from kgqa_neo4j.plans.reading.heads import Heads
from kgqa_neo4j.plans.reading.kinds import Kinds
from kgqa_neo4j.plans.reading.parser import Parser
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.state import End, State
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.directions import PREPOSITIONS, goes_against
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.question.tenses import is_over, over_asked

_NAMED = re.compile(r"§\d+")
# "Did X ever support Y".
_DOES_TO = re.compile(
    r"^\W*(?:did|does|do|has|have|had) §\d+ (?:ever |also |already )?(?P<verb>[a-z]{3,}) (?:the )?$"
)
_ITS, _OF_IT = re.compile(r"'s? (?:[a-z]+ )?"), re.compile(r"s? of (?:the |a )?")
# Cost of following a relation to the opposite end of the one that a noun names.
_BACKWARDS = 0.15
# Cost of a multi-step path whose first step is something done to the entity, when no word expresses that.
_DONE_TO = 0.05
# Cost of counting by a step that leads to a single entity, and of a step that an entity asked about lacks.
_ONE_ALONE, _LACKED = 0.3, 0.05
# Bonus for a relation whose name ends in the preposition before the named entity.
_PREPOSITION = 0.1
# Bonus for a step about the past if the question asks about the past, and its cost if about the present.
_OVER = 0.5
# How far a class noun is explained if the path leads through members of the class.
_PASSED = 0.9

EntityPath = tuple[Path, End, float, Vectors]
"""A path from the variable to an entity, the step that arrives back, its score, and how far it explains each word."""


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """A path, regardless of what else is said of the variable; its score is the sum of `fit` and `many`."""

    path: Path
    end: End
    fit: float
    many: float
    explained: Vectors


@dataclass(frozen=True, slots=True)
class _About:
    """A named entity, the index of the noun after "which" (`head`), and which words are nouns of the entity (`owned`).

    `noun` is the index of the head noun, and `kinds` are the steps of each kind it may mean, with how well it fits.
    """

    word: Word
    head: int | None
    owned: tuple[bool, ...]
    noun: int | None = None
    kinds: tuple[tuple[Set[Move], float], ...] = ()


class PathCache:
    """The paths to the entities that one question names, each searched once."""

    def __init__(self, view: GraphView, paths: Paths, find: Callable[[str, Word], Iterator[_Found]]) -> None:
        self._view = view
        self._paths = paths
        self._find = find
        self._known: dict[tuple[str, int], list[_Found]] = {}

    def from_state(self, state: State, entity: str, word: Word) -> list[EntityPath]:
        """Return the paths from a state's variable to an entity, the best first.

        Their vectors are shared, and must not be changed.
        """
        key = (entity, word.place)
        if key not in self._known:
            self._known[key] = list(self._find(entity, word))
        ways: list[EntityPath] = []
        for one in self._known[key]:
            if not self._paths.allowed(state, one.path[0]):
                continue
            fit = one.fit
            if any(one.path[0] not in self._view.around(other) for other in state.entities):
                # Two entities that are asked about together should both have the relation.
                fit -= _LACKED
            ways.append((one.path, one.end, fit + one.many, one.explained))
        return sorted(ways, key=lambda way: -way[2])


class EntityPaths:
    """Finds the paths to named entities in one graph."""

    def __init__(self, view: GraphView, parser: Parser, paths: Paths, kinds: Kinds, heads: Heads) -> None:
        self._view = view
        self._parser = parser
        self._paths = paths
        self._kinds = kinds
        self._heads = heads

    def of(self, asked: AskedQuestion) -> PathCache:
        """Return a finder of the paths for one question, which searches each once."""
        return PathCache(self._view, self._paths, partial(self._found, asked))

    def _found(self, asked: AskedQuestion, entity: str, word: Word) -> Iterator[_Found]:
        """Yield the paths from the variable to an entity."""
        passed, about = self._passed(asked), self._with_kinds(asked, _about(asked, word))
        for move, first in self._view.around(entity).items():
            if first.ends and move.relation in self._view.words.number:
                yield from self._way(asked, (move,), about, entity, first.ends)
                for onward, second in first.second.items():
                    if onward.relation in self._view.words.number and onward != move.back and second.ends:
                        through = [place for place, around in passed if {move.back, onward} <= around]
                        yield from self._way(asked, (move, onward), about, entity, second.ends, through)
        # Steps that this entity lacks and others of its kind have: the answer is then none, not something nearby.
        row = asked.chances.max(axis=0, initial=0.0)
        for number in np.flatnonzero(row >= MEANS):
            for outward in (True, False):
                move = Move(self._view.relations[number], outward)
                if move not in self._view.around(entity) and self._view.kin(entity, move):
                    yield from self._way(asked, (move,), about, "", 0)

    def _way(
        self,
        asked: AskedQuestion,
        moves: Path,
        about: _About,
        entity: str,
        ends: int,
        through: Sequence[int] = (),
    ) -> Iterator[_Found]:
        path, word = tuple(move.back for move in reversed(moves)), about.word
        if self._view.is_value(moves[-1]):
            return
        if len(moves) == 1 and self._turned(asked, word, moves[0]):
            return
        if len(moves) > 1 and self._done_to(asked, word, moves[0]):
            return
        explained, silent = self._paths.explained(asked, moves, word)
        if about.head is not None:
            # The noun after "which" names what the last step leads to, however far apart the words are.
            chance = asked.chances[about.head, self._view.words.number[moves[-1].relation]]
            explained[about.head] = max(explained[about.head], chance if chance >= MEANS else 0.0)
        if about.noun is not None:
            fit = max((share for steps, share in about.kinds if path[0] in steps), default=0.0)
            explained[about.noun] = max(explained[about.noun], fit)
        for place in through:
            explained[place] = max(explained[place], _PASSED)
        score = float((explained * asked.weights).sum()) - STEP * (len(moves) - 1)
        score -= _BACKWARDS * sum(self._against(asked, about, move) for move in moves)
        score -= SILENT * (silent if word.certain or len(moves) > 1 else 0)
        if len(moves) > 1 and silent and not moves[0].outward:
            # What an entity has itself is more likely meant than what is done to it.
            score -= _DONE_TO
        if not moves[0].outward and self._says_preposition(asked, word, moves[0]):
            score += _PREPOSITION
        if (
            word.certain
            and len(moves) == 1
            and self._view.fan(moves[0]) <= ALONE
            and self._counts_members(asked)
        ):
            # "How many" asks for something of which there may be several.
            score -= _ONE_ALONE
        score += self._tense(asked, moves)
        # Of paths that no word tells apart, the one that finds more is preferred.
        many = MANY * float(np.log1p(ends))
        yield _Found(path, End(moves[-1], entity if len(moves) == 1 else ""), score, many, explained)

    def _tense(self, asked: AskedQuestion, moves: Path) -> float:
        """Return the bonus for steps about the past, negative if the question is about the present."""
        labels = (self._view.words.wordings[self._view.words.number[move.relation]].label for move in moves)
        return _OVER * over_asked(asked.masked) if any(map(is_over, labels)) else 0.0

    def _counts_members(self, asked: AskedQuestion) -> bool:
        """Return whether a question counts the members of a class: "how many films"."""
        if not asked.ops.counts:
            return False
        first = next((word for word in asked.words if word.weight >= HEAD), None)
        return (
            first is not None
            and not first.certain
            and first.entity is not None
            and self._parser.is_class(first.entity)
        )

    def _says_preposition(self, asked: AskedQuestion, word: Word, move: Move) -> bool:
        """Return whether a relation's name ends in the preposition before the entity: `runs_on`, "on the X line"."""
        label = self._view.words.wordings[self._view.words.number[move.relation]].label
        before = text_before(asked, word).rsplit(" ", 1)[-1]
        return len(label) > 1 and label[-1] == before and before in PREPOSITIONS

    def _against(self, asked: AskedQuestion, about: _About, move: Move) -> bool:
        """Return whether a noun of the entity names the start of a step and not its end: "X's teacher" taught X."""
        number = self._view.words.number[move.relation]
        row = np.where(about.owned, asked.chances[:, number], 0.0)
        place = int(np.argmax(row)) if len(row) else -1
        if place < 0 or row[place] < SURE:
            return False
        return self._view.words.names_object(number, asked.words[place].text) is not move.outward

    def _passed(self, asked: AskedQuestion) -> list[tuple[int, Set[Move]]]:
        """Return the indices of nouns whose class or kind a two-step path may pass, with the steps of its members.

        "In which town is the bakery of X?" leads through the bakery, whether that is a class or a kind.
        """
        classes = [
            (place, word.entity)
            for place, word in enumerate(asked.words)
            if word.entity and not word.certain and self._parser.is_class(word.entity)
        ]
        first = next((place for place, word in enumerate(asked.words) if word.weight >= HEAD), -1)
        kinds = [
            (place, kind.steps)
            for place, word in enumerate(asked.words)
            if word.noun and word.entity is None and place != first and (kind := self._kinds.meant(word.text))
        ]
        asked_for = asked.ops.whether or any(
            asks_for_named(asked, word, word.entity.options[0].name) for word in asked.words if word.entity
        )
        # The first class is that of the answers, unless another word names these ("how many *painters* ... in a town")
        # or it is a yes-or-no question.
        return kinds + [
            (place, steps)
            for place, named in classes[0 if asked_for else 1 :]
            for option in named.options[:2]
            for steps in self._view.of_members(option.id)
        ]

    def _turned(self, asked: AskedQuestion, word: Word, move: Move) -> bool:
        """Return whether a step from a named entity goes against the direction that the question expresses."""
        if not word.certain:
            return False
        form = _NAMED.sub("it", f"{asked.masked[: word.place]}{MASK}{asked.masked[word.end :]}")
        label = self._view.words.wordings[self._view.words.number[move.relation]].label
        return goes_against(form, label, move.outward)

    def _done_to(self, asked: AskedQuestion, word: Word, move: Move) -> bool:
        """Return whether a step means that a named entity did something, though the question says it was done to it.

        "Did X support Y" does not ask for a concert that was `supported by` Y.
        """
        label = self._view.words.wordings[self._view.words.number[move.relation]].label
        does = _DOES_TO.match(asked.masked[: word.place])
        return (
            does is not None
            and not move.outward
            and len(label) > 1
            and label[-1] == "by"
            and self._view.forms(does["verb"], label[-2])
        )

    def _with_kinds(self, asked: AskedQuestion, about: _About) -> _About:
        """Return what is known of a named entity's word, with the kinds that the head noun may mean."""
        place = self._heads.head(asked, {place for group in asked.groups for place in group})
        if place is None or asked.words[place].entity is not None or self._heads.says_whole(asked, place):
            return about
        kinds = tuple((kind.steps, share) for kind, share in self._kinds.shares(asked.words[place].text))
        return replace(about, noun=place, kinds=kinds)


def _about(asked: AskedQuestion, word: Word) -> _About:
    head = next((place for place, one in enumerate(asked.words) if asks_by(asked, one)), None)
    owned = (one.noun and one.entity is None and _owns(asked, word, one) for one in asked.words)
    return _About(word, head, tuple(owned))


def _owns(asked: AskedQuestion, about: Word, word: Word) -> bool:
    """Return whether a noun belongs to an entity: "X's teacher", "the teacher of X"."""
    if word.place > about.place:
        return _ITS.fullmatch(asked.masked[about.end : word.place]) is not None
    return _OF_IT.fullmatch(asked.masked[word.end : about.place]) is not None
