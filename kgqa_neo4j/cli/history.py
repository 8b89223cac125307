"""`kgqa history`: questions asked in this workspace, and from elsewhere of its graph."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.model.text import printable
from kgqa_neo4j.reporting.history import History, HistoryEntry


@click.command()
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="Number of questions.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, latest first.")
@click.option("--own", is_flag=True, help="List only questions asked in this workspace; needs no database.")
@pass_context
def command(context: CliContext, limit: int, as_json: bool, own: bool) -> None:
    """List the questions asked of this graph, latest first.

    For a loaded graph whose server is running, this includes questions from all workspaces and servers.

    \b
    Examples:
      kgqa history --limit 5
      kgqa history --own                              only this workspace's
      kgqa show last
    """
    asked = History(context.workspace).recent(limit) if own else _shared(context, limit)
    if as_json:
        rows = [asdict(item) | {"asked_at": item.asked_at.isoformat()} for item in asked]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    elif asked:
        columns = ("id", "asked", "method", "status", "question", "answer")
        click.echo(table(columns, map(_row, asked), whole=("id",)), nl=False)
    else:
        click.echo("nothing was asked here yet; try: kgqa ask --help", err=True)


def _shared(context: CliContext, limit: int) -> list[HistoryEntry]:
    # Imported here because it imports the driver, which the workspace's own history does not need.
    from kgqa_neo4j.reporting.shared_history import SharedHistory

    return SharedHistory(context.configuration()).recent(limit)


def _row(asked: HistoryEntry) -> tuple[str, ...]:
    at = asked.asked_at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    text = printable(asked.text)
    short = text if len(text) <= 80 else text[:79] + "…"
    return asked.id, at, printable(asked.method), asked.status, printable(asked.question), short
