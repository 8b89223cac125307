"""The command reference, made from the commands themselves: ``python -m kgqa_neo4j.cli.reference``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from kgqa_neo4j.cli.main import group


def walk(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command under `command` with the words that call it, parents first."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path[-1])
        for name in sorted(command.list_commands(context)):
            child = command.get_command(context, name)
            assert child is not None
            yield from walk(child, (*path, name))


def render() -> str:
    """Return the whole reference as Markdown: the help text of each command."""
    parts = ["# Commands", "", "Made by `make docs` from the commands' own help; a test compares the two."]
    for path, command in walk(group, ("kgqa",)):
        context = click.Context(command, info_name=" ".join(path), max_content_width=100, terminal_width=100)
        parts += ["", f"## {' '.join(path)}", "", "```text", command.get_help(context).rstrip(), "```"]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    print(render(), end="")
