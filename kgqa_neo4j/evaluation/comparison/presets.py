"""Named presets of the papers' protocols, read from `presets.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict

from kgqa_neo4j.evaluation.task import Topic
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.question_sets.questions import Format


class Preset(BaseModel):
    """A named protocol: everything about a comparison except its files."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    description: str
    methods: tuple[str, ...]
    baseline: str
    sample: int
    seeds: str
    topic: Topic
    format: Format | None = None
    vary: Mapping[str, tuple[str, ...]] = {}
    settings: Mapping[str, str | int | float | bool] = {}


@cache
def presets() -> dict[str, Preset]:
    """Return all presets by name, in the order of the file."""
    text = (files("kgqa_neo4j.evaluation.comparison") / "presets.toml").read_text("utf-8")
    tables: dict[str, dict[str, Any]] = tomllib.loads(text)
    return {name: Preset.model_validate({"name": name, **table}) for name, table in tables.items()}


def preset(name: str) -> Preset:
    """Return one preset.

    Raises:
        ConfigError: no preset has that name.
    """
    try:
        return presets()[name]
    except KeyError:
        raise ConfigError(f"there is no preset {name!r}", hint=f"known: {', '.join(presets())}") from None
