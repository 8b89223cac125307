"""Prefers a wider label to a narrower one that the question does not name.

This concerns labels that few nodes of the wider one have, such as the `Me` of a `User`, and those of persons: an
`Actor` is a `Person`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import FoundValue, PropertyGraphSchema
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.vocabulary import VALUES, Element, Kind, Named

# Minimum ratio of the wider label's nodes to the narrower one's.
_RARE = 10
# Minimum score of words that name a label.
_NAMED = 0.5


def narrower_labels(schema: PropertyGraphSchema) -> dict[str, str]:
    """Return narrower labels with their wider ones: those that few of its nodes have, and those of persons."""
    found = {}
    for label in schema.labels:
        wider = [schema.label[name] for name in label.parents if name in schema.label]
        largest = max(wider, key=lambda one: one.count, default=None)
        if largest is not None and (largest.count >= _RARE * label.count or is_person(largest.name)):
            found[label.name] = largest.name
    return found


def of_wider(spots: Sequence[Spot], narrower: Mapping[str, str]) -> list[Spot]:
    """Return spots without properties and values of unnamed narrower labels that their wider labels have as well."""
    said = {one.element.name for spot in spots for one in spot.of(Kind.LABEL) if one.score >= _NAMED}
    left_out = {name: wider for name, wider in narrower.items() if name not in said}
    return [_kept(spot, left_out) for spot in spots] if left_out else list(spots)


def _kept(spot: Spot, left_out: Mapping[str, str]) -> Spot:
    elements = {one.element for one in spot.named}
    places = {(one.label, one.property, one.value) for one in spot.values}

    def is_had(one: Named) -> bool:
        wider = left_out.get(one.element.owner)
        return (
            one.element.kind in VALUES
            and wider is not None
            and Element(one.element.kind, one.element.name, wider) in elements
        )

    def is_found(one: FoundValue) -> bool:
        wider = left_out.get(one.label)
        return wider is not None and (wider, one.property, one.value) in places

    return replace(
        spot,
        named=tuple(one for one in spot.named if not is_had(one)),
        values=tuple(one for one in spot.values if not is_found(one)),
    )
