"""Tables for the terminal."""

from __future__ import annotations

import io
import shutil
from collections.abc import Collection, Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kgqa_neo4j.model.text import counted, printable

MAX_ROWS = 50


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], whole: Collection[str] = ()) -> str:
    """Return rows as a table that fits the terminal; text is literal, never markup.

    Columns named in `whole` are not folded, so that their cells can be copied.
    """
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        drawn.add_column(column, no_wrap=column in whole)
    for row in rows:
        drawn.add_row(*(Text(cell, overflow="fold") for cell in row))
    width = shutil.get_terminal_size((120, 24)).columns
    out = io.StringIO()
    Console(file=out, width=width).print(drawn)
    # Rich pads cells with blanks to the width of their column.
    return "".join(line.rstrip() + "\n" for line in out.getvalue().splitlines())


def rows_text(rows: Sequence[Sequence[str]], most: int = MAX_ROWS) -> str:
    """Return at most `most` rows of an answer, without a header, and the number of others."""
    shown = [[printable(cell) for cell in row] for row in rows[:most]]
    text = table([""] * len(shown[0]), shown).strip("\n")
    return f"{text}\nand {counted(len(rows) - most, 'more row')}" if len(rows) > most else text
