"""`kgqa ask`: answer one question."""

from __future__ import annotations

import json
from typing import Any

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import ASKING, setting_options


@click.command(context_settings={"show_default": False})
@click.argument("question")
@click.option("--topic", "topics", multiple=True, help="Entity that the question is about: id, name or alias.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object and nothing else.")
@click.option("--explain", is_flag=True, help="Show the plans considered, and why the winner won.")
@setting_options(ASKING)
@pass_context
def command(
    context: CliContext, /, question: str, topics: tuple[str, ...], as_json: bool, explain: bool, **flags: Any
) -> None:
    """Answer QUESTION from the graph, with the triples that prove it.

    \b
    Examples:
      kgqa ask "who directed Kismet?"
      kgqa ask "who directed [Kismet]?"               brackets name the topic outright
      kgqa ask "who directed it?" --topic Kismet      so does --topic; give it twice for two
      kgqa ask "who directed Kismet?" --json          for programs; see docs/json.md
      kgqa ask "who directed Kismet?" --no-fallback   the graph or nothing
      kgqa ask "who directed Kismet?" --method llm    the language model alone
      kgqa ask "who directed Kismet?" --method plans --explain

    Every option is a setting as well: `kgqa config show` lists them with where they come from.
    """
    # The models' libraries take seconds to import, and --help needs none of them.
    from kgqa_neo4j.cli.render import AnswerView
    from kgqa_neo4j.methods.asking import ask, open_resources
    from kgqa_neo4j.reporting.answer_json import to_json

    configuration = context.configuration(**flags)
    if as_json:
        resources = open_resources(configuration)
        with resources.graph:
            answer = ask(question, resources, configuration, topics)
        click.echo(json.dumps(to_json(answer), ensure_ascii=False, indent=2))
    else:
        view = AnswerView()
        resources = open_resources(configuration, view.report)
        with resources.graph:
            answer = ask(question, resources, configuration, topics, view.stream)
        view.show(answer)
        if explain:
            from kgqa_neo4j.cli.plan_view import show_considered

            show_considered(answer)
    if answer.status == "failed":
        raise SystemExit(1)
