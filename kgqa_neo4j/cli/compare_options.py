"""Conversion of `kgqa compare`'s options into a protocol and settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from kgqa_neo4j.cli.context import CliContext
from kgqa_neo4j.cli.options import overrides
from kgqa_neo4j.evaluation.comparison.presets import Preset
from kgqa_neo4j.evaluation.comparison.protocol import (
    Protocol,
    parse_names,
    parse_seeds,
    parse_source,
    parse_vary,
)
from kgqa_neo4j.evaluation.task import Topic
from kgqa_neo4j.question_sets.questions import Format
from kgqa_neo4j.settings import Configuration

T = TypeVar("T")


def protocol_of(files: tuple[str, ...], chosen: Preset | None, flags: dict[str, Any]) -> Protocol:
    """Return the protocol given by the options, with the preset as default; remove its options from `flags`."""
    format: Format | None = flags.pop("format") or (chosen.format if chosen else None)
    methods = parse_names(flags.pop("methods") or "") or (chosen.methods if chosen else ())
    if not methods:
        raise click.UsageError("give --methods or --preset")
    sample: int | None = flags.pop("sample")
    topic: Topic | None = flags.pop("topic")
    usual = chosen.baseline if chosen and chosen.baseline in methods else methods[0]
    vary = parsed("--vary", parse_vary, flags.pop("vary")) or (dict(chosen.vary) if chosen else {})
    return Protocol(
        sources=tuple(parsed("FILE", lambda file: parse_source(file, format), file) for file in files),
        methods=methods,
        sample=sample or (chosen.sample if chosen else 0),
        seeds=parsed("--seeds", parse_seeds, flags.pop("seeds") or (chosen.seeds if chosen else "0")),
        topic=topic or (chosen.topic if chosen else "linked"),
        vary=vary,
        baseline=flags.pop("baseline") or usual,
        preset=chosen.name if chosen else "",
    )


def configuration_of(
    context: CliContext, chosen: Preset | None, changes: dict[str, str], flags: dict[str, Any]
) -> Configuration:
    """Return the settings, where options override the preset."""
    configuration = context.configuration(changes, **flags)
    if chosen is None:
        return configuration
    given = overrides(changes, flags)
    settings = {name: value for name, value in chosen.settings.items() if name not in given}
    return configuration.changed(settings, f"preset {chosen.name}")


def parsed(option: str, parse: Callable[[Any], T], text: Any) -> T:
    """Parse the value of an option.

    Raises:
        BadParameter: the value does not parse; the error names the option.
    """
    try:
        return parse(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=f"'{option}'") from None
