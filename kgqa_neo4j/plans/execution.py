"""Executing a plan in the database: its answers, with the triples that prove them, within bounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.graph import Entity, Triple, catalogued
from kgqa_neo4j.model.literals import boolean_value, number_value
from kgqa_neo4j.plans.compiling import (
    DEFAULT_LIMITS,
    Limits,
    check,
    fact_test,
    first_walk,
    value_test,
    walk,
    walk_chain,
)
from kgqa_neo4j.plans.plan import AnswerForm, Chain, Condition, Extreme, Plan
from kgqa_neo4j.plans.values import Key, comparable, plain_number
from kgqa_neo4j.store.driver import Database

Walk = tuple[Triple, ...]
"""The triples of one way, in the order in which they were walked."""


@dataclass(frozen=True, slots=True)
class Reached:
    """An entity that a plan leads to, and one walk of each chain that proves it (none beyond the limit).

    `witnesses` are walks from the entity on, which prove what is asked of it.
    """

    entity: Entity
    walks: tuple[Walk, ...] = ()
    witnesses: tuple[Walk, ...] = ()
    value: str = ""
    datatype: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What a plan answers.

    `entities` are the answers, by name: for `count` the number and for `exists` yes or no, as the
    nodes of literals. `reached` are the entities that it is about, `total` is how many there are,
    of which some may not be listed. `cut` says that reading stopped at a bound, so that there may
    be more.
    """

    plan: Plan
    entities: tuple[Entity, ...]
    reached: tuple[Reached, ...]
    total: int
    cut: bool

    @property
    def evidence(self) -> list[tuple[Triple, int]]:
        """The triples that prove the answers, each once, with the hop at which it was walked first."""
        found: dict[str, tuple[Triple, int]] = {}
        for one in self.reached:
            for first, walks in ((1, one.walks), (self.plan.hops + 1, one.witnesses)):
                for steps in walks:
                    for hop, triple in enumerate(steps, first):
                        found.setdefault(triple.id, (triple, hop))
        return sorted(found.values(), key=lambda item: item[1])


