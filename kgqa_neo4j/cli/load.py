"""`kgqa load`: bring a source into the graph. One subcommand for each registered loader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.load_run import EMBED, JSON, QUESTIONS, row_options, run
from kgqa_neo4j.loaders import LOADERS


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

        @pass_context
        def load(
            context: CliContext,
            /,
            path: str,
            questions: tuple[Path, ...],
            as_json: bool,
            bulk: bool,
            replace: bool,
            **flags: Any,
        ) -> None:
            if replace and not bulk:
                raise click.UsageError("--replace goes with --bulk")
            from kgqa_neo4j.loading.command import load_source

            options = {option.name: flags.pop(option.name) for option in loader.options}
            run(
                context,
                lambda settings: load_source(
                    settings, cmd_name, path, options, questions, quiet=as_json, bulk=bulk, replace=replace
                ),
                as_json=as_json,
                **flags,
            )

        parameters: list[click.Parameter] = [
            click.Argument(["path"], required=loader.needs_path, default=None if loader.needs_path else ""),
            *(
                click.Option([f"--{one.name.replace('_', '-')}"], help=one.help, is_flag=one.flag)
                for one in loader.options
            ),
        ]
        command = click.command(cmd_name, help=loader.help)(row_options(load))
        command.params[:0] = parameters
        return command


@click.group("load", cls=LoaderGroup, invoke_without_command=True)
@click.option("--reembed", is_flag=True, help="Make the graph's vectors anew, with the configured model.")
@EMBED
@QUESTIONS
@JSON
@click.pass_context
def command(
    ctx: click.Context, reembed: bool, questions: tuple[Path, ...], as_json: bool, embed: str | None
) -> None:
    """Load a graph; run again, the same command goes on where it stopped.

    The options here go with --reembed; each kind of source has its own.

    \b
      kgqa load triples facts.tsv
      kgqa load metaqa MetaQA/ --questions MetaQA/1-hop/qa_dev.txt
      kgqa load --reembed                      after changing embedding.model
    """
    if ctx.invoked_subcommand is None:
        if not reembed:
            raise click.UsageError("name what to load, or say --reembed", ctx)
        from kgqa_neo4j.loading.command import reembed_graph

        run(
            ctx.obj,
            lambda settings: reembed_graph(settings, questions, quiet=as_json),
            as_json=as_json,
            embed=embed,
        )
