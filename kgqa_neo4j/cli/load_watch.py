"""`kgqa load --watch`: the progress of a workspace's running loads."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

from kgqa_neo4j.loading.running import RunningLoad, running_loads
from kgqa_neo4j.model.text import printable

_EVERY_S = 1.0


def watch(workspace: Path, *, as_json: bool) -> None:
    """Print the progress of the loads once a second until none is running."""
    loads = running_loads(workspace)
    if not loads and not as_json:
        click.echo("no load is running")
    while loads:
        show(loads, as_json=as_json)
        time.sleep(_EVERY_S)
        loads = running_loads(workspace)


def show(loads: list[RunningLoad], *, as_json: bool = False) -> None:
    """Print one line per load."""
    for one in loads:
        click.echo(
            json.dumps(one.as_json(), ensure_ascii=False) if as_json else f"loading {printable(one.line())}"
        )
