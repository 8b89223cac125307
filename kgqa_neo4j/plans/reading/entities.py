"""Finds what a question is about: entities joined to the entities, classes and relatives that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

import numpy as np

from kgqa_neo4j.plans.language.query import (
    Branch,
    Pattern,
    Quantifier,
)
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.asked import (
    AskedQuestion,
    asks_by,
    asks_for_named,
    quantifier_of,
    text_before,
)
from kgqa_neo4j.plans.reading.costs import ALONE, HEAD, MAY_MEAN, MEANS, SURE
from kgqa_neo4j.plans.reading.entity_paths import EntityPath, EntityPaths, PathCache
from kgqa_neo4j.plans.reading.heads import Heads
from kgqa_neo4j.plans.reading.kinds import Kinds
from kgqa_neo4j.plans.reading.parser import Parser
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.relatives import Relatives
from kgqa_neo4j.plans.reading.state import End, State
from kgqa_neo4j.plans.reading.values import Values
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.wording import is_participle

_EXCEPTING = re.compile(r"\b(?:other than|except(?:ing)?(?: for)?|excluding|apart from|besides|but not)$")
# With "both", a step that leads to one entity may lead to two.
_BOTH = re.compile(r"\bboth\b")
# "How many pages does X have".
_OF_ITSELF = re.compile(r"^\W*how many [a-z]+ (?:do|does|did|can|could) (?:the )?§0\b")
# "Is not a museum", as opposed to having no museum.
_DENIES_CLASS = re.compile(
    r"(?:\bnot|n['\u2019]t|\bthan|\bexcept|\bexcluding|\bbesides|\bfrom)(?: (?:an?|the|any))?\W*$"
)
# "Is there a museum in X", "is X in an alliance": the named entity itself is not one.
_HAS_SOME = re.compile(r"\b(?:there|have|has|had|in|on|at|with|near|by|part of)(?: (?:an?|any|some|the))?\W*$")
_BEAM, _PER_ENTITY, _PER_CLASS = 12, 8, 4
# Cost of following a relation to the opposite end of the one that a noun names; the second applies right after "which".
_TURNED, _NOT_ASKED = 0.4, 0.8
# Bonus if the graph itself says to which class something belongs.
_CLASS = 0.25
# Factor on how far a kind explains a noun, if no step to a named entity belongs to that kind.
_OF_KIND = 0.8
# Cost of taking a noun for one end of a relation whose name says more.
_QUALIFIED = 0.4


class Entities:
    """Finds what questions about one graph are about, as partial queries."""

    def __init__(self, view: GraphView, parser: Parser, paths: Paths, values: Values, kinds: Kinds) -> None:
        self._view = view
        self._parser = parser
        self._paths = paths
        self._values = values
        self._relatives = Relatives(view)
        self._kinds = kinds
        self._heads = Heads(view, parser, kinds)
        self._ways = EntityPaths(view, parser, paths, kinds, self._heads)

    def bases(self, asked: AskedQuestion) -> list[State]:
        """Return partial queries, best first, that join the variable to the named entities and to its class."""
        found = self._ways.of(asked)
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
                        *self._with_entities(asked, state, group, found),
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
            if (
                told
                and _OF_ITSELF.search(asked.masked)
                and any(
                    share >= SURE for _, share in self._paths.measures(about, told[:1], self._view.is_number)
                )
            ):
                # "How many words does X run to" also contains a verb.
                states = [about, *states]
        head = self._heads.head(asked, taken)
        if head is not None:
            states = self._best(
                asked, [after for state in states for after in self._with_class(asked, state, head, found)]
            )
        # Common words that may be values: "returned", "contagious diseases".
        for place, word in enumerate(asked.words):
            if place not in taken and place != head and word.entity and not word.certain:
                states = self._best(
                    asked,
                    [
                        after
                        for state in states
                        for after in (state, *self._with_entities(asked, state, [place], found))
                    ],
                )
        return states

    def _about(self, asked: AskedQuestion, state: State, place: int) -> State:
        """Return the state about one entity itself: "is X ..."."""
        named = asked.words[place].entity
        assert named is not None
        explained = asked.none()
        explained[place] = 1.0
        return replace(state, entities=(named.options[0].id,)).with_explained(explained)

    def _best(self, asked: AskedQuestion, states: Iterable[State]) -> list[State]:
        ranked = sorted(dict.fromkeys(states), key=lambda state: -state.value(asked.weights))
        return ranked[:_BEAM]

    def _with_entities(
        self, asked: AskedQuestion, state: State, group: Sequence[int], found: PathCache
    ) -> Iterator[State]:
        """Yield the state joined to a group of named entities, by each path that the graph has to them."""
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
            itself = asks_for_named(asked, first, option.name)
            if excepting:
                branch = Branch((), Pattern(entities=ids), Quantifier.NONE)
                yield replace(state, branches=(*state.branches, branch)).with_explained(explained)
            firsts = [branch.path[0] for branch in state.branches if branch.path]
            ways = self._kept(asked, state, found.from_state(state, option.id, first))
            for path, end, score, more in ways:
                if not all(self._view.share(end.move, end.entity, move) > 0 for move in firsts):
                    continue
                if itself and len(path) > 1:
                    continue
                if class_like and (
                    (quantifier is Quantifier.NONE and not _DENIES_CLASS.search(asked.masked[: first.place]))
                    or (bool(state.entities) and _HAS_SOME.search(asked.masked[: first.place]) is not None)
                    or len(path) > 1
                    or (path[0].relation in self._view.class_relations and path[0] in firsts)
                ):
                    # A class noun has to classify the variable itself, and only once.
                    continue
                if quantifier is Quantifier.SOME and self._has_another(asked, state, path):
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

    def _kept(self, asked: AskedQuestion, state: State, ways: Sequence[EntityPath]) -> Sequence[EntityPath]:
        """Return the best paths, and the best of the others that begin with a step of the question's first class."""
        had = self._had(asked) if not state.branches else set()
        others = [way for way in ways[_PER_ENTITY:] if way[1].move.back in had]
        return [*ways[:_PER_ENTITY], *others[:_PER_CLASS]]

    def _had(self, asked: AskedQuestion) -> Set[Move]:
        """Return the steps that the members of the question's first class have."""
        for word in asked.words:
            if word.entity and not word.certain and self._parser.is_class(word.entity):
                return set().union(*self._view.of_members(word.entity.options[0].id))
        return set()

    def _has_another(self, asked: AskedQuestion, state: State, path: Path) -> bool:
        """Return whether a state already has an end for a step that leads to only one: nobody is born in two towns."""
        return (
            len(path) == 1
            and _BOTH.search(asked.masked) is None
            and self._view.fan(path[0]) <= ALONE
            and any(
                branch.path == path and branch.pattern.entities and branch.quantifier is Quantifier.SOME
                for branch in state.branches
            )
        )

    def _of_kind(self, asked: AskedQuestion, state: State, head: int) -> Iterator[State]:
        """Yield the state restricted to each kind that a noun may mean, for entities without classes."""
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

    def _says_done(self, relation: str) -> bool:
        """Return whether a relation's name says what was done to its object: an `owned_estate` is an estate."""
        content = self._view.words.wordings[self._view.words.number[relation]].content
        return len(content) > 1 and is_participle(content[0])

    def _asks_for_class(self, asked: AskedQuestion, place: int) -> bool:
        """Return whether a noun right after "which" names the class of the answers."""
        named = asked.words[place].entity
        return named is not None and self._parser.is_class(named) and asks_by(asked, asked.words[place])

    def _leads_away(self, asked: AskedQuestion, state: State, head: int) -> bool:
        """Return whether only steps away from the variable express the noun after "which".

        "Which country" does not ask for the films that have one, even if their relation is named `country`.
        """
        word = asked.words[head]
        if word.entity is not None or not asks_by(asked, word):
            return False
        said = [
            branch.path[0]
            for branch in state.branches
            if branch.path and asked.chances[head, self._view.words.number[branch.path[0].relation]] >= MAY_MEAN
        ]
        return bool(said) and all(
            move.outward == self._view.words.names_object(self._view.words.number[move.relation], word.text)
            for move in said
        )

    def _with_class(self, asked: AskedQuestion, state: State, head: int, found: PathCache) -> Iterator[State]:
        """Yield the state restricted to what a noun stands for: a class, a common value, or the end of a relation."""
        word = asked.words[head]
        if word.entity and not word.certain:
            yield from self._with_entities(asked, state, [head], found)
        row = asked.chances[head]
        if state.explained[head] >= MAY_MEAN and state.branches:
            turned = _NOT_ASKED if self._leads_away(asked, state, head) else 0.0
            yield replace(state, cost=state.cost + turned)
            return
        kinds = (
            self._kinds.likely(word.text)
            if word.entity is None and not self._heads.says_whole(asked, head)
            else []
        )
        if kinds:
            yield from self._of_kind(asked, state, head)
        for number in np.argsort(-row)[:4]:
            if row[number] < (MEANS if self._view.said_by(word.text, int(number)) else SURE):
                break
            relation = self._view.relations[number]
            # Light verbs go with the noun: "the countries that they come from".
            light = asked.weights < HEAD
            explained = np.where(light, self._paths.said(asked, relation), 0.0).astype(np.float32)
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
                if move.outward != outward and self._asks_for_class(asked, head):
                    # "In which range is X" asks for a range, not for what is part of one.
                    continue
                turned = 0.0 if move.outward == outward else _NOT_ASKED if asks_by(asked, word) else _TURNED
                cost = state.cost + turned
                if kinds and move in kinds[0][0].steps and not self._says_done(relation):
                    # "Station" means any station, not only a `next station`: the question does not say "next".
                    cost += _QUALIFIED
                if any(branch.path[:1] == (move,) for branch in state.branches):
                    yield replace(state, cost=cost).with_explained(explained)
                else:
                    branch = Branch((move,))
                    yield replace(
                        state,
                        branches=(*state.branches, branch),
                        ends=(*state.ends, End(move.back)),
                        cost=cost,
                        turned=(move, turned) if turned else state.turned,
                    ).with_explained(explained)
        yield state


def _quantified(path: Path, pattern: Pattern, quantifier: Quantifier) -> Branch:
    if quantifier is Quantifier.ALL and len(path) > 1:
        return Branch(path[:1], Pattern(branches=(Branch(path[1:], pattern),)), quantifier)
    return Branch(path, pattern, quantifier)
