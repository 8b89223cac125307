"""Shared parts of all `kgqa load` subcommands: options, output, and the hint for resuming."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console

from kgqa_neo4j.cli.context import CliContext
from kgqa_neo4j.loading.summary import Summary
from kgqa_neo4j.model.errors import ConfigError, DamagedSource, InputError, KgqaError
from kgqa_neo4j.settings import Configuration

F = TypeVar("F", bound=Callable[..., None])

EMBED = click.option(
    "--embed",
    type=click.Choice(["none", "relations", "entities", "lazy", "triples"]),
    help="What to embed, each level including the previous ones; lazy: triples when a question needs them.",
)
QUESTIONS = click.option(
    "--questions",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Report this question file's coverage; repeatable.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
ROWS = (
    click.option("--strict", is_flag=True, help="Stop at the first bad line."),
    click.option("--max-errors", type=click.IntRange(min=0), help="Stop after more bad lines than this."),
    click.option("--batch-size", type=click.IntRange(min=1), help="Triples per transaction."),
    click.option(
        "--bulk", is_flag=True, help="Build a new graph with Neo4j's import tool: for millions of triples."
    ),
    click.option("--replace", is_flag=True, help="With --bulk: replace the existing graph."),
    click.option(
        "--engine",
        type=click.Choice(["local", "spark"]),
        default="local",
        help="Where to parse a bulk load: on this machine, or on a Spark cluster.",
    ),
    click.option(
        "--live",
        is_flag=True,
        help="With --engine spark: write into the running database, beside what it holds.",
    ),
    click.option("--master", help="With --engine spark: the cluster's master, such as spark://HOST:7077."),
)


def row_options(function: F) -> F:
    """Add the options of every command that loads rows."""
    for option in reversed((EMBED, *ROWS, QUESTIONS, JSON)):
        function = option(function)
    return function


def run(
    context: CliContext,
    work: Callable[[Configuration], Summary],
    *,
    as_json: bool,
    embed: str | None,
    strict: bool = False,
    max_errors: int | None = None,
    batch_size: int | None = None,
    master: str | None = None,
) -> None:
    """Run a load with the settings given by its flags, and print its summary."""
    configuration = context.configuration(
        load__embed=embed,
        load__max_errors=0 if strict else max_errors,
        load__batch_size=batch_size,
        spark__master=master,
    )
    try:
        summary = work(configuration)
    except DamagedSource as damaged:
        if isinstance(damaged.summary, Summary):
            _show(damaged.summary, as_json=as_json)
        raise
    except (KgqaError, KeyboardInterrupt) as stopped:
        if isinstance(stopped, InputError | ConfigError):
            # No hint to resume: the same command would fail in the same way.
            raise
        click.echo(f"rerun to resume: {shlex.join(['kgqa', *sys.argv[1:]])}", err=True)
        raise
    _show(summary, as_json=as_json)


def _show(summary: Summary, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(summary.as_json()))
    else:
        summary.print(Console())
