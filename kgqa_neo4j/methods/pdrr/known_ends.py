"""Resolution of the names in partial triples by fuzzy match, the question's topics first.

See docs/methods/pdrr.md, step 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rapidfuzz import fuzz

from kgqa_neo4j.linking.base import Candidate, Linking
from kgqa_neo4j.linking.candidates import resembling_hits, worth
from kgqa_neo4j.linking.lookup import EntityIndex, IndexedEntity
from kgqa_neo4j.linking.text import Span
from kgqa_neo4j.model.graph import Entity, fold

# Minimum similarity of a name to a topic's (0..100), and to another name of the graph (0..1).
_TOPIC_SIMILARITY = 85
_SIMILARITY = 0.8


def resolve(name: str, linking: Linking, index: EntityIndex, top_k: int) -> tuple[list[Entity], bool]:
    """Return the entities that `name` may mean, best first, and whether the match is exact.

    Tried in this order: names of topics, names in the graph, similar names of topics, similar names in the
    graph. At most `top_k` namesakes.

    Raises:
        DatabaseError: or a subclass.
    """
    if topics := _topics(name, linking.topics, lambda a, b: 100.0 * (a == b)):
        return topics, True
    if named := index.named([name], linking.vector):
        return _best(named, top_k), True
    if topics := _topics(name, linking.topics, _similarity):
        return topics, False
    spans = [Span(0, len(name))]
    hits = resembling_hits(name, spans, index.worded([name], linking.vector), _SIMILARITY)
    best = max((hit.quality for hit in hits), default=0.0)
    return _best([hit.found for hit in hits if hit.quality == best], top_k), False


def _best(named: Sequence[IndexedEntity], top_k: int) -> list[Entity]:
    return [found.entity for found in sorted(named, key=_order)[:top_k]]


def _order(found: IndexedEntity) -> tuple[float, str]:
    return -worth(1.0, found), found.entity.id


def _similarity(one: str, other: str) -> float:
    """Return the similarity of two names, 0..100: by letters, or by shared words."""
    return max(fuzz.ratio(one, other), fuzz.token_set_ratio(one, other))


def _topics(name: str, topics: Sequence[Candidate], similarity: Callable[[str, str], float]) -> list[Entity]:
    """Return the topics most similar to `name`, all of the same mention."""
    best, mention = 0.0, None
    scores = []
    for topic in topics:
        names = (topic.entity.name, *topic.entity.aliases, topic.mention.text)
        score = max(similarity(fold(name), fold(one)) for one in names)
        scores.append(score)
        if score >= _TOPIC_SIMILARITY and score > best:
            best, mention = score, topic.mention
    same = [
        topic.entity
        for topic, score in zip(topics, scores, strict=True)
        if topic.mention == mention and score == best
    ]
    return list({entity.id: entity for entity in same}.values())
