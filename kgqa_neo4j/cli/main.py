"""The `kgqa` command itself: global options, lazily imported subcommands, error messages."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

import click

from kgqa_neo4j.cli.context import CliContext
from kgqa_neo4j.cli.suggesting import SuggestingGroup
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.redaction import Redactor, redacted_logs

# Subcommands are imported when used, so that one command does not load the libraries of all.
COMMANDS = (
    "ask",
    "attach",
    "chat",
    "compare",
    "config",
    "db",
    "doctor",
    "eval",
    "graph",
    "history",
    "learn",
    "load",
    "mcp",
    "models",
    "plan",
    "schema",
    "serve",
    "show",
    "train",
)


class LazyGroup(SuggestingGroup):
    """A group whose subcommands are in modules of the same name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all subcommands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a subcommand and return its `command`."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"kgqa_neo4j.cli.{cmd_name}")
        command = module.command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--workspace",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(".kgqa"),
    envvar="KGQA_WORKSPACE",
    show_default=True,
    help="Directory for a loaded graph or attached graphs: settings, server, logs, history.",
)
@click.version_option(package_name="kgqa-neo4j", prog_name="kgqa")
@click.pass_context
def group(ctx: click.Context, workspace: Path) -> None:
    """Ask questions of a knowledge graph in Neo4j, on your own machine.

    \b
    Start here:
      kgqa attach bolt://localhost:7687     use an existing graph as it is
      kgqa load triples facts.tsv           or load one
      kgqa ask "who directed [Kismet]?"     ask a question
      kgqa show last --html picture.html    see what was found
    """
    ctx.obj = CliContext(workspace.resolve(), ctx.obj or Redactor())


def main() -> None:
    """Run the command; report a `KgqaError` as a message, a hint and an exit code."""
    redactor = Redactor()
    with redacted_logs(redactor):
        _run(redactor)


def _run(redactor: Redactor) -> None:
    try:
        # Without standalone mode, click returns the exit code given to `ctx.exit` instead of exiting.
        code = group.main(standalone_mode=False, obj=redactor)
        sys.exit(code if isinstance(code, int) else 0)
    except KgqaError as error:
        redactor.error(error)
        click.secho(f"error: {error.message}", fg="red", err=True)
        if error.hint:
            click.echo(f"  try: {error.hint}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        if isinstance(error, click.NoSuchOption):
            _tell_setting(error)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # The reader has closed the pipe, as `| head` does; without this, Python reports it again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        # Unexpected errors: only a developer wants a traceback.
        if os.environ.get("KGQA_DEBUG"):
            raise
        click.secho(redactor.text(f"error: {type(error).__name__}: {error}"), fg="red", err=True)
        hint = "free some space, or check permissions" if isinstance(error, OSError) else "please report this"
        click.echo(f"  try: {hint}; KGQA_DEBUG=1 shows where it happened", err=True)
        sys.exit(1)


def _tell_setting(error: click.NoSuchOption) -> None:
    """Suggest the setting that an unknown option may mean, if the command takes ``--set``."""
    if error.ctx is None or not any(one.name == "changes" for one in error.ctx.command.params):
        return
    from kgqa_neo4j.settings import setting_names

    wanted = error.option_name.lstrip("-").removeprefix("no-").replace("-", "_")
    names = [name for name in setting_names() if wanted in (name.partition(".")[2], name.replace(".", "_"))]
    if names:
        click.echo(f"  try: {' or '.join(f'--set {name}=VALUE' for name in names)}", err=True)
