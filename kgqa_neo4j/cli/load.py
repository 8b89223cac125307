"""`kgqa load`: load a source into the graph, with one subcommand per registered loader."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.load_run import EMBED, JSON, QUESTIONS, row_options, run
from kgqa_neo4j.cli.suggesting import SuggestingGroup
from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import LoaderOption

if TYPE_CHECKING:
    from kgqa_neo4j.loading.summary import Summary
    from kgqa_neo4j.settings import Configuration


class LoaderGroup(SuggestingGroup):
    """A group with one subcommand per registered loader."""

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
            questions: tuple[Path, ...],
            as_json: bool,
            bulk: bool,
            replace: bool,
            engine: str,
            live: bool,
            paths: tuple[str, ...] = (),
            **flags: Any,
        ) -> None:
            if flags.get("master") and engine != "spark":
                raise click.UsageError("--master needs --engine spark")
            if live and engine != "spark":
                raise click.UsageError("--live needs --engine spark; without it, every load but --bulk is live")
            if live and (bulk or replace):
                raise click.UsageError("--live adds to the graph, while --bulk and --replace build a new one")
            bulk = bulk or (engine == "spark" and not live)
            if replace and not bulk:
                raise click.UsageError("--replace needs --bulk")
            if bulk and len(paths) > 1:
                raise click.UsageError("--bulk builds a new graph, from only one source")
            from kgqa_neo4j.loading.command import load_source

            options = {option.name: flags.pop(option.name) for option in loader.options}

            def one(path: str, settings: Configuration) -> Summary:
                return load_source(
                    settings,
                    cmd_name,
                    path,
                    options,
                    questions,
                    quiet=as_json,
                    bulk=bulk,
                    replace=replace,
                    engine=engine,
                    live=live,
                )

            for path in paths or ("",):
                run(context, partial(one, path), as_json=as_json, **flags)

        parameters: list[click.Parameter] = [_option(one) for one in loader.options]
        if loader.needs_path:
            parameters.insert(0, click.Argument(["paths"], metavar="FILE...", required=True, nargs=-1))
        command = click.command(cmd_name, help=loader.help)(row_options(load))
        command.params[:0] = parameters
        return command

    def hint(self, name: str) -> str:
        """Suggest the nearest loader name; for a file name, the command that loads it."""
        if Path(name).exists():
            file = shlex.quote(name)
            return f"Which kind of source is it? For triples: kgqa load triples {file}"
        return super().hint(name)


def _option(option: LoaderOption) -> click.Option:
    # The parameter keeps the option's name even if it is a Python keyword.
    return click.Option(
        [option.name, f"--{option.name.replace('_', '-')}"], help=option.help, is_flag=option.flag
    )


@click.group("load", cls=LoaderGroup, invoke_without_command=True)
@click.option("--reembed", is_flag=True, help="Recompute the graph's vectors with the configured model.")
@click.option("--watch", is_flag=True, help="Show the progress of running loads until they end.")
@EMBED
@QUESTIONS
@JSON
@click.pass_context
def command(
    ctx: click.Context,
    reembed: bool,
    watch: bool,
    questions: tuple[Path, ...],
    as_json: bool,
    embed: str | None,
) -> None:
    """Load a graph; rerun to resume.

    The options here apply to a graph that is already loaded; each kind of source has its own options.

    \b
      kgqa load triples facts.tsv              subject, relation and object per line
      kgqa load table people.csv --id name     one entity per row
      kgqa load rdf people.ttl                 Turtle, N-Triples, RDF/XML, JSON-LD, ...
      kgqa load metaqa MetaQA/ --questions MetaQA/1-hop/qa_dev.txt
      kgqa load --reembed                      after changing embedding.model
      kgqa load --embed triples                add the vectors that a lazy load left out
      kgqa load --watch                        progress of a load in another terminal
    """
    if ctx.invoked_subcommand is None:
        if watch:
            from kgqa_neo4j.cli.load_watch import watch as watch_loads

            watch_loads(ctx.obj.configuration().workspace, as_json=as_json)
            return
        if not reembed and embed is None:
            raise click.UsageError("give a source to load, or --reembed, --embed LEVEL or --watch", ctx)
        from kgqa_neo4j.loading.command import fill_graph, reembed_graph

        make = reembed_graph if reembed else fill_graph
        run(
            ctx.obj,
            lambda settings: make(settings, questions, quiet=as_json),
            as_json=as_json,
            embed=embed,
        )
