"""Distinguishes origin from destination: the types that "from" and "to" before a name mean."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.question.wording import words as split_words

BEGINS = frozenset({
    "from", "start", "starts", "started", "starting", "origin", "originates", "source", "depart", "departs", "departed",
    "departing", "departure", "begin", "begins", "began", "leave", "leaves", "left", "leaving", "sender", "sent", "out",
})  # fmt: skip
"""Words for an origin, and for a giver."""

ENDS = frozenset({
    "to", "into", "end", "ends", "ended", "ending", "destination", "target", "arrive", "arrives", "arrived", "arriving",
    "arrival", "reach", "reaches", "reached", "goal", "receiver", "received", "towards",
})  # fmt: skip
"""Words for a destination, and for a receiver."""

# Maximum number of tokens between words for a direction and the name.
_BEFORE = 3
_BETWEEN = frozenset({"at", "in", "on", "the", "from", "to"})


def headed(joiner: Joiner, tokens: Sequence[Token], spot: Spot, label: str) -> set[str]:
    """Return the types that join a name as an origin or as a destination, by the words before it.

    Empty unless the label has types of both sorts.
    """
    said = [token.lower for token in tokens[max(0, spot.first - _BEFORE) : spot.first]]
    while said and said[-1] in _BETWEEN - {"from", "to"}:
        said.pop()
    verbs = [word for word in said if word not in _BETWEEN]
    word = said[-1] if said else ""
    leading = word if word in BEGINS | ENDS else verbs[-1] if verbs and word in _BETWEEN else ""
    if leading not in BEGINS | ENDS:
        return set()
    kinds = {move.relation: frozenset(split_words(move.relation)) for move, _, _ in joiner.steps_of(label)}
    begins = {name for name, words in kinds.items() if words & BEGINS and not words & ENDS}
    ends = {name for name, words in kinds.items() if words & ENDS and not words & BEGINS}
    if not begins or not ends:
        return set()
    return begins if leading in BEGINS else ends
