"""`kgqa db prepare`, `kgqa db logs` and `kgqa db browser`: installation, logs and Neo4j Browser."""

from __future__ import annotations

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.links import open_quietly
from kgqa_neo4j.store import connect
from kgqa_neo4j.store.installation import prepare_machine
from kgqa_neo4j.store.logs import LOGS, follow


@click.command()
def prepare() -> None:
    """Pre-download Neo4j and warm its start-up cache.

    \b
    Examples:
      kgqa db prepare
    """
    faster = prepare_machine(lambda message: click.echo(message, err=True))
    click.echo("ready; starts are fast" if faster else "ready; starts could not be made faster with this Java")


@click.command()
@click.option(
    "--lines", default=40, show_default=True, type=click.IntRange(min=0), help="Number of lines from the end."
)
@click.option("--follow", "-f", "forever", is_flag=True, help="Follow the log until Ctrl-C.")
@click.option("--log", type=click.Choice(LOGS), default=LOGS[0], show_default=True, help="Log to print.")
@pass_context
def logs(context: CliContext, lines: int, forever: bool, log: str) -> None:
    """Print a log of this workspace's server.

    \b
    Examples:
      kgqa db logs --follow
      kgqa db logs --log debug --lines 200
    """
    server = connect.own_server(context.configuration())
    for line in follow(server.home / "logs" / f"{log}.log", lines, forever=forever):
        click.echo(line)


@click.command()
@click.option("--open/--no-open", "opening", default=True, show_default=True, help="Open the page.")
@click.option("--show-password", is_flag=True, help="Print the password, not only its location.")
@pass_context
def browser(context: CliContext, opening: bool, show_password: bool) -> None:
    """Open Neo4j Browser, to view and query the graph.

    \b
    Examples:
      kgqa db browser
      kgqa db browser --no-open --show-password
    """
    page = connect.browser_page(context.configuration())
    click.echo(f"{page.url}\nuser name: {page.username}")
    click.echo(f"password: {page.password if show_password else page.password_place}")
    if opening:
        open_quietly(page.url)
