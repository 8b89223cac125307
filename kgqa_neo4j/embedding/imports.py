"""Importing a library while hiding an optional package that it would import too."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType


class _Hidden(threading.local):
    """Import hook that finds nothing, and raises for packages hidden from this thread as if they were not installed."""

    def __init__(self) -> None:
        self.packages: list[str] = []

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.split(".")[0] in self.packages:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


_hidden = _Hidden()


@contextmanager
def without(package: str) -> Iterator[None]:
    """Make `package` look as if it were not installed, unless it was imported before.

    Imports by other threads are not affected.
    """
    if _hidden not in sys.meta_path:
        sys.meta_path.insert(0, _hidden)
    _hidden.packages.append(package)
    try:
        yield
    finally:
        _hidden.packages.remove(package)
