"""How an answer came about, on the terminal."""

from __future__ import annotations

import click

from kgqa_neo4j.cli.render import AnswerView
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.text import printable

MAX_VALUE = 200


def show_trace(answer: Answer) -> None:
    """Print the question, the answer as `kgqa ask` does, the steps, and the statements that ran."""
    click.secho(printable(answer.question), bold=True)
    AnswerView().show(answer)
    if answer.topics:
        topics = ", ".join(f"{printable(topic.name)} ({printable(topic.id)})" for topic in answer.topics)
        click.echo(f"\ntopics    {topics}")
    if answer.steps:
        click.echo("\nsteps")
        click.echo(
            table(
                ("", "step", "what"),
                [
                    (str(number), step.kind, printable(step.summary))
                    for number, step in enumerate(answer.steps, 1)
                ],
            ),
            nl=False,
        )
    if answer.statements:
        click.echo("\nstatements, as in the folder cypher/")
        rows = [
            (item.name, str(item.rows), f"{item.seconds * 1000:.1f}", _parameters(item.parameters))
            for item in answer.statements
        ]
        click.echo(table(("name", "rows", "ms", "parameters"), rows), nl=False)


def _parameters(parameters: dict[str, object]) -> str:
    text = printable(", ".join(f"{name}: {value!r}" for name, value in parameters.items()))
    return text if len(text) <= MAX_VALUE else text[: MAX_VALUE - 1] + "…"
