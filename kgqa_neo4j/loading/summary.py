"""The summary of a load, as a value, as text and as JSON."""

from __future__ import annotations

import resource
import sys
from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

from kgqa_neo4j.loading.stages import Stage

# Minimum number of items in a stage for showing the table of stages.
_MANY = 100_000


@dataclass(frozen=True, slots=True)
class Coverage:
    """Coverage of a question file by the graph: distinct topics and gold answers, total and found."""

    file: str
    questions: int
    topics: int
    topics_found: int
    answers: int
    answers_found: int


@dataclass(slots=True)
class Summary:
    """What was loaded, and what the graph contains afterwards."""

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
        """Print it."""
        if self.unchanged:
            console.print(f"{self.source} is already loaded; nothing changed.", highlight=False, markup=False)
        for note in self.notes:
            console.print(note, highlight=False, markup=False, soft_wrap=True)
        if any(stage.items >= _MANY for stage in self.stages):
            console.print(self._stages())
        console.print(self._sentence(), highlight=False)
        if self.mediators:
            console.print(
                f"{self.mediators:,} mediators (the facts that each joins count as one triple)",
                highlight=False,
            )
        if self.import_command:
            console.print(
                f"The files are ready. On the server's machine, stop the server and run\n  {self.import_command}\n"
                "Start it, then rerun this load to create constraints, indexes and vectors.",
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

    def _sentence(self) -> str:
        """Return the counts as one line."""
        new = f" ({self.new_triples:,} new)" if self.new_triples != self.triples else ""
        held = f"{_counted(self.triples, 'triple')}{new}, {_counted(self.entities, 'entity', 'entities')}, "
        held += _counted(self.relations, "relation")
        rejected = f"; {self.rejected:,} of {_counted(self.lines, 'line')} rejected" if self.rejected else ""
        return f"{held}{rejected}; {self.seconds:,.1f} s"

    def _stages(self) -> Table:
        memory = f"{self.peak_memory_bytes / 1e6:,.0f} MB of memory"
        table = Table(
            "stage", "done", "seconds", "rate", "MB", title=f"{self.source} as {self.prefix}:", caption=memory
        )
        for stage in self.stages:
            rate = f"{stage.rate:,.0f}/s" if stage.items else ""
            size = f"{stage.bytes / 1e6:,.1f}" if stage.bytes else ""
            table.add_row(stage.name, f"{stage.items:,} {stage.unit}", f"{stage.seconds:,.1f}", rate, size)
        return table


def peak_memory() -> int:
    """Return the peak memory of this process in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _share(found: int, total: int) -> str:
    return f"{found / total:.1%}" if total else "none"


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"
