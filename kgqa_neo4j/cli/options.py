"""Options of several commands. Those that are settings: a few have their own name, ``--set section.key=value`` covers
all others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])

METHODS = (
    "auto",
    "plans",
    "adaptive",
    "kg-rag",
    "iquest",
    "pdrr",
    "query",
    "kaping",
    "llm",
    "llm-decompose",
)
"""The methods named in `--help`; other packages can register more."""


def _complete_method(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from kgqa_neo4j.methods import method_names

    return [CompletionItem(name) for name in method_names() if name.startswith(incomplete)]


def _complete_change(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from kgqa_neo4j.settings import setting_names

    name, equals, value = incomplete.partition("=")
    names = setting_names()
    if not equals:
        return [CompletionItem(f"{one}=", help=text) for one, text in names.items() if one.startswith(name)]
    return [CompletionItem(f"{name}={one}") for one in values_of(name) if one.startswith(value)]


def _complete_graph(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from kgqa_neo4j.settings.attachment import attachments

    names = [one.name for one in attachments(ctx.find_root().params["workspace"])]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def values_of(name: str) -> list[str]:
    """Return the possible values of a boolean or enumerated setting; none for others and unknown ones."""
    if name == "ask.method":
        from kgqa_neo4j.methods import method_names

        return method_names()
    from kgqa_neo4j.settings import setting_choices, setting_names

    return list(setting_choices(name)) if name in setting_names() else []


def _changes(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    changes = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"{text!r} is not of the form section.key=value, as in plans.max_hops=2")
        changes[name.strip()] = value.strip()
    return changes


_OPTIONS: Mapping[str, Callable[[Any], Any]] = {
    "method": click.option(
        "--method",
        "ask__method",
        metavar="NAME",
        shell_complete=_complete_method,
        help=f"Method: {', '.join(METHODS)}.",
    ),
    "min-confidence": click.option(
        "--min-confidence",
        "ask__min_confidence",
        type=click.FloatRange(0, 1),
        help="Minimum confidence; answers below it are withheld.",
    ),
    "fallback": click.option(
        "--fallback/--no-fallback",
        "ask__fallback",
        default=None,
        help="Let the model answer alone if the graph has no answer.",
    ),
    "graph": click.option(
        "--graph",
        "graph__name",
        metavar="NAME",
        shell_complete=_complete_graph,
        help="Attached graph to ask, if not the default one.",
    ),
    "learned": click.option(
        "--learned", "learning__sets", metavar="SET", help="Set of learned questions to use, or `none`."
    ),
    # Short for `--learned none`.
    "no-learned": click.option(
        "--no-learned",
        "learning__sets",
        flag_value="none",
        hidden=True,
        help="Ignore everything learned.",
    ),
    "model": click.option(
        "--model",
        "llm__model",
        metavar="MODEL",
        help="Language model: GGUF file, hub name, or name on the endpoint.",
    ),
    "trace": click.option(
        "--trace/--no-trace",
        "ask__trace",
        default=None,
        help="Store a trace of the retrieval in the graph, for Neo4j Browser.",
    ),
}


graph_option = _OPTIONS["graph"]
"""The option ``--graph``, passed as `graph__name`, for commands without ``--set``."""

engine_option = click.option(
    "--engine/--no-engine", default=None, help="Use the resident engine, or only this process."
)
topics_option = click.option(
    "--topic", "topics", multiple=True, help="Entity that the question is about: id, name or alias; repeatable."
)

sample_option = click.option(
    "--sample", type=click.IntRange(1), help="Number of questions to draw; default: all."
)
fresh_option = click.option("--fresh", is_flag=True, help="Ask all questions again instead of resuming.")
run_dir_option = click.option(
    "--run-dir", type=click.Path(path_type=Path), help="Folder for runs; default: in the workspace."
)


def setting_options(*names: str) -> Callable[[F], F]:
    """Return a decorator that adds the named options and ``--set``.

    The command receives the options as keywords ``section__key`` (None if not given) and ``--set`` as the mapping
    `changes`; `CliContext.configuration` takes both.
    """

    def decorate(command: F) -> F:
        command = click.option(
            "--set",
            "changes",
            multiple=True,
            metavar="SECTION.KEY=VALUE",
            callback=_changes,
            shell_complete=_complete_change,
            help="Any other setting; repeatable. `kgqa config show` lists all.",
        )(command)
        for name in reversed(names):
            command = _OPTIONS[name](command)
        return command

    return decorate


def overrides(changes: Mapping[str, str] | None, flags: Mapping[str, object]) -> dict[str, object]:
    """Return settings by dotted name, from ``--set`` and from options; an option overrides ``--set``."""
    given = {name.replace("__", "."): value for name, value in flags.items() if value is not None}
    return {**(changes or {}), **given}


def as_text(values: Mapping[str, object]) -> dict[str, str]:
    """Return settings as text, in the form used in environment variables."""
    return {
        name: ("on" if value else "off") if isinstance(value, bool) else str(value)
        for name, value in values.items()
    }
