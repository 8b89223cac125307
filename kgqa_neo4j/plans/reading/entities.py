"""The entities that a question is about: by those that it names, by a class, by relatives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.language.query import (
    Branch,
    Pattern,
    Quantifier,
)
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.asked import (
    AskedQuestion,
    Word,
    asks_by,
    is_measured,
    quantifier_of,
    text_before,
)
from kgqa_neo4j.plans.reading.costs import HEAD, MANY, MAY_MEAN, MEANS, SILENT, STEP, SURE
from kgqa_neo4j.plans.reading.kinds import Kinds
from kgqa_neo4j.plans.reading.parser import Parser
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.relatives import Relatives
from kgqa_neo4j.plans.reading.state import End, State
from kgqa_neo4j.plans.reading.values import Values
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.directions import PREPOSITIONS, goes_against
from kgqa_neo4j.question.masking import MASK

_NAMED = re.compile(r"§\d+")
_EXCEPTING = re.compile(r"\b(?:other than|except(?:ing)?(?: for)?|excluding|apart from|besides|but not)$")
# "Is not a museum", against what has no museum.
_DENIES_CLASS = re.compile(
    r"(?:\bnot|n['\u2019]t|\bthan|\bexcept|\bexcluding|\bbesides|\bfrom)(?: (?:an?|the|any))?\W*$"
)
_ITS, _OF_IT = re.compile(r"'s? (?:[a-z]+ )?"), re.compile(r"s? of (?:the |a )?")
# Where an adjective stands rather than a verb.
_BEFORE_NOUN = re.compile(r"(?:^|\b(?:which|what|the|all|any|our|many|how many|list|show|me|of|-))\W*$|-$")
_BEAM, _PER_ENTITY, _PER_CLASS = 12, 8, 4
# What it costs to follow a relation to the other end than the one that a noun names.
_BACKWARDS = 0.15
# What it costs that a noun names the other end of a relation than what is asked for, also right behind "which".
_TURNED, _NOT_ASKED = 0.4, 0.8
# What it is worth that a relation's name has the preposition before what is named.
_PREPOSITION = 0.1
# How many entities a step leads to on average at most, to take it for one that leads to one alone.
_ALONE = 1.001
# What it is worth that the graph itself says of what class something is.
_CLASS = 0.25
# How far a noun is explained by a kind, where no step to what is named says the same.
_OF_KIND = 0.8
# What it costs to take a noun for one end of a relation whose name says more.
_QUALIFIED = 0.4
# How far a class is explained whose members the steps lead through.
_PASSED = 0.9

# A path from the variable to an entity, how it arrives back, its score, and what it explains.
_Way = tuple[Path, End, float, Vectors]


@dataclass(frozen=True, slots=True)
class _About:
    """The word that names an entity, the place of the noun that asks, and which words are nouns of the entity's.

    `kinds` are the steps that those have which the noun may mean, each with how well it does, `noun` its place.
    """

    word: Word
    head: int | None
    owned: tuple[bool, ...]
    noun: int | None = None
    kinds: tuple[tuple[Set[Move], float], ...] = ()


class Entities:
    """Finds what questions about one graph are about."""

    def __init__(self, view: GraphView, parser: Parser, paths: Paths, values: Values, kinds: Kinds) -> None:
        self._view = view
        self._parser = parser
        self._paths = paths
        self._values = values
        self._relatives = Relatives(view)
        self._kinds = kinds

    def bases(self, asked: AskedQuestion) -> list[State]:
        """Return what a question may be about, the best first: entities joined to those that it names, of a class."""
        start = State(explained=tuple(asked.none().tolist()))
        states = [start]
        taken: set[int] = set()
        for group in asked.groups:
            taken |= set(group)
            first = asked.words[group[0]]
            if (
                asked.ops.whether
                and not asked.ops.alls
                and not states[0].entities
                and not states[0].branches
                and first.certain
                and len(group) == 1
            ):
                states = [self._about(asked, start, group[0])]
                continue
            unsure = first.entity is not None and first.entity.options[0].quality < 1.0
            states = self._best(
                asked,
                [
                    after
                    for state in states
                    for after in (
                        *self._with_entities(asked, state, group),
                        *([state] if unsure or not first.certain else []),
                    )
                ],
            )
            if not states:
                return []
        if asked.ops.counts and len(asked.groups) == 1 and len(asked.groups[0]) == 1:
            about = self._about(asked, start, asked.groups[0][0])
            told = self._values.counted_texts(asked)
            others = [word for word in asked.words if not word.certain and word.text not in told]
            if not any(word.weight >= HEAD for word in others) and any(
                share >= MEANS for _, share in self._paths.measures(about, told, self._view.is_number)
            ):
                return [about]
        head = self._head(asked, taken)
        if head is not None:
            states = self._best(
                asked, [after for state in states for after in self._with_class(asked, state, head)]
            )
        # Common words that may be values: "returned", "contagious diseases".
        for place, word in enumerate(asked.words):
            if place not in taken and place != head and word.entity and not word.certain:
                states = self._best(
                    asked,
                    [
                        after
                        for state in states
                        for after in (state, *self._with_entities(asked, state, [place]))
                    ],
                )
        return states

    def _about(self, asked: AskedQuestion, state: State, place: int) -> State:
        """Return the state about one entity: "is X ..." asks of it."""
        named = asked.words[place].entity
        assert named is not None
        explained = asked.none()
        explained[place] = 1.0
        return replace(state, entities=(named.options[0].id,)).with_explained(explained)

    def _best(self, asked: AskedQuestion, states: Iterable[State]) -> list[State]:
        ranked = sorted(dict.fromkeys(states), key=lambda state: -state.value(asked.weights))
        return ranked[:_BEAM]

    def _with_entities(self, asked: AskedQuestion, state: State, group: Sequence[int]) -> Iterator[State]:
        """Yield the state held to entities that the question names, by the ways that the graph has to them."""
        first = asked.words[group[0]]
        quantifier = quantifier_of(asked, first)
        excepting = quantifier is Quantifier.NONE and bool(_EXCEPTING.search(text_before(asked, first)))
        if len(group) == 1 and first.certain:
            yield from self._relatives.held_to(asked, state, group[0], quantifier)
        named = [asked.words[place].entity for place in group]
        options = named[0].options if named[0] else ()
        for option in options[:3]:
            ids = (option.id, *(one.options[0].id for one in named[1:] if one and one.options))
            explained = asked.none()
            explained[list(group)] = option.quality
            class_like = not first.certain and first.entity is not None and self._parser.is_class(first.entity)
            if excepting:
                branch = Branch((), Pattern(entities=ids), Quantifier.NONE)
                yield replace(state, branches=(*state.branches, branch)).with_explained(explained)
            firsts = [branch.path[0] for branch in state.branches if branch.path]
            ways = self._kept(
                asked, state, sorted(self._ways(asked, state, option.id, first), key=lambda way: -way[2])
            )
            for path, end, score, more in ways:
                if not all(self._view.share(end.move, end.entity, move) > 0 for move in firsts):
                    continue
                if class_like and (
                    (quantifier is Quantifier.NONE and not _DENIES_CLASS.search(asked.masked[: first.place]))
                    or len(path) > 1
                    or (path[0].relation in self._view.class_relations and path[0] in firsts)
                ):
                    # The variable itself is of the class, and of no other one.
                    continue
                if quantifier is Quantifier.SOME and self._has_another(state, path):
                    continue
                branch = _quantified(path, Pattern(entities=ids), quantifier)
                ends = state.ends if quantifier is Quantifier.NONE else (*state.ends, end)
                kind = state.kind or (path[0] if quantifier is Quantifier.NONE else None)
                cost = state.cost - score + float((more * asked.weights).sum())
                if (
                    class_like
                    and len(path) == 1
                    and path[0].outward
                    and path[0].relation in self._view.class_relations
                ):
                    cost -= _CLASS
                after = replace(state, branches=(*state.branches, branch), ends=ends, cost=cost, kind=kind)
                yield after.with_explained(np.maximum(more, explained))

    def _kept(self, asked: AskedQuestion, state: State, ways: Sequence[_Way]) -> Sequence[_Way]:
        """Return the best ways, and the best of those that lead to what the first class of the question has."""
        had = self._had(asked) if not state.branches else set()
        others = [way for way in ways[_PER_ENTITY:] if way[1].move.back in had]
        return [*ways[:_PER_ENTITY], *others[:_PER_CLASS]]

    def _had(self, asked: AskedQuestion) -> Set[Move]:
        """Return the steps that the members of the first class have which a question names."""
        for word in asked.words:
            if word.entity and not word.certain and self._parser.is_class(word.entity):
                around = self._view.around(word.entity.options[0].id)
                members = [around.get(Move(relation, False)) for relation in self._view.class_relations]
                return {move for one in members if one is not None for move in one.second}
        return set()

    def _ways(self, asked: AskedQuestion, state: State, entity: str, word: Word) -> Iterator[_Way]:
        """Yield the paths from the variable to an entity, how each arrives back, its score, and what it explains."""
        passed, about = self._passed(asked), self._with_kinds(asked, _about(asked, word))
        for move, first in self._view.around(entity).items():
            if first.ends and move.relation in self._view.words.number:
                yield from self._way(asked, state, (move,), about, entity, first.ends)
                for onward, second in first.second.items():
                    if onward.relation in self._view.words.number and onward != move.back and second.ends:
                        through = [place for place, around in passed if {move.back, onward} <= around]
                        yield from self._way(asked, state, (move, onward), about, entity, second.ends, through)
        # What others of its kind have and this one lacks: nothing is the answer then, not what lies beside it.
        row = asked.chances.max(axis=0, initial=0.0)
        for number in np.flatnonzero(row >= MEANS):
            for outward in (True, False):
                move = Move(self._view.relations[number], outward)
                if move not in self._view.around(entity) and self._view.kin(entity, move):
                    yield from self._way(asked, state, (move,), about, "", 0)

    def _way(
        self,
        asked: AskedQuestion,
        state: State,
        moves: Path,
        about: _About,
        entity: str,
        ends: int,
        through: Sequence[int] = (),
    ) -> Iterator[_Way]:
        path, word = tuple(move.back for move in reversed(moves)), about.word
        if self._view.is_value(moves[-1]) or not self._paths.allowed(state, path[0]):
            return
        if len(moves) == 1 and self._turned(asked, word, moves[0]):
            return
        explained, silent = self._paths.explained(asked, moves, word)
        if about.head is not None:
            # However far apart, what the last step leads to is what is asked for.
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
        if not moves[0].outward and self._says_preposition(asked, word, moves[0]):
            score += _PREPOSITION
        # Of ways that no word tells apart, the one by which more is found.
        score += MANY * float(np.log1p(ends))
        yield path, End(moves[-1], entity if len(moves) == 1 else ""), score, explained

    def _says_preposition(self, asked: AskedQuestion, word: Word, move: Move) -> bool:
        """Return whether the name of a relation ends like what stands before its object: `runs_on`, "on the X line"."""
        label = self._view.words.wordings[self._view.words.number[move.relation]].label
        before = text_before(asked, word).rsplit(" ", 1)[-1]
        return len(label) > 1 and label[-1] == before and before in PREPOSITIONS

    def _against(self, asked: AskedQuestion, about: _About, move: Move) -> bool:
        """Return whether a noun of an entity's names what stands where a step comes from: "X's teacher" taught X."""
        number = self._view.words.number[move.relation]
        row = np.where(about.owned, asked.chances[:, number], 0.0)
        place = int(np.argmax(row)) if len(row) else -1
        if place < 0 or row[place] < SURE:
            return False
        return self._view.words.names_object(number, asked.words[place].text) is not move.outward

    def _passed(self, asked: AskedQuestion) -> list[tuple[int, Set[Move]]]:
        """Return the places of classes that two steps may lead through, with the steps that their members have.

        "In which town is the bakery of X?" leads through the bakery; so it does where that is a kind of things.
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
        # The first class is that of the answers.
        return kinds + [
            (place, members.second.keys())
            for place, named in classes[1:]
            for option in named.options[:2]
            for relation in self._view.class_relations
            if (members := self._view.around(option.id).get(Move(relation, False))) is not None
        ]

    def _has_another(self, state: State, path: Path) -> bool:
        """Return whether a state has an entity already by a step that leads to one: nobody is born in two towns."""
        return (
            len(path) == 1
            and self._view.fan(path[0]) <= _ALONE
            and any(
                branch.path == path and branch.pattern.entities and branch.quantifier is Quantifier.SOME
                for branch in state.branches
            )
        )

    def _turned(self, asked: AskedQuestion, word: Word, move: Move) -> bool:
        """Return whether a step from a named entity goes against what the question says of who does it to whom."""
        if not word.certain:
            return False
        form = _NAMED.sub("it", f"{asked.masked[: word.place]}{MASK}{asked.masked[word.end :]}")
        label = self._view.words.wordings[self._view.words.number[move.relation]].label
        return goes_against(form, label, move.outward)

    def _head(self, asked: AskedQuestion, taken: set[int]) -> int | None:
        """Return the place of the noun that says what is asked for."""
        for place, word in enumerate(asked.words):
            if place in taken:
                if asked.wh in ("who", "where", "when", "whose") or asked.ops.whether:
                    return None
                continue
            if self._modifies(asked, place) or is_measured(asked, word):
                continue
            if word.weight < HEAD:
                return None
            if quantifier_of(asked, word) is Quantifier.NONE:
                return None
            return place if word.noun or (word.entity and not word.certain) else None
        return None

    def _with_kinds(self, asked: AskedQuestion, about: _About) -> _About:
        """Return what is known of an entity's word, with the kinds that the noun may mean which asks."""
        place = self._head(asked, {place for group in asked.groups for place in group})
        if place is None or asked.words[place].entity is not None or self._says_whole(asked, place):
            return about
        kinds = tuple((kind.steps, share) for kind, share in self._kinds.shares(asked.words[place].text))
        return replace(about, noun=place, kinds=kinds)

    def _modifies(self, asked: AskedQuestion, place: int) -> bool:
        """Return whether a word only says which of what a noun names: "*railway* lines", "the *open* shops"."""
        word, *after = asked.words[place:]
        noun = next((one for one in after if one.noun), None)
        if noun is None or noun.certain or word.certain or (word.entity and self._parser.is_class(word.entity)):
            return False
        joints = (" ", "-", " of ", " of the ") if word.noun else (" ", "-")
        if not all(
            asked.masked[one.end : other.place] in joints
            for one, other in pairwise(asked.words[place : asked.words.index(noun) + 1])
        ):
            return False
        if word.entity is not None or word.noun:
            # "*Folk* acts", "*music* videos", and a noun that says little.
            return word.entity is not None or word.weight < HEAD or self._kinds.any
        return _BEFORE_NOUN.search(asked.masked[: word.place]) is not None

    def _of_kind(self, asked: AskedQuestion, state: State, head: int) -> Iterator[State]:
        """Yield the state held to the kinds that a noun may mean where the graph has no classes."""
        for kind, share in self._kinds.shares(asked.words[head].text):
            if not self._paths.allowed(state, kind.step):
                continue
            explained = asked.none()
            if any(branch.path[:1] and branch.path[0] in kind.steps for branch in state.branches):
                explained[head] = share
                yield state.with_explained(explained)
                continue
            explained[head] = _OF_KIND * share
            branches, ends = (*state.branches, Branch((kind.step,))), (*state.ends, End(kind.step.back))
            yield replace(state, branches=branches, ends=ends).with_explained(explained)

    def _says_whole(self, asked: AskedQuestion, place: int) -> bool:
        """Return whether a noun stands for a relation of whose name the question leaves nothing unsaid."""
        for number in np.flatnonzero(asked.chances[place] >= SURE):
            content = self._view.words.wordings[int(number)].content
            told = sum(any(self._view.forms(word.text, one) for word in asked.words) for one in content)
            if told == len(content):
                return True
        return False

    def _with_class(self, asked: AskedQuestion, state: State, head: int) -> Iterator[State]:
        """Yield the state held to what a noun stands for: a class, a value that all have, the end of a relation."""
        word = asked.words[head]
        if word.entity and not word.certain:
            yield from self._with_entities(asked, state, [head])
        row = asked.chances[head]
        if state.explained[head] >= MAY_MEAN and state.branches:
            yield state
            return
        kinds = (
            self._kinds.likely(word.text) if word.entity is None and not self._says_whole(asked, head) else []
        )
        if kinds:
            yield from self._of_kind(asked, state, head)
        for number in np.argsort(-row)[:4]:
            if row[number] < (MEANS if self._view.said_by(word.text, int(number)) else SURE):
                break
            relation = self._view.relations[number]
            explained = asked.none()
            explained[head] = row[number]
            outward = not self._view.words.names_object(int(number), word.text)
            for move in (Move(relation, outward), Move(relation, not outward)):
                # The variable is what the noun names: the object of "owner", the subject of "capital of".
                if self._view.is_value(move.back) or not self._paths.allowed(state, move):
                    continue
                if not all(
                    self._view.available(move.back).get(one.path[0], 0.0) > 0
                    for one in state.branches
                    if one.path
                ):
                    continue
                turned = _NOT_ASKED if asks_by(asked, word) else _TURNED
                cost = state.cost + (0.0 if move.outward == outward else turned)
                if kinds and move in kinds[0][0].steps:
                    # A "next station" is a station: nobody has said that it is next to something.
                    cost += _QUALIFIED
                if any(branch.path[:1] == (move,) for branch in state.branches):
                    yield replace(state, cost=cost).with_explained(explained)
                else:
                    branch = Branch((move,))
                    yield replace(
                        state, branches=(*state.branches, branch), ends=(*state.ends, End(move.back)), cost=cost
                    ).with_explained(explained)
        yield state


def _about(asked: AskedQuestion, word: Word) -> _About:
    head = next((place for place, one in enumerate(asked.words) if asks_by(asked, one)), None)
    owned = (one.noun and one.entity is None and _owns(asked, word, one) for one in asked.words)
    return _About(word, head, tuple(owned))


def _owns(asked: AskedQuestion, about: Word, word: Word) -> bool:
    """Return whether a noun is said to be an entity's: "X's teacher", "the teacher of X"."""
    if word.place > about.place:
        return _ITS.fullmatch(asked.masked[about.end : word.place]) is not None
    return _OF_IT.fullmatch(asked.masked[word.end : about.place]) is not None


def _quantified(path: Path, pattern: Pattern, quantifier: Quantifier) -> Branch:
    if quantifier is Quantifier.ALL and len(path) > 1:
        return Branch(path[:1], Pattern(branches=(Branch(path[1:], pattern),)), quantifier)
    return Branch(path, pattern, quantifier)
