"""`kgqa train`: train a method's network from questions and answers."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.progress import StageBars
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.model.text import counted
from kgqa_neo4j.question_sets.questions import FORMATS, Format


@click.group("train")
def command() -> None:
    """Train a method's network on the workspace's graph.

    \b
    Example:
      kgqa train look-ahead --questions qa_dev.txt.gz --format metaqa
    """


@command.command("look-ahead")
@click.option(
    "--questions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    required=True,
    help="File of questions with topics and answers; repeatable.",
)
@click.option("--format", type=click.Choice(FORMATS), required=True, help="Format of the question files.")
@click.option(
    "--sample",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Number of questions drawn from each file; 0 for all.",
)
@click.option(
    "--epochs",
    type=click.IntRange(1),
    default=60,
    show_default=True,
    help="Maximum number of passes over the data.",
)
@click.option(
    "--hidden", type=click.IntRange(1), default=128, show_default=True, help="Hidden size of the network."
)
@click.option(
    "--negatives",
    type=click.IntRange(1),
    default=12,
    show_default=True,
    help="Number of wrong neighbours per step.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed for questions, neighbours and weights."
)
@click.option(
    "--two-hop/--no-two-hop", default=True, show_default=True, help="Also use what lies beyond the neighbours."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the network; default: in the workspace.",
)
@pass_context
def look_ahead(
    context: CliContext,
    /,
    questions: tuple[Path, ...],
    format: Format,
    sample: int,
    epochs: int,
    hidden: int,
    negatives: int,
    seed: int,
    two_hop: bool,
    out: Path | None,
) -> None:
    """Train the look-ahead network of the method `iquest` from questions and answers.

    \b
    Examples:
      kgqa train look-ahead --questions qa_dev.txt.gz --format metaqa
      kgqa train look-ahead --questions mine.jsonl --format jsonl --sample 0

    `kgqa ask --method iquest` uses it from then on; docs/methods/iquest.md describes what is learned.
    """
    from kgqa_neo4j.methods.iquest.lookahead.train import TrainingTask, train_look_ahead

    plan = TrainingTask(questions, format, sample, epochs, hidden, negatives, seed, two_hop)
    with ExitStack() as stack:
        trained = train_look_ahead(plan, context.configuration(), out, StageBars(stack).update)
    record = trained.record
    rows = [
        (f"{epoch['number']}", f"{epoch['training']:.4f}", f"{epoch['held_out']:.4f}")
        for epoch in record["curve"]
    ]
    click.echo(table(("epoch", "loss", "held out"), rows), nl=False)
    recalls = ", ".join(f"{name} {value:.3f}" for name, value in record["recall_at_3"].items())
    click.echo(f"\nright neighbour among the top 3 of held-out steps: {recalls}")
    click.echo(
        f"learned from {counted(record['samples'], 'step')} of {counted(record['questions'], 'question')}"
    )
    click.echo(f"saved in {trained.folder}")
