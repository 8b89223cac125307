"""Compiling the patterns, comparisons and measures of a query to Cypher matches and conditions.

Relations and labels become part of the text, checked against the catalogue; ids and constants are parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.compiling import MAX_STEPS, check_text, time_of
from kgqa_neo4j.plans.language.cypher_tree import (
    Body,
    Clause,
    Expression,
    HasId,
    Match,
    Node,
    PathPattern,
    Step,
    Subquery,
    conjunction,
    counted,
    exists,
    negated,
)
from kgqa_neo4j.plans.language.query import (
    Branch,
    Measure,
    OverallAggregate,
    Pattern,
    Quantifier,
    Term,
    TermComparison,
    ValueTest,
)
from kgqa_neo4j.plans.language.values import apart, count_of, days, fact, operator, single
from kgqa_neo4j.plans.plan import Move, Path

ValueKind = Callable[[Move], str]
"""Returns the kind of value that a step leads to: ``time``, ``number``, ``boolean``, ``text``; ``year`` or
``plain number`` for names that read like one without being typed values; "" for entities and unknown values."""
Part = Match | Clause | Subquery

ENTITY = "Entity"
# Kinds of values that are compared with a year as a number.
_NUMBERS = ("number", "plain number", "year")
_MAX_VARIABLES = 12


class PatternCompiler:
    """Compiles patterns, comparisons and measures; allocates variables and parameters."""

    def __init__(self, relations: Collection[str], kind: ValueKind) -> None:
        self._relations = relations
        self._kind = kind
        self._parameters: dict[str, Any] = {}
        self._variables = 0

    def _fitting(self, pattern: Pattern, further: Sequence[Expression] = ()) -> list[Match]:
        """Return the matches that restrict x to a pattern."""
        matches, conditions = self._held("x", pattern, "")
        conditions += further
        if not matches:
            matches = [Match(PathPattern(Node("x", pattern.label or ENTITY)))]
        first, last = matches[0], matches[-1]
        matches[-1] = Match(last.pattern, (*last.conditions, *conditions))
        if not first.pattern.start.label:
            labelled = replace(first.pattern, start=Node("x", ENTITY))
            matches[0] = replace(matches[0], pattern=labelled)
        return matches

    def _held(self, name: str, pattern: Pattern, kind: str) -> tuple[list[Match], list[Expression]]:
        """Return the matches and the conditions that restrict a variable to a pattern."""
        matches: list[Match] = []
        conditions: list[Expression] = []
        if pattern.entities:
            conditions.append(HasId.of(name, self._parameter(list(pattern.entities))))
        if pattern.label:
            conditions.append(Expression(str(Node(name, pattern.label)).strip("()")))
        conditions += [self._test(name, test, kind) for test in pattern.tests]
        for branch in pattern.branches:
            if not branch.path:
                conditions.append(self._itself(name, branch, kind))
            elif branch.count:
                conditions.append(self._count(name, branch, branch.count))
                matches += [self._step_along(name, branch, "")] if _at_least_one(branch.count) else []
            elif branch.quantifier is Quantifier.SOME:
                matches += self._subpattern(name, branch)
            elif branch.quantifier is Quantifier.NONE:
                conditions.append(negated(exists(Body(tuple(self._subpattern(name, branch))))))
            else:
                matches.append(self._step_along(name, branch, ""))
                conditions.append(self._all(name, branch))
        if pattern.either:
            ways = (self._held(name, Pattern(branches=(one,)), kind) for one in pattern.either)
            conditions.append(Expression(f"({' OR '.join(_either_way(*way) for way in ways)})"))
        if matches and conditions:
            last = matches[-1]
            matches[-1], conditions = Match(last.pattern, (*last.conditions, *conditions)), []
        return matches, conditions

    def _subpattern(self, name: str, branch: Branch) -> list[Match]:
        end = "" if branch.pattern.any else self._variable()
        # With the label, the server can look the id up in an index.
        first = self._step_along(name, branch, end, ENTITY if branch.pattern.entities else "")
        if not end:
            return [first]
        matches, conditions = self._held(end, branch.pattern, self._kind(branch.path[-1]))
        return [Match(first.pattern, (*first.conditions, *conditions)), *matches]

    def _step_along(self, name: str, branch: Branch, end: str, end_label: str = "") -> Match:
        """Return the match of a branch's path, restricted to triples that meet its `facts`."""
        pattern = self._pattern(name, branch.path, end, end_label=end_label)
        if not branch.facts:
            return Match(pattern)
        *before, last = pattern.steps
        relationship = self._variable()
        pattern = replace(pattern, steps=(*before, replace(last, name=relationship)))
        return Match(pattern, tuple(fact(relationship, one, self._parameter) for one in branch.facts))

    def _itself(self, name: str, branch: Branch, kind: str) -> Expression:
        matches, conditions = self._held(name, branch.pattern, kind)
        if matches:
            conditions.append(exists(Body(tuple(matches))))
        if branch.quantifier is Quantifier.NONE:
            return negated(*conditions)
        return Expression(conjunction(conditions))

    def _all(self, name: str, branch: Branch) -> Expression:
        end = self._variable()
        matches, conditions = self._held(end, branch.pattern, self._kind(branch.path[-1]))
        if matches:
            conditions.append(exists(Body(tuple(matches))))
        other = self._step_along(name, branch, end)
        other = Match(other.pattern, (*other.conditions, negated(*conditions)))
        return negated(exists(Body((other,))))

    def _count(self, name: str, branch: Branch, test: ValueTest) -> Expression:
        end = self._variable()
        matches, conditions = self._held(end, branch.pattern, self._kind(branch.path[-1]))
        along = self._step_along(name, branch, end)
        first = Match(along.pattern, (*along.conditions, *conditions))
        number = counted(Body((first, *matches, Clause(f"RETURN DISTINCT {end}"))))
        return Expression(f"{number} {operator(test.comparison)} {self._parameter(count_of(test.value))}")

    def _comparison(self, one: TermComparison, overall: list[Part]) -> Expression:
        """Return a comparison; a clause that aggregates other entities is added to `overall`."""
        if isinstance(one.right, OverallAggregate):
            return self._beside(one.left, one.comparison, self._made_of(one.right, overall))
        if one.left.count and one.right.count:
            left_number, right_number = self._number_of(one.left), self._number_of(one.right)
            return Expression(f"{left_number} {operator(one.comparison)} {right_number}")
        if one.left.count or one.right.count:
            raise InputError(
                "a count can only be compared with a count", hint="write `number of` on both sides"
            )
        left, right = self._variable(), self._variable()
        matches = [self._term(one.left, left), self._term(one.right, right)]
        times = self._kind(one.left.path[-1]) if one.left.path else ""
        if one.comparison in (Comparison.EQUAL, Comparison.UNEQUAL):
            condition = Expression(f"{left} {operator(one.comparison)} {right}")
        else:
            values = self._value(left, times), self._value(right, times)
            condition = Expression(f"{values[0]} {operator(one.comparison)} {values[1]}")
        matches[-1] = Match(matches[-1].pattern, (*matches[-1].conditions, condition))
        return exists(Body(tuple(matches)))

    def _beside(self, term: Term, comparison: Comparison, value: str) -> Expression:
        """Return the comparison of a term with a value."""
        if term.count:
            return Expression(f"{self._number_of(term)} {operator(comparison)} {value}")
        end = self._variable()
        own = self._value(end, self._kind(term.path[-1]) if term.path else "")
        match = self._term(term, end)
        return exists(Body((Match(match.pattern, (Expression(f"{own} {operator(comparison)} {value}"),)),)))

    def _made_of(self, overall: OverallAggregate, clauses: list[Part]) -> str:
        """Add the clause that aggregates other entities; return the name of its value."""
        more, measure = self._measured(overall.aggregate.measure)
        function = single(overall.aggregate.function)
        name = self._variable()
        body = Body((*self._fitting(overall.pattern), *more, Clause(f"RETURN {function}({measure}) AS {name}")))
        clauses.append(Subquery((), (body,)))
        return name

    def _number_of(self, term: Term) -> Expression:
        end = self._variable()
        return counted(Body((self._term(term, end), Clause(f"RETURN DISTINCT {end}"))))

    def _term(self, term: Term, end: str) -> Match:
        if not term.start:
            return Match(self._pattern("x", term.path, end))
        start = self._variable()
        named = Expression(f"{start}.id = {self._parameter(term.start)}")
        return Match(self._pattern(start, term.path, end, label=ENTITY), (named,))

    def _measured(self, measure: Measure) -> tuple[list[Part], str]:
        """Return the clauses that a measure needs, and its expression."""
        if measure.count:
            return [], str(self._number_of(Term(measure.path)))
        if not measure.path:
            return [], self._value("x", "")
        end, kind = self._variable(), self._kind(measure.path[-1])
        clauses: list[Part] = [Match(self._pattern("x", measure.path, end))]
        first, until = self._value(end, kind), measure.until
        if until is None:
            return clauses, first
        if isinstance(until, Time):
            last = f"date({self._parameter(until.iso)})" if kind == "time" else self._parameter(until.year)
        else:
            other = self._variable()
            clauses.append(self._term(until, other))
            last = self._value(other, kind)
        return clauses, apart(first, last, measure.unit) if kind == "time" else f"{last} - {first}"

    def _pattern(
        self, start: str, path: Path, end: str, name: str = "", label: str = "", end_label: str = ""
    ) -> PathPattern:
        if not path:
            raise InputError("the path has no steps", hint="add at least one relation")
        if len(path) > MAX_STEPS:
            raise InputError(f"a path of {len(path)} steps is too long", hint=f"use at most {MAX_STEPS} steps")
        steps = []
        for place, move in enumerate(path):
            if move.relation not in self._relations:
                raise InputError(f"the graph has no relation {move.relation!r}")
            last = Node(end, end_label) if place == len(path) - 1 else Node("")
            steps.append(Step(move.relation, move.outward, last))
        return PathPattern(Node(start, label), tuple(steps), name)

    def _test(self, name: str, test: ValueTest, kind: str) -> Expression:
        value, comparison = test.value, test.comparison
        if isinstance(value, str):
            check_text(comparison)
            return Expression(f"toLower({name}.name) {operator(comparison)} {self._parameter(value.lower())}")
        if kind == "time" or isinstance(value, Time):
            time = time_of(value)
            if kind not in _NUMBERS:
                return days(f"{name}.value", comparison, time, self._parameter)
            value = time.year
        return Expression(f"{self._value(name, kind)} {operator(comparison)} {self._parameter(value)}")

    def _value(self, name: str, kind: str) -> str:
        if kind in ("time", "number", "boolean"):
            return f"{name}.value"
        # Without typed values, numbers are names.
        return f"coalesce({name}.value, toFloatOrNull({name}.name), {name}.name)"

    def _parameter(self, value: int | float | str | date | list[str], name: str = "") -> str:
        name = name or f"p{len(self._parameters) + 1}"
        # Dates are passed as ISO text, so that parameters can be shown as JSON and pasted into Neo4j Browser.
        self._parameters[name] = value.isoformat() if isinstance(value, date) else value
        return f"date(${name})" if isinstance(value, date) else f"${name}"

    def _variable(self) -> str:
        self._variables += 1
        if self._variables > _MAX_VARIABLES * 4:
            raise InputError("the query has too many parts")
        return f"v{self._variables}"


def _either_way(matches: Sequence[Match], conditions: Sequence[Expression]) -> str:
    """Return the matches and conditions of one alternative as a single expression."""
    return str(exists(Body(tuple(matches)))) if matches else f"({conjunction(conditions)})"


def _at_least_one(test: ValueTest) -> bool:
    return test.comparison in (Comparison.GREATER, Comparison.AT_LEAST, Comparison.EQUAL) and test.value != 0
