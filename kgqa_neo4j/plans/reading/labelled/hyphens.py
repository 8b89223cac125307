"""Words with a hyphen that are a value and the noun for its property: "high-urgency complaints"."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.question.wording import words as split_words


def parted_words(schema: PropertyGraphSchema) -> frozenset[str]:
    """Return the words, in lower case, that join a value of a property with few values to what this is called."""
    owners = (*schema.labels, *schema.types)
    return frozenset(
        f"{value.lower()}-{noun}"
        for owner in owners
        for one in owner.properties
        for noun in split_words(one.name)[-1:]
        for value in one.values
        if value.isalpha()
    )
