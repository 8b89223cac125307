"""Determines giver and receiver between two parties: "banks that sent money to X", "transfers from A to B".

A flow (a payment, a transfer, a message) is a node of its own, with one type to the giver and another to the receiver.
Questions express both by verbs and prepositions, and rarely name the node.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa_neo4j.attached.model import PropertyGraphSchema, RelationshipType
from kgqa_neo4j.plans.reading.labelled.origin_destination import BEGINS, ENDS
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token, places_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind
from kgqa_neo4j.question.wording import words as split_words

_GIVERS = BEGINS | {
    "originator",
    "payer",
    "donor",
    "debtor",
    "caller",
    "shipper",
    "giver",
    "initiated",
    "performed",
}
_GETTERS = ENDS | {"beneficiary", "benefits", "recipient", "payee", "creditor", "callee", "consignee"}
_GIVES = frozenset({
    "send", "sends", "sent", "sending", "transfer", "transfers", "transferred", "transferring", "pay", "pays", "paid",
    "paying", "wire", "wires", "wired", "sender", "senders", "payer", "payers", "originator", "originators",
})  # fmt: skip
_GETS = frozenset({
    "receive", "receives", "received", "receiving", "get", "gets", "got", "getting", "receiver", "receivers",
    "recipient", "recipients", "payee", "payees", "beneficiary", "beneficiaries",
})  # fmt: skip
_MONEY = frozenset({"money", "funds", "cash"})
_SAYING = _GIVES | _GETS | _MONEY
_FROM, _TO = frozenset({"from"}), frozenset({"to", "into"})
# Words allowed between a noun and its verb.
_HELPING = frozenset({
    "that", "which", "who", "has", "have", "had", "ever", "also", "itself", "themselves", "first", "was", "were", "is",
    "are", "the", "a", "as", "in", "most", "often", "did", "does", "do", "both", "then",
})  # fmt: skip
_ARTICLES = frozenset({"the", "a", "an", "any", "all", "our", "some", "another"})
_GOING = frozenset({"going", "goes", "go"})
_AMOUNTING = frozenset({"much", "more", "most", "less", "least", "total"})
_FRONTED = frozenset({"did", "does", "do", "was", "were", "is", "has", "have", "had"})


@dataclass(frozen=True, slots=True)
class _Between:
    """The types that join a flow to its giver and to its receiver, and the labels of these parties."""

    giver: str
    getter: str
    parties: frozenset[str]


class Flows:
    """Determines givers and receivers in questions about one graph. Safe to use from several threads."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        found = {one.name: _between(schema, one.name) for one in schema.labels}
        pairs = {(one.giver, one.getter) for one in found.values() if one is not None}
        parties = [one.parties for one in found.values() if one is not None]
        # With several kinds of flows it is unclear which one is meant.
        self._known = len(pairs) == 1
        self._giver, self._getter = next(iter(pairs)) if self._known else ("", "")
        self._parties = frozenset().union(*parties)

    def roles(self, tokens: Sequence[Token], spots: Sequence[Spot]) -> dict[int, str]:
        """Return the type that joins each party to the flow, by spot index, as far as the question expresses it."""
        said = {token.lower for token in tokens}
        if not self._known or not said & _SAYING:
            return {}
        places = [place for place, spot in enumerate(spots) if self._is_party(spot)]
        found = {place: kind for place in places if (kind := self._role(tokens, spots, place))}
        if not found and len(places) == 1 and bool(said & _GIVES) is not bool(said & _GETS):
            # "The total sent per bank".
            found[places[0]] = self._giver if said & _GIVES else self._getter
        return found

    def _is_party(self, spot: Spot) -> bool:
        labels = {one.element.name for one in spot.of(Kind.LABEL)} | {one.label for one in spot.values}
        return bool(labels & self._parties)

    def _role(self, tokens: Sequence[Token], spots: Sequence[Spot], place: int) -> str:
        spot = spots[place]
        *earlier, before = ["", *self._before(tokens, spots, place)]
        if before in _TO:
            return self._getter
        if before in _FROM:
            return self._giver
        if before == "by":
            return self._getter if earlier[-1] in _GETS else self._giver
        if before in _GIVES | _GETS and before.endswith("ing"):
            return self._giver if before in _GIVES else self._getter
        behind = [token.lower for token in tokens[spot.last :]]
        verb = next((word for word in behind if word not in _HELPING), "")
        if behind[:1] and behind[0] in _FRONTED and (last := self._ending(tokens)):
            # "Which banks did Ann send money to".
            return last
        return self._giver if verb in _GIVES else self._getter if verb in _GETS else ""

    def _ending(self, tokens: Sequence[Token]) -> str:
        """Return the type that a preposition at the end of a question gives to the answer."""
        last = next((token.lower for token in reversed(tokens) if token.kind == "word"), "")
        return self._giver if last in _FROM else self._getter if last in _TO else ""

    def _before(self, tokens: Sequence[Token], spots: Sequence[Spot], place: int) -> list[str]:
        """Return the words before a noun or name, without its articles and the values that describe it."""
        first = spots[place].first
        values = places_of(spot for spot in spots if spot.constant)
        while first and (tokens[first - 1].lower in _ARTICLES or first - 1 in values):
            first -= 1
        return [token.lower for token in tokens[:first]]


def explained(tokens: Sequence[Token]) -> set[int]:
    """Return the token indexes of the words that express a flow."""
    return {at for at, one in enumerate(tokens) if one.lower in _SAYING or one.lower in _GOING}


def says_flow(tokens: Sequence[Token], spot: Spot) -> bool:
    """Return whether a spot only names what flows: "money", but not "how much money"."""
    before = tokens[spot.first - 1].lower if spot.first else ""
    return spot.last - spot.first == 1 and tokens[spot.first].lower in _MONEY and before not in _AMOUNTING


def _between(schema: PropertyGraphSchema, label: str) -> _Between | None:
    """Return the giver and receiver types of a label; None unless it has one of each that share a label of parties."""
    givers, getters = (list(_ends(schema, label, words)) for words in (_GIVERS, _GETTERS))
    kinds = {kind for kind, _ in givers}, {kind for kind, _ in getters}
    both = {end for _, end in givers} & {end for _, end in getters}
    if len(kinds[0]) != 1 or len(kinds[1]) != 1 or kinds[0] == kinds[1] or not both:
        return None
    parties = frozenset(end for _, end in (*givers, *getters))
    return _Between(kinds[0].pop(), kinds[1].pop(), parties)


def _ends(schema: PropertyGraphSchema, label: str, words: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield the types of a label that are named by one of some words, with the labels at their other end."""
    for kind in schema.types:
        if _is_called(kind, words):
            for one in kind.connections:
                if label in (one.source, one.target) and one.source != one.target:
                    yield kind.name, one.target if one.source == label else one.source


def _is_called(kind: RelationshipType, words: frozenset[str]) -> bool:
    """Return whether a type is named by one of some words, alone or after a verb: `FROM`, `SENT_TO`."""
    texts = [split_words(text) for text in (kind.name, *kind.words)]
    return any(said and said[-1] in words and set(said) <= _GIVERS | _GETTERS for said in texts)
