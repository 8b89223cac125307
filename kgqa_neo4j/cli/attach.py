"""`kgqa attach`: attach existing graphs, to be asked as they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_neo4j.cli.attach_view import graphs_table
from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.schema_view import summary
from kgqa_neo4j.model.text import printable

if TYPE_CHECKING:
    from kgqa_neo4j.attached.workspace import AttachedGraph


@click.command("attach")
@click.argument("uri", required=False)
@click.option("--name", help="Name of the graph; default: the name of its database or file.")
@click.option("--database", help="Name of the database on the server.")
@click.option("--user", help="User name on the server; the password comes from NEO4J_PASSWORD.")
@click.option(
    "--include-labels", "include", multiple=True, metavar="LABEL", help="Use only this label; repeatable."
)
@click.option(
    "--exclude-labels", "exclude", multiple=True, metavar="LABEL", help="Ignore this label; repeatable."
)
@click.option(
    "--dump",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Load a neo4j-admin dump into the workspace's own server, and attach it.",
)
@click.option(
    "--import",
    "archive",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The same for a ZIP of CSV files with neo4j-admin headers.",
)
@click.option("--list", "listed", is_flag=True, help="List the attached graphs.")
@click.option("--remove", metavar="NAME", help="Detach this graph; nothing changes on its server.")
@click.option(
    "--refresh", is_flag=True, help="Read schema and values again, of --name or else the default graph."
)
@click.option(
    "--create-indexes",
    "indexes",
    is_flag=True,
    help="Show the statements for missing indexes on names in the graph (--name), and create these: "
    "the only thing ever written to it.",
)
@click.option("--yes", is_flag=True, help="With --create-indexes: do not ask for confirmation.")
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
    dump: Path | None,
    archive: Path | None,
    listed: bool,
    remove: str | None,
    refresh: bool,
    indexes: bool,
    yes: bool,
) -> None:
    """Attach the property graph at URI (default: NEO4J_URI). Its schema and values are read; nothing is written.

    Several graphs may be attached. The last one is the default; `kgqa ask --graph NAME` asks another.

    \b
    Examples:
      kgqa attach bolt://localhost:7687 --database movies
      kgqa attach neo4j+s://abc.databases.neo4j.io --name crm --exclude-labels Log
      kgqa attach --dump northwind.dump
      kgqa attach --refresh --name movies
      kgqa attach --list
      kgqa attach --remove crm
      kgqa attach --create-indexes
    """
    if sum(map(bool, (uri, dump, archive, listed, remove, refresh, indexes))) > 1:
        raise click.UsageError(
            "give only one of URI, --dump, --import, --list, --remove, --refresh, --create-indexes"
        )
    if yes and not indexes:
        raise click.UsageError("--yes needs --create-indexes")
    from kgqa_neo4j.attached import attaching
    from kgqa_neo4j.attached.workspace import attached_graphs

    if listed:
        wanted = context.configuration(attached=False).settings.graph.name
        click.echo(graphs_table(attached_graphs(context.workspace), wanted), nl=False)
        return
    if remove:
        gone = attaching.forget(context.workspace, remove)
        where = gone.uri or "the workspace's own server"
        click.echo(f"detached {printable(gone.name)}; the graph in {printable(where)} is unchanged")
        return
    if indexes:
        _create_indexes(context, name, yes)
        return
    graph: AttachedGraph
    if refresh:
        graph = attaching.refresh(context.configuration(graph__name=name), _report)
        _forget_gone(graph)
    elif file := dump or archive:
        graph = attaching.attach_file(
            context.configuration(attached=False),
            file,
            name=name,
            include=include,
            exclude=exclude,
            report=_report,
        )
    else:
        graph = attaching.attach_server(
            context.configuration(attached=False),
            attaching.Where(uri, database, user),
            name=name,
            include=include,
            exclude=exclude,
            report=_report,
        )
    click.echo(summary(graph.schema))
    click.echo(
        f"attached {graph.attachment.name!r}; `kgqa schema` shows its schema, `kgqa schema edit` corrects it"
    )


def _forget_gone(graph: AttachedGraph) -> None:
    """Forget and report what was learned about parts of the schema that no longer exist."""
    from kgqa_neo4j.plans.attached.learning.memory import Memory

    for line in Memory(graph.lessons_file).prune(graph.schema):
        _report(printable(line))


def _create_indexes(context: CliContext, name: str | None, yes: bool) -> None:
    from kgqa_neo4j.attached.indexing import create_indexes, missing_indexes

    configuration = context.configuration(graph__name=name)
    missing = missing_indexes(configuration, _report)
    if not missing:
        click.echo("no index is missing: every property that names a node has one")
        return
    for one in missing:
        click.echo(printable(one.statement) + ";")
    if not yes:
        click.confirm(
            f"Create these {len(missing)} indexes in {configuration.settings.graph.name}?", abort=True
        )
    create_indexes(configuration, missing, _report)
    click.echo(f"created {len(missing)} indexes")


def _report(message: str) -> None:
    click.echo(message, err=True)
