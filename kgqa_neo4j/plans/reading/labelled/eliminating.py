"""Reads nouns that the graph does not know as the one label that fits the rest of the question.

"The podcasts Ann hosts" are shows if nothing else is hosted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.name_matching import is_agent_noun
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token, places_of
from kgqa_neo4j.plans.reading.labelled.unexplained import UNSAID, Spotted
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named
from kgqa_neo4j.question.directions import PREPOSITIONS
from kgqa_neo4j.question.lexicon import (
    BEING,
    FUNCTION_WORDS,
    GENERIC_NOUNS,
    IMPERATIVES,
    KINDS,
    LIGHT_VERBS,
    RELATIVE_PRONOUNS,
    names_person,
)
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.wording import is_participle

# Cost, in unexplained words, of reading a noun as the best label, and a noun for persons as the only label of persons.
_GUESSED, _SURELY = 0.4, 0.1
# Minimum lead of the best label over all others.
_APART = 0.06
# Score given to such a noun as the name of a label.
_NAMES = 0.6
# Maximum number of such nouns in a question.
_MOST = 3
_KNOWN = FUNCTION_WORDS | GENERIC_NOUNS | LIGHT_VERBS | UNSAID | IMPERATIVES
_OPENING = (_KNOWN - PREPOSITIONS) | {"of", "for"}
# Minimum score for a noun to be the name of a label.
_CALLED = 0.95
# Minimum score for a type or property to count as mentioned.
_SAID = 0.7
# Token index of the verb in "what was asked".
_VERB = 2
_HELPING = frozenset({"do", "does", "did", "will", "would", "can", "could", "should"})
# Generic nouns that may stand for a label all the same.
_ANYBODY = frozenset({"members"})
_VERBAL = ("ed", "ing", "ly")
_BEFORE_NOUN = frozenset(
    {
        "the", "a", "an", "which", "what", "many", "much", "our", "my", "your", "their", "his", "her", "its", "each",
        "every", "any", "some", "all", "no", "these", "those", "different", "most", "list", "show",
        "other", "both", "several", "few", "me", "first", "last", "new", "per",
    }
)  # fmt: skip


class Eliminating:
    """Reads unknown nouns as labels in questions about one graph. Safe to use from several threads."""

    def __init__(self, schema: PropertyGraphSchema, joiner: Joiner) -> None:
        self._schema = schema
        self._joiner = joiner
        self._persons = [one.name for one in schema.labels if is_person(one.name)]
        self._others = [one.name for one in schema.labels if not is_person(one.name)]

    def taken(self, spotted: Spotted, worth: Callable[[Spotted], float | None]) -> tuple[Spotted, float]:
        """Return a question with its unknown nouns read as labels, and the cost of doing so.

        A label is only used if the question does not name it otherwise and it fits clearly better than all others;
        `worth` scores the best reading of a question.
        """
        left, cost = list(unknown_nouns(spotted))[:_MOST], 0.0
        while left:
            found = [(at, *best) for at in left if (best := self._best(spotted, at, worth)) is not None]
            if not found:
                break
            # Fix the best fit first: the other nouns are then tried with it.
            at, _, spotted = max(found, key=lambda one: one[1])
            left.remove(at)
            cost += _SURELY if not at or self._is_sure(spotted.tokens[at].lower) else _GUESSED
        return spotted, cost

    def _best(
        self, spotted: Spotted, at: int, worth: Callable[[Spotted], float | None]
    ) -> tuple[float, Spotted] | None:
        """Return the score and the question with one noun read as the label that fits it clearly best.

        None if nothing else is named to decide by, or if two labels fit equally well.
        """
        if not spotted.spots and not self._is_sure(spotted.tokens[at].lower):
            return None
        named = {
            one.element.name for spot in spotted.spots for one in spot.of(Kind.LABEL)[:1] if not _does(spot)
        }
        ranked: list[tuple[float, str, Spotted]] = []
        labels = self._done(spotted) if not at else self._labels(spotted.tokens[at].lower)
        labels = [one for one in labels if one not in named]
        if at and not self._is_sure(spotted.tokens[at].lower):
            head = _is_head(spotted, at)
            labels = [one for one in labels if self._is_between(one, spotted) or (head and _owns(one, spotted))]
        for label in labels:
            spots = sorted((*spotted.spots, _spot(spotted.tokens, at, label)), key=lambda one: one.first)
            tried = replace(spotted, spots=tuple(spots))
            score = worth(tried)
            if score is not None:
                ranked.append((score, label, tried))
        ranked.sort(key=lambda one: -one[0])
        if not ranked or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _APART):
            return None
        return ranked[0][0], ranked[0][2]

    def _done(self, spotted: Spotted) -> Sequence[str]:
        """Return the labels that a verb acts on: "what was asked in 2019" asks for questions."""
        verb = next(spot for spot in spotted.spots if spot.first == _VERB)
        kinds = [one.element.name for one in verb.of(Kind.TYPE) if one.score >= _SAID]
        ends = [one.target for kind in kinds for one in self._schema.type[kind].connections]
        return [one for one in dict.fromkeys(ends) if one not in self._persons]

    def _is_sure(self, word: str) -> bool:
        """Return whether a noun means persons and the graph has only one label of persons."""
        return names_person(singular_of(word)) and len(self._persons) == 1

    def _is_between(self, label: str, spotted: Spotted) -> bool:
        """Return whether a label is at an end of a type that is mentioned, or next to two labels that are named."""
        said = {
            one.element.name
            for spot in spotted.spots
            # "Site" as the name of a label does not mention `AT_SITE`.
            if spot.best(Kind.LABEL) < _CALLED
            for one in spot.of(Kind.TYPE)
            if one.score >= _SAID
        }
        named = {one.element.name for spot in spotted.spots for one in spot.of(Kind.LABEL)[:1]}
        named |= {spot.values[0].label for spot in spotted.spots if spot.values}
        steps = self._joiner.steps_of(label)
        return len({end for _, end, _ in steps} & named) > 1 or any(
            move.relation in said for move, _, _ in steps
        )

    def _labels(self, word: str) -> Sequence[str]:
        """Return the labels that a noun may mean: those of persons for a noun for persons."""
        noun = singular_of(word)
        if names_person(noun):
            return self._persons or self._others
        return [*self._others, *self._persons] if is_agent_noun(noun) else self._others


def _does(spot: Spot) -> bool:
    """Return whether a spot is a verb: "sponsored" does not name a sponsor."""
    return is_participle(spot.text.lower()) and spot.best(Kind.TYPE) >= spot.best(Kind.LABEL)


def _spot(tokens: Sequence[Token], at: int, label: str) -> Spot:
    return Spot(at, at + 1, tokens[at].text, (Named(Element(Kind.LABEL, label), _NAMES),))


def _owns(label: str, spotted: Spotted) -> bool:
    """Return whether a property of a label is named."""
    named = [one for spot in spotted.spots for one in spot.of(Kind.PROPERTY) if not spot.constant]
    return any(one.element.owner == label and one.score >= _SAID for one in named)


def _is_head(spotted: Spotted, at: int) -> bool:
    """Return whether a noun comes first in a question, after nothing but words that describe it."""
    told = places_of(spot for spot in spotted.spots if spot.of(Kind.LABEL, Kind.TYPE))
    covered = places_of(spotted.spots)
    return all(
        place not in told
        and (place in covered or spotted.operations.taken[place] or spotted.tokens[place].lower in _OPENING)
        for place in range(at)
    )


def unknown_nouns(spotted: Spotted) -> Iterator[int]:
    """Yield the token indexes of nouns that nothing in the graph explains; 0 for the "what" in "what was asked"."""
    covered = places_of(spotted.spots)
    heads = {spot.first for spot in spotted.spots if spot.named and not spot.of(Kind.TYPE)}
    last = max((at for at, token in enumerate(spotted.tokens) if token.kind == "word"), default=-1)
    ends = {spot.last for spot in spotted.spots if spot.constant or spot.named}
    if _asks_done(spotted):
        yield 0
    for at, token in enumerate(spotted.tokens):
        word = token.lower
        if token.kind != "word" or at in covered or spotted.operations.taken[at]:
            continue
        if (word in _KNOWN and word not in _ANYBODY) or at + 1 in heads:
            # "Home" in "home address" is not a node.
            continue
        if singular_of(word) in KINDS["number"]:
            # "Length" in "length in pages" is not a node.
            continue
        if not token.text.islower() or not word.isalpha() or len(word) < 3 or word.endswith(_VERBAL):
            continue
        if _is_of_value(spotted, at):
            # "What is the quux of Apollo" asks for a property of Apollo, not for a node of another label.
            continue
        before = spotted.tokens[at - 1] if at else None
        if at == last and at > 1 and (_is_done_so(spotted.tokens, at) or _is_any(spotted, at)):
            continue
        plain = before is not None and (
            before.lower in _BEFORE_NOUN or before.possessive or spotted.operations.taken[at - 1]
        )
        if plain or (at in ends and not _is_done(spotted, at)):
            yield at


def _is_done_so(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a word is the adverb of a passive verb: "were shipped late"."""
    return is_participle(tokens[at - 1].lower) and tokens[at - 2].lower in BEING


