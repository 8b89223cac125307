"""The command reference, generated from the commands' help: ``python -m kgqa_neo4j.cli.reference``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from kgqa_neo4j.cli.main import group


def walk(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield `command` and every subcommand with the words that call it, parents first."""
    for context in _contexts(command, path[-1], None):
        yield tuple(context.command_path.split()), context.command


def render() -> str:
    """Return the whole reference as Markdown: the help text of each command."""
    parts = ["# Commands", "", "Made by `make docs` from the commands' own help; a test compares the two."]
    for context in _contexts(group, "kgqa", None):
        parts += ["", f"## {context.command_path}", "", "```text", context.get_help().rstrip(), "```"]
    return "\n".join(parts) + "\n"


def _contexts(command: click.Command, name: str, parent: click.Context | None) -> Iterator[click.Context]:
    # With its parent, as in a real call, because a command inherits the names of the help option.
    context = command.context_class(
        command, parent, name, max_content_width=100, terminal_width=100, **_plain(command, parent)
    )
    yield context
    if isinstance(command, click.Group):
        for child_name in sorted(command.list_commands(context)):
            child = command.get_command(context, child_name)
            assert child is not None
            yield from _contexts(child, child_name, context)


def _plain(command: click.Command, parent: click.Context | None) -> dict[str, Any]:
    """Return the help option's names for the top command; the others inherit them."""
    if parent is not None:
        return {}
    return {key: value for key, value in command.context_settings.items() if key == "help_option_names"}


if __name__ == "__main__":
    print(render(), end="")
