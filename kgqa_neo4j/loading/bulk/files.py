"""The files of `database import full`, and what is in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass(slots=True)
class Files:
    """The import tool's input: groups of files, each with its header; and what is in it.

    `broken` are those with line breaks inside of fields. `catalogued` says that the relations are
    counted and chained already, which needs facts that are no parts of larger ones.
    """

    nodes: list[list[str]] = field(default_factory=list)
    relationships: list[list[str]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    entities: int = 0
    relations: int = 0
    triples: int = 0
    longest: int = 0
    bytes: int = 0
    catalogued: bool = False

    def write(self, file: Path) -> None:
        """Keep this; whoever finds it need not prepare again."""
        temporary = file.with_suffix(".tmp")
        temporary.write_text(json.dumps(asdict(self)), "utf-8")
        temporary.replace(file)

    @classmethod
    def read(cls, file: Path) -> Files | None:
        """Return what was kept; None when there is nothing."""
        try:
            return cls(**json.loads(file.read_text("utf-8")))
        except (OSError, ValueError):
            return None


def write_header(folder: Path, name: str, columns: Sequence[str]) -> str:
    """Write a header of its own file, so that any number of files can share it; returns its path."""
    file = folder / f"{name}-header.csv"
    file.write_text(",".join(columns) + "\n", "utf-8")
    return str(file)
