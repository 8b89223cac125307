"""What every subcommand gets: the workspace, and settings resolved with its own flags."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from kgqa_neo4j.settings import Configuration, load_configuration


@dataclass(frozen=True, slots=True)
class CliContext:
    """The value that click passes to subcommands."""

    workspace: Path

    def configuration(self, **flags: object) -> Configuration:
        """Resolve the settings; flags are named ``section__key`` and count unless they are None."""
        overrides = {name.replace("__", "."): value for name, value in flags.items()}
        return load_configuration(self.workspace, overrides)


pass_context = click.make_pass_decorator(CliContext)
