"""`kgqa eval --format cypher`: score questions with gold Cypher on an attached graph."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_neo4j.cli.progress import CountBar, interrupted
from kgqa_neo4j.cli.tables import table

if TYPE_CHECKING:
    from kgqa_neo4j.evaluation.cypher_task import CypherTask
    from kgqa_neo4j.settings import Configuration

_OF_KIND = ("n", "ex", "ex_node", "coverage")


def cypher_figures(
    task: CypherTask, configuration: Configuration, folder: Path | None, *, as_json: bool
) -> None:
    """Score a task and print its figures; with a folder, write the outcome of each question to a file there.

    Raises:
        KgqaError: no graph is attached, or a file cannot be read.
    """
    from kgqa_neo4j.evaluation.cypher_task import evaluate_cypher_file, rows_of

    with interrupted(), CountBar("asking") as bar:
        run = evaluate_cypher_file(task, configuration, on_progress=bar.update)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows_of(run))
        (folder / "cypher.jsonl").write_text("".join(lines), "utf-8")
    figures = run.figures()
    if as_json:
        click.echo(json.dumps(figures, ensure_ascii=False))
        return
    kinds, left_out = figures.pop("by_kind"), figures.pop("gold_left_out_ids")
    click.echo(table(("figure", "value"), [(name, str(value)) for name, value in figures.items()]), nl=False)
    rows = [(kind, *(str(of[name]) for name in _OF_KIND)) for kind, of in kinds.items()]
    click.echo("\n" + table(("kind", *_OF_KIND), rows), nl=False)
    for why, ids in left_out.items():
        if ids:
            click.echo(f"\ngold {why}, left out: {', '.join(ids)}")
