"""Graphs that no test changes: loaded once for all worker processes, and stopped by the last of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

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
