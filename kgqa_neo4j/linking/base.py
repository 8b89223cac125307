"""The interface of an entity linker and its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.model.graph import Entity


@dataclass(frozen=True, slots=True)
class Mention:
    """A span [start, end) of the question, in characters, that may name an entity."""

    text: str
    start: int
    end: int
    source: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a mention may name.

    `match` is how it was found: topic, exact, alias, fulltext, fuzzy, vector or class. `similarity` is the cosine of
    its description and the question; candidates are ranked by `score`.
    """

    entity: Entity
    mention: Mention
    match: str
    similarity: float
    score: float


@dataclass(frozen=True, slots=True)
class Linking:
    """The result of linking: topics (at most top_k per mention, best first), all candidates, suggestions.

    A topic (topic entity) is an entity that the question is about. `question` is the question as it should be embedded
    and shown to a model, without brackets, and `vector` its embedding. `suggestions` has "did you mean" names if
    nothing was linked.
    """

    question: str
    vector: Vectors
    topics: list[Candidate] = field(default_factory=list)
    candidates: list[Candidate] = field(default_factory=list)
    suggestions: list[str] = field(default_factory=list)


class Linker(Protocol):
    """Finds the entities that a question names."""

    def link(self, question: str, topics: Sequence[str] = ()) -> Linking:
        """Link `question`; `topics` (ids, names or aliases) or ``[...]`` name entities explicitly.

        Raises:
            NoSuchTopic: an explicitly named topic is not in the graph; the hint gives the most similar names.
        """
