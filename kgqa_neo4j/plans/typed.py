"""Executes plans written by users: resolves names to ids, and explains what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from difflib import get_close_matches

from kgqa_neo4j.linking.resolution import resolve
from kgqa_neo4j.model.errors import InputError, NoSuchTopic
from kgqa_neo4j.model.progress import no_progress
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.execution import Executor, Result
from kgqa_neo4j.plans.plan import Chain, Condition, Path, Plan
from kgqa_neo4j.plans.text import parse_plan
from kgqa_neo4j.settings import Configuration, PlansSettings
from kgqa_neo4j.store.connect import connect, require_store
from kgqa_neo4j.store.driver import Database

# Ids listed for an ambiguous name, and similarly spelled relations suggested.
_SHOWN, _ALIKE = 5, 3

Name = Callable[[str], str]


def run_plan(text: str, configuration: Configuration) -> Result:
    """Execute a plan on the graph of a workspace; topics and relations may be given by name or id.

    Raises:
        InputError: the text is not a plan, has an unknown or ambiguous relation, or cannot be executed.
        NoSuchTopic: no entity has that id or name, or several have that name.
        DatabaseError: or a subclass: the server cannot be reached.
    """
    parse_plan(text)  # report syntax errors before starting a server
    require_store(configuration)
    with connect(configuration, no_progress) as database:
        return execute_text(text, database, configuration.settings.plans)


def execute_text(text: str, database: Database, settings: PlansSettings) -> Result:
    """Execute a plan on a graph; see `run_plan`."""
    limits = Limits(settings.reads, settings.entities, settings.proved)
    return Executor(database, limits).execute(identified(database, parse_plan(text)))


def identified(database: Database, plan: Plan) -> Plan:
    """Return the plan with the names of entities and relations replaced by their ids.

    Raises:
        InputError, NoSuchTopic, DatabaseError: see `run_plan`.
    """
    named = [chain.topic for chain in plan.chains]
    named += [condition.entity for condition in plan.conditions if condition.entity]
    entities = entities_named(database, named)
    paths = [chain.path for chain in plan.chains] + [condition.path for condition in plan.conditions]
    paths += [plan.extreme.path] if plan.extreme else []
    relations = relations_named(database, {move.relation for path in paths for move in path})

    def path(steps: Path) -> Path:
        return tuple(move._replace(relation=relations[move.relation]) for move in steps)

    def chain(one: Chain) -> Chain:
        return replace(one, topic=entities[one.topic], path=path(one.path))

    def condition(one: Condition) -> Condition:
        return replace(one, path=path(one.path), entity=entities[one.entity] if one.entity else "")

    extreme = replace(plan.extreme, path=path(plan.extreme.path)) if plan.extreme else None
    return replace(
        plan,
        chains=tuple(map(chain, plan.chains)),
        conditions=tuple(map(condition, plan.conditions)),
        extreme=extreme,
    )


def entities_named(database: Database, named: Iterable[str]) -> dict[str, str]:
    """Return the ids of entities by what they were given as: an id or a name.

    Raises:
        NoSuchTopic, DatabaseError: see `run_plan`.
    """
    prefixes = [row["prefix"] for row in database.read("load_prefixes")]
    found = {}
    for name, ids in resolve(database, set(named), prefixes).items():
        if not ids:
            raise NoSuchTopic(
                f"the graph has no entity with the id or name {name!r}",
                hint=f'find similar names with `kgqa ask "[{name}]?"`',
            )
        if len(ids) > 1 and name not in ids:
            shown = sorted(ids)[:_SHOWN]
            more = f" and {len(ids) - len(shown):,} more" if len(ids) > len(shown) else ""
            raise NoSuchTopic(
                f"{len(ids):,} entities are called {name!r}",
                hint=f"use an id: {', '.join(f'[{one}]' for one in shown)}{more}",
            )
        found[name] = name if name in ids else next(iter(ids))
    return found


def relations_named(database: Database, named: Iterable[str]) -> dict[str, str]:
    """Return the ids of relations by what they were given as: an id or a name.

    Raises:
        InputError, DatabaseError: see `run_plan`.
    """
    rows = database.read("relation_names")
    ids = {row["id"] for row in rows}
    found = {}
    for relation in dict.fromkeys(named):
        called = sorted(row["id"] for row in rows if row["name"] == relation)
        if relation in ids or len(called) == 1:
            found[relation] = relation if relation in ids else called[0]
            continue
        if called:
            raise InputError(
                f"{len(called)} relations are called {relation!r}",
                hint=f"use an id: {', '.join(called[:_SHOWN])}",
            )
        by_name = {row["name"]: row["id"] for row in rows}
        spelt = {**by_name, **{one: one for one in ids}}
        near = list(dict.fromkeys(spelt[one] for one in get_close_matches(relation, spelt, n=_ALIKE)))
        hint = f"did you mean {', '.join(near)}?" if near else "find relations with `kgqa plan list QUESTION`"
        raise InputError(f"the graph has no relation {relation!r}", hint=hint)
    return found
