"""The context of every subcommand: the workspace, and settings resolved with the command's options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_neo4j.cli.options import as_text, overrides
from kgqa_neo4j.model.redaction import Redactor

if TYPE_CHECKING:
    from kgqa_neo4j.settings import Configuration


@dataclass(frozen=True, slots=True)
class CliContext:
    """The object that click passes to subcommands; `redactor` collects the secrets in the settings they use."""

    workspace: Path
    redactor: Redactor = field(default_factory=Redactor)

    def configuration(
        self, changes: Mapping[str, str] | None = None, *, attached: bool = True, **flags: object
    ) -> Configuration:
        """Resolve the settings.

        Args:
            changes: dotted names to values, from ``--set``.
            attached: connect to the attached graph, if there is one; see `load_configuration`.
            **flags: settings named ``section__key``; None means not given.

        Raises:
            ConfigError: an unknown name, or an invalid value.
        """
        # Imported here because not every command needs the settings' libraries.
        from kgqa_neo4j.settings import load_configuration, secrets_in

        configuration = load_configuration(
            self.workspace, as_text(overrides(changes, flags)), attached=attached
        )
        self.redactor.add(secrets_in(configuration.settings))
        return configuration


pass_context = click.make_pass_decorator(CliContext)
