"""Compiling queries for loaded graphs to Cypher: one statement for the answers, one for the triples that prove them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.language.cypher_patterns import ENTITY, Part, PatternCompiler, ValueKind
from kgqa_neo4j.plans.language.cypher_tree import (
    Body,
    Clause,
    HasId,
    Match,
    Node,
    PathPattern,
    Subquery,
    share,
)
from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Form,
    Function,
    Order,
    Pattern,
    Quantifier,
    Query,
    proving,
)
from kgqa_neo4j.plans.language.values import qualifier

# Walks of one branch kept as proof of one answer.
_WALKS = 3


@dataclass(frozen=True, slots=True)
class Statement:
    """The text of a statement and its parameters; `joined` are groups of columns that make up one name."""

    text: str
    parameters: dict[str, Any] = field(default_factory=dict)
    joined: tuple[tuple[str, ...], ...] = ()


def compile_query(query: Query, relations: Collection[str], kind: ValueKind, limit: int) -> Statement:
    """Return the statement that finds the answers. It returns up to `limit` + 1 rows, to show whether there are more.

    Its rows have the `id` and `name` of an entity; for a single value, `value`; for a table, `cells`, a list of
    [id, name].

    Raises:
        InputError: the graph has no such relation, a path is too long, or a comparison has no meaning.
    """
    if query.table:
        raise InputError("`give` only works on attached graphs", hint="use `with` and `per`")
    compiler = Compiler(relations, kind)
    body = [*compiler.chosen(query), *compiler.returned(query, limit)]
    return compiler.statement(body)


def compile_proof(query: Query, relations: Collection[str], kind: ValueKind, limit: int) -> Statement:
    """Return the statement that finds the triples which prove the answers, for the first `limit` entities.

    Its rows have `walk`: a list of [id and name of the subject, relation, id and name of the object].

    Raises:
        InputError: see `compile_query`.
    """
    query = proving(query)
    if query.group:
        # Entities outside all groups prove nothing.
        grouped = replace(query.pattern, branches=(*query.pattern.branches, Branch(query.group)))
        query = replace(query, pattern=grouped)
    compiler = Compiler(relations, kind)
    body = [*compiler.chosen(query), *compiler.proof(query, limit)]
    return compiler.statement(body)


class Compiler(PatternCompiler):
    """Compiles one query: the selection of its entities, and the rows returned for them."""

    def statement(self, body: Sequence[Part]) -> Statement:
        """Return the statement of some clauses, with the parameters allocated so far."""
        return Statement(f"CYPHER 25\n{Body(tuple(body))}", self._parameters)

    def chosen(self, query: Query) -> list[Part]:
        """Return the clauses that leave one row for each selected entity, named x."""
        alternatives: list[Part] = []
        pattern = query.pattern
        if pattern.either:
            parts = [Pattern(branches=(one,)) for one in pattern.either]
            alternatives = [
                Subquery((), tuple(Body((*self._fitting(one), Clause("RETURN x"))) for one in parts))
            ]
            pattern = replace(pattern, either=())
        overall: list[Part] = []
        compared = [self._comparison(one, overall) for one in query.compared]
        matches = [] if alternatives and pattern.any and not compared else self._fitting(pattern, compared)
        clauses = [*overall, *alternatives, *matches, Clause("WITH DISTINCT x")]
        if query.order and not query.group:
            clauses += self._ordered(query, query.order)
        return clauses

    def returned(self, query: Query, limit: int) -> list[Part]:
        """Return the clauses that return the answers as rows."""
        most = self._parameter(limit + 1, "limit")
        if query.group and query.order:
            return self._first_of_each(query, query.order, most)
        if query.group:
            return self._grouped(query, most)
        if query.aggregate:
            return self._aggregated(query.aggregate)
        if query.columns:
            names = [self._variable() for _ in query.columns]
            # The first entities by an order stay in the result even if they lack these values.
            optional = query.order is not None
            matches = [
                Match(self._pattern("x", path, name), optional=optional)
                for path, name in zip(query.columns, names, strict=True)
            ]
            cells = ", ".join(f"[{name}.id, {name}.name]" for name in ("x", *names))
            return [*matches, Clause(f"RETURN DISTINCT [{cells}] AS cells ORDER BY cells LIMIT {most}")]
        if query.form is Form.COUNT:
            return [Clause("RETURN count(x) AS value")]
        if query.form is Form.EXISTS:
            return [Clause("RETURN count(x) > 0 AS value")]
        if query.form is Form.NONE:
            return [Clause("RETURN count(x) = 0 AS value")]
        if query.part:
            fits = self._itself("x", Branch((), query.part), "")
            return [Clause(f"RETURN {share('x', str(fits), query.form.whole)} AS value")]
        return [Clause(f"RETURN x.id AS id, x.name AS name ORDER BY name, id LIMIT {most}")]

    def proof(self, query: Query, limit: int) -> list[Part]:
        """Return the clauses that return the proving walks as rows."""
        paths = [
            (one.path, one.pattern) for one in query.pattern.branches if one.quantifier is not Quantifier.NONE
        ]
        paths = [(path, pattern) for path, pattern in paths if path]
        further = [query.group, *query.columns]
        further += [measure.path for measure in query.measures]
        terms = [measure.other for measure in query.measures if measure.other]
        terms += [term for one in query.compared for term in one.terms]
        further += [term.path for term in terms if not term.start]
        paths += [(path, Pattern()) for path in further if path]
        if not paths:
            return [Clause("RETURN [] AS walk LIMIT 0")]
        parts = []
        for path, pattern in dict.fromkeys(paths):
            end = self._variable()
            matches, conditions = self._held(end, pattern, self._kind(path[-1]))
            matches = [Match(self._pattern("x", path, end, "p")), *matches]
            matches[-1] = Match(matches[-1].pattern, (*matches[-1].conditions, *conditions))
            parts.append(_walks(matches))
        triple = "[startNode(r).id, startNode(r).name, type(r), endNode(r).id, endNode(r).name]"
        return [
            Clause(f"WITH x LIMIT {self._parameter(limit, 'proved')}"),
            Subquery(("x",), tuple(parts)),
            Clause(f"RETURN [r IN relationships(p) | {triple}] AS walk"),
        ]

    def _ranked(self, pattern: Pattern, order: Order) -> tuple[list[Part], str]:
        """Return the clauses that the measure of an order needs, and its expression."""
        if order.measure.qualifier:
            return self._qualified(pattern, order.measure.qualifier)
        return self._measured(order.measure)

    def _first_of_each(self, query: Query, order: Order, most: str) -> list[Part]:
        """Return the clauses that return each group with the first of its entities."""
        clauses, measure = self._ranked(query.pattern, order)
        best, way = ("max", "DESC") if order.greatest else ("min", "ASC")
        first = self._parameter(order.place - 1, "first")
        last = self._parameter(order.place - 1 + order.many, "last")
        return [
            Match(self._pattern("x", query.group, "g")),
            *clauses,
            Clause(f"WITH g, x, {best}({measure}) AS measure WHERE measure IS NOT NULL"),
            Clause(f"ORDER BY measure {way}"),
            Clause("WITH g, collect({x: x, measure: measure}) AS ordered"),
            Clause(
                f"UNWIND [o IN ordered WHERE o.measure IN [k IN ordered[{first}..{last}] | k.measure]] AS one"
            ),
            Clause("WITH g, one.x AS x"),
            Clause(
                f"RETURN [[g.id, g.name], [x.id, x.name]] AS cells ORDER BY g.name, g.id, x.name, x.id LIMIT {most}"
            ),
        ]

    def _ordered(self, query: Query, order: Order) -> list[Part]:
        clauses, measure = self._ranked(query.pattern, order)
        way = "DESC" if order.greatest else "ASC"
        best = "max" if order.greatest else "min"
        first = self._parameter(order.place - 1, "first")
        last = self._parameter(order.place - 1 + order.many, "last")
        return [
            *clauses,
            Clause(f"WITH x, {best}({measure}) AS measure WHERE measure IS NOT NULL"),
            Clause(f"ORDER BY measure {way}"),
            Clause("WITH collect({x: x, measure: measure}) AS ordered"),
            Clause("UNWIND ordered AS one"),
            Clause(
                f"WITH one.x AS x, one.measure AS measure, [o IN ordered[{first}..{last}] | o.measure] AS kept"
            ),
            Clause("WHERE measure IN kept"),
            Clause("WITH x"),
        ]

    def _qualified(self, pattern: Pattern, name: str) -> tuple[list[Part], str]:
        """Return the clauses that find the triples in the first step of the first branch, and their qualifier."""
        branch = next((one for one in pattern.branches if one.path), None)
        if branch is None:
            raise InputError(f"no relation comes before {name!r}", hint="put a relation first")
        first, *matches = self._subpattern("x", branch)
        step, *others = first.pattern.steps
        relationship = step.name or self._variable()
        steps = (replace(step, name=relationship), *others)
        named = replace(first, pattern=replace(first.pattern, steps=steps))
        return [named, *matches], qualifier(relationship, name)

    def _aggregated(self, aggregate: Aggregate) -> list[Part]:
        clauses, measure = self._measured(aggregate.measure)
        measure = measure if aggregate.measure.until is None else f"abs({measure})"
        if aggregate.function is Function.AVERAGE:
            return [*clauses, Clause(f"RETURN round(avg({measure}), 2) AS value")]
        if aggregate.function is Function.SUM:
            return [*clauses, Clause(f"RETURN round(sum({measure}), 6) AS value")]
        plain = not aggregate.measure.count and aggregate.measure.until is None
        if aggregate.function is Function.VALUE:
            return [*clauses, Clause(f"RETURN DISTINCT {measure} AS value ORDER BY value")]
        if plain and aggregate.measure.path:
            # Return the node of the value, because it has a unit or a precision.
            end = measure.split(".")[0].removeprefix("coalesce(")
            way = "DESC" if aggregate.function is Function.MAXIMUM else "ASC"
            return [
                *clauses,
                Clause(f"RETURN {end}.id AS id, {end}.name AS name ORDER BY {measure} {way} LIMIT 1"),
            ]
        best = "max" if aggregate.function is Function.MAXIMUM else "min"
        return [*clauses, Clause(f"RETURN {best}({measure}) AS value")]

    def _grouped(self, query: Query, most: str) -> list[Part]:
        clauses: list[Part] = [Match(self._pattern("x", query.group, "g"))]
        number = "count(DISTINCT x)"
        if query.aggregate:
            more, measure = self._measured(query.aggregate.measure)
            clauses += more
            function = {
                Function.SUM: "round(sum({}), 6)",
                Function.AVERAGE: "round(avg({}), 2)",
                Function.MAXIMUM: "max({})",
                Function.MINIMUM: "min({})",
                Function.VALUE: "max({})",
            }[query.aggregate.function]
            number = function.format(measure)
        return [
            *clauses,
            Clause(f"WITH g, {number} AS number"),
            Clause(
                f"RETURN [[g.id, g.name], ['', toString(number)]] AS cells ORDER BY g.name, g.id LIMIT {most}"
            ),
        ]


def _walks(matches: Sequence[Match]) -> Body:
    """Return the clauses that find walks p from x, after the known entities that they lead to.

    Between two nodes that a subquery is given, Neo4j expands from the one with fewer relationships. Otherwise it may go
    through all relationships of a hub, once for each x.
    """
    returned = Clause(f"RETURN p LIMIT {_WALKS}")
    known: dict[str, Match] = {}
    others: list[Match] = []
    for match in matches:
        ids = [one for one in match.conditions if isinstance(one, HasId) and one.name != "x"]
        known |= {one.name: Match(PathPattern(Node(one.name, ENTITY)), (one,)) for one in ids}
        others.append(replace(match, conditions=tuple(one for one in match.conditions if one not in ids)))
    walks = Body((*others, returned))
    return Body((*known.values(), Subquery(("x", *known), (walks,)), returned)) if known else walks
