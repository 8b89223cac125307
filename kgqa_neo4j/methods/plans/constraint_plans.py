"""Plans with value constraints: adds the question's conditions on values to a ranked plan.

The relation that holds the values is chosen among those whose ends are times or numbers, by the similarity of its name
to the names suggested by the question, and by whether it can follow the plan's last step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.plan import Chain, Condition, Extreme, Move, Plan
from kgqa_neo4j.plans.ranking.vectors import unit
from kgqa_neo4j.plans.schema import RelationFacts, Schema
from kgqa_neo4j.plans.value_kinds import leads_to_times
from kgqa_neo4j.plans.values import plain_number
from kgqa_neo4j.question.masking import mask_topics
from kgqa_neo4j.question.value_constraints import ValueConstraint, read_constraints
from kgqa_neo4j.question.wording import stem_match, words

# Minimum cosine of a relation's name and a suggested name.
_CALLED = 0.65
# Relations tried per value constraint.
_TRIED = 2
# Minimum share of numbers among the names at a relation's end for it to lead to numbers.
_MOSTLY = 0.8
# Minimum `stem_match` of two forms of the same word.
_FORM = 0.95


class Values:
    """The relations of one graph that lead to times and to numbers. Caches its look-ups."""

    def __init__(self, schema: Schema, embedder: Embedder) -> None:
        self._schema = schema
        self._embedder = embedder
        self._moves: dict[bool, list[Move]] = {}
        self._known: dict[tuple[bool, tuple[str, ...]], list[Move]] = {}

    def called(self, constraint: ValueConstraint) -> list[Move]:
        """Return the steps to values that the constraint may mean, likeliest first; possibly none."""
        key = (constraint.times, constraint.phrases)
        if key not in self._known:
            self._known[key] = self._named(constraint)
        return self._known[key]

    def plans(self, plan: Plan, constraints: Sequence[ValueConstraint]) -> Iterator[Plan]:
        """Yield the plan with all value constraints, first by the likeliest relations to values, then by others."""
        if not constraints or any(constraint.among for constraint in constraints):
            return
        ways = [self._after(plan, constraint) for constraint in constraints]
        if not all(ways):
            return
        for place in range(min(_TRIED, max(map(len, ways)))):
            yield self._with(plan, constraints, [way[min(place, len(way) - 1)] for way in ways])

    def having(self, plan: Plan, constraints: Sequence[ValueConstraint]) -> Iterator[Plan]:
        """Yield the plans without their bounds, to check that any such value exists."""
        for constraint in constraints:
            if constraint.bounds:
                yield from self.plans(plan, (replace(constraint, bounds=(), greatest=True),))

    def among(self, topics: Sequence[str], constraint: ValueConstraint) -> Iterator[Plan]:
        """Yield plans for the topic with the greatest or least value, among the topics that have one."""
        assert constraint.greatest is not None
        for move in self.called(constraint):
            having = [topic for topic in topics if move in self._schema.around(topic)]
            if len(having) > 1:
                chains = tuple(Chain(topic) for topic in having)
                yield Plan(chains, either=True, extreme=Extreme(constraint.greatest, (move,)))

    def _with(
        self, plan: Plan, constraints: Sequence[ValueConstraint], paths: Sequence[tuple[Move, ...]]
    ) -> Plan:
        for constraint, path in zip(constraints, paths, strict=True):
            held = tuple(Condition(path, comparison, value) for comparison, value in constraint.bounds)
            plan = replace(plan, conditions=plan.conditions + held)
            if constraint.greatest is not None:
                plan = replace(plan, extreme=Extreme(constraint.greatest, path))
        return plan

    def _after(self, plan: Plan, constraint: ValueConstraint) -> list[tuple[Move, ...]]:
        """Return the paths from the plan's end to the values; an empty path if the plan itself ends at them."""
        last = [chain.path[-1] for chain in plan.chains if chain.path]
        if not last:
            return []
        if last[0] in self._to_values(times=constraint.times):
            return [()]
        following = self._schema.following(last[0])
        return [(move,) for move in self.called(constraint) if move in following and move != last[0].back]

    def _named(self, constraint: ValueConstraint) -> list[Move]:
        moves = self._to_values(times=constraint.times)
        if not moves:
            return []
        relations = self._schema.relations()
        names = [relations[move.relation].name for move in moves]
        vectors = unit(self._embedder.encode([*names, *constraint.phrases]))
        similarity = (vectors[: len(names)] @ vectors[len(names) :].T).max(axis=1)
        if constraint.phrases:
            # "Hired" means the relation "hire date", although the encoder finds them hardly similar.
            forms = [_has_form(name, constraint.phrases[0]) for name in names]
            similarity = np.where(forms, 1.0, similarity)
        order = np.argsort(-similarity, kind="stable")
        return [moves[place] for place in order if similarity[place] >= _CALLED]

    def _to_values(self, *, times: bool) -> list[Move]:
        """Return all steps that lead to times, or to numbers."""
        if times not in self._moves:
            relations = self._schema.relations()
            told = leads_to_times if times else _leads_to_numbers
            steps = [Move(relation, outward) for relation in sorted(relations) for outward in (True, False)]
            self._moves[times] = [move for move in steps if told(move, relations)]
        return self._moves[times]


def _has_form(name: str, word: str) -> bool:
    """Whether a relation's name contains a form of the word; False for phrases of several words."""
    return word.isalpha() and any(stem_match(word, part) >= _FORM for part in words(name))


def _leads_to_numbers(move: Move, relations: Mapping[str, RelationFacts]) -> bool:
    facts = relations[move.relation]
    kind, names = (facts.object_type, facts.objects) if move.outward else (facts.subject_type, facts.subjects)
    if kind:
        return kind == "number"
    return bool(names) and sum(plain_number(name) is not None for name in names) >= _MOSTLY * len(names)


def not_topics(linking: Linking) -> tuple[Linking, tuple[ValueConstraint, ...]]:
    """Return a linked question without topics that are numbers to compare with, and its value constraints.

    The graph may have the year 2000 as an entity: it is a topic in "in 2000" but not in "after 2000". If the question
    names nothing else, it stays a topic unless the constraint excludes it; "from 2000" does not.
    """
    own = [one for one in linking.topics if plain_number(one.entity.name) is None]
    if len(own) < len(linking.topics):
        without = replace(linking, topics=own)
        constraints = read_constraints(mask_topics(without))
        bounds = [bound for constraint in constraints for bound in constraint.bounds]
        if own:
            compared = any(comparison is not Comparison.EQUAL for comparison, _ in bounds)
        else:
            numbers = [plain_number(one.entity.name) for one in linking.topics]
            compared = any(_leaves_out(bound, one) for bound in bounds for one in numbers if one is not None)
        if compared:
            return without, constraints
    return linking, read_constraints(mask_topics(linking))


def _leaves_out(bound: tuple[Comparison, Constant], number: float) -> bool:
    comparison, value = bound
    if isinstance(value, str):
        return False
    end = float(value.year if isinstance(value, Time) else value)
    return (
        number >= end if comparison is Comparison.LESS else comparison is Comparison.GREATER and number <= end
    )
