"""What labels are called: their noun, persons, places and companies by it, and the end of a compound."""

from __future__ import annotations

from collections.abc import Iterable

from kgqa_neo4j.attached.model import Label, PropertyGraphSchema
from kgqa_neo4j.question.abbreviations import expanded
from kgqa_neo4j.question.lexicon import KINDS, names_person
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.shortening import expansions, may_shorten
from kgqa_neo4j.question.spelling import american
from kgqa_neo4j.question.synonyms import synonyms
from kgqa_neo4j.question.thesaurus import single_words
from kgqa_neo4j.question.wording import words

FIRMS = frozenset({"company", "firm", "business", "organisation", "organization"})
"""Nouns for companies."""

# Kinds of places that labels are called by, beside those that people ask about in general.
_PLACES = frozenset({
    "area", "neighborhood", "suburb", "quarter", "zone", "site", "station", "depot", "warehouse", "office", "campus",
    "park", "farm", "hall", "theater", "harbor", "port", "address", "room", "ward", "facility", "base",
})  # fmt: skip
# What labels are called that are no role.
_GENERAL = frozenset({"person", "people", "human", "individual"})
# What names of properties end with that say since when, or by which number, their nodes are what comes before.
_SINCE, _NUMBERS = frozenset({"since"}), frozenset({"id", "no", "nr", "number", "code", "key", "ref"})
# The share of nodes that have such a property, and of numbers that are different, at least.
_OWN = 0.95
# Letters at least of the two words of a compound.
_FIRST_PART, _SECOND_PART = 3, 4
# What is known of companies, and how much of it tells a label of theirs.
_OF_FIRMS = {
    "industry": 2, "sector": 2, "headcount": 1, "employee": 1, "employees": 1, "revenue": 1, "vat": 1, "company": 1,
    "incorporation": 2, "incorporated": 2,
}  # fmt: skip
_LIKE_FIRMS = 2
# What names of companies end with, how much that tells, and the share of the names that it is seen at.
_LEGAL_FORMS = frozenset({
    "inc", "incorporated", "corp", "corporation", "ltd", "limited", "llc", "llp", "lp", "plc", "co", "company", "gmbh",
    "ag", "kg", "sa", "sas", "sarl", "srl", "spa", "bv", "nv", "ab", "oy", "oyj", "as", "aps", "kk", "pty", "pte", "sl",
})  # fmt: skip
_SIGNED, _SIGNED_BY = 2, 0.3


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
    """Return the one label of companies by what is known of them: accounts have an industry; "" for none.

    Of labels of which as much is known it is that of which more nodes have it.
    """
    scores = {label.name: _like_firms(label) for label in schema.labels}
    best = max(scores.values(), default=(0, 0.0))
    found = [name for name, score in scores.items() if score == best]
    return found[0] if best[0] >= _LIKE_FIRMS and len(found) == 1 else ""


def _like_firms(label: Label) -> tuple[int, float]:
    """Return what tells that nodes of a label are companies, and as much of it as they have."""
    told = [
        (max((_OF_FIRMS.get(word, 0) for word in expanded(words(one.name))), default=0), one.present)
        for one in label.properties
    ]
    told.append((_SIGNED * _is_signed(label), 1.0))
    return sum(weight for weight, _ in told), round(sum(weight * share for weight, share in told), 6)


def _is_signed(label: Label) -> bool:
    """Return whether names of a label's nodes end as those of companies do."""
    names = [text for one in label.properties if one.name in label.naming[:1] for text in one.samples]
    signed = [text.lower().replace(".", "").split()[-1:] for text in names]
    return sum(bool(_LEGAL_FORMS.intersection(last)) for last in signed) > _SIGNED_BY * len(names)


def person_of(schema: PropertyGraphSchema) -> str:
    """Return the only label of persons, besides those of some of them, where it is no role; "" for none."""
    found = anybody_of(schema)
    return found if noun_of(found) in _GENERAL else ""


def anybody_of(schema: PropertyGraphSchema) -> str:
    """Return the only label of persons, besides those of some of them, whatever it is called; "" for none."""
    persons = {label.name for label in schema.labels if is_person(label.name)}
    widest = [name for name in persons if persons.isdisjoint(schema.label[name].parents)]
    return widest[0] if len(widest) == 1 else ""


def is_person(label: str) -> bool:
    """Return whether a label is called like persons."""
    return names_person(noun_of(label))


def is_place(label: str) -> bool:
    """Return whether a label is called like a kind of place."""
    noun = american(noun_of(label))
    return noun in KINDS["place"] or noun in _PLACES


def noun_of(label: str) -> str:
    """Return the noun at the end of a label, in the singular and in full; "" where its name has no word."""
    said = expanded(words(label))[-1:]
    if not said:
        return ""
    whole = expansions(said[0], single_words()) if may_shorten(said[0], terse=False) else ()
    return singular_of(whole[0] if len(whole) == 1 else said[0])


def property_nouns(schema: PropertyGraphSchema) -> dict[str, str]:
    """Return the nouns for persons by which properties call the nodes that have them, by label.

    `customerSince` says that policy holders are customers, and so does a `customerNo` that no two of them share. A noun
    that something of the schema is called by is none of these, nor is one for two labels.
    """
    called = {word for name in (*schema.label, *schema.type) for word in map(singular_of, words(name))}
    found: dict[str, set[str]] = {}
    for label in schema.labels:
        for one in label.properties:
            *nouns, last = words(one.name)
            # Only some of the guests are members.
            own = one.present >= _OWN and (last in _SINCE or (last in _NUMBERS and one.distinct >= _OWN))
            if own and len(nouns) == 1 and names_person(nouns[0]) and nouns[0] not in called:
                found.setdefault(nouns[0], set()).add(label.name)
    return {labels.pop(): noun for noun, labels in found.items() if len(labels) == 1}
