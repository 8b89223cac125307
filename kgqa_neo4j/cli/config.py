"""`kgqa config`: the settings of a workspace."""

from __future__ import annotations

import dataclasses
import json
import os

import click
from click.shell_completion import CompletionItem

from kgqa_neo4j.cli.completion import completion
from kgqa_neo4j.cli.config_prompts import prompts
from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import values_of
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import (
    CONFIG_FILE,
    environment_name,
    nearest,
    setting_names,
    setting_unit,
    write_setting,
)


def _complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    names = setting_names().items()
    return [CompletionItem(name, help=text) for name, text in names if name.startswith(incomplete)]


def _complete_value(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(one) for one in values_of(ctx.params.get("name", "")) if one.startswith(incomplete)]


NAME = click.argument("name", shell_complete=_complete)


@click.group("config")
def command() -> None:
    """Show and change settings, and set up shell completion.

    A value is taken from the first of: a command-line flag, the environment, the workspace's
    kgqa.toml, the default.

    \b
    Examples:
      kgqa config show
      kgqa config get ask.method
      kgqa config get llm                             a whole section
      kgqa config set engine.idle 15min
      kgqa config set llm.model ~/models/qwen2.5-7b-instruct-q4_k_m.gguf
      kgqa config unset llm.model
      eval "$(kgqa config completion bash)"
    """


@command.command()
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print one JSON object with each setting's value, origin and variable.",
)
@pass_context
def show(context: CliContext, as_json: bool) -> None:
    """Show every setting with its value and origin."""
    settings = context.configuration().describe()
    if as_json:
        facts = {
            info.name: dataclasses.asdict(info) | {"environment": environment_name(info.name)}
            for info in settings
        }
        click.echo(json.dumps(facts))
        return
    rows = [(info.name, str(info.value), info.origin) for info in settings]
    click.echo(table(("name", "value", "origin"), rows), nl=False)


@command.command()
@NAME
@pass_context
def get(context: CliContext, name: str) -> None:
    """Print the value of a setting, or of all in a section; for a secret, whether it is set."""
    values = {info.name: info.value for info in context.configuration().describe()}
    if section := [one for one in values if one.startswith(f"{name}.")]:
        click.echo(table(("name", "value"), [(one, _with_unit(one, values[one])) for one in section]), nl=False)
        return
    if name not in values:
        hint = f"{nearest(name, values)}`kgqa config show` lists all"
        raise ConfigError(f"there is no setting {name!r}", hint=hint)
    click.echo(_with_unit(name, values[name]))


def _with_unit(name: str, value: object) -> str:
    unit = setting_unit(name)
    return f"{value:g} {unit}" if unit and isinstance(value, float) else str(value)


@command.command("set")
@NAME
@click.argument("value", shell_complete=_complete_value)
@pass_context
def set_(context: CliContext, name: str, value: str) -> None:
    """Write a setting to the workspace's kgqa.toml.

    Methods, backends and files that do not exist are rejected. A flag or an environment variable still takes
    precedence; if the variable is set, a warning says so.
    """
    # Imported here because its registries are slow to import and only this command needs them.
    from kgqa_neo4j.diagnosis.setting_values import checked

    value = checked(context.configuration(), name, value)
    click.echo(f"{name} is set in {write_setting(context.workspace, name, value)}")
    if (variable := environment_name(name)) in os.environ:
        click.echo(f"but {variable} is also set and overrides it", err=True)


@command.command()
@NAME
@pass_context
def unset(context: CliContext, name: str) -> None:
    """Remove a setting from the workspace's kgqa.toml."""
    click.echo(f"{name} is no longer set in {write_setting(context.workspace, name, None)}")


@command.command()
@pass_context
def path(context: CliContext) -> None:
    """Print the path of the workspace's kgqa.toml, even if it does not exist."""
    click.echo(context.workspace / CONFIG_FILE)


command.add_command(completion)
command.add_command(prompts)
