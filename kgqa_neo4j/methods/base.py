"""What a method is: question in, `Answer` out, built from the shared parts in `Resources`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from kgqa_neo4j.attached.workspace import AttachedGraph
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.linking.base import Linker
from kgqa_neo4j.llm.base import LLM
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.settings import Settings
from kgqa_neo4j.store.driver import Database


@dataclass(frozen=True, slots=True)
class Resources:
    """The shared parts that methods are built from.

    `workspace` is where to find what was trained for this graph; None means nowhere. `attached` is what is known of a
    property graph that is attached, None for a graph that was loaded.
    """

    graph: Database
    embedder: Embedder
    linker: Linker
    llm: LLM
    settings: Settings
    workspace: Path | None = None
    attached: AttachedGraph | None = None


class Method(Protocol):
    """A published way to answer a question from a graph."""

    name: str
    needs_graph: bool

    def answer(
        self,
        question: str,
        resources: Resources,
        topics: Sequence[str] = (),
        on_text: Callable[[str], None] | None = None,
    ) -> Answer:
        """Answer `question`; `topics` name its entities outright; `on_text` gets text as it streams."""


@runtime_checkable
class AsksAttached(Protocol):
    """What a method that answers from attached property graphs offers besides."""

    asks_attached: bool


@runtime_checkable
class Learner(Protocol):
    """What a method that learns from question-answer pairs offers besides."""

    def qa_pairs_used(self, resources: Resources) -> int:
        """Return how many pairs what it would use now was trained with."""
