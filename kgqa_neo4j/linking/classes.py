"""Classes as topics of questions that name no entity ("what is the highest mountain?").

A class is an entity named by a noun of the question, in the singular or plural, that has several triples, such as
"Everest, instance of, mountain".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgqa_neo4j.linking.base import Candidate, Mention
from kgqa_neo4j.linking.candidates import worth
from kgqa_neo4j.linking.lookup import IndexedEntity
from kgqa_neo4j.linking.parse import Word
from kgqa_neo4j.linking.scoring import Text
from kgqa_neo4j.linking.text import Span
from kgqa_neo4j.model.graph import VALUE, fold

_NOUNS = frozenset({"NOUN", "PROPN", "X"})
# Maximum number of words in the name of a class: "air traffic controller".
_LONGEST = 3
# Minimum number of triples of a class.
_LEAST_DEGREE = 2
ASKED_CLASS = "asked class"
"""Source of the mention of a class that the question asks for ("which *mountains* are in the range")."""
# As good as a name in another case.
_QUALITY = 0.9


def class_names(text: Text) -> dict[Span, tuple[str, ...]]:
    """Return the parts of a question that may name a class, each with possible names, the likeliest first.

    The noun that asks comes first ("*mountains* in the range"), then nouns further left, then longer names.
    """
    words = text.parse.words
    found: dict[Span, tuple[str, ...]] = {}
    nouns = [place for place, word in enumerate(words) if word.pos in _NOUNS and not word.stop]
    for place in sorted(nouns, key=lambda place: (not words[place].asked, place)):
        for size in range(min(_LONGEST, place + 1), 0, -1):
            run = words[place - size + 1 : place + 1]
            if any(word.stop or not word.text.isalnum() for word in run):
                continue
            span = Span(run[0].span.start, run[-1].span.end)
            found[span] = tuple(dict.fromkeys((_joined(run), fold(span.of(text.text)))))
    return found


def class_topic(
    text: Text, spans: dict[Span, tuple[str, ...]], found: Sequence[IndexedEntity]
) -> Candidate | None:
    """Return the class that a question is about, None if the graph has none of these names.

    Args:
        text: the question.
        spans: see `class_names`.
        found: entities of the graph with any of these names.
    """
    for span, names in spans.items():
        classes = [one for one in found if _is_class(one) and _has_name(one, names)]
        if classes:
            best = max(classes, key=lambda one: (one.degree, one.entity.id))
            source = ASKED_CLASS if _is_asked(text, span) else "class"
            mention = Mention(span.of(text.text), span.start, span.end, source)
            return Candidate(best.entity, mention, "class", best.similarity, worth(_QUALITY, best))
    return None


def _joined(words: Iterable[Word]) -> str:
    *before, last = words
    return " ".join([*(word.text.lower() for word in before), last.singular])


def _is_asked(text: Text, span: Span) -> bool:
    return any(word.asked for word in text.parse.words if span.covers(word.span))


def _is_class(one: IndexedEntity) -> bool:
    return one.degree >= _LEAST_DEGREE and VALUE not in one.entity.labels


def _has_name(one: IndexedEntity, names: Iterable[str]) -> bool:
    own = {fold(name) for name in one.names()}
    return any(fold(name) in own for name in names)
