"""Reads ordinals that select a position in an ordered list: "the third stop of line 12"."""

from __future__ import annotations

import re

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Branch, FactTest, Pattern, ValueTest
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch
from kgqa_neo4j.question.abbreviations import expanded
from kgqa_neo4j.question.orders import PLACES
from kgqa_neo4j.question.wording import words as split_words

_NAMED = ("first", *PLACES)
_WRITTEN = re.compile(r"(\d{1,3})(?:st|nd|rd|th)")
# Last words of properties that are positions.
_PLACES = frozenset({
    "seq", "sequence", "position", "pos", "order", "rank", "index", "ordinal", "number",
})  # fmt: skip


def hold_ordinals(schema: PropertyGraphSchema, asked: BoundQuestion, sketch: Sketch) -> None:
    """Constrain nodes after an ordinal to that position, stored on them or on a relationship with another node.

    Only if there is exactly one such property: otherwise "first" and "third" may refer to anything.
    """
    for place, named in sketch.labels.items():
        at = asked.spots[place].first - 1
        number = _number(asked.tokens[at].lower) if at >= 0 and not asked.operations.taken[at] else 0
        if not number:
            continue
        label = named.element.name
        test = ValueTest(Comparison.EQUAL, number)
        own = [one for one in schema.label[label].properties if _orders(one)]
        others = sketch.variables.keys() - {label}
        facts = [
            (kind.name, one)
            for kind in schema.types
            if any((end == label and other in others) for way in kind.connections for end, other in way.ways)
            for one in kind.properties
            if _orders(one)
        ]
        if len(own) + len(facts) != 1:
            continue
        if own:
            branch = Branch((Move(property_relation(own[0].name), True),), Pattern(tests=(test,)))
            sketch.variable(label, 0).branches.append(branch)
        for kind_name, one in facts:
            sketch.need(kind_name)
            sketch.facts.append((kind_name, FactTest(one.name, test)))
        sketch.used.add(at)
        return


def _number(word: str) -> int:
    """Return the position that an ordinal means, from 1; 0 for other words."""
    if word in _NAMED:
        return _NAMED.index(word) + 1
    match = _WRITTEN.fullmatch(word)
    return int(match[1]) if match else 0


def _orders(one: Property) -> bool:
    """Return whether a property is a position in an order."""
    return one.type is ValueType.NUMBER and expanded(split_words(one.name))[-1] in _PLACES
