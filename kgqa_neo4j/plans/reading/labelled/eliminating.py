"""Nouns that the graph does not know, read as the one label that fits between what the question names besides.

"The podcasts Ann hosts" are shows where nothing else is hosted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.reading.labelled.calling import DOERS
from kgqa_neo4j.plans.reading.labelled.pieces import Spot, Token
from kgqa_neo4j.plans.reading.labelled.unexplained import UNSAID, Spotted
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named, is_person
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, GENERIC_NOUNS, IMPERATIVES, LIGHT_VERBS, names_person
from kgqa_neo4j.question.nouns import is_plural, singular_of

GUESSED = 0.4
"""What it costs, in words left unexplained, to take a noun for the label that fits."""

# By how much the best label has to fit better than any other.
_APART = 0.06
# How well such a noun names each label, so that it is taken for one.
_NAMES = 0.6
# Nouns at most of one question.
_MOST = 3
_KNOWN = FUNCTION_WORDS | GENERIC_NOUNS | LIGHT_VERBS | UNSAID | IMPERATIVES
_VERBAL = ("ed", "ing", "ly")
_BEFORE_NOUN = frozenset(
    {
        "the", "a", "an", "which", "what", "many", "much", "our", "my", "your", "their", "his", "her", "its", "each",
        "every", "any", "some", "all", "no", "these", "those", "different", "most", "list", "show", "of", "and", "for",
        "other", "both", "several", "few", "me", "first", "last", "new", "per",
    }
)  # fmt: skip


class Eliminating:
    """Takes nouns for labels in questions about one graph. Safe to use from several threads."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        self._persons = [one.name for one in schema.labels if is_person(one.name)]
        self._others = [one.name for one in schema.labels if not is_person(one.name)]

    def taken(self, spotted: Spotted, worth: Callable[[Spotted], float | None]) -> tuple[Spotted, int]:
        """Return a question with its unknown nouns taken for labels, and how many are; `worth` says how well it is read.

        A noun is taken for a label that the question does not name besides, and that fits clearly better than all others.
        """
        left, count = list(unknown_nouns(spotted))[:_MOST] if spotted.spots else [], 0
        while left:
            found = [(at, *best) for at in left if (best := self._best(spotted, at, worth)) is not None]
            if not found:
                break
            # What fits best is known to what is left.
            at, _, spotted = max(found, key=lambda one: one[1])
            left.remove(at)
            count += 1
        return spotted, count

    def _best(self, spotted: Spotted, at: int, worth: Callable[[Spotted], float | None]) -> tuple[float, Spotted] | None:
        """Return a question with one noun taken for the label that fits it clearly best, and how well it is read."""
        named = {one.element.name for spot in spotted.spots for one in spot.of(Kind.LABEL)[:1]}
        ranked: list[tuple[float, str, Spotted]] = []
        for label in self._labels(spotted.tokens[at].lower):
            if label in named:
                continue
            spots = sorted((*spotted.spots, _spot(spotted.tokens, at, label)), key=lambda one: one.first)
            tried = replace(spotted, spots=tuple(spots))
            score = worth(tried)
            if score is not None:
                ranked.append((score, label, tried))
        ranked.sort(key=lambda one: -one[0])
        if not ranked or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _APART):
            return None
        return ranked[0][0], ranked[0][2]

    def _labels(self, word: str) -> Sequence[str]:
        """Return the labels that a noun may be for: those of persons for a noun for persons."""
        noun = singular_of(word)
        if names_person(noun):
            return self._persons or self._others
        return [*self._others, *self._persons] if noun.endswith(DOERS) else self._others


def _spot(tokens: Sequence[Token], at: int, label: str) -> Spot:
    return Spot(at, at + 1, tokens[at].text, (Named(Element(Kind.LABEL, label), _NAMES),))


def unknown_nouns(spotted: Spotted) -> Iterator[int]:
    """Yield the places of nouns that nothing in the graph is known to be meant by."""
    covered = {at for spot in spotted.spots for at in range(spot.first, spot.last)}
    ends = {spot.last for spot in spotted.spots if spot.constant or spot.named}
    for at, token in enumerate(spotted.tokens):
        word = token.lower
        if token.kind != "word" or at in covered or spotted.doing.taken[at] or word in _KNOWN:
            continue
        if not token.text.islower() or not word.isalpha() or len(word) < 3 or word.endswith(_VERBAL):
            continue
        before = spotted.tokens[at - 1] if at else None
        plain = before is not None and (before.lower in _BEFORE_NOUN or before.possessive or spotted.doing.taken[at - 1])
        if plain or (at in ends and is_plural(word)) or (before and at in ends and before.kind == "word"):
            yield at
