"""Candidate entities for parts of a question: how they match, and how well."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from kgqa_neo4j.linking.base import Candidate, Mention
from kgqa_neo4j.linking.dated_names import is_of_another_year, years_in
from kgqa_neo4j.linking.lookup import IndexedEntity
from kgqa_neo4j.linking.scoring import Text, strength
from kgqa_neo4j.linking.text import Span
from kgqa_neo4j.model.graph import VALUE, fold

LITERAL = 1.0
_FOLDED = 0.9
_WORD_SIMILARITY = 65
_SWAPPED = 4  # minimum length of a name with two letters swapped
_ALIAS = 0.03  # penalty relative to a name
_UNCASED = 0.96  # folded, if the question's case carries no information
_NOT_LITERAL = 0.25  # penalty, so that an exact spelling beats the same name in another case
_LITERAL_ALIAS = LITERAL - _ALIAS
_SIMILARITY = 0.5  # similarity counts half as much as the match
# A description this similar to a mention makes a candidate, though never as good a one as a matching name.
_NEAR = 0.5
_VECTOR = 0.8
_VALUE = 0.5  # penalty equal to the weight of similarity: an entity beats a text or a number of the same name
_DEGREE = 0.01  # per factor of ten in the number of triples, to settle ties between namesakes


@dataclass(frozen=True, slots=True)
class Hit:
    """An entity that a part of the question may name, the name that matches, and the quality of the match in 0..1."""

    span: Span
    found: IndexedEntity
    name: str
    match: str
    quality: float


def named_hits(forms: Mapping[Span, Sequence[str]], found: Sequence[IndexedEntity], cased: bool) -> list[Hit]:
    """Match parts of a question with names and aliases of entities, exactly or folded.

    `forms` are the names that each part may stand for, beginning with its text.
    """
    folded = _FOLDED if cased else _UNCASED
    table: dict[str, list[tuple[IndexedEntity, str, str]]] = {}
    for one in found:
        for place, name in enumerate(one.names()):
            table.setdefault(fold(name), []).append((one, name, "alias" if place else "exact"))
    hits: dict[tuple[Span, str], Hit] = {}
    for span, called in forms.items():
        for form in called:
            for one, name, match in table.get(fold(form), ()):
                quality = (LITERAL if name == called[0] else folded) - (_ALIAS if match == "alias" else 0)
                key = (span, one.entity.id)
                if key not in hits or hits[key].quality < quality:
                    hits[key] = Hit(span, one, name, match, quality)
    return list(hits.values())


def resembling_hits(
    text: str, spans: Sequence[Span], found: Sequence[IndexedEntity], cutoff: float
) -> list[Hit]:
    """Match parts of `text` with similar names: misspelled, or a part of the name.

    Args:
        cutoff: minimum similarity in 0..1 for a misspelled name.
    """
    if not spans or not found:
        return []
    slices = [fold(span.of(text)) for span in spans]
    told = years_in(text)
    hits = []
    for one in found:
        best: Hit | None = None
        for name in one.names():
            if is_of_another_year(name, told):
                continue
            hit = _resembling(one, name, spans, slices, cutoff)
            if hit and (best is None or hit.quality > best.quality):
                best = hit
        if best:
            hits.append(best)
    return hits


def _resembling(
    found: IndexedEntity, name: str, spans: Sequence[Span], slices: Sequence[str], cutoff: float
) -> Hit | None:
    folded = fold(name)
    similarities = [spelled_alike(folded, part) for part in slices]
    alike = max(similarities)
    place = similarities.index(alike)
    if alike >= cutoff and _words_alike(folded, slices[place]) and _numbers(folded) == _numbers(slices[place]):
        # With a similarity of one, the names differ in folding only.
        return Hit(spans[place], found, name, "fuzzy", min(alike, _FOLDED))
    words = set(folded.split())
    inside = [place for place, part in enumerate(slices) if set(part.split()) < words]
    if not inside:
        return None
    place = max(inside, key=lambda place: len(slices[place]))
    return Hit(spans[place], found, name, "fulltext", 0.55 + 0.3 * len(slices[place]) / len(folded))


def spelled_alike(name: str, text: str) -> float:
    """Return the similarity of two spellings in 0..1; two swapped letters count as one letter."""
    swapped = len(name) == len(text) >= _SWAPPED and sorted(name) == sorted(text)
    if swapped and OSA.distance(name, text, score_cutoff=1) == 1:
        return 1.0 - 1.0 / (len(name) + len(text))
    return fuzz.ratio(name, text) / 100


def _numbers(text: str) -> list[str]:
    """Return the numbers in a text: a different number is not a misspelling."""
    return re.findall(r"\d+", text)


def _words_alike(name: str, text: str) -> bool:
    """Return whether two names differ by a misspelling, rather than share a long word by chance."""
    ours, theirs = name.split(), text.split()
    if len(ours) != len(theirs):
        return len(name.replace(" ", "")) > 4
    return all(fuzz.ratio(a, b) >= _WORD_SIMILARITY for a, b in zip(ours, theirs, strict=True))


def likelihood(text: Text, hit: Hit) -> float:
    """Return the probability in 0..1 that the hit's span means the name that it matches."""
    return strength(text, hit.span, hit.name, hit.quality)


def candidate(text: Text, hit: Hit, source: str) -> Candidate:
    """Return the hit as a candidate, with its score."""
    mention = Mention(hit.span.of(text.text), hit.span.start, hit.span.end, source)
    score = likelihood(text, hit) * worth(hit.quality, hit.found)
    return Candidate(hit.found.entity, mention, hit.match, hit.found.similarity, score)


def worth(quality: float, found: IndexedEntity) -> float:
    """Return how well a candidate fits its mention, in 0..1: by its match, then by its similarity."""
    literal = 0.0 if quality >= _LITERAL_ALIAS else _NOT_LITERAL
    if VALUE in found.entity.labels:
        literal += _VALUE
    value = quality - literal + _SIMILARITY * max(found.similarity, 0.0) + _DEGREE * log10(1 + found.degree)
    return max(0.0, min(1.0, value / (1 + _SIMILARITY)))


def nearest_hits(spans: Sequence[Span], near: Sequence[Sequence[tuple[IndexedEntity, float]]]) -> list[Hit]:
    """Match spans with the entities whose descriptions are most similar to them.

    Values are excluded: a salary of 50,001 does not mean one of 50,000.
    """
    return [
        Hit(span, found, found.entity.name, "vector", _VECTOR * cosine)
        for span, group in zip(spans, near, strict=False)
        for found, cosine in group
        if cosine >= _NEAR and VALUE not in found.entity.labels
    ]
