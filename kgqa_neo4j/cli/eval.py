"""`kgqa eval`: evaluate a method on a question file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import fresh_option, run_dir_option, sample_option, setting_options
from kgqa_neo4j.cli.progress import CountBar, interrupted
from kgqa_neo4j.cli.question_files import format_of
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.question_sets.cypher import VALUE_PERTURBATIONS, ValuePerturbation
from kgqa_neo4j.question_sets.questions import FORMATS

if TYPE_CHECKING:
    from kgqa_neo4j.question_sets.perturbing import Perturbation
    from kgqa_neo4j.question_sets.questions import Format

CYPHER = "cypher"
_OF_VALUES = ("plural", "unquoted")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--format",
    type=click.Choice([*FORMATS, CYPHER]),
    help="Format of the question file; default: by its name (.jsonl).",
)
@sample_option
@click.option("--seed", type=int, default=0, show_default=True, help="Seed for the sample and the typos.")
@click.option(
    "--perturb",
    type=click.Choice(VALUE_PERTURBATIONS),
    help="Change each question: lower case, a typo in a mention, a mention with a word missing; "
    "with `--format cypher` also plurals and unquoted values.",
)
@click.option(
    "--leave-out",
    "left_out",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    help="Random share of the file to leave out: the share that `kgqa learn --share` learns with the same seed.",
)
@click.option(
    "--topic",
    type=click.Choice(["gold", "linked"]),
    default="linked",
    show_default=True,
    help="Give the file's topics to the method, or let it link the question.",
)
@click.option(
    "--predictions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Score the Cypher in this file instead of asking; needs `--format cypher`.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
@fresh_option
@click.option("--trace", is_flag=True, help="Store each answer as `kgqa ask` does.")
@run_dir_option
@setting_options("graph", "method", "min-confidence", "fallback", "learned", "no-learned", "model")
@pass_context
def command(
    context: CliContext,
    /,
    file: Path,
    format: str | None,
    sample: int | None,
    seed: int,
    perturb: ValuePerturbation | None,
    left_out: float,
    topic: Literal["gold", "linked"],
    predictions: Path | None,
    as_json: bool,
    fresh: bool,
    trace: bool,
    run_dir: Path | None,
    changes: dict[str, str],
    **flags: Any,
) -> None:
    """Score a method's answers to the questions in FILE, by entity id and by value.

    \b
    Examples:
      kgqa eval qa_test.txt.gz --format metaqa --sample 100 --seed 0
      kgqa eval qa_test.txt.gz --format metaqa --sample 100 --seed 0 --method llm
      kgqa eval mine.jsonl --topic gold --json
      kgqa eval mine.jsonl --format jsonl --method plans --leave-out 0.5
      kgqa eval mine.jsonl --format jsonl --method plans --perturb typo --seed 1
      kgqa eval pairs.jsonl --format cypher --sample 100        # attached graph; question and cypher per line

    Every prediction is stored. Rerun to resume after an interruption, or to print the figures of a finished run
    again. docs/evaluation.md explains the figures.
    """
    from kgqa_neo4j.cli.eval_cypher import cypher_figures
    from kgqa_neo4j.engine.process import tune_for_latency
    from kgqa_neo4j.evaluation.cypher_task import CypherTask
    from kgqa_neo4j.evaluation.evaluate import EvaluationTask, evaluate

    format = format or format_of([file])
    configuration = context.configuration(changes, **flags)
    if format == CYPHER:
        task = CypherTask(file, sample or 0, seed, perturb, predictions)
        cypher_figures(task, configuration, run_dir, as_json=as_json)
        return
    if predictions is not None or perturb in _OF_VALUES:
        raise click.UsageError("--predictions and --perturb plural or unquoted need --format cypher")
    tune_for_latency()
    method = configuration.settings.ask.method
    rule = cast("Perturbation | None", perturb)
    plan = EvaluationTask(file, cast("Format", format), method, sample or 0, seed, topic, left_out, rule)
    with interrupted(), CountBar("asking") as bar:
        figures = evaluate(plan, configuration, fresh=fresh, kept=trace, runs=run_dir, on_progress=bar.update)
    if as_json:
        click.echo(json.dumps(figures, ensure_ascii=False))
        return
    kinds = figures.pop("by_kind", {})
    click.echo(table(("figure", "value"), [(name, str(value)) for name, value in figures.items()]), nl=False)
    if kinds:
        columns = ("kind", "n", "exact", "f1", "answered", "withheld")
        rows = [(kind, *(str(row[name]) for name in columns[1:])) for kind, row in kinds.items()]
        click.echo("\n" + table(columns, rows), nl=False)
