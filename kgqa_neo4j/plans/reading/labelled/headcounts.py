"""Reads "people" as a stored number of them: "how many people work for X"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named
from kgqa_neo4j.question.abbreviations import expanded
from kgqa_neo4j.question.lexicon import names_person
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.wording import words as split_words

_PEOPLE = frozenset({"people", "persons"})
_HEADCOUNTS = frozenset({"population", "headcount", "staff"})
# Nouns for persons who often are nodes too in a graph that stores their number.
_KNOWN = frozenset({"member"})
# Minimum score of a verb for the number, and the score of "people" as its name in that case.
_SAID, _NAMED = 0.6, 0.9


def headcounts(schema: PropertyGraphSchema) -> frozenset[Element]:
    """Return the properties of labels that store a number of people: `nbrEmployees`, `population`."""
    return frozenset(
        Element(Kind.PROPERTY, one.name, label.name)
        for label in schema.labels
        for one in label.properties
        if one.type is ValueType.NUMBER and any(map(_is_people, expanded(split_words(one.name))))
    )


def _is_people(word: str) -> bool:
    noun = singular_of(word)
    return word in _HEADCOUNTS or (word.endswith("s") and names_person(noun) and noun not in _KNOWN)


def as_headcount(spots: Sequence[Spot], numbers: frozenset[Element]) -> list[Spot]:
    """Return the spots, with "people" read as a number if the verb after it means the number and no relationship."""
    found = list(spots)
    for place, spot in enumerate(spots):
        if spot.text.lower() not in _PEOPLE:
            continue
        for later, verb in enumerate(spots[place + 1 :], place + 1):
            counts = [one for one in verb.of(Kind.PROPERTY) if one.element in numbers and one.score >= _SAID]
            if counts and counts[0].score > verb.best(Kind.TYPE, Kind.LABEL):
                found[place] = replace(spot, named=(Named(counts[0].element, _NAMED),))
                found[later] = replace(verb, named=(counts[0],))
                break
    return found
