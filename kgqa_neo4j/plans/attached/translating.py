"""Translates queries over the triple view into queries over labels, types and properties, for `PropertyCompiler`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.attached.measured import with_measured_facts
from kgqa_neo4j.plans.attached.relations import FactRelation, Relations
from kgqa_neo4j.plans.attached.same_steps import as_one_step
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import (
    Branch,
    Column,
    FactTest,
    Form,
    Measure,
    Pattern,
    Quantifier,
    Query,
    Sorting,
    Summary,
    Table,
    ValueTest,
)
from kgqa_neo4j.plans.language.things import INSTANCE_OF, Kind, named_branch, thing_of
from kgqa_neo4j.plans.plan import Move, Path

_ANSWER = "answer"


class Untranslatable(Exception):
    """A query cannot be expressed over labels, types and properties."""


class Translator:
    """Translates queries about one attached graph."""

    def __init__(self, schema: PropertyGraphSchema, relations: Relations) -> None:
        self._schema = schema
        self._relations = relations

    def translated(self, query: Query) -> Query:
        """Return the query over labels, types and properties.

        Raises:
            Untranslatable: it cannot be expressed so.
        """
        if any(self._is_value(branch.path[:1]) for branch in query.pattern.branches):
            return self._of_values(query)
        measured = with_measured_facts(query, self._fact_of, self._pattern)
        if measured is not None:
            return measured
        query = replace(query, pattern=self._pattern(query.pattern))
        self._check(query)
        if query.form is not Form.LIST or query.group or query.aggregate or query.columns:
            return query
        return replace(query, table=Table((Column(),), distinct=True))

    def _check(self, query: Query) -> None:
        """Raise `Untranslatable` if a path outside the pattern has no counterpart in the property graph."""
        for path in (query.group, *query.columns, *self._measured(query)):
            for place, move in enumerate(path):
                if move.relation == INSTANCE_OF or move.relation in self._relations.facts:
                    raise Untranslatable
                if move.relation in self._relations.properties and (not move.outward or place < len(path) - 1):
                    raise Untranslatable

    def _measured(self, query: Query) -> list[Path]:
        found = [term.path for one in query.compared for term in one.terms]
        return found + [path for measure in query.measures for path in measure.paths]

    def _fact_of(self, measure: Measure) -> FactRelation | None:
        """Return the relationship property that a measure consists of, else None."""
        if len(measure.path) != 1 or measure.count or measure.until or not measure.path[0].outward:
            return None
        return self._relations.facts.get(measure.path[0].relation)

    # Values as answers

    def _is_value(self, path: Path) -> bool:
        """Whether a path starts at a value."""
        if not path or path[0].outward:
            return False
        return path[0].relation in self._relations.properties or path[0].relation in self._relations.facts

    def _of_values(self, query: Query) -> Query:
        """Return a query for values, as one for the nodes that have them with a column for the values."""
        if query.group or query.aggregate or query.columns or query.compared or query.pattern.entities:
            raise Untranslatable
        own = [one for one in query.pattern.branches if self._is_value(one.path[:1])]
        rest = [one for one in query.pattern.branches if one not in own]
        if (
            rest
            or query.pattern.either
            or any(one.quantifier is not Quantifier.SOME or one.count for one in own)
        ):
            raise Untranslatable
        tests = query.pattern.tests
        of = self._of_fact if any(map(self._is_fact, own)) else self._of_property
        root, column = of(own, tests)
        summary = Summary.COUNT if query.form is Form.COUNT else Summary.EACH
        if query.form in (Form.EXISTS, Form.NONE):
            raise Untranslatable
        sorting: tuple[Sorting, ...] = ()
        limit = 0
        if query.order:
            if query.order.measure.path or query.order.place != 1:
                raise Untranslatable
            sorting, limit = (Sorting(1, query.order.greatest),), query.order.many
        table = Table(
            (replace(column, summary=summary, distinct=bool(summary)),), not summary, (), sorting, limit
        )
        return Query(root, table=table)

    def _is_fact(self, branch: Branch) -> bool:
        return branch.path[0].relation in self._relations.facts

    def _of_property(self, own: Sequence[Branch], tests: tuple[ValueTest, ...]) -> tuple[Pattern, Column]:
        relations = {one.path[0].relation for one in own}
        if len(relations) != 1:
            raise Untranslatable
        (relation,) = relations
        inner: list[Branch] = []
        pattern = Pattern()
        for one in own:
            if len(one.path) > 1:
                inner.append(replace(one, path=one.path[1:]))
            elif pattern.any or one.pattern.any:
                pattern = one.pattern if pattern.any else pattern
            else:
                raise Untranslatable
        pattern = self._pattern(replace(pattern, branches=(*pattern.branches, *inner)))
        owners = self._relations.properties[relation]
        if pattern.label and pattern.label not in owners:
            raise Untranslatable
        move = Move(relation, True)
        if not pattern.label and len(owners) == 1:
            pattern = replace(pattern, label=next(iter(owners)))
        held = Branch((move,), Pattern(tests=tests)) if tests else Branch((move,))
        return replace(pattern, branches=(*pattern.branches, held)), Column((move,))

    def _of_fact(self, own: Sequence[Branch], tests: tuple[ValueTest, ...]) -> tuple[Pattern, Column]:
        """Return the pattern and the column for a relationship property, reached from one end or from both."""
        if not all(map(self._is_fact, own)):
            raise Untranslatable
        named = [self._relations.facts[one.path[0].relation] for one in own]
        if len({(one.type, one.name) for one in named}) != 1 or len({one.from_source for one in named}) != len(
            own
        ):
            raise Untranslatable
        first = named[0]
        ends = [
            self._pattern(Pattern(branches=(replace(one, path=one.path[1:]),)) if one.path[1:] else one.pattern)
            for one in own
        ]
        kind = self._schema.type[first.type]
        far = ends[1] if len(ends) > 1 else Pattern()
        root = ends[0]
        labels = [one.source if first.from_source else one.target for one in kind.connections]
        if not root.label and len(set(labels)) == 1:
            root = replace(root, label=labels[0])
        facts = tuple(FactTest(first.name, test) for test in tests)
        step = Branch((Move(first.type, first.from_source),), far, facts=facts, name=_ANSWER)
        return replace(root, branches=(*root.branches, step)), Column((), _ANSWER, first.name)

    # Patterns

    def _pattern(self, pattern: Pattern) -> Pattern:
        """Return the translation of a pattern around a node."""
        label = pattern.label
        branches: list[Branch] = []
        either: list[Branch] = list(map(self._branch, pattern.either))
        if pattern.entities:
            things = [thing_of(one) for one in pattern.entities]
            if any(one.kind is not Kind.NODE for one in things):
                raise Untranslatable
            named = [named_branch(one) for one in things]
            owners = {one.owner for one in things}
            label = label or (owners.pop() if len(owners) == 1 else "")
            if len(named) == 1:
                branches.append(named[0])
            else:
                either += named
        denied = [one for one in pattern.branches if not one.path]
        for branch in pattern.branches:
            if not branch.path:
                continue
            known = self._label_of(branch)
            if known:
                if label and label != known:
                    branches.append(Branch((), Pattern(label=known)))
                label = label or known
                continue
            if self._has_alternatives(branch):
                if either:
                    raise Untranslatable
                either += [
                    self._branch(replace(branch, pattern=replace(branch.pattern, entities=(one,))))
                    for one in branch.pattern.entities
                ]
                continue
            label = label or self._owner_of(branch)
            branches.append(self._branch(branch))
        label = label or self._inferred([*branches, *either[:1]])
        branches += [held for one in denied if (held := self._itself(one, label)) is not None]
        joined = as_one_step(branches)
        return replace(pattern, entities=(), label=label, branches=joined, either=tuple(either))

    def _has_alternatives(self, branch: Branch) -> bool:
        """Whether a branch ends at one of several values."""
        several = len(branch.pattern.entities) > 1 and branch.quantifier is Quantifier.SOME
        return several and len(branch.path) == 1 and branch.path[0].relation in self._relations.properties

    def _owner_of(self, branch: Branch) -> str:
        """Return the label that owns the value at the end of a branch; "" for other branches."""
        if (
            len(branch.path) != 1
            or len(branch.pattern.entities) != 1
            or branch.quantifier is not Quantifier.SOME
        ):
            return ""
        thing = thing_of(branch.pattern.entities[0])
        return thing.owner if thing.kind is Kind.VALUE else ""

    def _label_of(self, branch: Branch) -> str:
        """Return the label that a branch requires of its node; "" if it is not about labels."""
        if len(branch.path) != 1 or branch.path[0] != Move(INSTANCE_OF, True):
            return ""
        things = [thing_of(one) for one in branch.pattern.entities]
        if len(things) != 1 or things[0].kind is not Kind.LABEL or branch.quantifier is not Quantifier.SOME:
            raise Untranslatable
        return things[0].owner

    def _branch(self, branch: Branch) -> Branch:
        """Return the translation of a branch of a node."""
        path, pattern = branch.path, branch.pattern
        if any(move.relation == INSTANCE_OF for move in path) or self._is_value(path[:1]):
            raise Untranslatable
        for place, move in enumerate(path):
            if move.relation in self._relations.facts:
                return self._held_fact(branch, place)
            if move.relation in self._relations.properties:
                if place < len(path) - 1 or not move.outward:
                    raise Untranslatable
                if place == 0 or not self._has_parts(branch):
                    return self._held_value(branch)
        if self._has_parts(branch):
            inner = self._pattern(Pattern(branches=(replace(branch, path=path[1:]),)))
            return Branch(path[:1], inner)
        return replace(branch, pattern=self._pattern(pattern) if not pattern.any else pattern)

    @staticmethod
    def _has_parts(branch: Branch) -> bool:
        """Whether a branch can be nested step by step without changing its meaning."""
        return branch.quantifier is Quantifier.SOME and not branch.count and len(branch.path) > 1

    def _itself(self, branch: Branch, label: str) -> Branch | None:
        """Return the branch that excludes the nodes with a name; None if nodes of the label never have it."""
        things = [thing_of(one) for one in branch.pattern.entities]
        if branch.quantifier is not Quantifier.NONE or len(things) != 1 or things[0].kind is not Kind.NODE:
            raise Untranslatable
        if label and label != things[0].owner:
            return None
        tests = (ValueTest(Comparison.UNEQUAL, things[0].value),)
        return Branch((Move(property_relation(things[0].property), True),), Pattern(tests=tests))

    def _held_value(self, branch: Branch) -> Branch:
        """Return the translation of a branch that ends at a value of a property."""
        pattern = branch.pattern
        if pattern.branches or pattern.either or branch.count:
            raise Untranslatable
        if len(pattern.entities) > 1:
            raise Untranslatable
        tests = (*pattern.tests, *map(self._equal, pattern.entities))
        return replace(branch, pattern=Pattern(tests=tests))

    def _held_fact(self, branch: Branch, place: int) -> Branch:
        """Return a branch that ends at a relationship property, as a step over the relationship with tests on it."""
        path, pattern = branch.path, branch.pattern
        fact = self._relations.facts[path[place].relation]
        if place < len(path) - 1 or place or pattern.branches or pattern.either or len(pattern.entities) > 1:
            raise Untranslatable
        tests = (*pattern.tests, *map(self._equal, pattern.entities))
        facts = tuple(FactTest(fact.name, test) for test in tests)
        return replace(branch, path=(Move(fact.type, fact.from_source),), pattern=Pattern(), facts=facts)

    def _equal(self, ident: str) -> ValueTest:
        thing = thing_of(ident)
        if thing.kind not in (Kind.VALUE, Kind.FACT):
            raise Untranslatable
        return ValueTest(Comparison.EQUAL, thing.value)

    def _inferred(self, branches: Sequence[Branch]) -> str:
        """Return the only label whose nodes can have all these branches; "" if there is not exactly one."""
        found = {label.name for label in self._schema.labels}
        for branch in branches:
            if branch.path:
                found &= self._starting(branch.path[0])
        return found.pop() if len(found) == 1 else ""

    def _starting(self, move: Move) -> set[str]:
        if kind := self._schema.type.get(move.relation):
            return {one.source if move.outward else one.target for one in kind.connections}
        name = move.relation.removeprefix(".")
        return {
            label.name for label in self._schema.labels if any(one.name == name for one in label.properties)
        }
