"""Spots wordings that ask for a property without its name: "why" for a reason, "release date" for `publishedOn`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import VALUES, Kind, Named, Vocabulary
from kgqa_neo4j.question.lexicon import DOING, FUNCTION_WORDS, GENERIC_NOUNS
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.wording import words

# Minimum scores for a word to be part of an element's name, and to be the whole name.
_PARTLY, _WELL = 0.65, 0.8
# Question openings, and nouns for the properties that they ask for.
_ASKED_FOR = (
    (("why", "how come", "what for"), ("reason", "cause", "purpose", "motive")),
    (
        ("from which year", "from what year", "since which year", "since what year", "from when", "as of when"),
        ("since", "from", "start"),
    ),
    (("when can", "when could", "when may"), ("hours", "schedule", "availability")),
    (
        ("how can i reach", "how do i reach", "how can i contact", "how do i contact"),
        ("phone", "email", "contact"),
    ),
)
_OPENING = 4
# Names of text properties.
_TEXTS = ("text", "body", "content", "message", "wording", "description", "comment", "note", "notes", "quote")
# Names of categories, in questions and in graphs.
_KINDS = ("kind", "sort", "type", "category", "genre", "class", "style")
# Further names of the category of a manufactured item.
_MADE = ("model",)
_DATES = frozenset({"date", "dates"})
# Minimum score of each date property for a date that the graph names otherwise.
_SOME_DATE = 0.6


def asking_spots(tokens: Sequence[Token], vocabulary: Vocabulary) -> Iterator[Spot]:
    """Yield spots for wordings that ask for something without its name."""
    if said := _said(tokens, vocabulary):
        yield said
    for at in _questions(tokens):
        if asking := _asking(tokens, at, vocabulary):
            yield asking
    if sort := _sort_of(tokens, vocabulary):
        yield sort


def dated(
    tokens: Sequence[Token], vocabulary: Vocabulary, taken: Sequence[bool], named: Set[int]
) -> Iterator[tuple[int, list[Named]]]:
    """Yield the token index of each date that the graph names otherwise ("release date" for `publishedOn`), with the
    properties that it may mean."""
    for first in range(len(tokens) - 1):
        word, noun = tokens[first], tokens[first + 1]
        if noun.lower not in _DATES or word.kind != "word" or word.lower in FUNCTION_WORDS | GENERIC_NOUNS:
            continue
        if named & {first, first + 1} or any(taken[first : first + 2]) or not word.text.islower():
            continue
        (meant,) = vocabulary.meant([word.lower])
        near = {one.element: one.score for one in meant}
        if vocabulary.times:
            found = [Named(one, _SOME_DATE + near.get(one, 0.0) / 2) for one in vocabulary.times]
            yield first, sorted(found, key=lambda one: -one.score)


def _said(tokens: Sequence[Token], vocabulary: Vocabulary) -> Spot | None:
    """Return a spot for the verb that asks for the text of something: "what does the last comment say"."""
    words = [one.lower for one in tokens if one.kind == "word"]
    if len(words) < 4 or words[0] != "what" or words[1] not in DOING or words[-1] not in ("say", "read"):
        return None
    at = max(place for place, one in enumerate(tokens) if one.kind == "word")
    found = [named for noun in _TEXTS for named in vocabulary.named([noun]) if named.element.kind in VALUES]
    best = {one.element: one for one in sorted(found, key=lambda one: one.score) if one.score >= _PARTLY}
    return Spot(at, at + 1, tokens[at].text, tuple(best.values())) if best else None


def _questions(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield where the question begins, and where a "why" is appended: "who asked it, and why it was closed"."""
    yield 0
    for at in range(1, len(tokens) - 1):
        if tokens[at - 1].lower in ("and", ",") and tokens[at].lower == "why":
            yield at


def _asking(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> Spot | None:
    """Return a spot for question words at a token index that ask for a property: "why" for a reason."""
    said = [one.lower for one in tokens[at : at + _OPENING]]
    size, nouns = next(
        (
            (len(way.split()), nouns)
            for ways, nouns in _ASKED_FOR
            for way in ways
            if said[: len(way.split())] == way.split()
        ),
        (0, ()),
    )
    found = [
        named
        for noun in nouns
        for named in vocabulary.named([noun])
        if named.score >= _PARTLY and named.element.kind in VALUES
    ]
    if not found:
        return None
    best = {one.element: one for one in sorted(found, key=lambda one: one.score)}
    named = tuple(sorted(best.values(), key=lambda one: -one.score))
    return Spot(at, at + size, " ".join(said[:size]), named)


def _sort_of(tokens: Sequence[Token], vocabulary: Vocabulary) -> Spot | None:
    """Return a spot for a noun that asks for a category: "what sort of film is X"."""
    said = [one.lower for one in tokens[:6]]
    if (
        len(said) < 4
        or said[0] not in ("what", "which")
        or said[2] != "of"
        or singular_of(said[1]) not in _KINDS
    ):
        return None
    if own := _own_kinds(said[3], vocabulary):
        return Spot(1, 2, tokens[1].text, own)
    if len(said) < 6 or not {"is", "was"}.intersection(said[4:]):
        # "What kind of plan does Ann have" asks for the plan.
        return None
    found = [
        named
        for word in (singular_of(said[1]), *_KINDS)
        for named in vocabulary.named([word])
        if named.score >= _WELL and named.element.kind in (Kind.LABEL, Kind.PROPERTY)
    ]
    best = {named.element: named for named in reversed(found)}
    return Spot(1, 2, tokens[1].text, tuple(best.values())) if best else None


def _own_kinds(noun: str, vocabulary: Vocabulary) -> tuple[Named, ...]:
    """Return the category property of the label that a noun names ("what types of rooms"), if there is only one."""
    labels = {
        one.element.name
        for one in vocabulary.named([noun])
        if one.element.kind is Kind.LABEL and one.score >= _WELL
    }
    for nouns in (_KINDS, _MADE):
        own = {
            one.element
            for word in nouns
            for one in vocabulary.named([word])
            if one.element.kind is Kind.PROPERTY
            and one.element.owner in labels
            and not set(nouns).isdisjoint(words(one.element.name))
        }
        if own:
            return (Named(own.pop(), 1.0),) if len(own) == 1 else ()
    return ()
