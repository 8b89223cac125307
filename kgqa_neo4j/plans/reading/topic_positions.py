"""Positions of the topics in a question, and the question with its topics masked."""

from __future__ import annotations

import re
from dataclasses import replace

from kgqa_neo4j.linking.base import Linking, Mention
from kgqa_neo4j.model.graph import VALUE
from kgqa_neo4j.question.masking import MASK

# Matches of topics whose names occur in the question.
_NAMED = frozenset({"topic", "exact", "alias", "fuzzy", "fulltext"})


def placed(linking: Linking) -> Linking | None:
    """Return a linked question with the positions of all its topics; None if the name of one does not occur in it."""
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
    """Return the question with each positioned topic masked, and the ids of the masked topics from left to right.

    If the same words may name several entities, the first one counts. Words that only resemble a name, and values, are
    not masked: they are part of what is asked.
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
