"""The option ``--also``: further named workspaces besides that of ``--workspace``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kgqa_neo4j.cli.context import CliContext

if TYPE_CHECKING:
    from kgqa_neo4j.settings import Configuration

F = TypeVar("F", bound=Callable[..., Any])


def also_option(function: F) -> F:
    """Add the option ``--also`` to a command, passed as `also`."""
    return click.option(
        "--also",
        "also",
        multiple=True,
        metavar="[NAME=]DIRECTORY",
        help="Another workspace whose graphs can be asked, as NAME or NAME/GRAPH; NAME defaults to the "
        "directory's name; repeatable.",
    )(function)


def further_workspaces(
    context: CliContext, configuration: Configuration, also: Sequence[str]
) -> dict[str, Configuration]:
    """Return the settings of further workspaces by name; the command's own options apply there too.

    Raises:
        ConfigError: two have the same name, or a name, a directory or its settings are not valid.
    """
    from kgqa_neo4j.model.errors import ConfigError
    from kgqa_neo4j.settings import secrets_in

    found: dict[str, Configuration] = {}
    for given in also:
        name, _, directory = given.rpartition("=")
        workspace = Path(directory).expanduser().resolve()
        name = name or workspace.name
        if not workspace.is_dir():
            raise ConfigError(
                f"there is no workspace {workspace}", hint="give a directory used with `kgqa --workspace`"
            )
        if not name or "/" in name or name in found:
            what = "names two workspaces" if name in found else "is not a valid workspace name"
            raise ConfigError(f"--also: {name!r} {what}", hint="name it: --also NAME=DIRECTORY")
        found[name] = configuration.elsewhere(workspace)
        context.redactor.add(secrets_in(found[name].settings))
    return found
