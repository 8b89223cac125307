"""`kgqa attach`: a graph that is there already, to be asked as it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.schema_view import summary

if TYPE_CHECKING:
    from kgqa_neo4j.attached.workspace import AttachedGraph


@click.command("attach")
@click.argument("uri", required=False)
@click.option("--name", help="Name of the graph in messages; else that of its database or file.")
@click.option("--database", help="Name of the database on the server.")
@click.option("--user", help="User name on the server; the password comes from NEO4J_PASSWORD.")
@click.option("--include-labels", "include", multiple=True, metavar="LABEL", help="Only these; repeatable.")
@click.option("--exclude-labels", "exclude", multiple=True, metavar="LABEL", help="Not these; repeatable.")
@click.option("--refresh", is_flag=True, help="Read schema and values of the attached graph anew.")
@click.option(
    "--dump",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Load a dump of neo4j-admin into the workspace's own server, and attach that.",
)
@click.option(
    "--import",
    "archive",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The same for a ZIP of CSV files with neo4j-admin headers.",
)
@pass_context
def command(
    context: CliContext,
    /,
    uri: str | None,
    name: str | None,
    database: str | None,
    user: str | None,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    refresh: bool,
    dump: Path | None,
    archive: Path | None,
) -> None:
    """Attach the property graph at URI (else NEO4J_URI): its schema and values are read, nothing is written.

    \b
    Examples:
      kgqa attach bolt://localhost:7687 --database movies
      kgqa attach neo4j+s://abc.databases.neo4j.io --exclude-labels Log
      kgqa attach --dump northwind.dump
      kgqa attach --refresh
    """
    if sum(map(bool, (uri, refresh, dump, archive))) > 1:
        raise click.UsageError("give one of URI, --refresh, --dump and --import")
    from kgqa_neo4j.attached import attaching

    def report(message: str) -> None:
        click.echo(message, err=True)

    configuration = context.configuration()
    graph: AttachedGraph
    if refresh:
        graph = attaching.refresh(configuration, report)
    elif file := dump or archive:
        graph = attaching.attach_file(
            configuration, file, name=name, include=include, exclude=exclude, report=report
        )
    else:
        where = attaching.Where(uri, database, user)
        graph = attaching.attach_server(
            configuration, where, name=name, include=include, exclude=exclude, report=report
        )
    click.echo(summary(graph.schema))
    click.echo(f"attached {graph.attachment.name!r}; see `kgqa schema`, correct it by `kgqa schema edit`")
