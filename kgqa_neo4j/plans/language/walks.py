"""Compiling a query of chains to one statement that walks them from their topics and proves each answer.

Up to two steps are one pattern; see `walk_patterns`. Longer chains are expanded level by level, once from each entity,
so the work is bounded by the number of triples of the entities reached, not by the number of walks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa_neo4j.plans.language.cypher import Statement
from kgqa_neo4j.plans.language.cypher_patterns import ENTITY
from kgqa_neo4j.plans.language.cypher_tree import (
    Body,
    Clause,
    Expression,
    Match,
    Node,
    PathPattern,
    Subquery,
    conjunction,
    exists,
    negated,
)
from kgqa_neo4j.plans.language.query import Branch, Form, Order, Pattern, Quantifier, Query
from kgqa_neo4j.plans.language.values import qualifier
from kgqa_neo4j.plans.language.walk_patterns import TOGETHER, Chain, Stored, Taken, WalkCompiler, chain_of
from kgqa_neo4j.plans.plan import Path

# Walks kept as proof of an answer that several topics lead to.
_WALKS = 3
_TRIPLE = "[startNode(r).id, startNode(r).name, type(r), endNode(r).id, endNode(r).name]"
CUT = "cut"
"""The column that says whether reading stopped at the bound."""


@dataclass(frozen=True, slots=True)
class WalkStatement:
    """A statement, whether its reads are bounded, and whether its rows have `values` from which to choose the best.

    Its rows have the `id`, `name` and `walks` of an entity (a walk is a list of [id and name of the subject, relation,
    id and name of the object]), `witnesses` (the walks that prove its conditions, if any) and, if it is bounded, `cut`
    (whether the bound was reached); or they have one `value`.
    """

    statement: Statement
    bounded: bool
    values: bool


def compile_walks(query: Query, stored: Stored, limit: int) -> WalkStatement:
    """Return the statement for the query of a plan. It returns up to `limit` + 1 rows, to show whether there are more.

    Raises:
        InputError: a comparison has no meaning.
    """
    walker = _Walker(stored, proving=query.form is Form.LIST or query.order is not None)
    walker.reach(query.pattern, query.order)
    return walker.answers(query.form, limit)


class _Walker(WalkCompiler):
    """Compiles one query of chains, clause by clause; `_kept` are the variables carried from one clause to the next.

    Unless `proving`, the walks to the answers of all chains are left out, because a count needs none.
    """

    def __init__(self, stored: Stored, proving: bool) -> None:
        super().__init__(stored)
        self._proving = proving
        self._clauses: list[Match | Clause | Subquery] = []
        self._kept: list[str] = []
        self._witnesses: list[str] = []
        self._values = False

    def reach(self, pattern: Pattern, order: Order | None) -> None:
        """Write the clauses that leave one row for each entity, named x, with the walks that lead there."""
        chains = [chain for one in pattern.branches if (chain := chain_of(one))]
        others = [one for one in pattern.branches if not chain_of(one) and not _is_told(one, chains)]
        kind = self._kind(chains[0].steps[-1].move) if chains and (pattern.tests or order) else ""
        measure = order.measure.qualifier if order else ""
        conditions = self._conditions(pattern, others, kind)
        if pattern.either:
            self._any_of(pattern.either, measure)
        else:
            self._all_of(pattern, chains, measure)
        if conditions:
            last = self._clauses[-1]
            self._clauses[-1] = Clause(f"{last} WHERE {conjunction(conditions)}")
        for branch in others:
            if branch.path and branch.quantifier is Quantifier.SOME:
                self._held_by(branch)
        if order:
            self._order(order, kind)

    def answers(self, form: Form, limit: int) -> WalkStatement:
        """Return the statement, completed by the clauses that return the answers."""
        bounded = CUT in self._kept
        if form is not Form.LIST and not self._values:
            number = "count(x)" if form is Form.COUNT else "count(x) > 0"
            more = f", coalesce(max({CUT}), false) AS {CUT}" if bounded else ""
            self._clauses.append(Clause(f"RETURN {number} AS value{more}"))
        else:
            most = self._parameter(limit + 1, "limit")
            kept = ", ".join(("x", *self._kept))
            columns = ["x.id AS id", "x.name AS name", f"{_shown('walks')} AS walks"]
            if self._witnesses:
                columns.append(f"{_shown('[' + ', '.join(self._witnesses) + ']')} AS witnesses")
            if self._values:
                columns.append(f"[one IN values | [one[0], [r IN one[1] | {_TRIPLE}]]] AS values")
            columns += [CUT] if bounded else []
            # Of a hub that was only read in part, which answers come first says nothing, and sorting takes longest.
            order = f"CASE WHEN NOT {CUT} THEN [x.name, x.id] END" if bounded else "x.name, x.id"
            self._clauses.append(Clause(f"WITH {kept} ORDER BY {order} LIMIT {most}"))
            self._clauses.append(Clause(f"RETURN {', '.join(columns)}"))
        return WalkStatement(self.statement(self._clauses), bounded, self._values)

    def _all_of(self, pattern: Pattern, chains: Sequence[Chain], measure: str) -> None:
        """Reach what all chains lead to: follow the longest, and match the others to its end."""
        ordered = sorted(dict.fromkeys(chains), key=lambda one: -len(one.steps))
        others = ordered[1:]
        walks = {first: self._leading(first) for first in ordered[:1]}
        if pattern.entities:
            named = Expression(f"x.id IN {self._parameter(list(pattern.entities))}")
            self._clauses.append(Match(PathPattern(Node("x", ENTITY)), (named,)))
        for chain in others:
            matches, walk = self._matches(self._topic(chain), chain.steps, "x")
            self._clauses += matches
            walks[chain] = f"[{', '.join(walk)}]"
        best = _measured_by(walks[chains[0]], measure) if chains else ""
        steps = [step for chain in ordered for step in chain.steps]
        if not self._proving:
            self._gather_ends(steps)
        elif len(ordered) == 1 and len(ordered[0].topics) > 1:
            self._gather("x", walks[ordered[0]], "walks", steps, keep=f"[..{_WALKS}]", best=best)
        else:
            every = ", ".join(walks[chain] for chain in dict.fromkeys(chains))
            self._gather("x", f"[{every}]", "walks", steps, best=best)

    def _any_of(self, branches: Sequence[Branch], measure: str) -> None:
        """Reach what any of several branches leads to."""
        written, parts, kept = self._clauses, [], []
        for branch in branches:
            self._clauses, self._kept = [], []
            if chain := chain_of(branch):
                walk = self._leading(chain)
                self._gather("x", walk, "walk", chain.steps, best=_measured_by(walk, measure))
            else:
                named = Expression(f"x.id IN {self._parameter(list(branch.pattern.entities))}")
                self._clauses += [
                    Match(PathPattern(Node("x", ENTITY)), (named,)),
                    Clause("WITH x, [] AS walk"),
                ]
            parts.append(self._clauses)
            kept.append(self._kept)
        # The columns that some branches lack, with their values there.
        further = {"greatest": "null", "least": "null"} if measure else {}
        further |= {CUT: "false"} if any(CUT in one for one in kept) else {}
        bodies = []
        for part, own in zip(parts, kept, strict=True):
            told = (name if name in own else f"{none} AS {name}" for name, none in further.items())
            bodies.append(Body((*part, Clause(f"RETURN {', '.join(('x', 'walk', *told))}"))))
        best = [f"{'min' if name == 'least' else 'max'}({name}) AS {name}" for name in further]
        self._clauses = [
            *written,
            Subquery((), tuple(bodies)),
            Clause(f"WITH {', '.join(('x', 'collect(walk) AS walks', *best))}"),
        ]
        self._kept = ["walks", *further]

    def _leading(self, chain: Chain) -> str:
        """Write the clauses that follow a chain to x, level by level; return the expression for the walk."""
        steps = chain.steps
        together = steps[:TOGETHER]
        end = "x" if len(together) == len(steps) else self._variable()
        matches, walk = self._matches(self._topic(chain), together, end)
        self._clauses += matches
        before = matches[0].pattern.steps[0].end.name
        written = f"[{', '.join(walk)}]"
        for place in range(len(together), len(steps)):
            last, step = steps[place - 1], steps[place]
            turning = step.move.relation == last.move.relation
            self._gather(end, written, "walk", steps[:place][-TOGETHER:], back=before if turning else "")
            here, end = end, "x" if place == len(steps) - 1 else self._variable()
            taken = self._next("r")
            conditions = [*self._facts(taken, step), *self._passable(here, last.move, step.move)]
            self._clauses.append(Match(self._step(Node(here), step, end, taken), tuple(conditions)))
            written = f"walk + {taken}"
            if turning:
                self._kept.remove("ways")
                kept = ", ".join((here, end, taken, *self._kept))
                on = self._onwards(last.move, step.move, "way.by", here, end)
                way = f"[way IN ways WHERE {on}][0] AS way"
                self._clauses.append(Clause(f"WITH {kept}, {way} WHERE way IS NOT NULL"))
                written = f"way.walk + {taken}"
            before = here
        return written

    def _gather(
        self,
        end: str,
        walk: str,
        name: str,
        steps: Sequence[Taken],
        *,
        back: str = "",
        keep: str = "",
        best: str = "",
    ) -> None:
        """Leave one row for each entity, with a walk that leads there, or with two that differ in the node `back`.

        The second one is needed where the next step could go straight back along the first one. `keep` is the slice of
        the walks to keep if one is not enough, `best` the expression for a qualifier of which the greatest and least
        values are kept.
        """
        cut = [CUT] if CUT in self._kept else []
        if self._is_any_large(steps):
            fields = [f"{end}: {end}", f"walk: {walk}"]
            fields += [f"by: {back}"] * bool(back) + [f"best: {best}"] * bool(best)
            reached = self._bound(f"{{{', '.join(fields)}}} AS one", "one", cut)
            self._clauses.append(Clause(f"WITH one, one.{end} AS {end}, {reached} AS {CUT}"))
            walk, back, best, cut = "one.walk", "one.by" * bool(back), "one.best" * bool(best), [CUT]
        if back:
            by = ", ".join((end, f"{back} AS by", f"min({walk}) AS {name}", *cut))
            ways = f"collect({{by: by, walk: {name}}})[..2] AS ways"
            self._clauses += [Clause(f"WITH {by}"), Clause(f"WITH {', '.join((end, ways, *cut))}")]
            self._kept = ["ways", *cut]
            return
        measure = [f"max({best}) AS greatest, min({best}) AS least"] if best else []
        # The least walk takes far less memory than the first of all.
        kept = f"collect({walk}){keep}" if keep else f"min({walk})"
        self._clauses.append(Clause(f"WITH {', '.join((end, f'{kept} AS {name}', *measure, *cut))}"))
        self._kept = [name, *(["greatest", "least"] if best else []), *cut]

    def _gather_ends(self, steps: Sequence[Taken]) -> None:
        """Leave one row for each entity that the chains lead to, without a walk."""
        cut = [CUT] if CUT in self._kept else []
        if self._is_any_large(steps):
            reached = self._bound("x", "x", cut)
            self._clauses.append(Clause(f"WITH DISTINCT x, {reached} AS {CUT}"))
            cut = [CUT]
        else:
            self._clauses.append(Clause(f"WITH DISTINCT {', '.join(('x', *cut))}"))
        self._kept = cut

    def _bound(self, carried: str, name: str, cut: Sequence[str]) -> str:
        """Write the clauses that read rows of one variable up to the bound; return whether it was reached, or before.

        `carried` is the item that makes the variable `name`, `cut` the column that says whether reading stopped before.
        """
        reads = self._parameter(self._stored.reads, "reads")
        self._clauses += [
            Clause(f"WITH {', '.join((carried, *cut))} LIMIT {reads}"),
            Clause(f"WITH {', '.join((f'collect({name}) AS read', f'count(*) >= {reads} AS more', *cut))}"),
            Clause(f"UNWIND read AS {name}"),
        ]
        return " OR ".join(("more", *cut))

    def _is_any_large(self, steps: Sequence[Taken]) -> bool:
        """Return whether a relation may have more triples than may be read; also true if they were not counted."""
        reads = self._stored.reads
        return any(self._stored.triples.get(step.move.relation, reads) >= reads for step in steps)

    def _conditions(self, pattern: Pattern, others: Sequence[Branch], kind: str) -> list[Expression]:
        """Return the conditions on x: all but the branches that must lead to something."""
        label = [Expression(str(Node("x", pattern.label)).strip("()"))] if pattern.label else []
        conditions = label + [self._test("x", one, kind) for one in pattern.tests]
        for branch in others:
            if not branch.path:
                conditions.append(self._itself("x", branch, kind))
            elif branch.quantifier is Quantifier.NONE:
                conditions.append(negated(exists(Body(tuple(self._from_x(branch)[0])))))
        return conditions

    def _from_x(self, branch: Branch) -> tuple[list[Match], list[str]]:
        """Return the patterns of a branch from x, and the names of its relationships."""
        end = self._variable()
        label = ENTITY if branch.pattern.entities else ""
        matches, taken = self._matches((Node("x"), []), _steps(branch.path), end, label)
        more, conditions = self._held(end, branch.pattern, self._kind(branch.path[-1]))
        last = matches[-1]
        matches[-1] = Match(last.pattern, (*last.conditions, *conditions))
        return [*matches, *more], taken

    def _held_by(self, branch: Branch) -> None:
        """Keep the entities for which a branch holds, with the triples that prove it."""
        witness = self._next("w")
        matches, taken = self._from_x(branch)
        shown = Clause(f"RETURN [{', '.join(taken)}] AS {witness} LIMIT 1")
        self._clauses.append(Subquery(("x",), (Body((*matches, shown)),)))
        self._witnesses.append(witness)
        self._kept.append(witness)

    def _order(self, order: Order, kind: str) -> None:
        """Keep the first entities by a measure; if the server cannot sort such values, return them all instead."""
        path, way = order.measure.path, "DESC" if order.greatest else "ASC"
        if order.measure.qualifier:
            self._clauses.append(Clause(f"WITH *, {'greatest' if order.greatest else 'least'} AS measure"))
        elif (self._kind(path[-1]) if path else kind) not in self._stored.ordered:
            self._name_values(path)
            return
        elif path:
            self._measured_along(path, way)
        else:
            self._clauses.append(Clause(f"WITH *, {self._value('x', kind)} AS measure"))
        first = self._parameter(order.place - 1, "first")
        last = self._parameter(order.place - 1 + order.many, "last")
        kept = [one for one in self._kept if one not in ("greatest", "least")]
        fields = ", ".join(f"{one}: {one}" for one in ("x", "measure", *kept))
        self._clauses += [
            Clause(f"WITH * ORDER BY measure {way} WHERE measure IS NOT NULL"),
            Clause(f"WITH collect({{{fields}}}) AS ordered"),
            Clause(f"WITH ordered, [one IN ordered[{first}..{last}] | one.measure] AS best"),
            Clause("UNWIND ordered AS one"),
            Clause(f"WITH {', '.join(f'one.{one} AS {one}' for one in ('x', 'measure', *kept))}, best"),
            Clause("WHERE measure IN best"),
        ]
        self._kept = kept

    def _measured_along(self, path: Path, way: str) -> None:
        """Write the clause that measures x by the best value at the end of a path."""
        end, witness = self._variable(), self._next("w")
        matches, taken = self._matches((Node("x"), []), _steps(path), end)
        value = self._value(end, self._kind(path[-1]))
        best = [
            Clause(f"WITH {value} AS measure, [{', '.join(taken)}] AS {witness} WHERE measure IS NOT NULL"),
            Clause(f"RETURN measure, {witness} ORDER BY measure {way} LIMIT 1"),
        ]
        self._clauses.append(Subquery(("x",), (Body((*matches, *best)),)))
        self._witnesses.append(witness)
        self._kept.append(witness)

    def _name_values(self, path: Path) -> None:
        """Keep the names of all values at the end of a path, or of x itself, each with the triples that lead there."""
        self._values = True
        self._kept.append("values")
        if not path:
            self._clauses.append(Clause(f"WITH *, [[{_name_of('x')}, []]] AS values"))
            return
        end = self._variable()
        matches, taken = self._matches((Node("x"), []), _steps(path), end)
        found = Clause(f"RETURN collect([{_name_of(end)}, [{', '.join(taken)}]]) AS values")
        self._clauses.append(Subquery(("x",), (Body((*matches, found)),)))


def _is_told(branch: Branch, chains: Sequence[Chain]) -> bool:
    """Return whether a branch only excludes a topic that is excluded anyway, by a step and its reverse."""
    if len(chains) != 1 or len(chains[0].steps) != TOGETHER or len(chains[0].topics) > 1:
        return False
    first, second = (step.move for step in chains[0].steps)
    return second == first.back and branch == Branch((), Pattern(chains[0].topics), Quantifier.NONE)


def _shown(walks: str) -> str:
    return f"[walk IN {walks} | [r IN walk | {_TRIPLE}]]"


def _name_of(node: str) -> str:
    return f"coalesce(toStringOrNull({node}.value), {node}.name)"


def _measured_by(walk: str, measure: str) -> str:
    """Return the expression for a qualifier of the last triple of a walk; "" if `measure` is empty."""
    return qualifier(walk.rpartition(" ")[2].strip("[]"), measure) if measure else ""


def _steps(path: Path) -> list[Taken]:
    return [Taken(move) for move in path]
