"""`kgqa show`: show an earlier answer again, with its trace."""

from __future__ import annotations

import json
from pathlib import Path

import click

from kgqa_neo4j.cli.context import CliContext, pass_context


@click.command()
@click.argument("ask_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON of `kgqa ask --json`.")
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a picture of the answer to an HTML file.",
)
@click.option(
    "--browser", is_flag=True, help="Open the answer in Neo4j Browser; print the link and how to log in."
)
@click.option(
    "--show-password", is_flag=True, help="With --browser: print the password, not only its location."
)
@click.option("--open/--no-open", "opened", default=None, help="Open the picture or the link in your browser.")
@pass_context
def command(
    context: CliContext,
    ask_id: str,
    as_json: bool,
    html: Path | None,
    browser: bool,
    show_password: bool,
    opened: bool | None,
) -> None:
    """Show an earlier answer again, with its evidence, steps and statements.

    ID is an id from `kgqa history`, the beginning of one, or `last`.

    \b
    Examples:
      kgqa show last
      kgqa show last --html picture.html              one file, works without a network
      kgqa show last --browser                        in Neo4j Browser
    """
    from kgqa_neo4j.cli.browser_view import show_browser
    from kgqa_neo4j.cli.links import open_quietly
    from kgqa_neo4j.cli.trace_view import show_trace
    from kgqa_neo4j.reporting.answer_json import to_json
    from kgqa_neo4j.reporting.picture import write_picture
    from kgqa_neo4j.reporting.shared_history import find

    answer = find(context.configuration(), ask_id)
    if html:
        write_picture(answer, html)
        click.echo(f"wrote {html}", err=True)
    if as_json:
        click.echo(json.dumps(to_json(answer), ensure_ascii=False, indent=2))
    elif browser:
        show_browser(answer, context.configuration(), show_password=show_password)
    elif not html:
        show_trace(answer, context.workspace)
    if opened or (browser and opened is None):
        url = html.absolute().as_uri() if html else answer.browser_url
        if not url:
            raise click.UsageError("this answer has no link to Neo4j Browser; add --html FILE")
        open_quietly(url)
