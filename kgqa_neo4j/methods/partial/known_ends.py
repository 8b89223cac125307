"""From the names in partial triples to nodes: by fuzzy name match, the question's own topics first.

Section 4 of methods.md, step 3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rapidfuzz import fuzz

from kgqa_neo4j.graph import Entity, fold
from kgqa_neo4j.linking.base import Candidate, Linking
from kgqa_neo4j.linking.candidates import resembling_hits, worth
from kgqa_neo4j.linking.lookup import EntityIndex, Found
from kgqa_neo4j.linking.text import Span

# Least likeness of a name to a topic's, in 0..100, and to another name of the graph, in 0..1.
_TOPIC_LIKENESS = 85
_LIKENESS = 0.8


def resolve(name: str, linking: Linking, index: EntityIndex, top_k: int) -> list[Entity]:
    """Return the entities that `name` may mean, best first; namesakes at most `top_k`.

    Tried are, in this order: the topics' names, the topics with a name that resembles it, all names
    of the graph, names that resemble it.

    Raises:
        DatabaseError: or one of its kinds.
    """
    topics = _topics(name, linking.topics, lambda a, b: 100.0 * (a == b))
    if topics := topics or _topics(name, linking.topics, fuzz.WRatio):
        return topics
    named = index.named([name], linking.vector)
    if not named:
        spans = [Span(0, len(name))]
        hits = resembling_hits(name, spans, index.worded([name], linking.vector), _LIKENESS)
        best = max((hit.quality for hit in hits), default=0.0)
        named = [hit.found for hit in hits if hit.quality == best]
    return [found.entity for found in sorted(named, key=_order)[:top_k]]


def _order(found: Found) -> tuple[float, str]:
    return -worth(1.0, found), found.entity.id


def _topics(name: str, topics: Sequence[Candidate], likeness: Callable[[str, str], float]) -> list[Entity]:
    """Return the topics most like `name`, all of one mention."""
    best, mention = 0.0, None
    scores = []
    for topic in topics:
        names = (topic.entity.name, *topic.entity.aliases, topic.mention.text)
        score = max(likeness(fold(name), fold(one)) for one in names)
        scores.append(score)
        if score >= _TOPIC_LIKENESS and score > best:
            best, mention = score, topic.mention
    same = [
        topic.entity
        for topic, score in zip(topics, scores, strict=True)
        if topic.mention == mention and score == best
    ]
    return list({entity.id: entity for entity in same}.values())
