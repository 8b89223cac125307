"""What the rest of the program needs of an entity linker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.model.graph import Entity


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of the question that may name an entity: [start, end) in characters."""

    text: str
    start: int
    end: int
    source: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a mention may name.

    `match` says how it was found: topic, exact, alias, fulltext, fuzzy, vector or class; `similarity` is
    the cosine of its description to the question; `score` is what candidates are ranked by.
    """

    entity: Entity
    mention: Mention
    match: str
    similarity: float
    score: float


@dataclass(frozen=True, slots=True)
class Linking:
    """The outcome: topics (at most top_k a mention, best first), all candidates, near misses.

    `question` is the question as it should be embedded and shown to a model: without brackets.
    `vector` is its embedding. `suggestions` holds "did you mean" names when nothing was linked.
    """

    question: str
    vector: Vectors
    topics: list[Candidate] = field(default_factory=list)
    candidates: list[Candidate] = field(default_factory=list)
    suggestions: list[str] = field(default_factory=list)


class Linker(Protocol):
    """Finds the entities that a question names."""

    def link(self, question: str, topics: Sequence[str] = ()) -> Linking:
        """Link `question`; `topics` (ids, names or aliases) or ``[...]`` name them outright.

        Raises:
            NoSuchTopic: a topic named outright is not in the graph; the hint says the nearest.
        """
