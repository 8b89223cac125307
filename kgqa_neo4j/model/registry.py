"""Registries of named implementations: built-in ones from a table, others from entry points.

Other packages register theirs under an entry-point group such as ``kgqa_neo4j.methods``; built-in names cannot be
replaced.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Generic, TypeVar, cast

from kgqa_neo4j.model.errors import ConfigError

T = TypeVar("T")


class Registry(Generic[T]):
    """Names and the locations of their implementations (``module:attribute``), imported on request."""

    def __init__(self, kind: str, group: str, builtin: Mapping[str, str]) -> None:
        self._kind = kind
        self._group = group
        self._builtin = dict(builtin)

    def names(self) -> list[str]:
        """Return all known names, sorted."""
        found = {point.name for point in entry_points(group=self._group)}
        return sorted(found | set(self._builtin))

    def get(self, name: str) -> T:
        """Return the implementation called `name`.

        Raises:
            ConfigError: there is none of that name; the hint lists the known names.
        """
        if name in self._builtin:
            module, attribute = self._builtin[name].split(":")
            return cast(T, getattr(importlib.import_module(module), attribute))
        for point in entry_points(group=self._group, name=name):
            return cast(T, point.load())
        raise ConfigError(f"there is no {self._kind} {name!r}", hint=f"known: {', '.join(self.names())}")
