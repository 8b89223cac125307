"""Reads topics as words to be found in texts: "articles about robots"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa_neo4j.attached.model import Label, PropertyGraphSchema, ValueType
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token, places_of, written
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind
from kgqa_neo4j.question.lexicon import ARTICLES, FUNCTION_WORDS
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.wording import words as split_words

# Words before a topic.
_ABOUT = frozenset(
    {"about", "mentioning", "mentions", "mention", "mentioned", "containing", "regarding", "concerning"}
)
# Last words of properties with long texts, likeliest first.
_TEXTS = (
    "text", "body", "content", "plot", "abstract", "description", "summary", "synopsis", "message", "comment",
    "overview", "title", "headline",
)  # fmt: skip
# Maximum words of a topic.
_LONGEST = 3


def topic_spots(tokens: Sequence[Token], spots: Sequence[Spot], taken: Sequence[bool]) -> Iterator[Spot]:
    """Yield the words right after "about" that mean nothing else, to be found in texts.

    A token that is `taken` expresses an operation: "about the largest amount".
    """
    known = places_of(spots)
    known.update(at for at, one in enumerate(taken) if one)
    for place, one in enumerate(tokens):
        if one.lower not in _ABOUT or place in known:
            continue
        first = place + 1
        while first < len(tokens) and tokens[first].lower in ARTICLES:
            first += 1
        last = first
        while last < len(tokens) and last - first < _LONGEST and _is_open(tokens[last]) and last not in known:
            last += 1
        if last > first:
            *before, noun = written(tokens, first, last).split(" ")
            text = " ".join([*before, singular_of(noun)])
            yield Spot(first, last, text, quoted=True, sought=True)


def _is_open(token: Token) -> bool:
    return token.kind == "word" and token.lower not in FUNCTION_WORDS


def text_of(schema: PropertyGraphSchema, label: str) -> Element | None:
    """Return the text property of a label, or of the only label with one; else the naming property, if any."""
    told = [one for one in (_text_of(known) for known in schema.labels if label in ("", known.name)) if one]
    if len(told) == 1 or (label and told):
        return told[0]
    naming = schema.label[label].naming[:1] if label else ()
    return Element(Kind.PROPERTY, naming[0], label) if naming else None


def _text_of(label: Label) -> Element | None:
    texts = {split_words(one.name)[-1]: one.name for one in label.properties if one.type is ValueType.TEXT}
    name = next((texts[word] for word in _TEXTS if word in texts), "")
    return Element(Kind.PROPERTY, name, label.name) if name else None
