"""`kgqa config completion`: shell completion of commands, options and settings."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the shell script that completes kgqa's commands, options and settings.

    \b
      eval "$(kgqa config completion bash)"     in ~/.bashrc, or zsh in ~/.zshrc
      kgqa config completion fish > ~/.config/fish/completions/kgqa.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "kgqa", "_KGQA_COMPLETE").source())
