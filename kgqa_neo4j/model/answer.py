"""`Answer`: the one value that every method returns and everything downstream reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from typing import Any

from kgqa_neo4j.model.graph import Triple

SCHEMA_VERSION = "kgqa.answer/1"


class Status(StrEnum):
    """How an answer came about."""

    ANSWERED = "answered"
    FALLBACK = "fallback"
    WITHHELD = "withheld"
    UNANSWERABLE = "unanswerable"
    FAILED = "failed"

    @property
    def exit_code(self) -> int:
        """The exit code of the command; errors have others (see `kgqa_neo4j.model.errors`)."""
        return _EXIT_CODES[self]


_EXIT_CODES = {
    Status.ANSWERED: 0,
    Status.FAILED: 1,
    Status.FALLBACK: 7,
    Status.WITHHELD: 8,
    Status.UNANSWERABLE: 9,
}


@dataclass(frozen=True, slots=True)
class ScoredEntity:
    """An entity and its score (higher is better; comparable within one answer)."""

    id: str
    name: str
    score: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """A retrieved triple, its score, and the hop (1 is next to the topic) and the step of the method that found it."""

    triple: Triple
    score: float
    hop: int
    step: int = 0


# Kind of the step that reports a load in progress.
LOADING = "loading"


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a method: its kind, one line for people, and data for machines."""

    kind: str
    summary: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Statement:
    """A Cypher statement that ran: its name in `cypher/`, its parameters without vectors, its number of rows."""

    name: str
    parameters: dict[str, Any]
    rows: int
    seconds: float


@dataclass(slots=True)
class LlmUsage:
    """The cost of the language model.

    `cached` of the `calls` were answered from the cache; `cached_seconds` is the time that they took originally.
    """

    model: str = ""
    device: str = ""
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: int = 0
    cached_seconds: float = 0.0


@dataclass(slots=True)
class Seconds:
    """Wall-clock time by stage, in seconds."""

    linking: float = 0.0
    exploration: float = 0.0
    generation: float = 0.0
    total: float = 0.0


@dataclass(slots=True)
class Answer:
    """The answer to one question and everything that led to it.

    `entities` is the answer set, best first; `rows` is a table instead, all rows of the same length, if the question
    asks for one. `candidates` are the runners-up, `topics` the entities that the question was linked to. `reason` is
    empty for an ordinary answer, and otherwise says what was not ordinary (nothing linked, nothing retrieved, a
    prediction that had to be replaced). `confidence` is the probability that the answer is right, if the method
    estimates it. A withheld answer has no `entities`: they are among its candidates. `cypher` draws the evidence in
    Neo4j Browser, once the answer's trace is in the graph.
    """

    question: str
    method: str
    status: Status
    text: str = ""
    entities: list[ScoredEntity] = field(default_factory=list)
    rows: list[list[ScoredEntity]] = field(default_factory=list)
    candidates: list[ScoredEntity] = field(default_factory=list)
    topics: list[ScoredEntity] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    reason: str = ""
    statements: list[Statement] = field(default_factory=list)
    llm: LlmUsage = field(default_factory=LlmUsage)
    seconds: Seconds = field(default_factory=Seconds)
    ask_id: str = ""
    browser_url: str = ""
    cypher: str = ""
    confidence: float | None = None

    def _repr_html_(self) -> str:
        """Return the answer, its proof and its picture as HTML for a notebook."""
        # Imported by name, because the vocabulary must not depend on other parts of the project.
        module = import_module("kgqa_neo4j.reporting.notebook")
        return str(module.answer_html(self))

    def frame(self, library: str = "pandas") -> Any:
        """Return the answer set, or the rows, as a ``pandas`` or ``polars`` data frame.

        Raises:
            ConfigError: there is no such library, or it is not installed.
        """
        return import_module("kgqa_neo4j.reporting.frames").answer_frame(self, library)

    def evidence_frame(self, library: str = "pandas") -> Any:
        """Return the evidence as a ``pandas`` or ``polars`` data frame, one triple per row.

        Raises:
            ConfigError: there is no such library, or it is not installed.
        """
        return import_module("kgqa_neo4j.reporting.frames").evidence_frame(self, library)

    def withhold(self) -> None:
        """Withhold the answer, because it is too unsure; its entities become candidates."""
        self.status, self.text = Status.WITHHELD, ""
        self.candidates, self.entities, self.rows = [*self.entities, *self.candidates], [], []
