"""Rewrites second questions about relationships as columns: "who sponsors Rex, and how much do they give"."""

from __future__ import annotations

import re
from collections.abc import Callable

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.attached.text import name_words
from kgqa_neo4j.plans.reading.labelled.guessing import costs
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind, Vocabulary

_ASKS = r"^(?P<first>\W*(?:who|whom|which|what|in which|at which|on which)\b[^?]*?),? and "
_THEY = r"(?:do|does|did|is|are|was|were|has|have|had) (?:s?he|it|they|each|every|that|this|those|these)\b[^?]*"
_SECOND: tuple[tuple[re.Pattern[str], Callable[[Property], bool]], ...] = (
    (
        re.compile(rf"{_ASKS}(?:for |at )?(?:how much|what (?:price|cost))(?: {_THEY})?\W*$", re.IGNORECASE),
        lambda one: one.type is ValueType.NUMBER,
    ),
    (
        re.compile(rf"{_ASKS}(?:since )?when(?: {_THEY})?\W*$", re.IGNORECASE),
        lambda one: one.type.is_time,
    ),
)
# Minimum score of a word that names the relationship type of the second question.
_NAMED = 0.8


def with_columns(question: str, vocabulary: Vocabulary) -> str:
    """Return a question with its second one as a column of the first: "who sponsors Rex and the amount per year".

    It is unchanged if the relationship types in the first question have no property that answers the second, or
    several.
    """
    for asking, fits in _SECOND:
        found = asking.match(question)
        if found is None:
            continue
        kinds = {
            named.element.name
            for word in re.findall(r"[a-z]+", found["first"])
            for named in vocabulary.named([word])
            if named.element.kind is Kind.TYPE and named.score >= _NAMED
        }
        facts = {
            one.name: one for kind in kinds for one in vocabulary.schema.type[kind].properties if fits(one)
        }
        facts = {name: one for name, one in facts.items() if costs(one)} or facts
        if len(facts) == 1:
            return f"{found['first']} and the {' '.join(name_words(next(iter(facts))))}"
    return question
