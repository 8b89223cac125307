"""Format detection for question files given without ``--format``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from kgqa_neo4j.question_sets.questions import Format, format_by_name


def format_of(files: Sequence[Path]) -> Format:
    """Return the format implied by the files' names.

    Raises:
        UsageError: the names imply no format, or several.
    """
    found = {format_by_name(file) for file in files}
    if len(found) == 1 and (form := found.pop()) is not None:
        return form
    raise click.UsageError("FILE needs --format, unless its name ends in .jsonl")
