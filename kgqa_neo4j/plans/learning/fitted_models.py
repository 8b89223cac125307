"""Storing fitted models: in the workspace, and in the graph, so that one fit serves all workspaces that use it."""

from __future__ import annotations

import logging
import secrets
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

from kgqa_neo4j.model.errors import DatabaseError
from kgqa_neo4j.plans.learning.model import Model, load, save
from kgqa_neo4j.store.driver import Database, Run

log = logging.getLogger(__name__)

FOLDER = "learned"
_PART = 1_000_000
_MOST = 64 * _PART
# Models for other sets, encoders or weights that are kept in the graph.
_OTHERS = 3
_DAMAGED = (OSError, ValueError, KeyError, EOFError, BadZipFile)


class FittedModels:
    """Models by a key of everything that a model depends on.

    Args:
        database: the graph that they were fitted for.
        workspace: where else they are kept; None for nowhere.
    """

    def __init__(self, database: Database, workspace: Path | None) -> None:
        self._database = database
        self._folder = workspace / FOLDER if workspace else None

    def find(self, key: str) -> Model | None:
        """Return a model that was fitted here or elsewhere; None if there is none, or none that can be read."""
        file = self._file(key)
        if file is not None and file.exists():
            try:
                return _read(file.read_bytes())
            except _DAMAGED as error:
                log.warning("%s cannot be read and is made anew: %s", file, error)
        try:
            data = self._in_graph(key)
            if not data:
                return None
            model = _read(data)
        except (DatabaseError, *_DAMAGED) as error:
            log.warning("the fitted model %s in the graph cannot be read: %s", key, error)
            return None
        self._keep_file(key, data)
        return model

    def keep(self, key: str, model: Model) -> None:
        """Store a model. If the graph cannot store it, other workspaces fit their own."""
        buffer = BytesIO()
        save(model, buffer)
        data = buffer.getvalue()
        self._keep_file(key, data)
        parts = [data[start : start + _PART] for start in range(0, len(data), _PART)]

        def work(run: Run) -> None:
            # If two processes fitted the same model, only one is kept.
            run("learn_lock")
            run("fitted_forget", key=key, others=_OTHERS)
            for place, part in enumerate(parts):
                run("fitted_write", key=key, part=place, parts=len(parts), data=part)

        if len(data) > _MOST or self._database.read_only:
            return
        try:
            self._database.transact(work)
        except DatabaseError as error:
            log.info("the fitted model %s is not kept in the graph: %s", key, error.message)

    def _in_graph(self, key: str) -> bytes:
        rows = self._database.read("fitted_read", key=key)
        return b"".join(bytes(row["data"]) for row in rows) if rows and len(rows) == rows[0]["parts"] else b""

    def _keep_file(self, key: str, data: bytes) -> None:
        if (file := self._file(key)) is None:
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        # Several processes and threads of one workspace may fit the same model at once.
        unfinished = file.with_suffix(f".{secrets.token_hex(4)}.tmp")
        unfinished.write_bytes(data)
        unfinished.replace(file)

    def _file(self, key: str) -> Path | None:
        return self._folder / f"{key}.npz" if self._folder else None


def _read(data: bytes) -> Model:
    return load(BytesIO(data))
