"""Reads nouns for persons as the only label of persons in a graph: players, women, authors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named, Vocabulary
from kgqa_neo4j.question.lexicon import GENERIC_NOUNS, names_person
from kgqa_neo4j.question.nouns import singular_of

_ANYBODY, _WHO = frozenset({"people", "persons", "everybody", "everyone"}), frozenset({"who", "whom", "whose"})
# Maximum tokens up to what the question asks for.
_HEAD = 4
# Score of the label for such a noun.
_NAMED = 0.78
# Nouns for what persons and firms are to others, which needs a relationship.
_TO_OTHERS = frozenset({
    "customer", "client", "buyer", "seller", "supplier", "vendor", "owner", "investor", "shareholder", "employee",
    "employer", "worker", "staff", "boss", "manager", "colleague", "friend", "partner", "rival", "competitor",
    "sponsor", "tenant", "landlord", "guest", "host", "user", "visitor", "neighbour", "neighbor", "opponent",
})  # fmt: skip


def person_spots(tokens: Sequence[Token], vocabulary: Vocabulary, known: Sequence[bool]) -> Iterator[Spot]:
    """Yield the nouns for persons that stand for the only label of persons; requested "people" are persons of any kind.

    Args:
        tokens: of the question.
        vocabulary: the words of the schema.
        known: for each token, whether it already means something.
    """
    label = vocabulary.person
    if vocabulary.anybody:
        for place in _asked_people(tokens):
            if not known[place]:
                named = Named(Element(Kind.LABEL, vocabulary.anybody), _NAMED)
                yield Spot(place, place + 1, tokens[place].text, (named,))
    for place, one in enumerate(tokens if label else ()):
        noun = singular_of(one.lower)
        said = one.kind == "word" and one.text.islower() and noun not in GENERIC_NOUNS | _TO_OTHERS
        if said and not known[place] and names_person(noun):
            yield Spot(place, place + 1, one.text, (Named(Element(Kind.LABEL, label), _NAMED),))


def _asked_people(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the indexes of requested people, unless a clause ("people who did") says who they are."""
    if not tokens or tokens[0].lower in _WHO:
        return
    for place, one in enumerate(tokens[:_HEAD]):
        behind = tokens[place + 1].lower if place + 1 < len(tokens) else ""
        if one.text in _ANYBODY and behind not in (*_WHO, "that"):
            yield place
