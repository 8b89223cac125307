"""Replace the names of a question's topic entities by a placeholder."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kgqa_neo4j.linking.base import Linking

MASK = "X"
"""The placeholder in question templates, for which plans are ranked and learned."""
PRONOUN = "this"
"""The placeholder in questions for a text encoder: a word that fits a sentence there."""


def mask_topics(linking: Linking, placeholder: str = MASK) -> str:
    """Return the question with the names of its topic entities replaced by `placeholder`.

    A name does not indicate the relation, but draws the question's vector towards whatever resembles the name. (MetaQA
    dev, gold depth: the right relation first in 89 % of one-hop questions instead of 73 %; see
    docs/methods/adaptive.md.)
    """
    names = (name for topic in linking.topics for name in (topic.mention.text, topic.entity.name))
    return mask(linking.question, names, placeholder)


def mask(text: str, names: Iterable[str], placeholder: str = MASK) -> str:
    """Return `text` with each of `names` replaced by `placeholder`, the longest first, ignoring case."""
    distinct = {name for name in names if name.strip()}
    if not distinct:
        return text
    # A single pass, so that a name equal to the placeholder does no harm.
    longest_first = sorted(distinct, key=lambda name: (-len(name), name))
    pattern = "|".join(map(re.escape, longest_first))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda _: placeholder, text, flags=re.IGNORECASE)


def without_brackets(question: str) -> str:
    """Return the question without brackets around names, which are this program's own syntax."""
    return question.replace("[", "").replace("]", "")
