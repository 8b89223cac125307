"""Decides which words of a question are verbs, and which forms they are."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind, Named
from kgqa_neo4j.question.directions import PREPOSITIONS
from kgqa_neo4j.question.lexicon import ARTICLES, DOING, FUNCTION_WORDS
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.wording import is_participle, stem_match
from kgqa_neo4j.question.wording import words as split_words

# Function words that may stand before a verb.
_PRONOUNS = frozenset(
    {"i", "you", "he", "she", "it", "we", "they", "who", "that", "which", "also", "not", "never", "ever"}
)
_HELPERS = frozenset({"did", "do", "does", "will", "would", "can", "could"})
_ADVERBS = frozenset({"ever", "never", "already", "once", "also", "both", "not", "just"})
_RELATIVE = frozenset({"who", "that"})
# Marks after which a question may start.
_BREAKS = frozenset(":;.-\u2013\u2014")
# Minimum certainty that two words are forms of one.
_FORM = 0.95


def is_verb(tokens: Sequence[Token], spot: Spot) -> bool:
    """Return whether a word is the verb of its clause, and no noun: "visit" in "did Ann visit Rome?"."""
    word, before = tokens[spot.first].lower, tokens[spot.first - 1].lower if spot.first else ""
    if spot.last - spot.first > 1 or spot.quoted or not before:
        return False
    if is_participle(word) or before in _RELATIVE or _is_relative(tokens, spot.first - 1):
        return True
    if word.endswith("s") or before in FUNCTION_WORDS - _PRONOUNS:
        return False
    if is_participle(before) and spot.first > 1 and tokens[spot.first - 2].lower in ARTICLES:
        # "Does a verified account have followers": "verified" modifies a noun.
        return False
    helped = any(one.lower in _HELPERS for one in tokens[: spot.first])
    return helped or before == "people" or (before.endswith("s") and is_plural(before))


def _is_relative(tokens: Sequence[Token], place: int) -> bool:
    """Return whether "which" is a relative pronoun after a noun, and asks nothing itself.

    "Ann gave to which causes" and "Ann's trainees: which courses do they take" ask.
    """
    if tokens[place].lower != "which" or place == 0:
        return False
    before = tokens[place - 1]
    return before.lower not in PREPOSITIONS and before.text not in _BREAKS


def joins_on(tokens: Sequence[Token], spot: Spot) -> bool:
    """Return whether a phrase is a verb with its preposition: "buy from"."""
    return spot.last - spot.first > 1 and not spot.quoted and tokens[spot.last - 1].lower in PREPOSITIONS


def ends_helped(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a word is the verb at the end of a question with a form of "do": "when did Ann score"."""
    ends = all(one.kind == "mark" for one in tokens[place + 1 :])
    return ends and any(one.lower in DOING for one in tokens[:place]) and not is_plural(tokens[place].lower)


def is_done_as(named: Named, verb: str) -> bool:
    """Return whether an element is a relationship type whose name starts with a form of a verb."""
    said = split_words(named.element.name)
    return named.element.kind is Kind.TYPE and len(said) > 1 and stem_match(verb, said[0]) >= _FORM


def is_perfect(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a word is a participle after a form of "have": "posted" in "who has ever posted"."""
    before = [one.lower for one in tokens[max(0, place - 2) : place]]
    while before and before[-1] in _ADVERBS:
        before.pop()
    return is_participle(tokens[place].lower) and before[-1:] in (["has"], ["have"], ["had"])


def is_done_there(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a word is a participle before a preposition: "based at"."""
    behind = tokens[place + 1].lower if place + 1 < len(tokens) else ""
    return is_participle(tokens[place].lower) and behind in PREPOSITIONS
