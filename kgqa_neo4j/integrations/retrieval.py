"""An answer as passages for a model's context: first the answer itself, then the facts that prove it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kgqa_neo4j.knowledge_graph import KnowledgeGraph
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.text import percent
from kgqa_neo4j.reporting.found_by import found_by

DEFAULT_PASSAGES = 20
_NAMES = 100


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with a score (an answer's confidence, or a fact's score) and its origin in `metadata`."""

    text: str
    score: float
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Retrieval of passages from a graph.

    By default, no language model is used, and unsure answers are returned too: the text states the confidence, and the
    model that reads it decides. Nothing is stored in the graph or in the history.
    """

    graph: KnowledgeGraph
    passages: int = DEFAULT_PASSAGES
    method: str = "plans"
    min_confidence: float = 0.0

    def answer(self, question: str) -> Answer:
        """Return the answer to a question.

        Raises:
            KgqaError: see `KnowledgeGraph.ask`.
        """
        settings = {"ask.min_confidence": self.min_confidence}
        return self.graph.ask(question, method=self.method, settings=settings, keep=False)

    def retrieve(self, question: str, most: int | None = None) -> tuple[list[Passage], dict[str, Any]]:
        """Return at most `most` passages for a question, and their common metadata: statement, confidence, status.

        Raises:
            KgqaError: see `KnowledgeGraph.ask`.
        """
        answer = self.answer(question)
        about = metadata_of(answer)
        return passages_of(answer, most or self.passages), about


def metadata_of(answer: Answer) -> dict[str, Any]:
    """Return an answer's metadata: the statement that found it, its status, confidence and method."""
    found = found_by(answer)
    return {
        "cypher": found.cypher if found else "",
        "parameters": found.parameters if found else {},
        "status": answer.status.value,
        "confidence": answer.confidence,
        "method": answer.method,
    }


def passages_of(answer: Answer, most: int = DEFAULT_PASSAGES) -> list[Passage]:
    """Return at most `most` passages of an answer; none if the graph has no answer."""
    return [passage for passage, _ in zip(_passages(answer), range(most), strict=False)]


def _passages(answer: Answer) -> Iterator[Passage]:
    if answered := _answered(answer):
        names = [one.name for one in answer.entities]
        score = answer.confidence if answer.confidence is not None else 1.0
        yield Passage(answered, score, {"kind": "answer", "entities": names})
    for item in answer.evidence:
        triple = item.triple
        parts = {
            "subject": triple.subject.id,
            "relation": triple.relation.id,
            "object": triple.object.id,
            "hop": item.hop,
        }
        yield Passage(triple.text, item.score, {"kind": "fact", **parts})


def _answered(answer: Answer) -> str:
    if answer.rows:
        told = "\n".join(", ".join(cell.name for cell in row) for row in answer.rows[:_NAMES])
    else:
        told = ", ".join(one.name for one in answer.entities[:_NAMES]) or answer.text
    if not told:
        return ""
    sure = f" (confidence {percent(answer.confidence)})" if answer.confidence is not None else ""
    return f"Answer from the graph{sure}: {told}"
