"""The triples that prove the rows of a statement over an attached graph."""

from __future__ import annotations

from dataclasses import replace

from kgqa_neo4j.attached.model import ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_conditions import Conditions
from kgqa_neo4j.plans.language.property_scope import Edge, Names, Scope, Variable
from kgqa_neo4j.plans.language.property_terms import PROPERTY, Terms, stored_text
from kgqa_neo4j.plans.language.query import Quantifier, Query

_SOME = (Comparison.GREATER, Comparison.AT_LEAST, Comparison.EQUAL)


def with_counted(query: Query) -> Query:
    """Return a query with plain branches added for those that it counts, so that the proof includes them."""
    counted = tuple(
        replace(one, count=None)
        for one in query.pattern.branches
        if one.count and one.count.comparison in _SOME and one.count.value
    )
    return replace(query, pattern=replace(query.pattern, branches=(*query.pattern.branches, *counted)))


class Proof:
    """Expresses the matches of one MATCH as triples."""

    def __init__(self, terms: Terms, names: Names, conditions: Conditions) -> None:
        self._terms = terms
        self._names = names
        self._conditions = conditions

    def facts(self, query: Query, scope: Scope) -> list[str]:
        """Return the triples as lists: the relationships, the properties used; if there are none, the root's label."""
        facts: list[str] = []
        for edge in scope.edges:
            start, end = (edge.start, edge.end) if edge.move.outward else (edge.end, edge.start)
            if edge.either:
                edge.used = True
                start, end = (
                    _at(f"startNode({edge.name})", edge),
                    _at(f"endNode({edge.name})", edge),
                )
            relation = self._names.parameter(edge.move.relation)
            facts.append(f"[{self._told(start)}, {relation}, {self._told(end)}]")
        shown = {(variable.name, name): (variable, name) for variable, name in self._properties(query, scope)}
        for variable, name in shown.values():
            facts_of = self._terms.property(variable.label, name)
            value = f"toString({stored_text(variable.name, facts_of)})"
            if facts_of.type in (
                ValueType.LIST,
                ValueType.POINT,
                ValueType.OTHER,
            ):
                continue
            variable.used = True
            facts.append(f"[{self._told(variable)}, {self._names.parameter(name)}, '', {value}]")
        if not facts:
            scope.root.used = True
            facts.append(f"[{self._told(scope.root)}, 'labels', '', head(labels({scope.root.name}))]")
        return facts

    def _told(self, variable: Variable) -> str:
        variable.used = True
        label = f"head(labels({variable.name}))"
        return f"{label} + ':' + elementId({variable.name}), toString({self._conditions.name_of(variable)})"

    def _properties(self, query: Query, scope: Scope) -> list[tuple[Variable, str]]:
        """Return the properties used by conditions, measures and columns of a query, with their variables.

        Naming properties are left out.
        """
        found = [(variable, key) for variable, _ in scope.named.values() for key, _ in variable.inline]
        measured = [path for measure in query.measures for path in measure.paths]
        measured += [term.path for one in query.compared for term in one.terms if not term.start]
        for path in measured:
            if len(path) == 1 and path[0].relation.startswith(PROPERTY):
                found.append((scope.root, path[0].relation.removeprefix(PROPERTY)))
        for branch in query.pattern.branches:
            if branch.path and not self._terms.split(branch.path)[0] and branch.quantifier is Quantifier.SOME:
                found.append((scope.root, branch.path[-1].relation.removeprefix(PROPERTY)))
        for column in query.table.columns if query.table else ():
            if len(column.path) == 1 and not self._terms.split(column.path)[0]:
                found.append((scope.named[column.of][0], column.path[0].relation.removeprefix(PROPERTY)))
        naming = {one.name: one.naming[:1] for one in self._terms.schema.labels}
        return [(one, name) for one, name in found if (name,) != naming.get(one.label)]


def _at(text: str, edge: Edge) -> Variable:
    return Variable(text, edge.start.label, True)
