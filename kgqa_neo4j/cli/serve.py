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
@click.option(
    "--host", "serve__host", metavar="ADDRESS", help="Address to listen on; default: this machine only."
)
@click.option(
    "--port",
    "serve__port",
    type=click.IntRange(0, 65535),
    help="Port to listen on, 0 for any free one; default: 8642.",
)
@click.option(
    "--token",
    "serve__token",
    metavar="TOKEN",
    help="Bearer token for requests; generated and shown once for an address other than this machine's. "
    "KGQA_SERVE_TOKEN keeps it out of the process list.",
)
@click.option(
    "--read-only/--allow-learn",
    "read_only",
    default=None,
    help="Reject requests that teach the graph (the default), or allow them.",
)
@click.option(
    "--cors-origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="Other origin allowed to ask, such as https://a.example; repeatable.",
)
@click.option(
    "--allowed-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="Host name accepted in requests besides this machine's; repeatable.",
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
    """Answer questions over HTTP: an API, a web page, and an OpenAI-compatible endpoint. See docs/serve.md.

    \b
    Examples:
      kgqa serve                                      web page at http://127.0.0.1:8642
      kgqa serve --allow-learn                        users can correct wrong answers
      kgqa serve --host 0.0.0.0                       for other machines; prints their token
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
    """Print the server's address; a generated token is shown here and nowhere else."""
    click.echo(f"kgqa listens on {address}")
    if made_token:
        click.echo(f"requests need the token {made_token}")
        click.echo(f"page with token: {address}/#token={made_token}")
    click.echo("press Ctrl-C to stop")
