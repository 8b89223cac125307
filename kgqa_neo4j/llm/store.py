"""Storage of cached replies in a SQLite file in the workspace, shared by threads and processes."""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock

CACHE_FILE = "llm-cache.db"
# Seconds to wait for another process that is writing.
LOCK_TIMEOUT = 10.0

_TABLE = "CREATE TABLE IF NOT EXISTS replies (key BLOB PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID"

log = logging.getLogger(__name__)


class ReplyStore:
    """Replies by key. A damaged file is set aside and replaced by an empty one, without an error."""

    def __init__(self, workspace: Path) -> None:
        self.file = workspace / CACHE_FILE
        self._usable = True

    def get(self, key: bytes) -> dict[str, Any] | None:
        """Return the reply stored under `key`, if any."""
        rows = self._run("SELECT reply FROM replies WHERE key = ?", key) if self.file.exists() else []
        try:
            reply = json.loads(rows[0][0]) if rows else None
        except ValueError:
            return None
        return reply if isinstance(reply, dict) else None

    def put(self, key: bytes, reply: dict[str, Any]) -> None:
        """Store `reply` under `key`."""
        self._run("INSERT OR REPLACE INTO replies VALUES (?, ?)", key, json.dumps(reply))

    def size(self) -> tuple[int, int]:
        """Return the number of replies, and the size of the file in bytes."""
        rows = self._run("SELECT count(*) FROM replies") if self.file.exists() else []
        return (rows[0][0], self.file.stat().st_size) if rows else (0, 0)

    def clear(self) -> None:
        """Delete all replies."""
        if self.file.exists():
            self._run("DELETE FROM replies")
            self._run("VACUUM")

    def _run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        if not self._usable:
            return []
        try:
            return self._execute(statement, values)
        except sqlite3.OperationalError as error:
            self._give_up(error)
        except sqlite3.DatabaseError as error:
            log.warning("%s is damaged (%s) and was set aside; starting a new one", self.file, error)
            return self._begin_anew(statement, values)
        except OSError as error:
            self._give_up(error)
        return []

    def _execute(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._connection() as connection:
            return connection.execute(statement, values).fetchall()

    def _begin_anew(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            with FileLock(f"{self.file}.lock", timeout=LOCK_TIMEOUT):
                # Another thread or process may have replaced the file in the meantime.
                if self._damaged():
                    aside = self.file.with_name(f"{self.file.name}.damaged-{time.time_ns()}")
                    self.file.replace(aside)
                    # The journal belongs to the damaged file, and would be replayed into the new one.
                    self.file.with_name(f"{self.file.name}-journal").unlink(missing_ok=True)
            return self._execute(statement, values)
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)
            return []

    def _damaged(self) -> bool:
        try:
            return self._execute("PRAGMA quick_check", ()) != [("ok",)]
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return True

    def _give_up(self, error: Exception) -> None:
        self._usable = False
        log.warning("the cache %s cannot be used, continuing without it: %s", self.file, error)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        # In autocommit mode, every statement is its own transaction.
        with closing(sqlite3.connect(self.file, timeout=LOCK_TIMEOUT, isolation_level=None)) as connection:
            connection.execute(_TABLE)
            yield connection
