"""Command groups that suggest a command for a misspelled name."""

from __future__ import annotations

from difflib import get_close_matches

import click


class SuggestingGroup(click.Group):
    """A group whose error for an unknown command suggests the nearest one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named by the first argument.

        Raises:
            UsageError: there is no such command.
        """
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if hint := self.hint(args[0]):
                raise click.UsageError(f"{error.message} {hint}", ctx) from None
            raise

    def hint(self, name: str) -> str:
        """Return the suggestion for an unknown command; empty if there is none."""
        near = get_close_matches(name, self.list_commands(click.Context(self)), n=1)
        return f"Did you mean {near[0]!r}?" if near else ""
