"""Query plans from partial triples: paths from the names to one unknown, and their execution.

If several names constrain an unknown, the plan has a chain from each of them. If chains meet at an unknown before the
target, their intersection is found first by a plan of its own, and the next plan starts from its result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from kgqa_neo4j.methods.pdrr.joining import Table
from kgqa_neo4j.methods.pdrr.partial_triples import Term
from kgqa_neo4j.model.graph import Entity, Triple
from kgqa_neo4j.plans.compiling import MAX_STEPS
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.plan import Chain, Condition, Extreme, Path, Plan

Bound = Mapping[Term, Sequence[Entity]]
"""The entities of ends that are known: names, and unknowns that are already found."""

# Plans tried if several names have namesakes.
_MOST_PLANS = 25


@dataclass(frozen=True, slots=True)
class Reached:
    """The result of plans: the entities, the triples that prove them with their hops, and the last plan."""

    entities: tuple[Entity, ...]
    proofs: tuple[tuple[Triple, int], ...]
    plan: Plan
    cut: bool = False

    def after(self, earlier: Iterable[Reached]) -> Reached:
        """Return this result with the proofs of earlier plans put first, and `cut` if any of these was cut."""
        one = self
        for stage in earlier:
            one = replace(one, proofs=(*stage.proofs, *one.proofs), cut=one.cut or stage.cut)
        return one


@dataclass(frozen=True, slots=True)
class _Arm:
    """A path to an unknown from one end, which stands for any of `topics`."""

    topics: tuple[str, ...]
    path: Path


class Planner:
    """Builds and executes plans over chosen tables, each with one relation and direction."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def reach(
        self, target: Term, tables: Sequence[Table], bound: Bound, extreme: Extreme | None = None
    ) -> Reached | None:
        """Return the entities that satisfy all conditions on `target`; None if there are none.

        An unknown that is connected to no name is not a condition.

        Raises:
            DatabaseError: or a subclass.
        """
        if target in bound:
            chains = tuple(Chain(one.id) for one in bound[target])
            return self._merged([Plan(chains, either=len(chains) > 1, extreme=extreme)])
        stages: list[Reached] = []
        arms = self._arms(target, tables, bound, stages)
        if not arms or any(len(arm.path) > MAX_STEPS for arm in arms):
            return None
        reached = self._merged(_plans(arms, extreme))
        return reached and reached.after(reversed(stages))

    def plain(self, target: Term, tables: Sequence[Table], bound: Bound) -> Plan | None:
        """Return the plan with one chain from each name; None if no single plan of chains expresses the conditions."""
        met: list[Term] = []
        arms = _straight(target, tables, bound, met)
        if met or not arms or any(len(arm.topics) != 1 or len(arm.path) > MAX_STEPS for arm in arms):
            return None
        return _plans(arms, None)[0]

    def _arms(self, term: Term, tables: Sequence[Table], bound: Bound, stages: list[Reached]) -> list[_Arm]:
        """Return the paths to `term`; resolve unknowns where paths meet before it by executing plans (`stages`)."""
        known = dict(bound)
        while True:
            met: list[Term] = []
            arms = _straight(term, tables, known, met)
            if not met:
                return arms
            stage = self.reach(met[0], [one for one in tables if term not in one.partial.ends], known)
            if stage is None:
                return []
            stages.append(stage)
            known[met[0]] = stage.entities

    def _merged(self, plans: Sequence[Plan]) -> Reached | None:
        results = [self._executor.execute(plan) for plan in plans]
        found = [one for one in results if one.reached]
        if not found:
            return None
        entities = {entity.id: entity for one in found for entity in one.entities}
        proofs = tuple(proof for one in found for proof in one.evidence)
        return Reached(tuple(entities.values()), proofs, found[0].plan, any(one.cut for one in results))


def _straight(term: Term, tables: Sequence[Table], bound: Bound, met: list[Term]) -> list[_Arm]:
    """Return the paths from bound ends to `term`; add the unknowns where several paths meet before it to `met`.

    Those farthest from `term` come first in `met`, so that no paths meet before the first one.
    """
    arms = []
    for table in tables:
        if term not in table.partial.ends:
            continue
        other = table.partial.other(term)
        move = table.move(term)
        if other in bound:
            arms.append(_Arm(tuple(one.id for one in bound[other]), (move,)))
            continue
        further = _straight(other, [one for one in tables if one is not table], bound, met)
        if len(further) > 1:
            met.append(other)
        arms += [replace(arm, path=(*arm.path, move)) for arm in further[:1]]
    return arms


def _plans(arms: Sequence[_Arm], extreme: Extreme | None) -> list[Plan]:
    """Return the plans for the intersection of all arms: a single one unless there are namesakes."""
    wide = max(arms, key=lambda arm: len(arm.topics))
    if len(wide.topics) == 1:
        return [Plan(tuple(Chain(arm.topics[0], arm.path) for arm in arms), extreme=extreme)]
    others = [arm for arm in arms if arm is not wide]
    chains = tuple(Chain(topic, wide.path) for topic in wide.topics)
    plans = []
    for topics in product(*(arm.topics for arm in others)):
        conditions = tuple(
            Condition(tuple(move.back for move in reversed(arm.path)), entity=topic)
            for arm, topic in zip(others, topics, strict=True)
        )
        # The topic itself may be an answer of a single step, if the graph has a relation from an entity to itself.
        revisited = len(wide.path) == 1
        plans.append(Plan(chains, True, conditions, extreme, revisited=revisited))
    return plans[:_MOST_PLANS]
