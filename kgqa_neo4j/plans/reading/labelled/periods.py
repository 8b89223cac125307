"""Groups rows by periods of a date: "orders per month", "films by decade", "in each year"."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.language.query import DatePart
from kgqa_neo4j.plans.reading.labelled.dating import beginning, is_years
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, SketchColumn, property_of
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind
from kgqa_neo4j.question.nouns import singular_of

# Minimum score of a word that names an element of the graph rather than a period.
_NAMED = 0.8
_OF_YEARS = (DatePart.YEAR, DatePart.DECADE)


def period_at(tokens: Sequence[Token], spots: Sequence[Spot], at: int) -> DatePart | None:
    """Return the period that a token names; None if it names none, or an element of the graph."""
    word = singular_of(tokens[at].lower) if at < len(tokens) else ""
    spot = next((one for one in spots if one.first <= at < one.last), None)
    called = spot is not None and spot.best(Kind.LABEL, Kind.PROPERTY, Kind.FACT) >= _NAMED
    return None if called or not word or word not in list(DatePart) else DatePart(word)


def period(
    schema: PropertyGraphSchema, asked: BoundQuestion, sketch: Sketch, at: int, outs: Sequence[SketchColumn]
) -> SketchColumn | None:
    """Return the column for the period that a token names; None if there is no such date.

    The date is one that the question constrains, else the one at which the nodes that `outs` aggregate, or others,
    began.
    """
    part = period_at(asked.tokens, asked.spots, at)
    if part is None:
        return None
    held = [one.element for one in asked.filters if one.element.kind is Kind.PROPERTY and not one.counted]
    labels = [out.variable.label for out in outs if out.summary and out.variable is not None]
    begun = [beginning(schema, label) for label in (*labels, *sketch.variables)]
    for element in (*held, *begun):
        if element is not None and lies_in(schema, element, part):
            sketch.used.add(at)
            return SketchColumn(-1, sketch.owner(element), element, part=part)
    return None


def lies_in(schema: PropertyGraphSchema, element: Element, part: DatePart) -> bool:
    """Return whether the values of a property lie in periods of this kind."""
    facts = property_of(schema, element)
    return facts.type.is_time or (is_years(facts) and part in _OF_YEARS)
