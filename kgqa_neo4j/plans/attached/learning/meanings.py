"""Adds learned words to the schema and the value index: each means a label, type, property or stored value."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from kgqa_neo4j.attached.model import FoundValue, Property, PropertyGraphSchema
from kgqa_neo4j.attached.values import LEAST, ValueIndex
from kgqa_neo4j.plans.language.property_terms import PROPERTY
from kgqa_neo4j.plans.language.query import Branch, Pattern, Quantifier, Query
from kgqa_neo4j.plans.ranking.taught import word_key
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind

_IS = " = "


def key_of(element: Element, value: str = "") -> str:
    """Return the key of an element, or of one of its values: ``:Person``, ``REPORTS_TO``, ``Person.born``."""
    if element.kind is Kind.LABEL:
        return f":{element.name}"
    if element.kind is Kind.TYPE:
        return element.name
    told = f"{element.owner}.{element.name}"
    return f"{told}{_IS}{json.dumps(value, ensure_ascii=False)}" if value else told


def elements_of(schema: PropertyGraphSchema) -> dict[str, Element]:
    """Return all elements of a schema by key; see `key_of`."""
    found: list[Element] = []
    for kind in schema.types:
        found.append(Element(Kind.TYPE, kind.name))
        found += [Element(Kind.FACT, one.name, kind.name) for one in kind.properties]
    for label in schema.labels:
        found.append(Element(Kind.LABEL, label.name))
        found += [Element(Kind.PROPERTY, one.name, label.name) for one in label.properties]
    return {key_of(one): one for one in found}


def is_known(key: str, elements: Collection[str]) -> bool:
    """Whether a schema has the element of a key; for a value, its property."""
    return key in elements or key.split(_IS, 1)[0] in elements


class TaughtValues(ValueIndex):
    """A value index that also finds values by learned words for them."""

    def __init__(self, index: ValueIndex, taught: Mapping[str, tuple[FoundValue, ...]]) -> None:
        """`taught` has the values by the key of the word; see `word_key`."""
        super().__init__(index.file)
        self._taught = taught

    def exact(self, texts: Iterable[str]) -> dict[str, list[FoundValue]]:
        """Return the values equal to some texts, learned ones first."""
        asked = list(texts)
        found = super().exact(asked)
        for text in asked:
            if values := self._taught.get(word_key(text)) if text.strip() else None:
                found[text] = [*values, *found.get(text, ())]
        return found

    def find(
        self, text: str, limit: int = 10, labels: Collection[str] | None = None, least: float = LEAST
    ) -> list[FoundValue]:
        """Return the values most similar to a text, learned ones first."""
        found = super().find(text, limit, labels, least)
        return [*self._taught.get(word_key(text), ()), *found][:limit]


def taught_schema(schema: PropertyGraphSchema, words: Mapping[str, Iterable[str]]) -> PropertyGraphSchema:
    """Return a schema whose elements have learned words in addition to their own.

    Args:
        schema: of the graph.
        words: for each word, the keys of what it stands for; keys of values and unknown keys are ignored.
    """
    said: dict[str, list[str]] = {}
    for word, keys in words.items():
        for key in keys:
            said.setdefault(key, []).append(word)
    if not said:
        return schema

    def properties(owner: str, some: tuple[Property, ...]) -> tuple[Property, ...]:
        return tuple(
            replace(one, words=(*one.words, *said[f"{owner}.{one.name}"]))
            if f"{owner}.{one.name}" in said
            else one
            for one in some
        )

    return replace(
        schema,
        labels=tuple(
            replace(
                one,
                words=(*one.words, *said.get(f":{one.name}", ())),
                properties=properties(one.name, one.properties),
            )
            for one in schema.labels
        ),
        types=tuple(
            replace(
                one,
                words=(*one.words, *said.get(one.name, ())),
                properties=properties(one.name, one.properties),
            )
            for one in schema.types
        ),
    )


def taught_values(
    schema: PropertyGraphSchema, words: Mapping[str, Iterable[str]]
) -> dict[str, tuple[FoundValue, ...]]:
    """Return the values that learned words stand for, by the keys of the words."""
    elements = elements_of(schema)
    found: dict[str, list[FoundValue]] = {}
    for word, keys in words.items():
        for key in keys:
            slot, is_value, value = key.partition(_IS)
            if is_value and slot in elements:
                element = elements[slot]
                on_relationship = element.kind is Kind.FACT
                one = FoundValue(element.owner, element.name, json.loads(value), 1, 1.0, on_relationship)
                found.setdefault(word_key(word), []).append(one)
    return {word: tuple(values) for word, values in found.items()}


def keys_in(query: Query) -> set[str]:
    """Return the keys of all elements and text values in a query over labels and properties."""
    found: set[str] = set()
    labels = {"": query.pattern.label}
    types: dict[str, str] = {}
    _of_pattern(query.pattern, found, labels, types)
    table = query.table
    for column in [*(table.columns if table else ()), *(one.column for one in (table.having if table else ()))]:
        if column.fact:
            found.add(f"{types.get(column.of, '')}.{column.fact}")
        elif column.path:
            found.add(f"{labels.get(column.of, '')}.{_name(column.path[-1].relation)}")
    if query.order and query.order.measure.path:
        found.add(f"{query.pattern.label}.{_name(query.order.measure.path[-1].relation)}")
    return found


def _of_pattern(pattern: Pattern, found: set[str], labels: dict[str, str], types: dict[str, str]) -> None:
    if pattern.label:
        found.add(f":{pattern.label}")
    for branch in pattern.branches + pattern.either:
        for move in branch.path:
            if not move.relation.startswith(PROPERTY):
                found.add(move.relation)
        if branch.path and branch.path[-1].relation.startswith(PROPERTY):
            _of_value(pattern.label, branch, found)
            continue
        kind = branch.path[-1].relation if branch.path else ""
        for fact in branch.facts:
            found.add(f"{kind}.{fact.qualifier}")
            value = None if isinstance(fact.test, bool) else fact.test.value
            if isinstance(value, str):
                found.add(f"{kind}.{fact.qualifier}{_IS}{json.dumps(value, ensure_ascii=False)}")
        if branch.name:
            labels[branch.name], types[branch.name] = branch.pattern.label, kind
        _of_pattern(branch.pattern, found, labels, types)


def _of_value(label: str, branch: Branch, found: set[str]) -> None:
    key = f"{label}.{_name(branch.path[-1].relation)}"
    found.add(key)
    for test in branch.pattern.tests:
        if isinstance(test.value, str) and branch.quantifier is not Quantifier.ALL:
            found.add(f"{key}{_IS}{json.dumps(test.value, ensure_ascii=False)}")


def _name(relation: str) -> str:
    return relation.removeprefix(PROPERTY)
