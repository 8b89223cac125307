"""What a load did, as a value, a table and JSON."""

from __future__ import annotations

import resource
import sys
from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

from kgqa_neo4j.loading.progress import Stage


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a question file the graph holds: distinct topics and gold answers, and those found."""

    file: str
    questions: int
    topics: int
    topics_found: int
    answers: int
    answers_found: int


@dataclass(slots=True)
class Summary:
    """What a load did, and what the graph holds after it."""

    load: str
    source: str
    prefix: str
    unchanged: bool = False
    resumed_after_line: int = 0
    lines: int = 0
    rejected: int = 0
    rejects_file: str = ""
    new_triples: int = 0
    entities: int = 0
    relations: int = 0
    triples: int = 0
    mediators: int = 0
    embed_level: str = "none"
    embedding_model: str = ""
    indexes: list[str] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    coverage: list[Coverage] = field(default_factory=list)
    seconds: float = 0.0
    peak_memory_bytes: int = 0
    import_command: str = ""
    notes: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)

    def print(self, console: Console) -> None:
        """Print it as tables."""
        if self.unchanged:
            console.print(f"{self.source} is loaded already; nothing changed.", highlight=False, markup=False)
        for note in self.notes:
            console.print(note, highlight=False, markup=False, soft_wrap=True)
        table = Table("stage", "done", "seconds", "rate", "MB", title=f"{self.source} as {self.prefix}:")
        for stage in self.stages:
            rate = f"{stage.rate:,.0f}/s" if stage.items else ""
            size = f"{stage.bytes / 1e6:,.1f}" if stage.bytes else ""
            table.add_row(stage.name, f"{stage.items:,} {stage.unit}", f"{stage.seconds:,.1f}", rate, size)
        if self.stages:
            console.print(table)
        console.print(
            f"{self.triples:,} triples ({self.new_triples:,} new), {self.entities:,} entities, "
            f"{self.relations:,} relations; {self.lines:,} lines, {self.rejected:,} rejected; "
            f"{self.seconds:,.1f} s, {self.peak_memory_bytes / 1e6:,.0f} MB",
            highlight=False,
        )
        if self.mediators:
            console.print(
                f"{self.mediators:,} mediators besides: what they join counts as one triple each",
                highlight=False,
            )
        if self.import_command:
            console.print(
                f"the files are ready. Where the server is: stop it, run\n  {self.import_command}\n"
                "start it, and load again as you did now: that makes constraints, indexes and vectors.",
                highlight=False,
                markup=False,
                soft_wrap=True,
            )
        if self.rejected:
            console.print(f"rejected lines: {self.rejects_file}", highlight=False, markup=False, soft_wrap=True)
        for one in self.coverage:
            console.print(
                f"{one.file}: {_share(one.topics_found, one.topics)} of {one.topics:,} topics and "
                f"{_share(one.answers_found, one.answers)} of {one.answers:,} gold answers are in the graph",
                highlight=False,
                markup=False,
            )


def peak_memory() -> int:
    """Return the most memory that this process has held, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _share(found: int, total: int) -> str:
    return f"{found / total:.1%}" if total else "none"
