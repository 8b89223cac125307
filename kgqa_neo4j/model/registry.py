"""Named implementations: built in ones by a table, others by entry point.

Another package registers its own under an entry-point group such as ``kgqa_neo4j.methods``;
a built-in name cannot be replaced that way.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Generic, TypeVar, cast

from kgqa_neo4j.model.errors import ConfigError

T = TypeVar("T")


class Registry(Generic[T]):
    """Names and where their implementations are (``module:attribute``), imported when asked for."""

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
            ConfigError: there is none of that name; the hint lists the known ones.
        """
        if name in self._builtin:
            module, attribute = self._builtin[name].split(":")
            return cast(T, getattr(importlib.import_module(module), attribute))
        for point in entry_points(group=self._group, name=name):
            return cast(T, point.load())
        raise ConfigError(f"there is no {self._kind} {name!r}", hint=f"known: {', '.join(self.names())}")
