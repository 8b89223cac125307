"""Words that belong to a name: `first` in the relation `first_ascended_by`, the class next to a named entity."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa_neo4j.plans.reading.asked import Word
from kgqa_neo4j.plans.reading.costs import SURE
from kgqa_neo4j.plans.reading.mentions import NamedSpan
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.thesaurus import phrase_at
from kgqa_neo4j.question.wording import is_participle

# Ordering words that may be part of a relation's name.
_ORDINALS = frozenset({"first", "last", "latest", "earliest"})
_PART = re.compile(r"[^\W_]+")


def named_ordinals(masked: str, spans: Sequence[NamedSpan], view: GraphView) -> frozenset[str]:
    """Return the ordering words of a question that are part of a relation's name: `first_ascended_by`.

    The question has another word of that name, or a named entity has the relation: "the first people up X".
    """
    told = _PART.findall(masked)
    found = set()
    for ordinal in _ORDINALS.intersection(told):
        at = told.index(ordinal)
        phrase = told[at : at + phrase_at(told, at)]
        if len(phrase) > 1 and float(view.chances([" ".join(phrase)]).max(initial=0.0)) >= SURE:
            # "Its first performance" means its premiere.
            found.add(ordinal)
        for relation, wording in zip(view.relations, view.words.wordings, strict=True):
            others = [word for word in wording.content if word != ordinal]
            if ordinal not in wording.label or not others:
                continue
            says = any(view.forms(word, other) for word in told for other in others)
            if says or (is_participle(others[0]) and _have(spans, relation, view)):
                found.add(ordinal)
    return frozenset(found)


def _have(spans: Sequence[NamedSpan], relation: str, view: GraphView) -> bool:
    """Return whether a named entity of the question has a relation."""
    return any(
        move.relation == relation for span in spans if span.certain for move in view.around(span.options[0].id)
    )


def is_apposition(words: Sequence[Word], place: int, text: str, view: GraphView) -> bool:
    """Return whether a class noun is the class of the name right next to it: "the Sport section"."""
    word = words[place]
    if word.certain or word.entity is None:
        return False
    before, after = words[max(0, place - 1)], words[min(place + 1, len(words) - 1)]
    beside = [
        other
        for other, between in ((before, text[before.end : word.place]), (after, text[word.end : after.place]))
        if other.certain and not between.strip()
    ]
    return any(
        other.entity is not None and view.is_like(other.entity.options[0].id, word.entity.options[0].id)
        for other in beside
    )
