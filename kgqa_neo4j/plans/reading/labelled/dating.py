"""Finds the properties that say when something happened: dates and years, in particular start and due dates."""

from __future__ import annotations

import re

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.plans.reading.labelled.vocabulary import DATING, Element, Kind, is_end
from kgqa_neo4j.question.wording import is_participle
from kgqa_neo4j.question.wording import words as split_words

_YEAR = re.compile(r"1\d{3}|2[01]\d\d")
_BEGUN = frozenset(
    {"created", "creation", "start", "started", "begin", "began", "beginning", "opened", "placed"}
)
_DUE = frozenset({"due", "required", "deadline", "promised", "expected", "planned", "scheduled", "target"})
_DATED = {(word,) for word in DATING}
_BORN = frozenset({"birth", "born", "birthday", "death", "died"})


def is_years(one: Property) -> bool:
    """Return whether the values of a property are years."""
    return one.type is ValueType.NUMBER and bool(one.samples) and all(map(_YEAR.fullmatch, one.samples))


def dated_by(schema: PropertyGraphSchema, verb: str, label: str) -> Element | None:
    """Return the only date of a label whose name begins with a participle: `shippedDate` for "shipped"."""
    found = [
        one.name
        for one in schema.label[label].properties
        if one.type.is_time
        and split_words(one.name)[:1] == [verb]
        and (is_participle(verb) or tuple(split_words(one.name)[1:]) in _DATED)
    ]
    return Element(Kind.PROPERTY, found[0], label) if len(found) == 1 else None


def due(schema: PropertyGraphSchema, label: str) -> Element | None:
    """Return the only due date of a label: `requiredDate`, `due_on`."""
    found = [
        one.name
        for one in schema.label[label].properties
        if one.type.is_time and _DUE.intersection(split_words(one.name))
    ]
    return Element(Kind.PROPERTY, found[0], label) if len(found) == 1 else None


def beginning(schema: PropertyGraphSchema, label: str) -> Element | None:
    """Return the date or year property of a label that says when something began.

    Of several, it is the only one named after the label, or else by a word for a beginning: `orderDate` of orders that
    also have a `requiredDate`. Dates of birth and death do not count.
    """
    found = [
        one
        for one in schema.label[label].properties
        if (one.type.is_time or is_years(one))
        and not is_end(one.name)
        and not _BORN.intersection(split_words(one.name))
    ]
    own = frozenset(split_words(label))
    for names in (own, _BEGUN):
        if len(found) > 1:
            found = [one for one in found if names.intersection(split_words(one.name))] or found
    return Element(Kind.PROPERTY, found[0].name, label) if len(found) == 1 else None
