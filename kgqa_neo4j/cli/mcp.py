"""`kgqa mcp`: serve the graph as tools for language models."""

from __future__ import annotations

import logging
from typing import Any

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import setting_options
from kgqa_neo4j.cli.workspaces import also_option, further_workspaces


@click.command()
@click.option("--http", is_flag=True, help="Serve streamable HTTP instead of standard input and output.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    envvar="NEO4J_MCP_SERVER_HOST",
    show_envvar=True,
    help="Address to listen on; any but this machine's own needs a token.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8765,
    show_default=True,
    envvar="NEO4J_MCP_SERVER_PORT",
    show_envvar=True,
    help="Port to listen on.",
)
@click.option(
    "--token",
    envvar="KGQA_MCP_TOKEN",
    show_envvar=True,
    help="Bearer token for HTTP requests; if needed but not given, one is generated and shown once.",
)
@click.option(
    "--allowed-host",
    "hosts",
    multiple=True,
    metavar="HOST:PORT",
    help="Further host name accepted from HTTP clients, as behind a proxy; repeatable.",
)
@click.option(
    "--read-timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    envvar="NEO4J_READ_TIMEOUT",
    show_envvar=True,
    help="Maximum seconds per statement of `read_cypher`.",
)
@click.option(
    "--response-tokens",
    type=click.IntRange(min=200),
    default=8000,
    show_default=True,
    envvar="NEO4J_RESPONSE_TOKEN_LIMIT",
    show_envvar=True,
    help="Approximate maximum tokens per result; longer results are truncated and say so.",
)
@click.option(
    "--attach",
    is_flag=True,
    help="Attach the graph at NEO4J_URI first, if none is attached yet; see `kgqa attach`.",
)
@also_option
@setting_options("graph", "min-confidence", "model")
@pass_context
def command(
    context: CliContext,
    /,
    http: bool,
    host: str,
    port: int,
    token: str | None,
    hosts: tuple[str, ...],
    read_timeout: float,
    response_tokens: int,
    attach: bool,
    also: tuple[str, ...],
    changes: dict[str, str],
    **flags: Any,
) -> None:
    """Serve the graph to language models as MCP tools, all read-only.

    The tools are ask_graph, get_schema, run_plan, explain_answer and read_cypher. NEO4J_URI, NEO4J_USERNAME,
    NEO4J_PASSWORD and NEO4J_DATABASE select the server, as for all commands; docs/mcp.md shows how to set up
    clients.

    \b
    Examples:
      kgqa mcp                                        for a client that starts the server itself
      kgqa --workspace ~/movies mcp --graph movies
      kgqa mcp --also work=~/work                     the graphs of two workspaces
      kgqa mcp --http --port 8765
      kgqa mcp --http --host 0.0.0.0                  prints the token that clients need
    """
    from kgqa_neo4j.model.extras import require

    require("mcp", "mcp")
    from kgqa_neo4j.engine.process import tune_for_latency
    from kgqa_neo4j.integrations.mcp import transports
    from kgqa_neo4j.integrations.mcp.server import Limits, build_server
    from kgqa_neo4j.model.addresses import is_loopback
    from kgqa_neo4j.model.redaction import RedactingFilter
    from kgqa_neo4j.open_graphs import NamedGraphs

    if attach:
        _attach(context)
    configuration = context.configuration(changes, **flags)
    graphs = NamedGraphs(configuration, further_workspaces(context, configuration, also))
    tune_for_latency()
    server = build_server(graphs, Limits(read_timeout, response_tokens))
    for handler in logging.getLogger().handlers:
        handler.addFilter(RedactingFilter(context.redactor))
    try:
        if not http:
            transports.serve_stdio(server)
            return
        if not token and not is_loopback(host):
            token = transports.new_token()
            click.echo(f"token, shown once: {token}", err=True)
        address = transports.Address(host, port, token or "", hosts)
        transports.serve_http(
            server,
            address,
            lambda url: click.echo(f"listening on {url}", err=True),
            lambda: graphs.get().check(),
        )
    finally:
        graphs.close()


def _attach(context: CliContext) -> None:
    from kgqa_neo4j.attached.attaching import Where, attach_server
    from kgqa_neo4j.settings.attachment import attachments

    if not attachments(context.workspace):
        attach_server(
            context.configuration(attached=False), Where(), report=lambda text: click.echo(text, err=True)
        )
