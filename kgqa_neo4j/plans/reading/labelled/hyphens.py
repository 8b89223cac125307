"""Finds hyphenated words made of a value and the noun for its property: "high-urgency complaints"."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.question.wording import words as split_words


def parted_words(schema: PropertyGraphSchema) -> frozenset[str]:
    """Return the lower-case words that join one of the few values of a property to the last word of its name."""
    properties = [one for label in schema.labels for one in label.properties]
    properties += [one for kind in schema.types for one in kind.properties]
    return frozenset(
        f"{value.lower()}-{noun}"
        for one in properties
        for noun in split_words(one.name)[-1:]
        for value in one.values
        if value.isalpha()
    )
