"""`kgqa load`: bring a source into the graph. One subcommand for each registered loader."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.errors import KgqaError
from kgqa_neo4j.loaders import LOADERS

LEVELS = click.Choice(["none", "relations", "entities", "triples"])
COMMON: tuple[Callable[[Callable[..., None]], Callable[..., None]], ...] = (
    click.option("--embed", type=LEVELS, help="What gets a vector; each level includes those before it."),
    click.option("--strict", is_flag=True, help="Stop at the first bad line."),
    click.option("--max-errors", type=click.IntRange(min=0), help="Stop after more bad lines than this."),
    click.option("--batch-size", type=click.IntRange(min=1), help="Triples in one transaction."),
    click.option(
        "--questions", type=click.Path(path_type=Path), multiple=True, help="Add this file's coverage."
    ),
    click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object."),
)


class LoaderGroup(click.Group):
    """A group with one subcommand for each registered loader."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the loaders' names."""
        return LOADERS.names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Build the subcommand of a loader."""
        if cmd_name not in LOADERS.names():
            return None
        loader = LOADERS.get(cmd_name)

        def run(context: CliContext, path: str, **flags: Any) -> None:
            options = {option.name: flags.pop(option.name) for option in loader.options}
            _load(
                context, lambda loading, **rest: loading.load_source(cmd_name, path, options, **rest), **flags
            )

        for option in loader.options:
            run = click.option(f"--{option.name}", help=option.help, is_flag=option.flag)(run)
        for decorate in COMMON:
            run = decorate(run)
        return click.command(cmd_name, help=loader.help)(click.argument("path")(pass_context(run)))


def _load(
    context: CliContext,
    work: Callable[..., Any],
    *,
    questions: tuple[Path, ...],
    as_json: bool,
    embed: str | None = None,
    strict: bool = False,
    max_errors: int | None = None,
    batch_size: int | None = None,
) -> None:
    configuration = context.configuration(
        load__embed=embed, load__max_errors=0 if strict else max_errors, load__batch_size=batch_size
    )
    from kgqa_neo4j.loading import command as loading

    try:
        summary = work(loading, configuration=configuration, questions=questions, quiet=as_json)
    except (KgqaError, KeyboardInterrupt) as error:
        resume = shlex.join(["kgqa", *sys.argv[1:]])
        click.echo(f"to go on where this stopped: {resume}", err=True)
        raise error
    if as_json:
        click.echo(json.dumps(summary.as_json()))
    else:
        summary.print(Console())


@click.group("load", cls=LoaderGroup, invoke_without_command=True)
@click.option(
    "--reembed", is_flag=True, help="Make the loaded graph's vectors anew, with the configured model."
)
@click.option("--json", "as_json", is_flag=True, help="With --reembed: print the summary as one JSON object.")
@click.pass_context
def command(ctx: click.Context, reembed: bool, as_json: bool) -> None:
    """Load a graph; run again, the same command goes on where it stopped.

    \b
      kgqa load triples facts.tsv
      kgqa load metaqa MetaQA/ --questions MetaQA/1-hop/qa_dev.txt
      kgqa load --reembed                      after changing embedding.model
    """
    if ctx.invoked_subcommand is None:
        if not reembed:
            raise click.UsageError("name what to load, or say --reembed", ctx)
        _load(ctx.obj, lambda loading, **rest: loading.reembed_graph(**rest), questions=(), as_json=as_json)
