"""Relatives of a named person, and those who share something with them: "X's grandmother", "X's teammates"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa_neo4j.plans.language.query import (
    Branch,
    Pattern,
    Quantifier,
    ValueTest,
)
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.asked import AskedQuestion
from kgqa_neo4j.plans.reading.costs import MEANS
from kgqa_neo4j.plans.reading.state import End, State
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.kinship import BACK, relatives, role_of, sex_of, shared_by, shared_in

# Words before a relative that do not change who is meant: "first cousins", "blood uncles".
_NEAR = frozenset({"first", "blood", "biological", "full", "late"})


class Relatives:
    """Finds the relatives that questions about one graph mention."""

    def __init__(self, view: GraphView) -> None:
        self._view = view

    def held_to(
        self, asked: AskedQuestion, state: State, place: int, quantifier: Quantifier
    ) -> Iterator[State]:
        """Yield the state restricted to the relatives of an entity, for each kinship word that relations express."""
        named = asked.words[place].entity
        assert named is not None
        for other, word in enumerate(asked.words):
            if word.certain:
                continue
            great = sum(one.text == "great" for one in asked.words[max(0, other - 3) : other])
            first = other > 0 and asked.words[other - 1].text in _NEAR
            kin = self._kin(
                "great-" * great + word.text, named.options[0].id, shared_in(asked.masked), quantifier
            )
            if kin is None:
                continue
            branches, step, several = kin
            explained = asked.none()
            explained[[place, *range(other - great - first, other + 1)]] = 1.0
            common = {*shared_by(word.text), *(shared_in(asked.masked) if shared_by(word.text) else ())}
            explained[[at for at, one in enumerate(asked.words) if one.text in common]] = 1.0
            branches = [*state.branches, *branches]
            if several:
                branches.append(Branch((), Pattern(entities=(named.options[0].id,)), Quantifier.NONE))
            yield replace(state, branches=tuple(branches), ends=(*state.ends, End(step.back))).with_explained(
                explained
            )

    def counted(self, noun: str, count: ValueTest) -> tuple[Branch, Move] | None:
        """Return a branch for those with a number of relatives in one role, and a step to these; None for other nouns.

        If several relations lead to the role, any one of them may have the number.
        """
        known = relatives(noun)
        ways = self._view.kin_ways(known[0][0]) if known and len(known[0]) == 1 and not known[1] else ()
        if not ways or any(len(way) > 1 for way in ways):
            return None
        either = tuple(Branch(way, count=count) for way in ways)
        return (either[0] if len(either) == 1 else Branch((), Pattern(either=either))), ways[0][0]

    def _kin(
        self, word: str, entity: str, common: Sequence[str], quantifier: Quantifier
    ) -> tuple[list[Branch], Move, bool] | None:
        """Return the branches for the relatives of an entity that a word names, or those who share something with it.

        The other two results are the first step from them to the entity, and whether there are several steps.
        """
        if shared_by(word):
            path = self._shared_path(word, entity, common)
            if path is None:
                return None
            return [Branch(path, Pattern(entities=(entity,)), quantifier)], path[0], True
        known = relatives(word)
        if known is None:
            return None
        roles, sex = known
        # From the entity to the relatives; each role by all relations that lead back from it.
        pattern = Pattern(entities=(entity,))
        ways: tuple[Path, ...] = ()
        themselves: list[Branch] = []
        for number, role in enumerate(roles, 1):
            ways = self._from(entity, ways, self._view.kin_ways(BACK[role]))
            if not ways:
                return None
            # Children of the same parents: nobody is their own sibling.
            own = role == "sibling" and len(ways[0]) > 1
            themselves = [Branch((), pattern, Quantifier.NONE)] if own else []
            if number < len(roles):
                pattern = _around(ways, pattern)
                pattern = replace(pattern, branches=(*pattern.branches, *themselves))
        told = self._of_sex(ways, sex) if sex else ()
        ways = told or ways
        branches = _held(ways, pattern, quantifier)
        if sex and not told:
            found = self._view.sex(sex)
            relations = self._view.schema.relations()
            names = [relations[move.relation].name for way in ways for move in way]
            if found is None and any(role_of(name) is None for name in names):
                return None
            branches += [Branch(found[0], Pattern(entities=(found[1],)))] if found else []
        if len(roles) > 1:
            branches += themselves
        return branches, ways[0][0], len(roles) > 1 or len(ways[0]) > 1

    def _from(self, entity: str, before: Sequence[Path], ways: Sequence[Path]) -> tuple[Path, ...]:
        """Return the paths that end at an entity, or where the paths `before` begin.

        If none does, return all paths, or none if the entity is not a person. A person has no relatives by `hasDam`,
        even if the graph also has animals.
        """
        met = {move for way in before for move in self._view.available(way[0].back)}
        fit = tuple(
            way for way in ways if way[-1].back in met or (not before and self._view.kin(entity, way[-1].back))
        )
        if not before and not fit and not self._is_person(entity):
            # "Children in 7K": nobody is a child of a school class.
            return ()
        return fit or tuple(ways)

    def _is_person(self, entity: str) -> bool:
        """Return whether an entity is probably a person, by the names of others like it."""
        moves = (move for move in self._view.around(entity) if move.relation not in self._view.class_relations)
        return any(self._view.person(move.back) >= MEANS for move in moves)

    def _of_sex(self, ways: Sequence[Path], sex: str) -> tuple[Path, ...]:
        """Return the paths from relatives whose first relation implies their sex: `mother`."""
        relations = self._view.schema.relations()
        return tuple(
            way for way in ways if not way[0].outward and sex_of(relations[way[0].relation].name) == sex
        )

    def _shared_path(self, word: str, entity: str, common: Sequence[str]) -> Path | None:
        """Return the path between those who share what a word implies, such as a team; None if they share nothing."""
        row = self._view.chances([*common, *shared_by(word)]).max(axis=0, initial=0.0)
        moves = [
            move
            for move in self._view.around(entity)
            if move.outward
            and not self._view.is_value(move)
            # Being of the same class is not having something in common.
            and move.relation not in self._view.class_relations
        ]
        said = {move: float(row[self._view.words.number[move.relation]]) for move in moves}
        best = max(moves, key=lambda move: said[move], default=None)
        if best is not None and said[best] < MEANS:
            # If no word names what they share, it is something that several belong to.
            likely = {move: said[move] + group for move in moves if (group := self._view.group_like(move))}
            best = max(likely, key=lambda move: likely[move], default=None)
        return (best, best.back) if best else None


def _around(ways: Sequence[Path], pattern: Pattern) -> Pattern:
    """Return the pattern of entities from which one of the paths leads to a match of `pattern`."""
    if len(ways) == 1:
        return Pattern(branches=(Branch(ways[0], pattern),))
    return Pattern(either=tuple(Branch(way, pattern) for way in ways))


def _held(ways: Sequence[Path], pattern: Pattern, quantifier: Quantifier) -> list[Branch]:
    """Return the branches for entities from which a path leads to a match; a single path takes in the pattern."""
    if len(ways) > 1:
        return [Branch((), _around(ways, pattern), quantifier)]
    path = ways[0]
    while not pattern.entities and len(pattern.branches) == 1 and not pattern.either:
        path, pattern = (*path, *pattern.branches[0].path), pattern.branches[0].pattern
    return [Branch(path, pattern, quantifier)]
