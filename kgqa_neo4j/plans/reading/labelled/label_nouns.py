"""Classifies labels by the nouns in their names: persons, places, companies, second parts of compounds."""

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

# Kinds of places in label names, besides those that people generally ask about.
_PLACES = frozenset({
    "area", "neighborhood", "suburb", "quarter", "zone", "site", "station", "depot", "warehouse", "office", "campus",
    "park", "farm", "hall", "theater", "harbor", "port", "address", "room", "ward", "facility", "base",
})  # fmt: skip
# Nouns for persons that are not roles.
_GENERAL = frozenset({"person", "people", "human", "individual"})
# Last words of properties that are named after what their nodes are: `customerSince`, `customerNo`.
_SINCE, _NUMBERS = frozenset({"since"}), frozenset({"id", "no", "nr", "number", "code", "key", "ref"})
# Minimum share of nodes that have such a property, and of distinct numbers.
_OWN = 0.95
# Minimum letters of the two parts of a compound.
_FIRST_PART, _SECOND_PART = 3, 4
# Words in names of properties of companies, their weights, and the minimum total weight of a label of companies.
_OF_FIRMS = {
    "industry": 2, "sector": 2, "headcount": 1, "employee": 1, "employees": 1, "revenue": 1, "vat": 1, "company": 1,
    "incorporation": 2, "incorporated": 2,
}  # fmt: skip
_LIKE_FIRMS = 2
# Last words of company names, their weight, and the minimum share of names with one.
_LEGAL_FORMS = frozenset({
    "inc", "incorporated", "corp", "corporation", "ltd", "limited", "llc", "llp", "lp", "plc", "co", "company", "gmbh",
    "ag", "kg", "sa", "sas", "sarl", "srl", "spa", "bv", "nv", "ab", "oy", "oyj", "as", "aps", "kk", "pty", "pte", "sl",
})  # fmt: skip
_SIGNED, _SIGNED_BY = 2, 0.3


def compounds(labels: Iterable[str]) -> dict[str, str]:
    """Return the labels that consist of one compound, by its second part if that is unique: "works" for `Artwork`."""
    found: dict[str, list[str]] = {}
    for label in labels:
        (first, *others) = words(label) or ("",)
        for at in range(_FIRST_PART, len(first) - _SECOND_PART + 1):
            if not others and synonyms(first[:at]) and synonyms(first[at:]):
                found.setdefault(first[at:], []).append(label)
    return {noun: some[0] for noun, some in found.items() if len(some) == 1}


def organisation_of(schema: PropertyGraphSchema) -> str:
    """Return the only label whose properties and names are those of companies (accounts have an industry); "" for none.

    If several labels have the highest weight, it is the one where more nodes have these properties.
    """
    scores = {label.name: _like_firms(label) for label in schema.labels}
    best = max(scores.values(), default=(0, 0.0))
    found = [name for name, score in scores.items() if score == best]
    return found[0] if best[0] >= _LIKE_FIRMS and len(found) == 1 else ""


def _like_firms(label: Label) -> tuple[int, float]:
    """Return the weight of a label's properties and names as those of companies, alone and times their presence."""
    told = [
        (max((_OF_FIRMS.get(word, 0) for word in expanded(words(one.name))), default=0), one.present)
        for one in label.properties
    ]
    told.append((_SIGNED * _is_signed(label), 1.0))
    return sum(weight for weight, _ in told), round(sum(weight * share for weight, share in told), 6)


def _is_signed(label: Label) -> bool:
    """Return whether the names of a label's nodes end with a legal form."""
    names = [text for one in label.properties if one.name in label.naming[:1] for text in one.samples]
    signed = [text.lower().replace(".", "").split()[-1:] for text in names]
    return sum(bool(_LEGAL_FORMS.intersection(last)) for last in signed) > _SIGNED_BY * len(names)


def person_of(schema: PropertyGraphSchema) -> str:
    """Return the only label of persons, apart from its sublabels, unless it is a role; "" for none."""
    found = anybody_of(schema)
    return found if noun_of(found) in _GENERAL else ""


def anybody_of(schema: PropertyGraphSchema) -> str:
    """Return the only label of persons, apart from its sublabels, whatever its name; "" for none."""
    persons = {label.name for label in schema.labels if is_person(label.name)}
    widest = [name for name in persons if persons.isdisjoint(schema.label[name].parents)]
    return widest[0] if len(widest) == 1 else ""


def is_person(label: str) -> bool:
    """Return whether a label is named by a noun for persons."""
    return names_person(noun_of(label))


def is_place(label: str) -> bool:
    """Return whether a label is named by a noun for places."""
    noun = american(noun_of(label))
    return noun in KINDS["place"] or noun in _PLACES


def noun_of(label: str) -> str:
    """Return the last word of a label's name, singular and unabbreviated; "" if the name has no word."""
    said = expanded(words(label))[-1:]
    if not said:
        return ""
    whole = expansions(said[0], single_words()) if may_shorten(said[0], terse=False) else ()
    return singular_of(whole[0] if len(whole) == 1 else said[0])


def property_nouns(schema: PropertyGraphSchema) -> dict[str, str]:
    """Return, for each label, the noun for persons in the names of its properties.

    `customerSince` says that policy holders are customers, and so does a `customerNo` that no two of them share. Nouns
    in
    names of labels or types are left out, and so are nouns for two labels.
    """
    called = {word for name in (*schema.label, *schema.type) for word in map(singular_of, words(name))}
    found: dict[str, set[str]] = {}
    for label in schema.labels:
        for one in label.properties:
            *nouns, last = words(one.name)
            # A `memberSince` that only some guests have does not make all guests members.
            own = one.present >= _OWN and (last in _SINCE or (last in _NUMBERS and one.distinct >= _OWN))
            if own and len(nouns) == 1 and names_person(nouns[0]) and nouns[0] not in called:
                found.setdefault(nouns[0], set()).add(label.name)
    return {labels.pop(): noun for noun, labels in found.items() if len(labels) == 1}
