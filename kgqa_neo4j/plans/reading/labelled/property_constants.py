"""The constants of a question as values of properties: in the type, the unit and the format that these have."""

from __future__ import annotations

from dataclasses import replace

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, measures_time
from kgqa_neo4j.question.units import converted, duration, in_unit


def value_of(spot: Spot, element: Element, facts: Property, comparison: Comparison) -> Constant | None:
    """Return a constant as a value of a property: in its type, unit and format; None if it cannot be one."""
    if facts.type is ValueType.BOOLEAN and spot.number is not None and not spot.quoted:
        return None
    if spot.span or facts.type is ValueType.DURATION:
        return as_span(spot, facts)
    stored = next(
        (one for one in spot.values if (one.label, one.property) == (element.owner, element.name)), None
    )
    if comparison.is_text:
        return spot.text
    if facts.type is ValueType.TEXT and comparison not in (Comparison.EQUAL, Comparison.UNEQUAL):
        return None
    if facts.type.is_time:
        if spot.time or spot.moment:
            return spot.time or spot.text
        digits = f"{spot.number:.0f}" if spot.number is not None else ""
        if len(digits) == 8 and facts.format == "%Y%m%d":
            return _day(digits)
        return plain(spot.number) if spot.number is not None and 1000 <= spot.number < 2200 else None
    if facts.type is ValueType.NUMBER:
        if spot.number is not None:
            return in_unit_of(spot, facts)
        return stored.value if stored else spot.text if spot.quoted and "STRING" in facts.stored else None
    if facts.type is ValueType.LIST and comparison is not Comparison.EQUAL:
        return None
    if stored:
        listed = any(", " in sample for sample in facts.samples)
        part = listed and stored.similarity < 1.0 and spot.text.lower() in stored.value.lower()
        return spot.text if part else stored.value
    written = spot.number is not None and spot.text[:1].isdigit()
    if facts.type in (ValueType.TEXT, ValueType.LIST, ValueType.BOOLEAN) and (spot.quoted or written):
        return spot.text
    return None


def comparison_with(
    value: Constant, spot: Spot, element: Element, facts: Property, comparison: Comparison
) -> Comparison:
    """Return the comparison with a value of `value_of`: for a text, containment if such values list several items."""
    if comparison is not Comparison.EQUAL or not isinstance(value, str) or facts.type is not ValueType.TEXT:
        return comparison
    if any((one.label, one.property, one.value) == (element.owner, element.name, value) for one in spot.values):
        return comparison
    return Comparison.CONTAINS if any(", " in sample for sample in facts.samples) else comparison


def as_span(spot: Spot, facts: Property) -> Constant | None:
    """Return a duration as a value of a property, or as a number in its unit; None if it does not measure time."""
    if not spot.span or not measures_time(facts):
        return None
    return spot.span if facts.type is ValueType.DURATION else plain(in_unit(spot.span, facts.unit))


def in_unit_of(spot: Spot, facts: Property) -> int | float | None:
    """Return a number in the unit of a property; None if its own unit measures something else."""
    number = spot.number or 0.0
    if not spot.unit or not facts.unit:
        return plain(number)
    value = converted(number, spot.unit, facts.unit)
    return None if value is None else plain(round(value, 6))


def bounds_in_one_unit(low: Spot, high: Spot) -> tuple[Spot, Spot]:
    """Return the bounds of a range, with the unit after the upper one applied to both."""
    if low.unit or not high.unit:
        return low, high
    span = duration(low.number or 0.0, high.unit) if high.span else ""
    return replace(low, unit=high.unit, span=span, number=None if span else low.number), high


def plain(number: float | None) -> int | float:
    """Return a number as an integer if it is whole."""
    value = number or 0.0
    return int(value) if float(value).is_integer() else value


def _day(digits: str) -> Time | None:
    try:
        return Time.of(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return None
