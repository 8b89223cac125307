"""An answer's trace on the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from kgqa_neo4j.cli.proof import nearest
from kgqa_neo4j.cli.render import AnswerView
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.text import counted, printable

MAX_EVIDENCE = 30
MAX_VALUE = 200


def show_trace(answer: Answer, workspace: Path | None = None) -> None:
    """Print the question and its answer with all details, as `kgqa ask --verbose` does."""
    click.secho(printable(answer.question), bold=True)
    AnswerView(workspace).show(answer, verbose=True)


def show_details(answer: Answer) -> None:
    """Print an answer's topics, evidence, steps, statements and cost."""
    if answer.reason:
        click.echo(f"\nreason    {printable(answer.reason)}")
    if answer.topics:
        topics = ", ".join(f"{printable(topic.name)} ({printable(topic.id)})" for topic in answer.topics)
        click.echo(f"\ntopics    {topics}")
    _evidence(answer)
    if answer.steps:
        click.echo("\nsteps")
        steps = [
            (str(number), step.kind, printable(step.summary)) for number, step in enumerate(answer.steps, 1)
        ]
        click.echo(table(("", "step", "what"), steps), nl=False)
    if answer.statements:
        click.echo("\nstatements, as in the folder cypher/")
        rows = [
            (item.name, str(item.rows), f"{item.seconds * 1000:.1f}", _parameters(item.parameters))
            for item in answer.statements
        ]
        click.echo(table(("name", "rows", "ms", "parameters"), rows), nl=False)
    click.echo(f"\ncost      {_cost(answer)}")


def _evidence(answer: Answer) -> None:
    if not answer.evidence:
        return
    shown = sorted(nearest(answer)[:MAX_EVIDENCE], key=lambda item: (item.hop, -item.score))
    rows = []
    for item in shown:
        triple = item.triple
        names = (triple.subject.name, triple.relation.name, triple.object.name)
        rows.append((str(item.hop), *(printable(name) for name in names), f"{item.score:.2f}"))
    click.echo("\nevidence")
    click.echo(table(("hop", "subject", "relation", "object", "score"), rows), nl=False)
    if len(answer.evidence) > len(shown):
        click.echo(f"and {counted(len(answer.evidence) - len(shown), 'more triple')}; --json has them all")


def _cost(answer: Answer) -> str:
    llm, seconds = answer.llm, answer.seconds
    stages = f"linking {seconds.linking:.2f}, exploration {seconds.exploration:.2f}"
    if not llm.calls:
        return f"{seconds.total:.2f} s ({stages})"
    calls = f"{counted(llm.calls, 'call')} to {printable(llm.model)} on {printable(llm.device)}"
    calls += f", {llm.cached} from the cache" if llm.cached else ""
    tokens = f"{llm.prompt_tokens} + {llm.completion_tokens} tokens"
    return f"{seconds.total:.2f} s ({stages}, generation {seconds.generation:.2f}); {calls}, {tokens}"


def _parameters(parameters: dict[str, object]) -> str:
    text = printable(", ".join(f"{name}: {value!r}" for name, value in parameters.items()))
    return text if len(text) <= MAX_VALUE else text[: MAX_VALUE - 1] + "…"
