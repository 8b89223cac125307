"""`kgqa compare`: compare methods on question files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from kgqa_neo4j.cli.compare_options import configuration_of, parsed, protocol_of
from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import fresh_option, run_dir_option, sample_option, setting_options
from kgqa_neo4j.cli.progress import CountBar, interrupted
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.evaluation.comparison.presets import preset, presets
from kgqa_neo4j.evaluation.comparison.protocol import Budget, parse_budget
from kgqa_neo4j.question_sets.questions import FORMATS


def _show_presets(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        rows = [(one.name, ", ".join(one.methods), one.description) for one in presets().values()]
        click.echo(table(("preset", "methods", "protocol"), rows), nl=False)
        context.exit()


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="[LABEL=][FORMAT:]FILE...")
@click.option("--format", type=click.Choice(FORMATS), help="Format of the files given without one.")
@click.option("--methods", metavar="A,B,...", help="Methods to compare.")
@click.option("--baseline", help="Method to compare the others with; default: the first.")
@sample_option
@click.option("--seeds", metavar="0-7|0,3,5", help="Seeds; one sample is drawn for each.  [default: 0]")
@click.option(
    "--topic",
    type=click.Choice(["gold", "linked"]),
    help="Give the files' topics to the methods, or let them link the questions.  [default: linked]",
)
@click.option(
    "--vary", multiple=True, metavar="SETTING=A,B,...", help="Sweep over values of a setting; repeatable."
)
@click.option("--preset", "preset_name", help="Use a paper's protocol as defaults; other options override it.")
@click.option(
    "--budget", metavar="N|TIME", help="Stop after N questions, or after a time such as 90s, 30m or 2h."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Number of questions asked at once.",
)
@click.option(
    "--share-reads", is_flag=True, help="Read the graph once for all methods; timings are then meaningless."
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for tables and plots; default: in the workspace."
)
@click.option("--json", "as_json", is_flag=True, help="Print the content of comparison.json.")
@fresh_option
@run_dir_option
@click.option(
    "--list-presets",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_presets,
    help="List the papers' protocols and exit.",
)
@setting_options("min-confidence", "fallback", "learned", "no-learned", "model")
@pass_context
def command(
    context: CliContext,
    /,
    files: tuple[str, ...],
    preset_name: str | None,
    budget: str | None,
    jobs: int,
    share_reads: bool,
    out: Path | None,
    as_json: bool,
    fresh: bool,
    run_dir: Path | None,
    changes: dict[str, str],
    **flags: Any,
) -> None:
    """Ask each method the same questions, and compare the answers with confidence intervals.

    \b
    Examples:
      kgqa compare qa_test.txt.gz --format metaqa --methods llm,adaptive --sample 100 --seeds 0-7
      kgqa compare 1-hop=qa1.txt 2-hop=qa2.txt --format metaqa --methods llm,adaptive --topic gold
      kgqa compare metaqa:qa.txt --methods adaptive --vary adaptive.beam=1,2,4 --sample 50
      kgqa compare qa2.txt --preset kg-rag-paper --budget 30m

    Writes Markdown, CSV, JSON and plots. Every prediction is stored and shared with `kgqa eval`. Rerun to resume
    after an interruption. docs/evaluation.md explains the figures.
    """
    from kgqa_neo4j.engine.process import tune_for_latency
    from kgqa_neo4j.evaluation.comparison.compare import compare
    from kgqa_neo4j.evaluation.comparison.output import to_json, write
    from kgqa_neo4j.evaluation.comparison.report import differences, measures

    chosen = preset(preset_name) if preset_name else None
    protocol = protocol_of(files, chosen, flags)
    limit = parsed("--budget", parse_budget, budget) if budget else Budget()
    configuration = configuration_of(context, chosen, changes, flags)
    tune_for_latency()
    with interrupted(), CountBar("asking") as bar:
        made = compare(
            protocol,
            configuration,
            budget=limit,
            jobs=jobs,
            share_reads=share_reads,
            fresh=fresh,
            runs=run_dir,
            on_progress=bar.update,
            say=lambda text: click.echo(text, err=True),
        )
    folder = out or context.workspace / "comparisons" / made.key
    write(made, folder)
    if as_json:
        click.echo(json.dumps(to_json(made), ensure_ascii=False))
        return
    click.echo(table(*measures(made, brief=True)), nl=False)
    if len(protocol.arms()) > 1:
        click.echo("\n" + table(*differences(made)), nl=False)
    for note in made.notes:
        click.echo(f"\n{note}")
    click.echo(f"\ntables and plots: {folder}")
