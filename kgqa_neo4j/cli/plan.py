"""`kgqa plan`: run and list query plans."""

from __future__ import annotations

import json
from typing import Any

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import setting_options, topics_option
from kgqa_neo4j.model.text import counted


@click.group()
def command() -> None:
    """Run a query plan by hand, or list the plans that a question may mean.

    A plan is one line, explained in docs/plans.md: ids of topics in brackets, steps as arrows.

    \b
    Examples:
      kgqa plan run "[my:Mill Lane] -part_of->"
      kgqa plan run "count [my:Ada] <-author- where -first_printed-> >= 2000"
      kgqa plan list "who acted in [Kismet]?"
    """


@command.command()
@click.argument("plan")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object and nothing else.")
@setting_options("graph")
@pass_context
def run(context: CliContext, /, plan: str, as_json: bool, changes: dict[str, str], **flags: Any) -> None:
    """Execute PLAN and print its answers with the triples that prove them.

    \b
    Examples:
      kgqa plan run "[my:Mill Lane] -part_of-> <-part_of-"      other parts of the same whole
      kgqa plan run "[my:Ada] <-author- & [my:Poetry] <-kind-"
      kgqa plan run "[my:Ada] <-author- max by -first_printed->"
      kgqa plan run "any where -author-> [my:Ada] and not -translated_by->"
      kgqa plan run "any where -kind-> [my:Poem] per -author->"
    """
    from kgqa_neo4j.cli import plan_view
    from kgqa_neo4j.engine.process import tune_for_latency
    from kgqa_neo4j.plans.language.execution import QueryResult
    from kgqa_neo4j.plans.language.typed import run_typed
    from kgqa_neo4j.plans.result_json import result_to_json

    tune_for_latency()
    result = run_typed(plan, context.configuration(changes, **flags))
    if as_json:
        click.echo(json.dumps(result_to_json(result), ensure_ascii=False, indent=2))
    elif isinstance(result, QueryResult):
        plan_view.show_query_result(result)
    else:
        plan_view.show_result(result)


@command.command(name="list")
@click.argument("question")
@topics_option
@click.option(
    "--most", type=click.IntRange(min=1), default=20, show_default=True, help="Maximum number of plans listed."
)
@click.option("--json", "as_json", is_flag=True, help="Print the plans as one JSON list and nothing else.")
@setting_options("graph", "learned", "no-learned")
@pass_context
def list_(
    context: CliContext,
    /,
    question: str,
    topics: tuple[str, ...],
    most: int,
    as_json: bool,
    changes: dict[str, str],
    **flags: Any,
) -> None:
    """List the plans that QUESTION may mean, best first, with the main parts of their scores.

    \b
    Examples:
      kgqa plan list "who acted in [Kismet]?"
      kgqa plan list "who acted in it?" --topic Kismet --most 5 --json
      kgqa plan list "films per director" --graph movies
    """
    from kgqa_neo4j.cli.plan_view import show_scored
    from kgqa_neo4j.engine.process import tune_for_latency
    from kgqa_neo4j.methods.asking import open_resources
    from kgqa_neo4j.methods.plans.listing import listed_plans
    from kgqa_neo4j.methods.plans.method import Plans
    from kgqa_neo4j.plans.plan import Plan
    from kgqa_neo4j.plans.plan_json import plan_to_json

    tune_for_latency()
    resources = open_resources(context.configuration(changes, **flags))
    with resources.graph:
        number, listed = listed_plans(Plans(), question, resources, topics, most)
    if as_json:
        plans = [
            {
                **(plan_to_json(one.plan) if isinstance(one.plan, Plan) else {"text": one.text}),
                "score": one.score,
                "features": one.features,
            }
            for one in listed
        ]
        click.echo(json.dumps(plans, ensure_ascii=False, indent=2))
        return
    click.echo(f"{counted(number, 'plan')} {'is' if number == 1 else 'are'} possible")
    show_scored([(one.score, one.text, one.features) for one in listed])
