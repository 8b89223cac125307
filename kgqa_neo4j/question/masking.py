"""Masking: the names of a question's topics replaced by a placeholder."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kgqa_neo4j.linking.base import Linking

MASK = "X"
"""The placeholder of question templates, which plans are ranked and learned by."""
PRONOUN = "this"
"""The placeholder where a text encoder reads the question: a word that a sentence may have in that place."""


def mask_topics(linking: Linking, placeholder: str = MASK) -> str:
    """Return the question with the names of its topics replaced by `placeholder`.

    A name says nothing about which relation is asked for, but draws the question's vector to
    whatever resembles the name. (MetaQA dev, gold depth: the right relation first in 89 % of
    one-hop questions instead of 73 %; see docs/methods/adaptive.md.)
    """
    names = (name for topic in linking.topics for name in (topic.mention.text, topic.entity.name))
    return mask(linking.question, names, placeholder)


def mask(text: str, names: Iterable[str], placeholder: str = MASK) -> str:
    """Return `text` with each of `names` replaced by `placeholder`, the longest first; case does not matter."""
    distinct = {name for name in names if name.strip()}
    if not distinct:
        return text
    # One pass, so that a name which is the placeholder itself does no harm.
    longest_first = sorted(distinct, key=lambda name: (-len(name), name))
    pattern = "|".join(map(re.escape, longest_first))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda _: placeholder, text, flags=re.IGNORECASE)


def without_brackets(question: str) -> str:
    """Return the question without the brackets around a topic: they are a way of asking this program,
    and mean nothing to a model."""
    return question.replace("[", "").replace("]", "")
