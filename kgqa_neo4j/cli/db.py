"""`kgqa db`: the server that holds the graph."""

from __future__ import annotations

import dataclasses
import json

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.db_look import browser, logs, prepare
from kgqa_neo4j.engine import client as engine
from kgqa_neo4j.engine.messages import Status
from kgqa_neo4j.model.text import counted
from kgqa_neo4j.store import connect, managed

# What `kgqa db status --json` tells of the engine.
_ENGINE = ("pid", "program", "seconds", "questions", "busy", "idle")


@click.group("db")
def command() -> None:
    """Start, stop and look at the Neo4j server of this workspace.

    Without NEO4J_URI each workspace has a server of its own: Neo4j Community and a Java
    runtime are fetched into a cache that all workspaces share, and it starts when needed.

    \b
    Examples:
      kgqa db start
      kgqa db browser --show-password
      kgqa --workspace films db stop
      kgqa db stop --all
    """


@command.command()
@pass_context
def start(context: CliContext) -> None:
    """Start the server, unless it runs already, and say where it is."""
    configuration = context.configuration()
    with connect.connect(configuration, lambda message: click.echo(message, err=True)) as database:
        click.echo(f"Neo4j answers at {database.endpoint.uri}; `kgqa db browser` opens Neo4j Browser")


@command.command()
@click.option("--all", "every", is_flag=True, help="Stop the servers of all workspaces that this user started.")
@pass_context
def stop(context: CliContext, every: bool) -> None:
    """Stop the server of this workspace and its engine; the graph stays."""
    if every:
        engine.stop_all()
        stopped = managed.stop_all()
        click.echo("\n".join(f"stopped {home}" for home in stopped) or "no server was running")
        return
    if engine.stop(context.workspace):
        click.echo("stopped the engine")
    server = connect.own_server(context.configuration())
    click.echo("stopped the server" if server.stop() else "the server was not running")


@command.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object: running, uri, http_url, and so on.")
@pass_context
def status(context: CliContext, as_json: bool) -> None:
    """Say whether the server and the engine run, and where; starts nothing."""
    facts = dataclasses.asdict(connect.status_of(context.configuration()))
    resident = engine.status(context.workspace)
    if as_json:
        about = None if resident is None else {name: getattr(resident, name) for name in _ENGINE}
        click.echo(json.dumps({**facts, "engine": about}))
        return
    for name, value in facts.items():
        click.echo(f"{name:14} {'-' if value is None else value}")
    click.echo(f"{'engine':14} {'-' if resident is None else _described(resident)}")


def _described(one: Status) -> str:
    asked = f"{counted(one.questions, 'question')} in {one.seconds / 60:.0f} min"
    ends = f"{one.busy} being answered" if one.busy else f"ends after {one.idle / 60:.0f} min without one"
    return f"process {one.pid}, {asked}, {ends}"


command.add_command(prepare)
command.add_command(logs)
command.add_command(browser)