def _is_any(spotted: Spotted, at: int) -> bool:
    """Return whether a noun with an indefinite article follows a verb unknown to the graph: "belong to a union"."""
    before = at - 1
    return spotted.tokens[before].lower in ("a", "an", "any") and not any(
        spot.last == before and spot.of(Kind.TYPE) for spot in spotted.spots
    )


def _is_of_value(spotted: Spotted, at: int) -> bool:
    """Return whether "of" and a value follow a noun."""
    after = [token.lower for token in spotted.tokens[at + 1 : at + 3]]
    if after[:1] != ["of"]:
        return False
    begins = at + (3 if after[1:] == ["the"] else 2)
    return any(spot.first == begins and spot.values for spot in spotted.spots)


def _asks_done(spotted: Spotted) -> bool:
    """Return whether a question asks for the object of a verb without a noun: "what was asked in 2019"."""
    words = [token.lower for token in spotted.tokens[:_VERB]]
    verb = next((spot for spot in spotted.spots if spot.first == _VERB), None)
    named = any(spot.of(Kind.LABEL) for spot in spotted.spots)
    if len(words) < _VERB or words[0] != "what" or words[1] not in BEING or verb is None or named:
        return False
    return is_participle(spotted.tokens[_VERB].lower) and verb.best(Kind.TYPE) >= _SAID


def _is_done(spotted: Spotted, at: int) -> bool:
    """Return whether a word after a name is its verb: "that the main jury hands out", "how much did Ann spend"."""
    if any(token.lower in _HELPING for token in spotted.tokens[:at]):
        return True
    first = next((spot.first for spot in spotted.spots if spot.last == at), at) - 1
    while first > 0 and spotted.tokens[first].lower in ("the", "a", "an", "our"):
        first -= 1
    return first > 0 and spotted.tokens[first].lower in RELATIVE_PRONOUNS
