"""Identity of an evaluation run: fingerprints of graph, settings, learned and trained data, and code."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from kgqa_neo4j.methods.iquest.lookahead.network import FOLDER as LOOK_AHEAD
from kgqa_neo4j.model import errors
from kgqa_neo4j.plans.learning import store
from kgqa_neo4j.question_sets.checksum import checksum
from kgqa_neo4j.settings import Configuration, Settings
from kgqa_neo4j.store.driver import Database

# Settings for locations, timeouts and the like, which do not affect answers.
_SECTIONS_WITHOUT_EFFECT = {"neo4j", "server", "load"}
_SETTINGS_WITHOUT_EFFECT = {
    "ask": {"trace", "method"},
    "llm": {"api_key", "timeout", "max_reply_bytes", "threads", "cache"},
    "embedding": {"batch_size"},
}
# Code that affects neither answers nor scores; a change there does not invalidate runs.
_FOLDERS_WITHOUT_EFFECT = {"cli", "diagnosis", "loaders", "loading", "sample"}
_SOURCES = (".py", ".txt", ".cypher", ".lark", ".json", ".npz")


def graph_identity(database: Database) -> dict[str, Any]:
    """Return the graph's load metadata and counts.

    Raises:
        EmptyGraph: nothing was loaded yet.
    """
    rows = database.read("graph_info")
    if not rows:
        raise errors.EmptyGraph(
            "nothing was loaded into this graph yet", hint="load it first: `kgqa load --help`"
        )
    return {**rows[0], **database.read("graph_counts")[0]}


def settings_with_effect(settings: Settings) -> dict[str, Any]:
    """Return the settings that affect answers, with checksums instead of paths for a user's own prompts."""
    exclude: dict[str, Any] = {**dict.fromkeys(_SECTIONS_WITHOUT_EFFECT, True), **_SETTINGS_WITHOUT_EFFECT}
    chosen: dict[str, Any] = settings.model_dump(mode="json", exclude=exclude)
    if settings.llm.prompts:
        own = sorted(Path(settings.llm.prompts).glob("*.txt"))
        chosen["llm"]["prompts"] = {file.name: checksum(file) for file in own}
    return chosen


def trained_parts(configuration: Configuration) -> dict[str, str]:
    """Return checksums of the files trained in the workspace that affect answers (the look-ahead network)."""
    folder = Path(configuration.settings.iquest.network or configuration.workspace / LOOK_AHEAD)
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return {file.name: checksum(file) for file in found if file.is_file()}


def learned_identity(database: Database, settings: Settings) -> str:
    """Return a hash of the learned questions that are in use, "" if there are none."""
    chosen = settings.learning.sets
    if chosen == store.NONE:
        return ""
    mark, _ = store.fingerprint(database, store.ALL if chosen == store.ALL_NAME else (chosen,))
    return hashlib.blake2b(mark.encode(), digest_size=8).hexdigest() if mark else ""


@cache
def code_identity() -> str:
    """Return a hash of this package's code, prompts, statements and weights as of the first call."""
    digest = hashlib.blake2b(digest_size=8)
    for name, source in sorted(sources()):
        digest.update(f"{name}\0{len(source)}\0".encode() + source)
    return digest.hexdigest()


def sources() -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of each file of this package that affects answers or scores."""
    for package in ("kgqa_neo4j", "kgqa_neo4j.cypher"):
        yield from _sources(files(package), package)


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            # `cypher` is skipped, because `sources` visits it as a package of its own, wherever it is installed.
            if entry.name not in {*_FOLDERS_WITHOUT_EFFECT, "cypher"}:
                yield from _sources(entry, path)
        elif entry.name.endswith(_SOURCES):
            yield path, entry.read_bytes()
