"""The operations of parallel questions: intersection, comparison, ranking, executed as query plans.

See docs/methods/pdrr.md, step 4 and "Operations". Calls no language model: the triples of the conditions are given as
tables, which list the candidate relations; plans over these are executed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from kgqa_neo4j.methods.pdrr.joining import Table, choices
from kgqa_neo4j.methods.pdrr.partial_retrieval import Link
from kgqa_neo4j.methods.pdrr.partial_triples import Operation, PartialTriple, Term
from kgqa_neo4j.methods.pdrr.planning import Bound, Planner, Reached
from kgqa_neo4j.model.graph import Entity, Triple
from kgqa_neo4j.plans.compiling import MAX_STEPS
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.plan import Chain, Extreme, Path, Plan
from kgqa_neo4j.plans.values import comparable

# Minimum share of values among the entities of an unknown that stands for values.
_LEAST_SHARE = 0.5
# Combinations of relations tried per statement.
_AT_ONCE = 25


@dataclass(frozen=True, slots=True)
class OperationResult:
    """The result of an operation: the answers, best first, the triples that prove it with their hops, the plan."""

    answers: list[Entity]
    proofs: list[tuple[Link, int]]
    plan: Plan
    cut: bool


class Operations:
    """Executes operations on the tables of one question; `known` maps its names to entities."""

    def __init__(self, executor: Executor, known: Bound) -> None:
        self._executor = executor
        self._planner = Planner(executor)
        self._known = known

    def execute(self, operation: Operation, tables: Sequence[Table]) -> OperationResult | None:
        """Execute `operation`; return nothing if its conditions exclude each other or there are no values.

        In a comparison, the tables of different names must not share unknowns; see `conditions.apart`.

        Raises:
            DatabaseError: or a subclass.
        """
        if operation.compares:
            return self._compare(tables, largest=operation.largest)
        if operation.ranks:
            return self._rank(tables, largest=operation.largest)
        return self._intersect(tables)

    def _intersect(self, tables: Sequence[Table]) -> OperationResult | None:
        """Return the entities that satisfy all conditions, or nothing.

        For the unknown that is asked for, see `asked_for`.
        """
        asked = asked_for([table.partial for table in tables])
        for chosen in self._promising(asked, tables):
            if reached := self._planner.reach(asked, chosen, self._known):
                return _outcome(reached, chosen)
        return None

    def _promising(self, asked: Term, tables: Sequence[Table]) -> Iterator[list[Table]]:
        """Yield the combinations of relations, without those that a batched look-up finds to be empty."""
        rest = choices(tables)
        yield from islice(rest, 1)
        while batch := list(islice(rest, _AT_ONCE)):
            plans = [self._planner.plain(asked, chosen, self._known) for chosen in batch]
            plain = [plan for plan in plans if plan]
            some = iter(self._executor.prober.answerable(plain))
            yield from (chosen for chosen, plan in zip(batch, plans, strict=True) if plan is None or next(some))

    def _rank(self, tables: Sequence[Table], *, largest: bool) -> OperationResult | None:
        """Return the entities with the largest or smallest value, or nothing if there are no values.

        The values are those of the last leaf (an unknown of one partial triple only) with numbers or dates; the
        entities at the other end of its partial triple are ranked.
        """
        for chosen in choices(tables):
            for table, leaf in _leaves(chosen):
                if _stands_for_values(table, leaf) and (
                    outcome := self._ranked(chosen, table, leaf, largest=largest)
                ):
                    return outcome
        return None

    def _ranked(
        self, chosen: Sequence[Table], ranked: Table, leaf: Term, *, largest: bool
    ) -> OperationResult | None:
        """Return the answers for the entities with the best value in one table."""
        item, others = ranked.partial.other(leaf), [one for one in chosen if one is not ranked]
        best = Extreme(largest, (ranked.move(leaf),))
        winners = self._planner.reach(item, others, self._known, best)
        if winners is None:
            return None
        wanted = asked_for([one.partial for one in others]) if others and item.unknown else item
        if wanted == item:
            return _outcome(winners, chosen)
        reached = self._planner.reach(wanted, others, {**self._known, item: winners.entities})
        return _outcome(reached.after([winners]), chosen) if reached else None

    def _compare(self, tables: Sequence[Table], *, largest: bool) -> OperationResult | None:
        """Return the names with the largest or smallest value; nothing if fewer than two have a value.

        All names are compared by the same relations, those by which most of them have a value.
        """
        found: dict[Path, dict[Term, list[Table]]] = {}
        for root, branch in _branches(tables):
            for chosen in choices(branch):
                steps = _to_value(root, chosen)
                if 0 < len(steps) <= MAX_STEPS:
                    path = tuple(table.move(end) for table, end in steps)
                    found.setdefault(path, {}).setdefault(root, [table for table, _ in steps])

        def order(path: Path) -> tuple[int, float, Path]:
            similarity = sum(table.similarity for table in next(iter(found[path].values())))
            return -len(found[path]), -similarity, path

        for path in sorted(found, key=order):
            if len(roots := found[path]) < 2:
                break
            chains = tuple(Chain(entity.id) for root in roots for entity in self._known[root])
            plan = Plan(chains, either=True, extreme=Extreme(largest, path))
            result = self._executor.execute(plan)
            if result.reached:
                reached = Reached(result.entities, tuple(result.evidence), plan, result.cut)
                return _outcome(reached, [table for some in roots.values() for table in some])
        return None


def asked_for(triples: Sequence[PartialTriple]) -> Term:
    """Return the unknown that partial triples ask for.

    It is the unknown that only the last partial triple contains, else the one that most of them contain.
    """
    unknown = [end for triple in triples for end in triple.ends if end.unknown]
    own = [end for end in triples[-1].ends if end.unknown and unknown.count(end) == 1]
    return own[-1] if own else max(dict.fromkeys(unknown), key=unknown.count)


def as_links(proofs: Iterable[tuple[Triple, int]], tables: Iterable[Table]) -> list[tuple[Link, int]]:
    """Return proofs as links of the tables, or as new links if the tables lack them."""
    tables = list(tables)
    known = {link.triple.id: link for table in tables for link in table.links}
    ways = {table.signature[0]: table.links[0].way for table in tables}
    links = []
    for triple, hop in proofs:
        link = known.get(triple.id)
        if link is None:
            way = replace(ways[triple.relation.id], outward=True)
            link = Link(triple.subject, way, triple.object, way.similarity)
        links.append((link, hop))
    return links


def _outcome(reached: Reached, chosen: Sequence[Table]) -> OperationResult:
    """Return the entities, those of the most similar triples first."""
    proofs = as_links(reached.proofs, chosen)
    scores: dict[str, float] = {}
    for link in [*(link for table in chosen for link in table.links), *(link for link, _ in proofs)]:
        for end in (link.near, link.far):
            scores[end.id] = max(link.score, scores.get(end.id, link.score))
    answers = sorted(reached.entities, key=lambda one: (-scores.get(one.id, 0.0), one.name, one.id))
    return OperationResult(answers, proofs, reached.plan, reached.cut)


def _branches(tables: Sequence[Table]) -> Iterator[tuple[Term, list[Table]]]:
    """Yield each name with the tables connected to it."""
    for root in dict.fromkeys(end for table in tables for end in table.partial.ends if not end.unknown):
        reached, branch, pending = {root}, list[Table](), list(tables)
        while following := next((one for one in pending if reached & set(one.partial.ends)), None):
            pending.remove(following)
            reached |= {end for end in following.partial.ends if end.unknown}
            branch.append(following)
        yield root, branch


def _leaves(tables: Sequence[Table]) -> Iterator[tuple[Table, Term]]:
    """Yield the unknowns of a single partial triple, with its table, the last first."""
    ends = [end for table in tables for end in table.partial.ends]
    for table in reversed(tables):
        for leaf in (table.far, table.near):
            if leaf.unknown and ends.count(leaf) == 1:
                yield table, leaf


def _stands_for_values(table: Table, leaf: Term) -> bool:
    """Whether most of a leaf's entities are values."""
    names = {(link.far if leaf == table.far else link.near).name for link in table.links}
    keys = comparable(names)
    return bool(keys) and len(keys) >= _LEAST_SHARE * len(names)


def _to_value(root: Term, chosen: Sequence[Table]) -> list[tuple[Table, Term]]:
    """Return the steps from a name to the last leaf with values, each with the end it leads to."""
    for table, leaf in _leaves(chosen):
        if _stands_for_values(table, leaf) and (steps := _steps(root, leaf, chosen)):
            return steps
    return []


def _steps(start: Term, end: Term, tables: Sequence[Table]) -> list[tuple[Table, Term]]:
    for table in tables:
        if start in table.partial.ends:
            other = table.partial.other(start)
            rest = _steps(other, end, [one for one in tables if one is not table])
            if other == end or rest:
                return [(table, other), *(rest if other != end else [])]
    return []
