"""Reads stored categories that are nouns as the nodes that have them: "each hospital", "the parks that ..."."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named, Vocabulary
from kgqa_neo4j.question.nouns import is_plural

_EACH = frozenset({"each", "every", "per"})
_ASKED = frozenset({"which", "what", "list", "show", "me", "name", "all", "many", "give", "find"})
_BETWEEN = frozenset({"the", "of", "our", "different"})
# Score of the label for such a noun.
_NAMED = 0.85


def with_labels(spots: Sequence[Spot], tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Spot]:
    """Return the spots, with another one for the label before each noun that stands for a category."""
    found = list(spots)
    for spot in spots:
        label = _label_of(spot, vocabulary)
        behind = any(one.first == spot.last for one in spots)
        if label and not behind and _is_head(spot, tokens):
            named = Named(Element(Kind.LABEL, label), _NAMED)
            found.insert(found.index(spot), Spot(spot.first, spot.last, spot.text, (named,)))
    return found


def _label_of(spot: Spot, vocabulary: Vocabulary) -> str:
    """Return the only label with nodes of the category that a spot names; "" for none."""
    sorts = [one for one in spot.values if vocabulary.is_category(one.label, one.property)]
    nodes = {
        one.label
        for one in spot.values
        if not one.on_relationship and not vocabulary.is_name(one.label, one.property)
    }
    plain = not spot.quoted and spot.text.islower() and len(sorts) == len(spot.values)
    return nodes.pop() if plain and len(nodes) == 1 and not spot.named else ""


def _is_head(spot: Spot, tokens: Sequence[Token]) -> bool:
    """Return whether a question asks for the nodes that a noun stands for, or for something of each of them."""
    at = spot.first - 1
    while at > 0 and tokens[at].lower in _BETWEEN:
        at -= 1
    before = tokens[at].lower if at >= 0 else ""
    # "The date and place of every semi-final" are clear without it.
    told = at > 0 and tokens[at - 1].lower == "of"
    plural = is_plural(tokens[spot.last - 1].lower)
    return (before in _EACH and not told) or (before in _ASKED and plural)