class Executor:
    """Executes plans on one graph. Safe to use from several threads."""

    def __init__(self, database: Database, limits: Limits = DEFAULT_LIMITS) -> None:
        self._database = database
        self._limits = limits

    def execute(self, plan: Plan) -> Result:
        """Execute a plan.

        Raises:
            InputError: it cannot be executed; see `compiling.check`.
            DatabaseError: or one of its kinds: the server cannot be asked, or took longer than it may.
        """
        check(plan)
        reached, total, cut = self._walk(first_walk(plan, self._limits)).get(0, ([], 0, False))
        listed = total
        for condition in plan.conditions:
            if condition.path or condition.entity:
                reached, partly = self._held(condition, reached)
                cut, listed = cut or partly or listed > self._limits.entities, len(reached)
                total = listed
        if plan.extreme and reached:
            reached, partly = self._extreme(plan, plan.extreme, reached)
            cut, total = cut or partly or listed > self._limits.entities, len(reached)
        reached = sorted(reached, key=lambda one: (one.entity.name, one.entity.id))
        return Result(plan, self._answers(plan, reached, total), tuple(reached), total, cut)

    def leads(self, ways: Sequence[tuple[Chain, str]]) -> list[bool]:
        """Return for each chain whether it leads to the entity of that id, all by one statement."""
        chains = [
            walk_chain(chain, number)
            for number, (way, end) in enumerate(ways)
            # An end that a chain without steps shares is that entity.
            for chain in (way, Chain(end))
        ]
        found = self._walk(walk(chains, replace(self._limits, entities=0, proved=0), needed=2))
        return [found[number][1] > 0 if number in found else False for number in range(len(ways))]

    def answerable(self, plans: Sequence[Plan]) -> list[bool]:
        """Return for each plan whether it leads to anything, all by one statement.

        All are chains that must all lead there, as many, and from the same topics, and nothing else.
        """
        chains = [walk_chain(chain, number) for number, plan in enumerate(plans) for chain in plan.chains]
        found = self._walk(
            walk(
                chains,
                replace(self._limits, entities=0, proved=0),
                needed=len(plans[0].chains) if plans else 1,
                excluded={chain.topic for one in plans for chain in one.chains if len(chain.path) > 1},
            )
        )
        return [found[number][1] > 0 if number in found else False for number in range(len(plans))]

    def _answers(self, plan: Plan, reached: Sequence[Reached], total: int) -> tuple[Entity, ...]:
        if plan.form is AnswerForm.COUNT:
            return (number_value(Decimal(total)),)
        if plan.form is AnswerForm.EXISTS:
            return (boolean_value(total > 0),)
        return tuple(one.entity for one in reached)

    def _held(self, condition: Condition, reached: Sequence[Reached]) -> tuple[list[Reached], bool]:
        """Return those for which a condition on what they lead to holds, and whether reading was cut."""
        differs = condition.comparison is Comparison.UNEQUAL
        chains = [walk_chain(Chain(one.entity.id, condition.path), place) for place, one in enumerate(reached)]
        tests = []
        if condition.entity:
            # An end that a chain without steps shares is that entity.
            chains += [walk_chain(Chain(condition.entity), place) for place in range(len(reached))]
        else:
            comparison = Comparison.EQUAL if differs else condition.comparison
            tests = [value_test(comparison, condition.value)]
        limits = replace(self._limits, entities=1, proved=1)
        found = self._walk(walk(chains, limits, needed=2 if condition.entity else 1, tests=tests))
        held = []
        for place, one in enumerate(reached):
            ends = found.get(place, ([], 0, False))[0]
            if differs is not bool(ends):
                shown = ends[0].walks if ends else ()
                held.append(replace(one, witnesses=one.witnesses + shown))
        return held, any(cut for _, _, cut in found.values())

    def _extreme(self, plan: Plan, extreme: Extreme, reached: Sequence[Reached]) -> tuple[list[Reached], bool]:
        """Return those with the greatest or least values, and whether reading was cut."""
        if extreme.qualifier:
            values, cut = self._qualifiers(plan, extreme, reached), False
        elif extreme.path:
            values, cut = self._path_values(extreme, reached)
        else:
            values, cut = [(_value(one), one) for one in reached], False
        keys = comparable(text for text, _ in values)
        best: dict[str, tuple[Key, Reached]] = {}
        for text, one in values:
            if (key := keys.get(text)) is not None:
                known = best.get(one.entity.id)
                if known is None or (key > known[0] if extreme.greatest else key < known[0]):
                    best[one.entity.id] = key, one
        order = sorted((key for key, _ in best.values()), reverse=extreme.greatest)
        kept = order[extreme.place - 1 : extreme.place - 1 + extreme.many]
        return [one for key, one in best.values() if key in kept], cut

    def _path_values(
        self, extreme: Extreme, reached: Sequence[Reached]
    ) -> tuple[list[tuple[str, Reached]], bool]:
        chains = [walk_chain(Chain(one.entity.id, extreme.path), place) for place, one in enumerate(reached)]
        found = self._walk(walk(chains, self._limits))
        values: list[tuple[str, Reached]] = []
        for place, one in enumerate(reached):
            for end in found.get(place, ([], 0, False))[0]:
                values.append((_value(end), replace(one, witnesses=one.witnesses + end.walks)))
        return values, any(cut for _, _, cut in found.values())

    def _qualifiers(
        self, plan: Plan, extreme: Extreme, reached: Sequence[Reached]
    ) -> list[tuple[str, Reached]]:
        """Return the values of a qualifier, of the facts that the last step of the first chain may take."""
        kept = [one for one in reached if one.walks and one.walks[0]]
        last = [one.walks[0][-1] for one in kept]
        rows = [{"source": one.subject.id, "type": one.relation.id, "target": one.object.id} for one in last]
        chain = plan.chains[0]
        tests = [fact_test(fact) for fact in chain.facts if fact.step == len(chain.path) - 1]
        found = self._database.read("plan_qualifiers", rows=rows, name=extreme.qualifier, tests=tests)
        return [(row["greatest" if extreme.greatest else "least"] or "", kept[row["row"]]) for row in found]

    def _walk(self, parameters: dict[str, Any]) -> dict[int, tuple[list[Reached], int, bool]]:
        """Return, for each group, what it reaches, how many there are, and whether reading was cut."""
        if not parameters["walk"]["chains"]:
            return {}
        return {
            row["group"]: (list(self._reached(row)), row["total"], row["cut"])
            for row in self._database.read("plan_walk", **parameters)
        }

    def _reached(self, row: dict[str, Any]) -> Iterable[Reached]:
        for place, end in enumerate(row["ends"]):
            walks = row["walks"][place] if place < len(row["walks"]) else []
            yield Reached(
                Entity(end["id"], end["name"]),
                tuple(tuple(self._triple(*fact) for fact in steps) for steps in walks),
                value=end["value"] or "",
                datatype=end["datatype"] or "",
            )

    def _triple(self, source: str, source_name: str, relation: str, target: str, target_name: str) -> Triple:
        name = self._relation_names.get(relation)
        return Triple(Entity(source, source_name), catalogued(relation, name), Entity(target, target_name))

    @cached_property
    def _relation_names(self) -> dict[str, str]:
        return {row["id"]: row["name"] for row in self._database.read("relation_names")}


def _value(one: Reached) -> str:
    return one.value or one.entity.name


def counted(result: Result) -> Result:
    """Return the result as the number of what was found, unless that is a number already."""
    if not result.entities or all(plain_number(entity.name) is not None for entity in result.entities):
        return result
    number = number_value(Decimal(result.total))
    return replace(result, plan=replace(result.plan, form=AnswerForm.COUNT), entities=(number,))
