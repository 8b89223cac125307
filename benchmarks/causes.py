"""Diagnose wrong answers of the method `plans` by checks against the graph.

The first check that fails determines the cause, so each wrong answer has exactly one. The right plan is found by trying
all paths of up to three steps from the gold topics, as learning from questions does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from kgqa_neo4j.embedding.base import cosine
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.plans.candidates import Candidate
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.learning.exemplars import Pair
from kgqa_neo4j.plans.learning.search import agreement, explain
from kgqa_neo4j.plans.plan import Chain, Move, Path, Plan, chain_plan
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.text import parse_plan, plan_text
from kgqa_neo4j.store.driver import Database

# Minimum F1 of the best path with the answers, for it to count as what the question asks for.
_MEANT = 0.5
# Minimum cosine of the steps that may follow two steps, for both to lead to entities of one kind.
_ALIKE = 0.7
# Number of plans with several topics that are tried, best-ranked first.
_JOINED = 20
_EQUAL = 1e-9


class Cause(StrEnum):
    """Causes of wrong answers, in the order in which they are checked."""

    FAILED = "the question ended in an error"
    NO_GOLD = "no gold answer is in the graph under any of its names"
    NO_TOPIC = "the gold topic is not in the graph"
    NOT_LINKED = "no topic was found in the question"
    WRONG_TOPIC = "another topic was linked"
    ITSELF = "the gold answer is the topic itself"
    NO_PATH = "no path of three steps or fewer leads from the topic to an answer"
    BLURRED = "no path leads to the answers without as many others"
    WITHHELD = "an answer was withheld as unsure"
    NOTHING = "none of the plans that were executed leads anywhere"
    WORDS = "a date, an order or a number was read into the question that spoils the right plan"
    TOO_WIDE = "the best plan there is was chosen, but nothing picks among what it leads to"
    CUT = "the right plan was not among the candidates"
    RETURNED = "a plan that comes back to the topic was chosen"
    JOINED = "two topics were joined where a path from one is right"
    APART = "a path from one topic was chosen where two are to be joined"
    OTHER_TOPIC = "a path from the wrong one of several topics was chosen"
    SHORT = "too few steps were chosen"
    LONG = "too many steps were chosen"
    DIRECTION = "the right relations were chosen, but a wrong direction"
    ORDER = "the right relations were chosen, but in another order"
    SIBLING = "another relation was chosen that leads to things of the same kind"
    KIND = "another relation was chosen that leads to things of another kind"
    FIRST = "the last step is right, one before it is wrong"
    LAST_SIBLING = "only the last step is wrong, and leads to things of the same kind"
    LAST = "only the last step is wrong, and leads to things of another kind"
    ALL = "as many steps as are right were chosen, but wrong ones"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The cause of a wrong answer, the executed plan, the right plan and its rank (0: not ranked)."""

    cause: Cause
    said: str = ""
    right: str = ""
    rank: int = 0


