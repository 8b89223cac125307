"""What holds now and what has ended: "currently plays for", "former players of"."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema
from kgqa_neo4j.plans.language.query import FactTest
from kgqa_neo4j.plans.reading.labelled.dating import is_years
from kgqa_neo4j.plans.reading.labelled.joining import Edge
from kgqa_neo4j.plans.reading.labelled.pieces import Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import is_end

_NOW = re.compile(
    r"\b(?:currently|current|presently|at present|at the moment|right now|now|nowadays|these days|still)\b",
    re.I,
)
_OVER = re.compile(r"\b(?:formerly|former|previously|no longer|not any ?more|used to|ex-)", re.I)


def hold_presently(
    tokens: Sequence[Token], schema: PropertyGraphSchema, edges: Sequence[Edge], spoken: Set[tuple[str, str]]
) -> None:
    """Hold relationships that may end to not having ended, or to having, as a question says.

    Args:
        tokens: of the question.
        schema: of the graph.
        edges: that are walked.
        spoken: types with their properties of which the question speaks by itself.
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
    """Return whether a property says when something ended, where it has."""
    return is_end(one.name) and one.present < 1 and (one.type.is_time or is_years(one))
