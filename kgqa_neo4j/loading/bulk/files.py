"""The input files of `database import full`, and their contents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(slots=True)
class Files:
    """The import tool's input: groups of files, each with its header; and the number of nodes and triples in them.

    `broken` are the files with line breaks inside fields. `catalogued` means that the relations' counts and steps are
    included, which is impossible while there are mediators. `model` is what the graph is to record about the encoder of
    the entities' vectors, if these are included; see `kgqa_neo4j.loading.info.model_properties`.
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
    model: dict[str, Any] = field(default_factory=dict)

    def write(self, file: Path) -> None:
        """Save this, which marks the preparation as complete."""
        temporary = file.with_suffix(".tmp")
        temporary.write_text(json.dumps(asdict(self)), "utf-8")
        temporary.replace(file)

    @classmethod
    def read(cls, file: Path) -> Files | None:
        """Return what was saved; None if nothing was."""
        try:
            return cls(**json.loads(file.read_text("utf-8")))
        except (OSError, ValueError):
            return None


def write_header(folder: Path, name: str, columns: Sequence[str]) -> str:
    """Write a header as a separate file, to be shared by any number of files; return its path."""
    file = folder / f"{name}-header.csv"
    file.write_text(",".join(columns) + "\n", "utf-8")
    return str(file)
