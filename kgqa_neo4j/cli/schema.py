"""`kgqa schema`: show and correct the schema of the attached graph."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import graph_option
from kgqa_neo4j.cli.schema_view import schema_text, summary


@click.group(invoke_without_command=True)
@click.option(
    "--html",
    "picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the schema as an interactive page in this file.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the schema as one JSON object.")
@graph_option
@pass_context
@click.pass_context
def command(
    ctx: click.Context, context: CliContext, picture: Path | None, as_json: bool, graph__name: str | None
) -> None:
    """Show the attached graph's schema: labels, types, properties, and which of these name a node.

    \b
    Examples:
      kgqa schema
      kgqa schema --html schema.html
      kgqa schema --graph movies
      kgqa schema edit
    """
    if ctx.invoked_subcommand is not None:
        return
    from kgqa_neo4j.attached.workspace import open_attached

    schema = open_attached(context.configuration(graph__name=graph__name)).schema
    if picture is not None:
        from kgqa_neo4j.reporting.schema_picture import write_schema_picture

        write_schema_picture(schema, picture)
        click.echo(f"wrote {picture}")
    elif as_json:
        import msgspec

        click.echo(msgspec.json.encode(schema).decode())
    else:
        click.echo(schema_text(schema))


@command.command()
@graph_option
@pass_context
@click.pass_context
def edit(ctx: click.Context, context: CliContext, graph__name: str | None) -> None:
    """Open the schema's corrections file in $EDITOR; without a terminal, print its path.

    The file can set the properties that name a node, synonyms of labels, types and properties, units, and what to
    hide; docs/attach.md explains it.
    """
    from kgqa_neo4j.attached.corrections import correct, template
    from kgqa_neo4j.attached.workspace import open_attached

    # The option may also precede the subcommand: `kgqa schema --graph NAME edit`.
    name = graph__name or (ctx.parent.params["graph__name"] if ctx.parent else None)
    graph = open_attached(context.configuration(graph__name=name))
    file = graph.corrections_file
    if not file.exists():
        file.write_text(template(graph.inferred_schema), "utf-8")
    if sys.stdin.isatty():
        click.edit(filename=str(file))
    else:
        click.echo(file)
    click.echo(summary(correct(graph.inferred_schema, file)))
