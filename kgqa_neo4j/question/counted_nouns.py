"""Numbers in compounds before a noun: "two-bedroom flats"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.operations.numbers import NUMBER, number_of

_COUNTED = re.compile(rf"\b(?P<number>{NUMBER})[- ](?P<part>[a-z]+) (?P<things>[a-z]+)\b")


def with_numbers(question: str, parts: Mapping[str, str]) -> str:
    """Rewrite "two-bedroom flats" as "flats with 2 bedrooms".

    Args:
        question: as it was asked.
        parts: plurals of nouns that name a numeric property, by their singulars: `bedroom` for a property `bedrooms`.
    """

    def told(found: re.Match[str]) -> str:
        several = parts.get(found["part"], "")
        if not several or not is_plural(found["things"]):
            return found[0]
        return f"{found['things']} with {number_of(found['number']):g} {several}"

    return _COUNTED.sub(told, question)
