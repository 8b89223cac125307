"""The interface of a method (question in, `Answer` out) and the shared `Resources` that methods use."""

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
    """The shared resources that methods use.

    `workspace` is the folder with the models trained for this graph, if any. `attached` describes an attached
    property graph; None for a loaded graph.
    """

    graph: Database
    embedder: Embedder
    linker: Linker
    llm: LLM
    settings: Settings
    workspace: Path | None = None
    attached: AttachedGraph | None = None


class Method(Protocol):
    """A method that answers questions from a graph."""

    name: str
    needs_graph: bool

    def answer(
        self,
        question: str,
        resources: Resources,
        topics: Sequence[str] = (),
        on_text: Callable[[str], None] | None = None,
    ) -> Answer:
        """Answer `question`; `topics` names its entities explicitly; `on_text` receives text as it is streamed."""


@runtime_checkable
class AsksAttached(Protocol):
    """Marker of a method that can also answer from attached property graphs."""

    asks_attached: bool


@runtime_checkable
class Learner(Protocol):
    """Additional interface of a method that learns from question-answer pairs."""

    def qa_pairs_used(self, resources: Resources) -> int:
        """Return the number of pairs behind the learned state that the method would use now."""