class Diagnoser:
    """Diagnoses wrong answers on one graph."""

    def __init__(self, database: Database, schema: Schema) -> None:
        self._database = database
        self._schema = schema
        self._executor = Executor(database)

    def diagnose(self, pair: Pair, answer: Answer, ranked: Sequence[Candidate]) -> Diagnosis:
        """Return why a wrong answer is wrong.

        Args:
            pair: ids of the gold topics and answers; no topics if the file has none.
            answer: the answer of the method `plans`.
            ranked: the plans it considered, best first.

        Raises:
            DatabaseError: the graph cannot be read.
        """
        wanted = frozenset().union(*pair.answers)
        linked = tuple(topic.id for topic in answer.topics)
        early = _before_plans(pair, answer, wanted, linked)
        if early:
            return Diagnosis(early)
        right = self._right(pair, ranked, wanted)
        best = max(right.values(), default=0.0)
        said = _executed(answer)
        ranks = {plan: rank for rank, plan in reversed(list(enumerate((one.plan for one in ranked), 1)))}
        rights = [plan for plan, value in right.items() if value >= best - _EQUAL]
        meant = min(rights, key=lambda plan: (ranks.get(plan, len(ranks) + 1), plan.hops), default=None)
        cause = self._cause(pair, answer, wanted, best, said, meant, ranks)
        return Diagnosis(
            cause,
            plan_text(said) if said else "",
            plan_text(meant) if meant else "",
            ranks.get(meant, 0) if meant else 0,
        )

    def _right(self, pair: Pair, ranked: Sequence[Candidate], wanted: frozenset[str]) -> Mapping[Plan, float]:
        """Return the plans that reach any answer, with their F1."""
        found: dict[Plan, float] = {}
        for topic in pair.topics:
            alone = Pair(pair.form, (topic,), pair.answers)
            paths = explain(self._database, [alone], [False])[0]
            found |= {chain_plan(topic, *path): value for path, value in paths.items()}
        alone_best = max(found.values(), default=0.0)
        joined = [one.plan for one in ranked if len(one.plan.chains) > 1][:_JOINED]
        for plan in joined:
            ends = {entity.id for entity in self._executor.execute(plan).entities}
            hits = len(ends & wanted)
            # A second topic is needed only if no single path does as well.
            if hits and (value := agreement(hits, len(ends), len(pair.answers))) > alone_best:
                found[plan] = value
        return found

    def _cause(
        self,
        pair: Pair,
        answer: Answer,
        wanted: frozenset[str],
        best: float,
        said: Plan | None,
        meant: Plan | None,
        ranks: Mapping[Plan, int],
    ) -> Cause:
        if meant is None:
            return Cause.ITSELF if wanted & set(pair.topics) else Cause.NO_PATH
        if best < _MEANT:
            return Cause.BLURRED
        if answer.reason == "unsure":
            return Cause.WITHHELD
        if said is None:
            return Cause.NOTHING if meant in ranks else Cause.CUT
        answered = {entity.id for entity in answer.entities}
        hits = len(answered & wanted)
        bare = Plan(tuple(Chain(chain.topic, chain.path) for chain in said.chains), revisited=said.revisited)
        if hits and agreement(hits, len(answered), len(pair.answers)) >= best - _EQUAL:
            return Cause.TOO_WIDE
        if bare == meant:
            return Cause.WORDS if said != bare else Cause.TOO_WIDE
        if meant not in ranks:
            return Cause.CUT
        return self._choice(bare, meant)

    def _choice(self, said: Plan, meant: Plan) -> Cause:
        """Return how the chosen plan differs from the intended one."""
        if said.revisited:
            return Cause.RETURNED
        if len(said.chains) != len(meant.chains):
            return Cause.JOINED if len(said.chains) > len(meant.chains) else Cause.APART
        one, other = said.chains[0], meant.chains[0]
        if one.topic != other.topic:
            return Cause.OTHER_TOPIC
        if len(one.path) != len(other.path):
            return Cause.SHORT if len(one.path) < len(other.path) else Cause.LONG
        return self._step(one.path, other.path)

    def _step(self, said: Path, meant: Path) -> Cause:
        if [move.relation for move in said] == [move.relation for move in meant]:
            return Cause.DIRECTION
        if sorted(move.relation for move in said) == sorted(move.relation for move in meant):
            return Cause.ORDER
        alike = self._alike(said[-1], meant[-1])
        if len(said) == 1:
            return Cause.SIBLING if alike else Cause.KIND
        if said[-1] == meant[-1]:
            return Cause.FIRST
        if said[:-1] == meant[:-1]:
            return Cause.LAST_SIBLING if alike else Cause.LAST
        return Cause.ALL

    def _alike(self, one: Move, other: Move) -> bool:
        """Whether two steps lead to entities of one kind: values of one type, or entities with the same steps."""
        types = [self._value_type(move) for move in (one, other)]
        if any(types):
            return types[0] == types[1]
        onward = [self._schema.following(move) for move in (one, other)]
        names = sorted(set(onward[0]) | set(onward[1]))
        left, right = (np.array([float(steps.get(name, 0)) for name in names]) for steps in onward)
        # Square roots reduce the weight of the counts: which steps occur matters more than how often.
        left, right = np.sqrt(left), np.sqrt(right)
        return cosine(left, right) >= _ALIKE

    def _value_type(self, move: Move) -> str:
        facts = self._schema.relations().get(move.relation)
        if facts is None:
            return ""
        return facts.object_type if move.outward else facts.subject_type


def _before_plans(pair: Pair, answer: Answer, wanted: frozenset[str], linked: Sequence[str]) -> Cause | None:
    """Return the cause if something went wrong before plans were ranked."""
    if answer.status is Status.FAILED:
        return Cause.FAILED
    if not wanted:
        return Cause.NO_GOLD
    if not pair.topics:
        return Cause.NO_TOPIC
    if not linked:
        return Cause.NOT_LINKED
    return None if set(linked) & set(pair.topics) else Cause.WRONG_TOPIC


def _executed(answer: Answer) -> Plan | None:
    """Return the plan whose result is the answer."""
    for step in reversed(answer.steps):
        if step.kind == "execution" and "plan" in step.data:
            return parse_plan(step.data["plan"]["text"])
    return None
