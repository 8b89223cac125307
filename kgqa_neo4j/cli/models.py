"""`kgqa models`: list, test and choose the language model, the encoder and the spaCy pipeline."""

from __future__ import annotations

import dataclasses
import json

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.diagnosis import models as catalogue
from kgqa_neo4j.llm.store import ReplyStore
from kgqa_neo4j.llm.weights import models_directory

KIND = click.Choice(catalogue.KINDS)


@click.group("models")
def command() -> None:
    """List the models in use, test them, and choose others.

    \b
    Examples:
      kgqa models list
      kgqa models check llm
      kgqa models use llm ~/models/qwen2.5-7b-instruct-q4_k_m.gguf
    """


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: configured, found.")
@pass_context
def list_(context: CliContext, as_json: bool) -> None:
    """List the configured models with their location, and the GGUF files in the models directory."""
    states = catalogue.configured_models(context.configuration().settings)
    found = catalogue.found_weights()
    if as_json:
        files = [{"path": str(path), "bytes": size} for path, size in found]
        click.echo(json.dumps({"configured": [dataclasses.asdict(state) for state in states], "found": files}))
        return
    here = {True: "yes", False: "no", None: "?"}
    rows = [(s.kind, s.name, _size(s.bytes), here[s.present], s.place or s.hint) for s in states]
    click.echo(table(("kind", "model", "size", "here", "where"), rows), nl=False)
    click.echo(f"\nGGUF files in {models_directory()}:" + ("" if found else " none"))
    click.echo(
        table(("file", "size"), [(str(path), _size(size)) for path, size in found]) if found else "", nl=False
    )


@command.command()
@click.argument("kind", type=KIND, required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per model, one per line.")
@pass_context
def check(context: CliContext, kind: catalogue.Kind | None, as_json: bool) -> None:
    """Load and run each model (or one kind), and report its speed."""
    settings = context.configuration().settings
    for each in [kind] if kind else catalogue.KINDS:
        _show(catalogue.check(settings, each), as_json)


@command.command()
@click.argument("kind", type=KIND)
@click.argument("value")
@pass_context
def use(context: CliContext, kind: catalogue.Kind, value: str) -> None:
    """Test the model VALUE and, if it works, use it for this workspace.

    VALUE is `packaged`, a path, or a hub name; for llm, a GGUF file or org/repo:Q4_K_M. After changing the encoder,
    run `kgqa load --reembed` to recompute the graph's vectors.
    """
    shown, file = catalogue.use(context.configuration(), kind, value)
    _show(shown, as_json=False)
    click.echo(f"{catalogue.SETTINGS[kind]} is set in {file}")


@command.command()
@click.option("--clear", is_flag=True, help="Delete all cached replies.")
@pass_context
def cache(context: CliContext, clear: bool) -> None:
    """Show the size of the workspace's cache of model replies, or clear it.

    Replies are cached by model, parameters and prompt. Clear the cache if an endpoint now serves other weights under
    the same name, which cannot be detected.
    """
    store = ReplyStore(context.workspace)
    replies, size = store.size()
    if clear:
        store.clear()
    click.echo(f"{'dropped ' if clear else ''}{replies:,} replies, {size / 1e6:,.1f} MB, in {store.file}")


def _show(shown: catalogue.ModelCheck, as_json: bool) -> None:
    click.echo(json.dumps(dataclasses.asdict(shown)) if as_json else shown)


def _size(size: int) -> str:
    return f"{size / 1e6:,.0f} MB" if size else "-"
