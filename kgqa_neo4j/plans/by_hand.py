"""Executing a plan that somebody wrote."""

from __future__ import annotations

from kgqa_neo4j.asking import say_nothing
from kgqa_neo4j.database.connect import connect
from kgqa_neo4j.errors import NoSuchTopic
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.execution import Executor, Result
from kgqa_neo4j.plans.text import parse_plan
from kgqa_neo4j.settings import Configuration


def run_plan(text: str, configuration: Configuration) -> Result:
    """Execute a plan on the graph of a workspace.

    Raises:
        InputError: the text is no plan, or one that cannot be executed.
        NoSuchTopic: the graph has no entity of that id.
        DatabaseError: or one of its kinds: the server cannot be asked.
    """
    plan = parse_plan(text)
    settings = configuration.settings.plans
    with connect(configuration, say_nothing) as database:
        topics = {chain.topic for chain in plan.chains}
        topics |= {condition.entity for condition in plan.conditions if condition.entity}
        known = {row["id"] for row in database.read("plan_topics", ids=sorted(topics))}
        if unknown := sorted(topics - known):
            raise NoSuchTopic(
                f"the graph has no entity with the id {unknown[0]!r}",
                hint="a plan names its topics by id; `kgqa ask` shows them with --json",
            )
        limits = Limits(settings.reads, settings.entities, settings.proved)
        return Executor(database, limits).execute(plan)
