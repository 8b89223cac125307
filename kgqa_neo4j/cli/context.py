"""What every subcommand gets: the workspace, and settings resolved with its own flags."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import click

from kgqa_neo4j.model.redaction import Redactor
from kgqa_neo4j.settings import Configuration, load_configuration, secrets_in


@dataclass(frozen=True, slots=True)
class CliContext:
    """The value that click passes to subcommands; `redactor` learns the secrets of the settings they use."""

    workspace: Path
    redactor: Redactor = field(default_factory=Redactor)

    def configuration(self, **flags: object) -> Configuration:
        """Resolve the settings; flags are named ``section__key`` and count unless they are None."""
        overrides = {name.replace("__", "."): value for name, value in flags.items()}
        configuration = load_configuration(self.workspace, overrides)
        self.redactor.add(secrets_in(configuration.settings))
        return configuration


pass_context = click.make_pass_decorator(CliContext)
