"""`kgqa train`: what learns from questions and answers."""

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
    """Train what a method uses, on the workspace's graph.

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
    help="File of questions with topics and answers; give it again for more files.",
)
@click.option("--format", type=click.Choice(FORMATS), required=True, help="Form of the question files.")
@click.option(
    "--sample",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Questions drawn from each file; 0 for all.",
)
@click.option(
    "--epochs", type=click.IntRange(1), default=60, show_default=True, help="Passes over the data, at most."
)
@click.option(
    "--hidden", type=click.IntRange(1), default=128, show_default=True, help="Hidden size of the network."
)
@click.option(
    "--negatives", type=click.IntRange(1), default=12, show_default=True, help="Wrong neighbours for each step."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws questions, neighbours and weights.")
@click.option(
    "--two-hop/--no-two-hop", default=True, show_default=True, help="Look at what lies beyond the neighbours."
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Folder; else in the workspace.")
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

    `kgqa ask --method iquest` uses it from then on; docs/methods/iquest.md says what is learned.
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
