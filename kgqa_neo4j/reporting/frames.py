"""An answer as pandas or polars data frames. Needs the extra ``dataframes``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.model.extras import require

LIBRARIES = ("pandas", "polars")


def answer_frame(answer: Answer, library: str) -> Any:
    """Return the answer as a data frame: ``id``, ``name`` and ``score`` of the entities, or the rows' cells as columns.

    Raises:
        ConfigError: there is no such library, or it is not installed.
    """
    if answer.rows:
        width = max(map(len, answer.rows))
        cells = [[*(cell.name for cell in row), *[None] * (width - len(row))] for row in answer.rows]
        columns = {f"column_{place + 1}": [row[place] for row in cells] for place in range(width)}
    else:
        columns = {key: [getattr(one, key) for one in answer.entities] for key in ("id", "name", "score")}
    return _frame(columns, library)


def evidence_frame(answer: Answer, library: str) -> Any:
    """Return the triples that prove an answer as a data frame, one per row.

    Raises:
        ConfigError: there is no such library, or it is not installed.
    """
    triples = [item.triple for item in answer.evidence]
    columns: dict[str, list[Any]] = {
        "subject": [one.subject.name for one in triples],
        "relation": [one.relation.name for one in triples],
        "object": [one.object.name for one in triples],
        "subject_id": [one.subject.id for one in triples],
        "relation_id": [one.relation.id for one in triples],
        "object_id": [one.object.id for one in triples],
        "score": [item.score for item in answer.evidence],
        "hop": [item.hop for item in answer.evidence],
    }
    return _frame(columns, library)


def _frame(columns: dict[str, list[Any]], library: str) -> Any:
    if library not in LIBRARIES:
        raise ConfigError(f"unknown data frame library {library!r}", hint=f"use one of {', '.join(LIBRARIES)}")
    require("dataframes", library)
    return import_module(library).DataFrame(columns)
