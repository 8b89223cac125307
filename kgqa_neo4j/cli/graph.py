"""`kgqa graph`: list and remove loaded sources."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.model.text import counted, printable


@click.group()
def command() -> None:
    """List or remove the sources loaded into the graph.

    \b
    Examples:
      kgqa graph sources
      kgqa graph remove facts.csv
    """


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list and nothing else.")
@pass_context
def sources(context: CliContext, as_json: bool) -> None:
    """List the loaded sources with their triples and entities.

    A triple found in several sources counts for each of them. The progress of running loads is shown below.
    """
    from kgqa_neo4j.cli.load_watch import show
    from kgqa_neo4j.loading.command import list_sources
    from kgqa_neo4j.loading.running import running_loads

    configuration = context.configuration()
    found = list_sources(configuration)
    if as_json:
        click.echo(json.dumps([one.as_json() for one in found], ensure_ascii=False, indent=2))
        return
    rows = [
        (
            printable(one.source),
            one.kind,
            one.loaded_at[:16].replace("T", " "),
            f"{one.triples:,}",
            "" if one.entities is None else f"{one.entities:,}",
            one.state,
            printable(one.id),
        )
        for one in found
    ]
    header = ("source", "loader", "loaded (UTC)", "triples", "entities", "state", "id")
    click.echo(table(header, rows), nl=False)
    show(running_loads(configuration.workspace))


@command.command()
@click.argument("names", metavar="[SOURCE]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Remove every source.")
@click.option("--json", "as_json", is_flag=True, help="Print what was removed as one JSON object.")
@pass_context
def remove(context: CliContext, names: tuple[str, ...], everything: bool, as_json: bool) -> None:
    """Remove each SOURCE, a file name or id listed by `kgqa graph sources`.

    Triples also found in other sources stay; entities left without triples are removed. Rerun to resume an
    interrupted removal.

    \b
    Examples:
      kgqa graph remove facts.csv
      kgqa graph remove --all
    """
    if everything == bool(names):
        raise click.UsageError("name a SOURCE, or use --all")
    from kgqa_neo4j.loading.command import remove_sources
    from kgqa_neo4j.plans.learning.store import prune

    done = remove_sources(context.configuration(), None if everything else names, prune, quiet=as_json)
    if as_json:
        click.echo(json.dumps(asdict(done), ensure_ascii=False))
        return
    click.echo(
        f"Removed {', '.join(map(printable, done.sources))}: {counted(done.removed_triples, 'triple')}, "
        f"{counted(done.removed_entities, 'entity', 'entities')}; the graph now has "
        f"{counted(done.triples, 'triple')}, {counted(done.entities, 'entity', 'entities')}, "
        f"{counted(done.relations, 'relation')}"
    )
