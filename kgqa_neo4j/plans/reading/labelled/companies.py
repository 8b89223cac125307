"""Spots nouns for companies in questions about graphs that call these otherwise: accounts, suppliers, clients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa_neo4j.plans.reading.labelled.label_nouns import FIRMS
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named, Vocabulary
from kgqa_neo4j.question.nouns import singular_of

# Score given to such a noun as the name of the label.
_NAMED = 0.8


def firm_spots(
    tokens: Sequence[Token], vocabulary: Vocabulary, known: Sequence[bool], spots: Sequence[Spot]
) -> Iterator[Spot]:
    """Yield spots for nouns that mean the label of companies.

    Args:
        tokens: of the question.
        vocabulary: of the schema.
        known: for each token, whether it already has a meaning.
        spots: of the other tokens. In "which company publishes X", the noun is skipped unless companies publish.
    """
    label = vocabulary.organisation
    for place, one in enumerate(tokens if label else ()):
        if known[place] or singular_of(one.lower) not in FIRMS or not one.text.islower():
            continue
        behind = [spot for spot in spots if spot.first == place + 1 and spot.of(Kind.TYPE)]
        if all(_relates(spot, vocabulary) for spot in behind):
            yield Spot(place, place + 1, one.text, (Named(Element(Kind.LABEL, label), _NAMED),))


def _relates(spot: Spot, vocabulary: Vocabulary) -> bool:
    """Return whether a type that a spot may name joins the label of companies to anything."""
    kinds = (vocabulary.schema.type[one.element.name] for one in spot.of(Kind.TYPE))
    return any(
        vocabulary.organisation in (one.source, one.target) for kind in kinds for one in kind.connections
    )
