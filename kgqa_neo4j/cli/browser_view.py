"""Terminal output that leads to an answer's subgraph in Neo4j Browser."""

from __future__ import annotations

import sys

import click

from kgqa_neo4j.cli.links import link_or_url
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.text import printable
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.store.connect import browser_page

_MAX_NAMES = 5


def show_browser(answer: Answer, configuration: Configuration, *, show_password: bool) -> None:
    """Print the link, the names to look for there, and how to log in; start the managed server if need be.

    Raises:
        UsageError: the answer has no link.
        KgqaError: the server cannot be used.
    """
    if not answer.browser_url:
        raise click.UsageError("this answer has no link to Neo4j Browser: it was not stored in the graph")
    page = browser_page(configuration)
    click.echo(link_or_url("open in Neo4j Browser", answer.browser_url, sys.stdout))
    for what, found in (("topic", answer.topics), ("answer", answer.entities or answer.candidates[:1])):
        names = [printable(one.name) for one in found[:_MAX_NAMES]]
        more = f" and {len(found) - len(names):,} more" if len(found) > len(names) else ""
        if names:
            click.secho(f"{what}: {', '.join(names)}{more}", bold=True)
    password = page.password if show_password else f"{page.password_place} (--show-password prints it)"
    click.echo(f"log in as {page.username}, password {password}")
