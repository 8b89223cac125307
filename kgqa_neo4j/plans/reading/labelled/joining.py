"""Joins the nodes of a query pattern by short paths, preferably over relationship types that the question mentions."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kgqa_neo4j.attached.model import PropertyGraphSchema, RelationshipType
from kgqa_neo4j.plans.language.query import Branch, FactTest
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.costs import ABOUT_ONE
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_place
from kgqa_neo4j.plans.reading.labelled.name_matching import is_passive
from kgqa_neo4j.question.wording import words as split_words

# Step costs: over a mentioned type, over one that is not mentioned, and for each intermediate label.
_SAID, _SILENT, _BETWEEN = 0.1, 0.4, 0.15
_DOUBLED = 0.25
_VOICE, _COMMON, _LEAST = 0.03, 0.015, 0.04
# Bonus for types of which a node has at most one relationship: an offer is for one house.
_BELONGING = 0.08
# Minimum share of a label's nodes that have one: that some books have one illustrator says nothing about books.
_USUALLY = 0.5
_LONGEST = 4
# Cost of joining a node that has a role by a type that is neither its role nor mentioned, and the minimum score of a
# mention.
_OUT_OF_ROLE, _ENOUGH = 0.5, 0.7
# Minimum score of a type that the path has to use, and the maximum extra cost of using it.
_SURE, _IGNORED = 0.95, 0.45
# Maximum tokens from a name to the verb after it.
_BEHIND = 5
# Words of types that nobody means without mentioning them, and the cost of a step over such a type.
_AVERSE = frozenset(
    {"against", "former", "formerly", "previous", "previously", "not", "rejected", "blocked", "excluded"}
)
_UNMEANT = 0.12
# The same for leading, which is not the same as taking part.
_LEADING = frozenset({
    "manages", "manage", "managed", "heads", "headed", "leads", "led", "supervises", "supervised", "chairs", "chaired",
    "runs", "captains", "presides",
})  # fmt: skip
# Cost of joining two nodes through a place that both point to: the people of an event are those who worked at it, not
# those who live where it is held.
_MEETING = 0.12
# Factor for a type that is mentioned elsewhere.
_ASIDE = 0.5
# Factor for a type if another one is clearly mentioned between it and the latter of the two nodes, and the minimum
# score of a clear mention.
_FARTHER, _WELL = 0.6, 0.8

Said = tuple[float, int]
"""The score with which words name a type, and the index of their first token."""


@dataclass(slots=True)
class Variable:
    """A node of the pattern: its label, the index of the token that mentions it, and its conditions."""

    label: str
    place: int = 0
    branches: list[Branch] = field(default_factory=list)
    # Whether nodes of other labels are included if the same steps lead to them.
    wide: bool = False
    negated: bool = False
    # A variable coordinated with this one, which is joined in the same way.
    beside: Variable | None = None
    name: str = ""
    # Types implied by the noun for the node: guests appear in something, and do not host it.
    roles: set[str] = field(default_factory=set)
    # The type by which it is the giver or getter in a flow (see `flows`).
    part: str = ""
    steps: list[Edge] = field(default_factory=list)


@dataclass(slots=True)
class Edge:
    """A step from one variable to another."""

    start: Variable
    move: Move
    end: Variable
    facts: list[FactTest] = field(default_factory=list)


class Wording(Protocol):
    """Evidence from the wording of a question on how its nodes are joined."""

    def active(self, start: Variable, end: Variable, /) -> bool:
        """Return whether `start` rather than `end` is the agent of what relates them."""

    def acting(self, start: Variable, /) -> Collection[str]:
        """Return the types of which a node is the agent, by the verb right after its noun."""

    def away(self, root: Variable, start: Variable, end: Variable, /) -> float:
        """Return the cost of joining `end` to `start`."""

    def is_between(self, start: Variable, middle: Variable, end: Variable, /) -> bool:
        """Return whether `middle` only serves to join `start` to `end`."""

    def is_behind(self, start: Variable, end: Variable, /) -> bool:
        """Return whether `end` directly follows `start`, so that no later verb relates them."""


@dataclass(frozen=True, slots=True)
class _Path:
    cost: float
    moves: tuple[Move, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Voice:
    """Whether the first of two nodes is probably the agent, and the types of which it certainly is."""

    active: bool
    acting: Collection[str]


_FORTH = _Voice(True, ())


def _related_between(said: Mapping[str, Sequence[Said]], first: int, last: int) -> bool:
    """Return whether words between two token indexes express how the nodes there are related."""
    return any(first < at < last and sure >= _ENOUGH for some in said.values() for sure, at in some)


def _chances(said: Mapping[str, Sequence[Said]], one: int, other: int) -> dict[str, float]:
    """Return how well each type is mentioned with respect to two nodes: best between them, nearest to the latter."""
    first, last = sorted((one, other))
    between = [
        place for some in said.values() for score, place in some if first < place < last and score >= _WELL
    ]
    nearest = max(between, default=-1)
    related = _related_between(said, first, last)

    def worth(place: int) -> float:
        if not first - 1 <= place <= last + 1:
            return _ASIDE
        # "Played in more than two films directed by Ann": the first verb relates players and films.
        return _FARTHER if first < place < nearest or (related and place > last) else 1.0

    return {kind: max(score * worth(place) for score, place in some) for kind, some in said.items()}


def _told(said: Mapping[str, Sequence[Said]], one: int, other: int, places: Iterable[int]) -> set[str]:
    """Return the types clearly mentioned between two nodes, or after both and before any other node: "that Ann wrote".

    In "ships piloted by people who took part", only the first verb relates ships and people.
    """
    first, last = sorted((one, other))
    behind = min((at for at in places if at > last), default=last + _BEHIND)
    related = _related_between(said, first, last)
    end = last if related else min(behind, last + _BEHIND)
    return {
        kind
        for kind, some in said.items()
        if any(first < at < end and at != last and sure >= _SURE for sure, at in some)
    }


def _beside(one: Variable, edges: Sequence[Edge], named: Sequence[Variable]) -> list[Edge]:
    """Return edges that join a variable in the same way as its `beside` variable; none if that is not joined.

    Intermediate nodes that are not named are duplicated: who bought both did not have to do so in one order.
    """
    arriving = {id(edge.end): edge for edge in edges}
    own = {id(variable) for variable in named}
    edge = arriving.get(id(one.beside))
    way = [edge] if edge is not None else []
    while way and id(way[0].start) not in own and id(way[0].start) in arriving:
        way.insert(0, arriving[id(way[0].start)])
    found: list[Edge] = []
    for known in way:
        last = known is way[-1]
        start = found[-1].end if found else known.start
        found.append(Edge(start, known.move, one if last else Variable(known.end.label, known.end.place)))
    return found


def _belongs(schema: PropertyGraphSchema, kind: RelationshipType) -> bool:
    """Return whether all or most nodes on one side of a type have just one relationship of it."""

    def usual(count: int, label: str) -> bool:
        return label not in schema.label or count >= _USUALLY * schema.label[label].count

    return (
        0 < kind.fan_out <= ABOUT_ONE and any(usual(one.count, one.source) for one in kind.connections)
    ) or (0 < kind.fan_in <= ABOUT_ONE and any(usual(one.count, one.target) for one in kind.connections))


class Joiner:
    """Finds how nodes are joined in one schema. Safe to use from several threads."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        self._schema = schema
        self._steps: dict[str, list[tuple[Move, str, int]]] = defaultdict(list)
        # The source of `INFLUENCED_BY` is the one that is influenced.
        self._passive = {kind.name for kind in schema.types if is_passive(kind.name)}
        self._places = {label.name for label in schema.labels if is_place(label.name)}
        unmeant = _AVERSE | _LEADING
        self._averse = {kind.name for kind in schema.types if unmeant.intersection(split_words(kind.name))}
        self._belonging = {kind.name for kind in schema.types if _belongs(schema, kind)}
        for kind in schema.types:
            for one in kind.connections:
                if one.source in schema.label and one.target in schema.label:
                    self._steps[one.source].append((Move(kind.name, True), one.target, one.count))
                    self._steps[one.target].append((Move(kind.name, False), one.source, one.count))

    def steps_of(self, label: str) -> Sequence[tuple[Move, str, int]]:
        """Return the steps from nodes of a label, each with the label at its end and the number of relationships."""
        return self._steps.get(label, ())

    def join(
        self,
        root: Variable,
        others: Sequence[Variable],
        said: Mapping[str, Sequence[Said]],
        needed: Sequence[str],
        doubled: Collection[str],
        wording: Wording,
    ) -> tuple[list[Edge], float] | None:
        """Return the edges that join all variables to the root, and their cost; None if they cannot be joined.

        Args:
            root: the node that all others are joined to.
            others: the other nodes.
            said: for each type that the question mentions, the scores and token indexes of the mentions.
            needed: types that one of the edges must have.
            doubled: types whose meaning a label already expresses.
            wording: evidence from the wording on how the nodes are joined.
        """
        edges: list[Edge] = []
        tree = [root]
        left = [one for one in others if one.beside is None]
        cost = 0.0
        missing = list(needed)
        by: dict[int, Variable] = {}
        places = [one.place for one in (root, *others)]
        well = {kind for kind, some in said.items() if max(some)[0] >= _ENOUGH}
        while left:
            best: tuple[float, Variable, Variable, _Path] | None = None
            for end in left:
                for start in tree:
                    if by.get(id(end), start) is not start:
                        continue
                    chances = _chances(said, start.place, end.place)
                    does = _Voice(wording.active(start, end), wording.acting(start))
                    way = self._way(start, end, chances, missing, does, doubled, well)
                    if way is None:
                        continue
                    told = (
                        set() if wording.is_behind(start, end) else _told(said, start.place, end.place, places)
                    )
                    if told.isdisjoint(move.relation for move in (*way.moves, *(one.move for one in edges))):
                        other = self._way(start, end, chances, missing, does, doubled, well, told)
                        way = other if other and other.cost < way.cost + _IGNORED else way
                    total = way.cost + wording.away(root, start, end)
                    if best is None or total < best[0]:
                        best = (total, start, end, way)
            if best is None:
                return None
            total, start, end, way = best
            direct = len(way.moves) == 1
            middle = next((one for one in left if direct and wording.is_between(start, one, end)), None)
            if middle is not None and id(end) not in by:
                steps = [
                    self._way(one, other, _chances(said, one.place, other.place), missing, _FORTH, (), well)
                    for one, other in ((start, middle), (middle, end))
                ]
                if all(one is not None and len(one.moves) == 1 for one in steps) and steps[0] is not None:
                    # "In which city did X go to school": join the pupil to the school first, and the city to the
                    # school.
                    by[id(end)] = middle
                    total, end, way = steps[0].cost, middle, steps[0]
            cost += total
            left.remove(end)
            at = start
            for place, (move, label) in enumerate(zip(way.moves, way.labels, strict=True)):
                there = end if place == len(way.moves) - 1 else None
                if there is None:
                    # An intermediate node with the label of a variable that is not joined yet is that variable.
                    there = next((one for one in left if one.label == label), Variable(label, start.place))
                    left = [one for one in left if one is not there]
                edge = Edge(at, move, there)
                edges.append(edge)
                at.steps.append(edge)
                tree.append(there)
                at = there
                if move.relation in missing:
                    missing.remove(move.relation)
        for one in others:
            if one.beside is None:
                continue
            beside = _beside(one, edges, [root, *others])
            if not beside:
                return None
            for edge in beside:
                edges.append(edge)
                edge.start.steps.append(edge)
        for kind in missing:
            further = self._hung(tree, kind) or self._reaching(tree, kind)
            if not further:
                return None
            for edge in further:
                edges.append(edge)
                edge.start.steps.append(edge)
                tree.append(edge.end)
            cost += _SAID + _SILENT * (len(further) - 1)
        return edges, cost

    def _hung(self, tree: Sequence[Variable], kind: str) -> list[Edge]:
        """Return an edge of a type from one of the variables to a new one; none if no variable has the type."""
        for variable in tree:
            for move, label, _ in sorted(self._steps.get(variable.label, ()), key=lambda one: -one[2]):
                if move.relation == kind:
                    return [Edge(variable, move, Variable(label, variable.place))]
        return []

    def _reaching(self, tree: Sequence[Variable], kind: str) -> list[Edge]:
        """Return edges from one of the variables to the nearest node that has a type, and one of that type."""
        ends = [
            (end, Move(kind, outward), other)
            for one in self._schema.type[kind].connections
            for end, outward, other in ((one.source, True, one.target), (one.target, False, one.source))
        ]
        ways = [
            (way.cost, place, variable, way, move, other)
            for variable in tree
            for place, (end, move, other) in enumerate(ends)
            if (way := self._way(variable, Variable(end), {}, (), _FORTH, (), ())) is not None
        ]
        if not ways:
            return []
        _, _, at, way, move, other = min(ways, key=lambda one: one[:2])
        found = []
        for step, label in zip((*way.moves, move), (*way.labels, other), strict=True):
            found.append(Edge(at, step, Variable(label, at.place)))
            at = found[-1].end
        return found

    def _is_other_part(self, one: Variable, kind: str, further: str) -> bool:
        """Return whether a type leads from a flow party to a label that its own type in the flow leads to as well."""
        if not one.part or kind == one.part:
            return False
        return any(move.relation == one.part and end == further for move, end, _ in self.steps_of(one.label))

    def _way(
        self,
        first: Variable,
        last: Variable,
        said: Mapping[str, float],
        needed: Sequence[str],
        does: _Voice,
        doubled: Collection[str],
        well: Collection[str],
        told: Collection[str] = (),
    ) -> _Path | None:
        """Return the cheapest path between two nodes, by one of the types in `told` if there are any; None for none."""
        start, end = first.label, last.label
        best: _Path | None = None
        frontier = [_Path(0.0, (), ())]
        for _ in range(_LONGEST):
            further: dict[tuple[str, bool, bool], _Path] = {}
            for way in frontier:
                at = way.labels[-1] if way.labels else start
                for move, label, count in self._steps.get(at, ()):
                    if way.moves and move == way.moves[-1].back and label != end:
                        continue
                    chance = said.get(move.relation, 0.0)
                    step = _SILENT - (_SILENT - _SAID) * min(1.0, chance)
                    if move.relation in needed:
                        step -= 0.3
                    step += _UNMEANT * (move.relation in self._averse)
                    step += _DOUBLED * (move.relation in doubled)
                    step -= _BELONGING * (move.relation in self._belonging)
                    # Of types that no word distinguishes, prefer the commoner one.
                    step -= _COMMON * math.log1p(count)
                    # A type may join two labels in both directions: prefer the one that fits the agent.
                    active = does.active or (not way.moves and move.relation in does.acting)
                    voice = _VOICE * (move.outward is (active is not (move.relation in self._passive)))
                    cost = way.cost + max(_LEAST, step) - voice + (_BETWEEN if way.moves else 0.0)
                    meets = bool(way.moves) and way.moves[-1].outward and not move.outward
                    if meets and chance < _ENOUGH and at in self._places:
                        cost += _MEETING
                    for one in ([] if way.moves else [first]) + ([last] if label == end else []):
                        odd = bool(one.roles) and move.relation not in one.roles and move.relation not in well
                        beyond = label if one is first else at
                        cost += _OUT_OF_ROLE * (odd or self._is_other_part(one, move.relation, beyond))
                    longer = _Path(cost, (*way.moves, move), (*way.labels, label))
                    walked = not told or any(one.relation in told for one in longer.moves)
                    if label == end and walked and (best is None or cost < best.cost):
                        best = longer
                    key = (label, move.relation in needed, walked)
                    if label != end and (key not in further or further[key].cost > cost):
                        further[key] = longer
            if best is not None:
                frontier = [way for way in further.values() if way.cost < best.cost]
            else:
                frontier = list(further.values())
        return best
