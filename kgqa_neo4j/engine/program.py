"""Identification of the running program by its version and the time of its newest file."""

from __future__ import annotations

import os
from importlib.util import find_spec

from kgqa_neo4j.version import __version__

# In a checkout, these packages are separate folders outside the main package.
_PACKAGES = ("kgqa_neo4j", "kgqa_neo4j.cypher", "kgqa_neo4j.loaders")


def program() -> str:
    """Return a fingerprint of the program's files; an engine with a different one runs older or newer code."""
    folders: set[str] = set()
    for package in _PACKAGES:
        spec = find_spec(package)
        folders.update(spec.submodule_search_locations or () if spec is not None else ())
    return f"{__version__} {max((_newest(folder) for folder in folders), default=0)}"


def _newest(folder: str) -> int:
    newest = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    newest = max(newest, _newest(entry.path))
            else:
                newest = max(newest, entry.stat().st_mtime_ns)
    return newest
