"""Enumerates candidate plans for a question: those possible around its topics, the most promising first."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from kgqa_neo4j.plans.plan import Chain, Move, Path, Plan
from kgqa_neo4j.plans.schema import Around, Schema, Second

StepPrior = Callable[[Move], float]
"""How well a single step fits the question, higher is better; decides which paths are extended first."""

# Cost of each further step in the search order, if the step priors are equal.
_STEP_COST = 0.02
# Maximum number of steps of two chains that meet, together.
_JOINED_STEPS = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate plan. `reached` is the number of entities it leads to, an estimate unless `exact`."""

    plan: Plan
    reached: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of the search: steps per chain, total candidates, candidates that join two topics among them."""

    hops: int = 3
    candidates: int = 2000
    joined: int = 60


DEFAULT_LIMITS = Limits()


def no_step_prior(move: Move) -> float:
    """Return 0 for every step, so that shorter plans come first."""
    return 0.0


def candidates(
    schema: Schema,
    topics: Sequence[str],
    step_prior: StepPrior = no_step_prior,
    limits: Limits = DEFAULT_LIMITS,
) -> list[Candidate]:
    """Return plans around the topics (entity ids), `limits.candidates` at most, best step prior first.

    Each plan is one chain from a topic or, with several topics, the intersection of chains from two of them. Plans
    of one or two steps that return nothing are excluded where the neighborhood is known exactly; longer ones may
    be included. A plan that returns only the topic itself is included as one that revisits it.
    """
    if not topics:
        return []
    step_prior = cache(step_prior)
    joined = list(_joined(schema, topics, step_prior, limits))
    each = max(1, (limits.candidates - len(joined)) // len(topics))
    for topic in topics:
        joined += _Growth(schema, topic, step_prior, limits.hops).grown(each)
    return joined[: limits.candidates]


def _value(path: Path, step_prior: StepPrior) -> float:
    return sum(map(step_prior, path)) / len(path) - _STEP_COST * (len(path) - 1)


def _joined(
    schema: Schema, topics: Sequence[str], step_prior: StepPrior, limits: Limits
) -> Iterator[Candidate]:
    """Yield intersections of chains from two topics, trying those whose last steps can end at the same entity."""
    found: list[tuple[float, tuple[Chain, Chain]]] = []
    paths = {topic: _near(schema, topic, limits.hops) for topic in topics}
    for one, other in combinations(topics, 2):
        arriving: dict[Move, list[Path]] = defaultdict(list)
        for right in paths[other]:
            arriving[right[-1].back].append(right)
        for left in paths[one]:
            meeting = schema.following(left[-1])
            # Together, the two chains form a path from one topic to the other.
            rights = [right for back, some in arriving.items() if back in meeting for right in some]
            for right in rights:
                if len(left) + len(right) <= _JOINED_STEPS:
                    value = (_value(left, step_prior) + _value(right, step_prior)) / 2
                    found.append((-value, (Chain(one, left), Chain(other, right))))
    found.sort(key=lambda item: (item[0], [(chain.topic, chain.path) for chain in item[1]]))
    tried = [chains for _, chains in found[: limits.joined]]
    for chains, joined in zip(tried, schema.joins(tried), strict=True):
        if joined:
            # The size of the intersection is not known: take the smaller of the two sets.
            yield Candidate(Plan(chains), min(_reached(schema, chain) for chain in chains), False)


def _reached(schema: Schema, chain: Chain) -> float:
    first = schema.around(chain.topic)[chain.path[0]]
    return float(first.ends if len(chain.path) == 1 else first.second[chain.path[1]].ends)


def _near(schema: Schema, topic: str, hops: int) -> list[Path]:
    """Return the paths of one or two steps that reach something other than the topic."""
    around = schema.around(topic)
    paths: list[Path] = [(move,) for move, first in around.items() if first.ends]
    if hops > 1:
        paths += [
            (move, onward)
            for move, first in around.items()
            for onward, second in first.second.items()
            if second.ends
        ]
    return paths


_Step = tuple[float, Move, float, bool]
"""A step that can extend a path: its cost (the negated step prior, the sort key), the move, the number of entities
the path then reaches, and whether that number is exact."""


class _Growth:
    """Best-first search over the chains from one topic.

    Only the best extension of each path is in the queue; when it is taken, the next one is queued. So the work does
    not grow with the number of relation types, except for sorting the successors of each step once.
    """

    def __init__(self, schema: Schema, topic: str, step_prior: StepPrior, hops: int) -> None:
        self._schema = schema
        self._relations = schema.relations()
        self._topic = topic
        self._step_prior = step_prior
        self._hops = hops
        self._around: Around = schema.around(topic)
        self._following: dict[Move, list[_Step]] = {}
        self._heap: list[tuple[float, Path, float, float, bool, Iterator[_Step], float, float]] = []

    def grown(self, most: int) -> list[Candidate]:
        step_prior = self._step_prior
        firsts = self._around.items()
        self._push((), 0.0, iter(sorted((-step_prior(move), move, first.ends, True) for move, first in firsts)))
        found: list[Candidate] = []
        while self._heap and len(found) < most:
            _, path, lacks, reached, exact, siblings, before, parent = heapq.heappop(self._heap)
            self._push(path[:-1], before, siblings, parent)
            # A path without ends is kept for its extensions, and as the plan that revisits its topic.
            plan = Plan((Chain(self._topic, path),), revisited=exact and not reached)
            found.append(Candidate(plan, reached or 1.0, exact))
            if len(path) < self._hops:
                self._grow(path, lacks, max(reached, 1.0))
        return found

    def _push(self, path: Path, lacks: float, steps: Iterator[_Step], parent: float = 1.0) -> None:
        """Queue the next of some steps.

        `lacks` is the total cost of the steps of `path`; `parent` is the number of entities that `path` reaches.
        """
        if step := next(steps, None):
            cost, move, reached, exact = step
            total, length = lacks + cost, len(path) + 1
            value = total / length + _STEP_COST * (length - 1)
            reached = reached if exact else reached * parent
            heapq.heappush(self._heap, (value, (*path, move), total, reached, exact, steps, lacks, parent))

    def _grow(self, path: Path, lacks: float, reached: float) -> None:
        first = self._around[path[0]]
        step_prior = self._step_prior
        known: Mapping[Move, Second] = first.second if len(path) == 1 else {}
        seen = sorted((-step_prior(move), move, float(second.ends), True) for move, second in known.items())
        self._push(path, lacks, iter(seen))
        if len(path) > 1 or not first.exact:
            told = self._told(path[-1])
            self._push(path, lacks, (step for step in told if step[1] not in known), reached)

    def _told(self, move: Move) -> list[_Step]:
        """Return the successors of a step from the catalogue; the numbers reached are per entity it starts from."""
        if move not in self._following:
            following = self._schema.following(move)
            usual = max(following.values(), default=1)
            step_prior, fan = self._step_prior, self._fan
            self._following[move] = sorted(
                (-step_prior(second), second, fan(second) * count / usual, False)
                for second, count in following.items()
            )
        return self._following[move]

    def _fan(self, move: Move) -> float:
        facts = self._relations.get(move.relation)
        if facts is None:
            return 1.0
        return facts.fan_out if move.outward else facts.fan_in
