"""`kgqa serve`: questions over HTTP, for people and programs."""

from __future__ import annotations

from typing import Any

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import setting_options
from kgqa_neo4j.cli.workspaces import also_option, further_workspaces
from kgqa_neo4j.model.extras import require

_NEEDED = ("fastapi", "prometheus_client", "sse_starlette", "uvicorn")


@click.command()
@click.option("--host", "serve__host", metavar="ADDRESS", help="Address to listen on; else this machine alone.")
@click.option(
    "--port",
    "serve__port",
    type=click.IntRange(0, 65535),
    help="Port; 8642 unless told, 0 for any that is free.",
)
@click.option(
    "--token",
    "serve__token",
    metavar="TOKEN",
    help="Token that requests must bear; made up and shown once for an address other than this machine's. "
    "KGQA_SERVE_TOKEN keeps it out of the list of processes.",
)
@click.option(
    "--read-only/--allow-learn",
    "read_only",
    default=None,
    help="Let nobody teach the graph (the default), or let requests do it.",
)
@click.option(
    "--cors-origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="Origin whose pages may ask too, as https://a.example; repeatable.",
)
@click.option(
    "--allowed-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="Host name that requests may be for, besides this machine's; repeatable.",
)
@also_option
@setting_options("graph", "method", "min-confidence", "model")
@pass_context
def command(
    context: CliContext,
    /,
    read_only: bool | None,
    origins: tuple[str, ...],
    hosts: tuple[str, ...],
    also: tuple[str, ...],
    changes: dict[str, str],
    **flags: Any,
) -> None:
    """Answer questions over HTTP: an API, a page, and an endpoint for clients of OpenAI. See docs/serve.md.

    \b
    Examples:
      kgqa serve                                      a page at http://127.0.0.1:8642
      kgqa serve --allow-learn                        wrong answers can be corrected there
      kgqa serve --host 0.0.0.0                       for other machines: prints the token that they need
      kgqa serve --also work=~/work                   the graphs of two workspaces
      kgqa serve --set serve.concurrency=8
    """
    require("serve", *_NEEDED)
    configuration = context.configuration(
        changes,
        serve__allow_learn=None if read_only is None else not read_only,
        serve__origins=",".join(origins) or None,
        serve__hosts=",".join(hosts) or None,
        **flags,
    )
    from kgqa_neo4j.serving.server import serve

    own = bool(configuration.settings.serve.token.get_secret_value())
    others = further_workspaces(context, configuration, also)
    serve(configuration, lambda address, token: _tell(address, "" if own else token), others)


def _tell(address: str, made_token: str) -> None:
    """Print where the server is; a token that was made up is shown here and nowhere else."""
    click.echo(f"kgqa listens on {address}")
    if made_token:
        click.echo(f"requests need the token {made_token}")
        click.echo(f"the page with it: {address}/#token={made_token}")
    click.echo("Ctrl-C ends it")
