"""Where the topics of a question stand in it, and what the question is without them."""

from __future__ import annotations

import re
from dataclasses import replace

from kgqa_neo4j.linking.base import Linking, Mention
from kgqa_neo4j.model.graph import VALUE
from kgqa_neo4j.question.masking import MASK

# How topics are found whose names the question has.
_NAMED = frozenset({"topic", "exact", "alias", "fuzzy", "fulltext"})


def placed(linking: Linking) -> Linking | None:
    """Return a linked question with the places of the topics that were named outright; None where one has none."""
    topics = []
    for one in linking.topics:
        if linking.question[max(0, one.mention.start) : max(0, one.mention.end)] != one.mention.text:
            names = sorted({one.mention.text, one.entity.name, *one.entity.aliases}, key=len, reverse=True)
            found = next(
                (
                    m
                    for name in names
                    if name and (m := re.search(re.escape(name), linking.question, re.IGNORECASE))
                ),
                None,
            )
            if found is None:
                return None
            mention = Mention(found[0], found.start(), found.end(), one.mention.source)
            one = replace(one, mention=mention)
        topics.append(one)
    return replace(linking, topics=topics)


def form_of(linking: Linking) -> tuple[str, tuple[str, ...]]:
    """Return a question whose topics have places with each of them masked, and the ids of these, from left to right.

    Of several entities that the same words may name the first one counts. Words that were only found alike, and values,
    are left as they are: they are part of what is asked.
    """
    spans: dict[tuple[int, int], str] = {}
    for one in linking.topics:
        if one.match not in _NAMED or VALUE in one.entity.labels or one.mention.text[:1].isdigit():
            continue
        spans.setdefault((one.mention.start, one.mention.end), one.entity.id)
    parts, ids, at = [], [], 0
    for (start, end), ident in sorted(spans.items()):
        if start < at:
            continue
        parts += [linking.question[at:start], MASK]
        ids.append(ident)
        at = end
    text = "".join([*parts, linking.question[at:]])
    return " ".join(text.split()).rstrip("?!. "), tuple(ids)
