"""Conditions on the nodes of an attached graph: branches walked, counted or negated, and values compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.language.cypher_tree import Expression, conjunction, identifier, negated
from kgqa_neo4j.plans.language.property_scope import Edge, Names, Scope, Variable, match_of
from kgqa_neo4j.plans.language.property_terms import PROPERTY, Terms, parts_text, stored_text
from kgqa_neo4j.plans.language.property_tests import PropertyTests
from kgqa_neo4j.plans.language.property_values import (
    AsValue,
    as_stored,
    between,
    comparable,
    measured,
    operator,
    tested,
    until_day,
)
from kgqa_neo4j.plans.language.query import (
    Branch,
    FactTest,
    Measure,
    OverallAggregate,
    Pattern,
    Quantifier,
    Term,
    TermComparison,
    ValueTest,
)
from kgqa_neo4j.plans.language.things import Thing, named_branch, thing_of
from kgqa_neo4j.plans.language.values import count_of, single
from kgqa_neo4j.plans.plan import Path


class Conditions:
    """Adds conditions to the scopes of one statement, and returns the expressions for what paths lead to."""

    def __init__(self, terms: Terms, names: Names) -> None:
        self._terms = terms
        self._names = names
        self._tests = PropertyTests(terms, names)
        # The expressions for names made of several properties, with the expressions for their parts.
        self.parts: dict[str, tuple[str, ...]] = {}

    def held(self, scope: Scope, variable: Variable, pattern: Pattern) -> None:
        """Add the conditions of a pattern on a variable to a scope.

        Raises:
            InputError: the graph has no such label, type or property, or a comparison has no meaning.
        """
        if pattern.label and pattern.label != variable.label:
            variable.used = True
            scope.conditions.append(f"{variable.name}:{identifier(pattern.label)}")
        if pattern.entities:
            variable.used = True
            ids = [one.split(":", 1)[-1] for one in pattern.entities]
            scope.conditions.append(f"elementId({variable.name}) IN {self._names.parameter(ids)}")
        for test in pattern.tests:
            scope.conditions.append(self._tests.of_name(variable, test))
        for branch in pattern.branches:
            self._branch(scope, variable, branch)
        if pattern.either:
            texts = [self._condition(variable, branch) for branch in pattern.either]
            scope.conditions.append(f"({' OR '.join(texts)})")

    def _condition(self, variable: Variable, branch: Branch) -> str:
        """Return a branch as a single condition on a variable."""
        steps, name = self._terms.split(branch.path)
        if branch.quantifier is not Quantifier.SOME or branch.count:
            raise InputError("alternatives cannot be negated or counted", hint="run one plan for each")
        if steps:
            return self._exists(variable, replace(branch, name=""))
        variable.used = True
        facts = self._terms.property(variable.label, name)
        text = stored_text(variable.name, facts)
        held = [
            tested(text, facts, one.comparison, one.value, self._names.parameter)
            for one in branch.pattern.tests
        ]
        return conjunction(map(Expression, held)) if held else f"{text} IS NOT NULL"

    def _branch(self, scope: Scope, variable: Variable, branch: Branch) -> None:
        if not branch.path:
            scope.conditions.append(self._itself(variable, branch))
            return
        steps, name = self._terms.split(branch.path)
        if not steps:
            scope.conditions += self._tests.of_branch(variable, name, branch)
            return
        if branch.count:
            scope.conditions.append(self._count(variable, branch, branch.count))
        elif branch.quantifier is Quantifier.SOME and self._goes_again(scope, variable, branch):
            scope.conditions.append(self._exists(variable, branch))
        elif branch.quantifier is Quantifier.SOME:
            end, edge = self.walk(scope, variable, steps, "" if name else branch.pattern.label, branch.facts)
            if branch.name:
                scope.named[branch.name] = (end, edge)
            if name:
                scope.conditions += self._tests.of_branch(end, name, branch)
            else:
                self.held(scope, end, branch.pattern)
        elif branch.quantifier is Quantifier.NONE:
            inside = replace(branch, quantifier=Quantifier.SOME, name="")
            scope.conditions.append(f"NOT {self._exists(variable, inside)}")
        else:
            inside = replace(branch, quantifier=Quantifier.SOME, name="")
            scope.conditions.append(
                self._exists(variable, replace(inside, pattern=Pattern(label=branch.pattern.label)))
            )
            scope.conditions.append(f"NOT {self._exists(variable, inside, denied=True)}")

    @staticmethod
    def _goes_again(scope: Scope, variable: Variable, branch: Branch) -> bool:
        """Return whether a branch begins with the same step as another one and leads on.

        It may need the same relationship again, and within one MATCH no relationship is matched twice.
        """
        walked = any(edge.start is variable and edge.move == branch.path[0] for edge in scope.edges)
        return walked and _leads_on(branch) and not _is_named(branch)

    def walk(
        self, scope: Scope, variable: Variable, steps: Path, label: str, facts: Sequence[FactTest] = ()
    ) -> tuple[Variable, Edge]:
        """Add the edges of steps between nodes to a scope; return the last variable and the last edge.

        Raises:
            InputError: there are no steps.
        """
        if not steps:
            raise InputError("values cannot be counted", hint="count what a relationship leads to")
        at, edge = variable, None
        for place, move in enumerate(steps):
            own = label if place == len(steps) - 1 else ""
            end = self._names.variable(own, self._terms.reached(at.label, move) if not own else "")
            kind = self._terms.schema.type[move.relation]
            edge = Edge(at, move, end, kind.symmetric, self._names.name("r"))
            scope.edges.append(edge)
            end.among = end.among or self._terms.ends(at.label, move)
            at.among = at.among or self._terms.ends(end.label, move.back)
            at = end
        assert edge is not None
        for fact in facts:
            edge.used = True
            scope.conditions.append(self._tests.of_fact(edge, fact))
        return at, edge

    def _exists(self, variable: Variable, branch: Branch, denied: bool = False) -> str:
        return f"EXISTS {{ {self.inside(variable, branch, denied)[0]} }}"

    def inside(
        self, variable: Variable, branch: Branch, denied: bool = False, shown: bool = False
    ) -> tuple[str, Variable]:
        """Return the MATCH of a branch for a subquery, and the variable at its end, which is named if `shown`.

        If `denied`, the conditions on that variable are negated.
        """
        variable.used = True
        scope = Scope(variable)
        steps, name = self._terms.split(branch.path)
        end, _ = self.walk(scope, variable, steps, "" if name else branch.pattern.label, branch.facts)
        end.used = end.used or shown
        held = Scope(end)
        if name:
            held.conditions += self._tests.of_branch(end, name, branch)
        else:
            self.held(held, end, branch.pattern)
        scope.edges += held.edges
        if denied:
            conditions = [Expression(one) for one in held.conditions]
            for key, value in end.inline:
                end.used = True
                conditions.append(Expression(f"{end.name}.{identifier(key)} = {value}"))
            end.inline.clear()
            held.conditions = [str(negated(*conditions))] if conditions else ["false"]
        scope.conditions += held.conditions
        return str(match_of(scope, variable, declared=True)), end

    def _count(self, variable: Variable, branch: Branch, test: ValueTest) -> str:
        count = count_of(test.value)
        number = self.number(variable, replace(branch, count=None, name=""))
        return f"{number} {operator(test.comparison)} {self._names.parameter(count)}"

    def number(self, variable: Variable, branch: Branch) -> str:
        """Return the expression for the number of nodes at the end of a branch; for one step without a label, of
        relationships."""
        steps, _ = self._terms.split(branch.path)
        nodes = bool(branch.pattern.label) or len(steps) > 1
        text, end = self.inside(variable, branch, shown=nodes)
        return f"COUNT {{ {f'{text} RETURN DISTINCT {end.name}' if nodes else text.removeprefix('MATCH ')} }}"

    def _itself(self, variable: Variable, branch: Branch) -> str:
        text = self.fits(variable, branch.pattern)
        return f"NOT ({text})" if branch.quantifier is Quantifier.NONE else text

    def fits(self, variable: Variable, pattern: Pattern) -> str:
        """Return the condition that a variable matches a pattern.

        Raises:
            InputError: see `held`.
        """
        variable.used = True
        own = replace(variable, inline=[])
        scope = Scope(own)
        self.held(scope, own, pattern)
        scope.conditions += [f"{own.name}.{identifier(key)} = {value}" for key, value in own.inline]
        own.inline.clear()
        if scope.edges:
            return f"EXISTS {{ {match_of(scope, own, declared=True)} }}"
        return conjunction(map(Expression, scope.conditions)) or "true"

    def comparison(self, scope: Scope, one: TermComparison) -> str:
        """Return the comparison of what two paths lead to, or of a path's value with an aggregate.

        Raises:
            InputError: see `held`.
        """
        if one.comparison in (Comparison.EQUAL, Comparison.UNEQUAL) and (nodes := self._ends(scope, one)):
            return f"{nodes[0]} {operator(one.comparison)} {nodes[1]}"
        if not isinstance(one.right, Term):
            return f"{self._term(scope, one.left)} {operator(one.comparison)} {self._made_of(scope, one.right)}"
        # Two date-times are compared with their times of day.
        whole = all(self._is_moment(scope, term) for term in one.terms)
        left, right = (self._term(scope, term, measured if whole else comparable) for term in one.terms)
        return f"{left} {operator(one.comparison)} {right}"

    def _ends(self, scope: Scope, one: TermComparison) -> tuple[str, str] | None:
        """Return the nodes that two paths from the root lead to; None if they lead to values or start elsewhere."""
        paths = [self._terms.split(term.path) for term in one.terms if term.path and not term.start]
        if len(paths) < 2 or any(name for _, name in paths):
            return None
        found = []
        for steps, _ in paths:
            end, _ = self.walk(scope, scope.named[""][0], steps, "")
            end.used = True
            found.append(end.name)
        return found[0], found[1]

    def _is_moment(self, scope: Scope, term: Term) -> bool:
        """Return whether a term is a date with a time of day; a path to nodes stands for their names."""
        if term.count or not term.path or not self._terms.split(term.path)[1]:
            return False
        label = thing_of(term.start).owner if term.start else scope.named[""][0].label
        return self._property_at(label, term.path).type is ValueType.DATETIME

    def _term(self, scope: Scope, term: Term, as_value: AsValue = comparable) -> str:
        if term.start:
            return self._value_of(thing_of(term.start), term, as_value)
        if term.count:
            return self.number(scope.named[""][0], Branch(term.path))
        return self.value(scope, *scope.named[""], term.path, as_value)

    def _made_of(self, scope: Scope, overall: OverallAggregate) -> str:
        """Add the clause that aggregates other nodes to a scope; return the name of its value."""
        function, measure = single(overall.aggregate.function), overall.aggregate.measure
        if measure.until or not measure.path:
            raise InputError("this cannot be aggregated", hint="use a property or a count")
        root = self._names.variable(overall.pattern.label, "")
        own = Scope(root)
        self.held(own, root, overall.pattern)
        root.used = root.used or measure.count
        value = (
            self.number(root, Branch(measure.path))
            if measure.count
            else self.value(own, root, None, measure.path, measured)
        )
        name = self._names.name(str(overall.aggregate.function))
        scope.before.append(f"CALL () {{ {match_of(own, root)} RETURN {function}({value}) AS {name} }}")
        return name

    def difference(self, scope: Scope, measure: Measure, until: Term | Time) -> str:
        """Return the expression for the difference between a measure's value and the value of a term, or a day.

        Raises:
            InputError: see `between`; or one side is not a value.
        """
        root = scope.named[""]
        if isinstance(until, Time):
            facts = self._property_at(root[0].label, measure.path)
            text = self.value(scope, *root, measure.path)
            return until_day(text, facts, until, measure.unit, self._names.parameter)
        ends = [(root[0].label, measure.path)]
        thing = thing_of(until.start) if until.start else None
        ends.append((thing.owner if thing else root[0].label, until.path))
        one, other = (self._property_at(label, path) for label, path in ends)
        first = self.value(scope, *root, measure.path)
        last = self._value_of(thing, until, as_stored) if thing else self.value(scope, *root, until.path)
        return between(first, one, last, other, measure.unit)

    def _property_at(self, label: str, path: Path) -> Property:
        """Return the property at the end of a path from nodes with a label."""
        steps, name = self._terms.split(path)
        if not name:
            raise InputError("only properties can be subtracted", hint="end both paths with a property")
        for move in steps:
            label = self._terms.reached(label, move)
        return self._terms.property(label, name)

    def _value_of(self, thing: Thing, term: Term, as_value: AsValue = comparable) -> str:
        """Return the value of a term that starts from the nodes sharing a name; one of them counts."""
        start = self._names.variable(thing.owner, "")
        scope = Scope(start)
        scope.conditions += self._tests.of_branch(start, thing.property, named_branch(thing))
        start.used = start.used or term.count
        branch = Branch(term.path)
        value = (
            self.number(start, branch) if term.count else self.value(scope, start, None, term.path, as_value)
        )
        return f"head(COLLECT {{ {match_of(scope, start)} RETURN {value} }})"

    def name_of(self, variable: Variable) -> str:
        """Return the expression for a node's name, or of its id if nothing names it."""
        variable.used = True
        names = self._terms.naming(variable.label, variable.among)
        if not names:
            return f"elementId({variable.name})"
        texts = [self._shown(variable, self._terms.property(variable.label, name)) for name in names]
        return texts[0] if len(texts) == 1 else f"coalesce({', '.join(texts)})"

    def value(
        self, scope: Scope, variable: Variable, edge: Edge | None, path: Path, as_value: AsValue = as_stored
    ) -> str:
        """Return the expression for what a path leads to; `as_value` converts the value of a property."""
        if not path:
            return self.name_of(variable)
        steps, name = self._terms.split(path)
        if steps:
            variable, _edge = self.walk(scope, variable, steps, "")
        if not name:
            return self.name_of(variable)
        variable.used = True
        facts = self._terms.property(variable.label, name)
        return as_value(self._shown(variable, facts), facts)

    def _shown(self, variable: Variable, facts: Property) -> str:
        text = stored_text(variable.name, facts)
        if facts.parts:
            self.parts[text] = parts_text(variable.name, facts)
        return text


def _leads_on(branch: Branch) -> bool:
    """Return whether a branch has steps between nodes after its first one."""
    further = (*branch.path[1:], *(one.path[0] for one in branch.pattern.branches if one.path))
    return any(not move.relation.startswith(PROPERTY) for move in further)


def _is_named(branch: Branch) -> bool:
    return bool(branch.name) or any(map(_is_named, branch.pattern.branches))
