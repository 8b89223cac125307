"""Graphs that several tests ask: loaded once for all worker processes, or left standing from one test to the next."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import neo4j
import pytest
from filelock import FileLock

from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import managed_server


@contextmanager
def shared_workspace(
    factory: pytest.TempPathFactory, name: str, load: Callable[[Path], None]
) -> Iterator[Path]:
    """Give a workspace that whichever worker needs it first loads; its server runs while one needs it."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    # The folder of a worker lies in that of the run.
    folder = (factory.getbasetemp().parent if worker else factory.getbasetemp()) / f"shared-{name}"
    workspace, loaded, users = folder / "workspace", folder / "loaded", folder / "users"
    users.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / "lock")
    own = users / (worker or "only")
    with lock:
        if not loaded.exists():
            load(workspace)
            loaded.touch()
        else:
            # Those before may all have ended, and with them the server.
            managed_server(load_configuration(workspace)).start()
        own.touch()
    try:
        yield workspace
    finally:
        with lock:
            own.unlink()
            if not any(users.iterdir()):
                managed_server(load_configuration(workspace)).stop()


class Standing:
    """The graph that a test left on the server of `database`, for the next one that would make the same.

    It stands until anything is written. That spares making it, and the server keeps the plans of its statements.
    """

    def __init__(self, session: neo4j.Session) -> None:
        self._session = session
        self._recipe: object = None
        self._made: Any = None
        self._last_written = ""

    def found(self, recipe: object) -> Any:
        """Return what was kept when the graph was made by `recipe`; None where another graph stands there by now."""
        return self._made if recipe == self._recipe and self._now() == self._last_written else None

    def keep(self, recipe: object, made: Any) -> None:
        """Say that the graph is as `recipe` makes it, and what to give whoever finds it."""
        self._recipe, self._made, self._last_written = recipe, made, self._now()

    def _now(self) -> str:
        # The bookmark of a read is that of the last transaction that wrote, whoever did.
        self._session.run("RETURN 1").consume()
        return str(sorted(self._session.last_bookmarks().raw_values))
