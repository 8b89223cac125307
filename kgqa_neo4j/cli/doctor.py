"""`kgqa doctor`: check everything that answering needs."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.question_sets.questions import FORMATS, Format


@click.command("doctor")
@click.option(
    "--questions",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Also check how many topics and gold answers of this question file are in the graph.",
)
@click.option("--format", type=click.Choice(FORMATS), help="Format of the question file; default: detected.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object: ok, checks [{name, status, message, hint}]."
)
@pass_context
def command(context: CliContext, questions: Path | None, format: Format | None, as_json: bool) -> None:
    """Check the server, the graph, its indexes and the models, and suggest fixes.

    Starts nothing and changes nothing. The exit code is 1 if any check fails with an error.

    \b
    Examples:
      kgqa doctor
      kgqa doctor --questions qa_test.txt --format metaqa
    """
    from kgqa_neo4j.diagnosis.checks import diagnose

    found = diagnose(context.configuration(), questions, format)
    if as_json:
        checks = [dataclasses.asdict(check) for check in found.checks]
        click.echo(json.dumps({"ok": found.ok, "checks": checks}))
    else:
        rows = [
            (check.name, check.status, check.message + (f"\ntry: {check.hint}" if check.hint else ""))
            for check in found.checks
        ]
        click.echo(table(("check", "status", ""), rows), nl=False)
    if not found.ok:
        sys.exit(1)
