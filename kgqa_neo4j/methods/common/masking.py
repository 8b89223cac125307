"""The question as a model reads it, and as it is compared with relations and entities."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kgqa_neo4j.linking.base import Linking

PLACEHOLDER = "this"


def mask_topics(linking: Linking) -> str:
    """Return the question with the names of its topics replaced by a placeholder.

    A name says nothing about which relation is asked for, but draws the question's vector to
    whatever resembles the name. (MetaQA dev, gold depth: the right relation first in 89 % of
    one-hop questions instead of 73 %; see docs/methods/adaptive.md.)
    """
    names = (name for topic in linking.topics for name in (topic.mention.text, topic.entity.name))
    return mask(linking.question, names)


def mask(text: str, names: Iterable[str]) -> str:
    """Return `text` with each of `names` replaced by a placeholder, the longest first; case does not matter."""
    distinct = {name for name in names if name.strip()}
    for name in sorted(distinct, key=lambda name: (-len(name), name)):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", PLACEHOLDER, text, flags=re.IGNORECASE)
    return text


def without_brackets(question: str) -> str:
    """Return the question without the brackets around a topic: they are a way of asking this program,
    and mean nothing to a model."""
    return question.replace("[", "").replace("]", "")
