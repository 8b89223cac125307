"""The statement that found an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.reporting.cypher_text import cypher_text


@dataclass(frozen=True, slots=True)
class FoundBy:
    """A Cypher statement and its parameters as JSON values."""

    cypher: str
    parameters: dict[str, Any]

    @property
    def text(self) -> str:
        """The statement and its parameters as text to paste into Neo4j Browser."""
        return cypher_text(self.cypher, self.parameters)


def found_by(answer: Answer) -> FoundBy | None:
    """Return the statement that found an answer; None if there is none."""
    found = [step.data for step in answer.steps if step.kind == "execution" and "cypher" in step.data]
    return FoundBy(found[-1]["cypher"], dict(found[-1].get("parameters", {}))) if found else None
