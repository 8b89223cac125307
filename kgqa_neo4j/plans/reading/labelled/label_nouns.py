"""Other nouns for labels: the end of a compound, and "company" for whatever has an industry."""

from __future__ import annotations

from collections.abc import Iterable

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.question.abbreviations import expanded
from kgqa_neo4j.question.synonyms import synonyms
from kgqa_neo4j.question.wording import words

FIRMS = frozenset({"company", "firm", "business", "organisation", "organization"})
"""Nouns for companies."""

# Letters at least of the two words of a compound.
_FIRST_PART, _SECOND_PART = 3, 4
# What is known of companies, and how much of it tells a label of theirs.
_OF_FIRMS = {"industry": 2, "sector": 2, "headcount": 1, "employee": 1, "employees": 1, "revenue": 1, "vat": 1}
_LIKE_FIRMS = 2


def compounds(labels: Iterable[str]) -> dict[str, str]:
    """Return the labels whose name is one word made of two, by the second of these: "works" are of `Artwork`."""
    found: dict[str, list[str]] = {}
    for label in labels:
        (first, *others) = words(label) or ("",)
        for at in range(_FIRST_PART, len(first) - _SECOND_PART + 1):
            if not others and synonyms(first[:at]) and synonyms(first[at:]):
                found.setdefault(first[at:], []).append(label)
    return {noun: some[0] for noun, some in found.items() if len(some) == 1}


def organisation_of(schema: PropertyGraphSchema) -> str:
    """Return the one label of companies by what is known of them: accounts have an industry; "" for none."""
    scores = {
        label.name: sum(
            max((_OF_FIRMS.get(word, 0) for word in expanded(words(one.name))), default=0)
            for one in label.properties
        )
        for label in schema.labels
    }
    best = max(scores.values(), default=0)
    found = [name for name, score in scores.items() if score == best]
    return found[0] if best >= _LIKE_FIRMS and len(found) == 1 else ""
