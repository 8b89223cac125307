"""`kgqa db`: the Neo4j server of the workspace."""

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

# The engine's fields in `kgqa db status --json`.
_ENGINE = ("pid", "program", "seconds", "questions", "busy", "idle")


@click.group("db")
def command() -> None:
    """Start, stop and inspect the Neo4j server of this workspace.

    Without NEO4J_URI, each workspace has its own server, which is started when needed. Neo4j Community and a Java
    runtime are downloaded into a cache shared by all workspaces.

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
    """Start the server if it is not running, and print its address."""
    configuration = context.configuration()
    with connect.connect(configuration, lambda message: click.echo(message, err=True)) as database:
        click.echo(f"Neo4j answers at {database.endpoint.uri}; `kgqa db browser` opens Neo4j Browser")


@command.command()
@click.option(
    "--all", "every", is_flag=True, help="Stop all servers that this user started, in all workspaces."
)
@pass_context
def stop(context: CliContext, every: bool) -> None:
    """Stop this workspace's server and engine; the graph is kept."""
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
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object: running, uri, http_url, and so on."
)
@pass_context
def status(context: CliContext, as_json: bool) -> None:
    """Show whether the server and the engine are running, and where, without starting them."""
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
    ends = f"{one.busy} being answered" if one.busy else f"exits after {one.idle / 60:.0f} idle min"
    return f"process {one.pid}, {asked}, {ends}"


command.add_command(prepare)
command.add_command(logs)
command.add_command(browser)
