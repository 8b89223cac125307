"""Reads what is still so and what has ended: "currently plays for", "former players of"."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema
from kgqa_neo4j.plans.language.query import FactTest
from kgqa_neo4j.plans.reading.labelled.dating import is_years
from kgqa_neo4j.plans.reading.labelled.joining import Edge
from kgqa_neo4j.plans.reading.labelled.spots import Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import is_end

_NOW = re.compile(
    r"\b(?:currently|current|presently|at present|at the moment|right now|now|nowadays|these days|still)\b",
    re.I,
)
_OVER = re.compile(r"\b(?:formerly|former|previously|no longer|not any ?more|used to|ex-)", re.I)


def hold_presently(
    tokens: Sequence[Token], schema: PropertyGraphSchema, edges: Sequence[Edge], spoken: Set[tuple[str, str]]
) -> None:
    """Require relationships that may end to have ended, or not to have, if the question says so.

    Args:
        tokens: of the question.
        schema: of the graph.
        edges: of the query.
        spoken: types, each with a property that the question itself mentions.
    """
    question = " ".join(token.text for token in tokens)
    over = bool(_OVER.search(question))
    if not over and not _NOW.search(question):
        return
    for edge in edges:
        kind = edge.move.relation
        ends = [one for one in schema.type[kind].properties if _may_end(one)]
        if len(ends) == 1 and (kind, ends[0].name) not in spoken:
            edge.facts.append(FactTest(ends[0].name, over))


def _may_end(one: Property) -> bool:
    """Return whether a property is the end of something, and some relationships have none."""
    return is_end(one.name) and one.present < 1 and (one.type.is_time or is_years(one))
