"""Words with a hyphen that are a value and the noun for its property: "high-urgency complaints"."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.question.wording import words as split_words


def parted_words(schema: PropertyGraphSchema) -> frozenset[str]:
    """Return the words, in lower case, that join a value of a property with few values to what this is called."""
    properties = [one for label in schema.labels for one in label.properties]
    properties += [one for kind in schema.types for one in kind.properties]
    return frozenset(
        f"{value.lower()}-{noun}"
        for one in properties
        for noun in split_words(one.name)[-1:]
        for value in one.values
        if value.isalpha()
    )
