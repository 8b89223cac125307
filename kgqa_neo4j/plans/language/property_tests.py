"""Tests of the properties of an attached graph's nodes and relationships, as conditions in Cypher."""

from __future__ import annotations

from dataclasses import replace

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.language.cypher_tree import Expression, identifier, negated
from kgqa_neo4j.plans.language.property_scope import Edge, Names, Variable
from kgqa_neo4j.plans.language.property_terms import Terms, stored_text
from kgqa_neo4j.plans.language.property_values import comparable, is_text, tested
from kgqa_neo4j.plans.language.query import Branch, FactTest, Quantifier, ValueTest

# Any positive amount.
_SOME = ValueTest(Comparison.GREATER, 0)


class PropertyTests:
    """Writes the tests of properties in one statement."""

    def __init__(self, terms: Terms, names: Names) -> None:
        self._terms = terms
        self._names = names

    def of_branch(self, variable: Variable, name: str, branch: Branch) -> list[str]:
        """Return the conditions of a branch on a property of a variable.

        A test that the server can answer by an index becomes a part of the variable's pattern instead.

        Raises:
            InputError: nodes of that label have no such property, or a comparison has no meaning.
        """
        facts = self._terms.property(variable.label, name)
        tests, quantifier = branch.pattern.tests, branch.quantifier
        if branch.count or branch.pattern.branches or branch.pattern.entities:
            raise InputError(f"{name!r} is a property, not a node", hint="compare it with a value")
        text = stored_text(variable.name, facts)
        if not tests:
            variable.used = True
            return [f"{text} IS {'NULL' if quantifier is Quantifier.NONE else 'NOT NULL'}"]
        if quantifier is Quantifier.NONE and len(tests) == 1 and tests[0].comparison is Comparison.EQUAL:
            tests, quantifier = (replace(tests[0], comparison=Comparison.UNEQUAL),), Quantifier.SOME
        if (
            quantifier is Quantifier.SOME
            and len(tests) == 1
            and tests[0].comparison is Comparison.EQUAL
            and self._as_stored(facts, tests[0])
            and name not in dict(variable.inline)
        ):
            assert isinstance(tests[0].value, str | int | float)
            parts = facts.parts or (name,)
            values = str(tests[0].value).split() if facts.parts else [tests[0].value]
            # With more words than parts, it is unknown which words belong to which part.
            if len(parts) == len(values):
                variable.inline += [
                    (part, self._names.parameter(one)) for part, one in zip(parts, values, strict=True)
                ]
                return []
        variable.used = True
        if quantifier is Quantifier.NONE and tests == (_SOME,):
            # A missing amount counts as zero.
            return [f"coalesce({comparable(text, facts)}, 0) <= 0"]
        held = [tested(text, facts, one.comparison, one.value, self._names.parameter) for one in tests]
        return held if quantifier is not Quantifier.NONE else [str(negated(*map(Expression, held)))]

    def _as_stored(self, facts: Property, test: ValueTest) -> bool:
        """Return whether a constant has the stored type, so that the server can look it up."""
        if isinstance(test.value, str):
            return facts.type not in (ValueType.LIST, ValueType.BOOLEAN) and facts.stored == ("STRING",)
        return isinstance(test.value, int | float) and facts.type is ValueType.NUMBER and not is_text(facts)

    def of_name(self, variable: Variable, test: ValueTest) -> str:
        """Return a test of the name of a node.

        Raises:
            InputError: nodes of that label have no name, or the comparison has no meaning.
        """
        naming = self._terms.naming(variable.label)
        if not naming:
            raise InputError(f"nodes with the label {variable.label!r} have no name property")
        variable.used = True
        facts = self._terms.property(variable.label, naming[0])
        text = stored_text(variable.name, facts)
        return tested(text, facts, test.comparison, test.value, self._names.parameter)

    def of_fact(self, edge: Edge, fact: FactTest) -> str:
        """Return a test of a property of a relationship.

        Raises:
            InputError: relationships of that type have no such property, or the comparison has no meaning.
        """
        facts = self._terms.fact(edge.move.relation, fact.qualifier)
        text = f"{edge.name}.{identifier(fact.qualifier)}"
        if isinstance(fact.test, bool):
            return f"{text} {'IS NOT NULL' if fact.test else 'IS NULL'}"
        return tested(text, facts, fact.test.comparison, fact.test.value, self._names.parameter)
