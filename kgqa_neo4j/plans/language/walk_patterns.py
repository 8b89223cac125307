"""The patterns of walks along chains of steps: through which nodes a walk may pass, and which triples it may take."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa_neo4j.model.comparison import Constant
from kgqa_neo4j.plans.language.cypher import Compiler
from kgqa_neo4j.plans.language.cypher_patterns import ENTITY, ValueKind
from kgqa_neo4j.plans.language.cypher_tree import Expression, Match, Node, PathPattern, Step
from kgqa_neo4j.plans.language.query import Branch, FactTest, Pattern, Quantifier, ValueTest
from kgqa_neo4j.plans.language.values import fact, mixed
from kgqa_neo4j.plans.plan import Move

# Steps in one pattern: from one entity, two steps make no more walks than there are triples to read.
TOGETHER = 2
_MEDIATOR, _VALUE = "Mediator", "Value"


@dataclass(frozen=True, slots=True)
class Stored:
    """Properties of a graph that shape its statements.

    `triples` is the number of triples of each relation, by id: a relation with `reads` or more, or an unknown number,
    is read up to that bound. `labels` are the labels of its nodes, `ordered` the kinds of values that the server can
    sort.
    """

    triples: Mapping[str, int]
    labels: Collection[str]
    reads: int
    kind: ValueKind
    ordered: Collection[str]


@dataclass(frozen=True, slots=True)
class Taken:
    """One step, and the conditions on the triple that it takes."""

    move: Move
    facts: tuple[FactTest, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps from any of several topics."""

    topics: tuple[str, ...]
    steps: tuple[Taken, ...]


class WalkCompiler(Compiler):
    """Compiles the patterns of the walks of one query. No walk uses one triple twice in a row."""

    def __init__(self, stored: Stored) -> None:
        super().__init__(stored.triples, stored.kind)
        self._stored = stored
        self._hidden = _MEDIATOR if _MEDIATOR in stored.labels else ""
        self._counts: dict[str, int] = {}

    def _matches(
        self, start: tuple[Node, list[Expression]], steps: Sequence[Taken], end: str, label: str = ""
    ) -> tuple[list[Match], list[str]]:
        """Return the patterns of a walk to `end`, and the names of its relationships."""
        node, conditions = start
        nodes, taken, matches = [node.name], [], []
        for begin in range(0, len(steps), TOGETHER):
            first = node if begin == 0 else Node(nodes[-1])
            pattern = PathPattern(first)
            for place, step in enumerate(steps[begin : begin + TOGETHER], begin):
                last = place == len(steps) - 1
                there, name = end if last else self._variable(), self._next("r")
                more = self._step(Node(""), step, there, name, label if last else "").steps
                pattern = replace(pattern, steps=pattern.steps + more)
                conditions += self._facts(name, step)
                if place:
                    earlier = steps[place - 1].move
                    conditions += self._passable(nodes[-1], earlier, step.move)
                    if earlier.relation == step.move.relation and (earlier != step.move or place == begin):
                        conditions.append(
                            Expression(self._onwards(earlier, step.move, nodes[-2], nodes[-1], there))
                        )
                nodes.append(there)
                taken.append(name)
            matches.append(Match(pattern, tuple(conditions)))
            conditions = []
        return matches, taken

    def _step(self, start: Node, step: Taken, end: str, name: str, label: str = "") -> PathPattern:
        move = step.move
        return PathPattern(
            start, (Step(move.relation, move.outward, Node(end, label, without=self._hidden), name),)
        )

    def _topic(self, chain: Chain) -> tuple[Node, list[Expression]]:
        name = self._next("t")
        if len(chain.topics) == 1:
            return Node(name, ENTITY, (("id", self._parameter(chain.topics[0])),)), []
        return Node(name, ENTITY), [Expression(f"{name}.id IN {self._parameter(list(chain.topics))}")]

    def _facts(self, name: str, step: Taken) -> list[Expression]:
        return [fact(name, one, self._parameter) for one in step.facts]

    def _passable(self, node: str, earlier: Move, move: Move) -> list[Expression]:
        """Return the condition that a walk may pass through a node: it is no literal, or a time.

        Literals are never subjects, so this only matters if the node is the object of both triples.
        """
        if _VALUE not in self._stored.labels or not earlier.outward or move.outward:
            return []
        return [Expression(f"(NOT {node}:{_VALUE} OR {node}.datatype = 'time')")]

    @staticmethod
    def _onwards(earlier: Move, move: Move, before: str, here: str, there: str) -> str:
        """Return the condition that two consecutive steps along one relation take different triples."""
        if earlier == move:
            return f"NOT ({before} = {here} AND {here} = {there})"
        return f"{there} <> {before}"

    def _test(self, name: str, test: ValueTest, kind: str) -> Expression:
        constant: Constant = test.value
        if kind not in ("", "name") or isinstance(constant, str):
            return super()._test(name, test, kind)
        return mixed(self._value(name, kind), test.comparison, constant, self._parameter)

    def _value(self, name: str, kind: str) -> str:
        if kind in ("year", "plain number"):
            return f"coalesce({name}.value, toFloatOrNull({name}.name))"
        return super()._value(name, kind)

    def _next(self, letter: str) -> str:
        self._counts[letter] = self._counts.get(letter, 0) + 1
        return f"{letter}{self._counts[letter]}"


def chain_of(branch: Branch) -> Chain | None:
    """Return a branch that leads to named entities as the chain from them; None for other branches."""
    pattern = branch.pattern
    if not branch.path or branch.quantifier is not Quantifier.SOME or branch.count:
        return None
    steps = [Taken(move.back) for move in reversed(branch.path)]
    # The last step of the branch is the first one of the chain.
    steps[0] = replace(steps[0], facts=branch.facts)
    if pattern.entities and pattern == Pattern(pattern.entities):
        return Chain(pattern.entities, tuple(steps))
    if len(pattern.branches) == 1 and pattern == Pattern(branches=pattern.branches):
        inner = chain_of(pattern.branches[0])
        return inner and Chain(inner.topics, (*inner.steps, *steps))
    return None
