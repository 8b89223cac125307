"""The history of a workspace: its answers, stored in a SQLite file beside the settings."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError

HISTORY_FILE = "history.db"
# Seconds to wait while another process is writing.
LOCK_TIMEOUT = 10.0

_ANSWER = TypeAdapter(Answer)
_TABLE = """
CREATE TABLE IF NOT EXISTS asks (
    id TEXT PRIMARY KEY, asked_at TEXT NOT NULL, question TEXT NOT NULL, method TEXT NOT NULL,
    status TEXT NOT NULL, text TEXT NOT NULL, answer TEXT NOT NULL
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One entry of the history."""

    id: str
    asked_at: datetime
    question: str
    method: str
    status: str
    text: str


def dump(answer: Answer) -> str:
    """Return the answer as JSON for `restore`, complete, unlike the JSON for users."""
    return _ANSWER.dump_json(answer, fallback=str).decode()


def restore(text: str) -> Answer:
    """Return the answer serialized by `dump`.

    Raises:
        ValueError: the text is not a serialized answer.
    """
    return _ANSWER.validate_json(text)


def ambiguous(ask_id: str) -> KgqaError:
    """Return the error that several ids begin with `ask_id`."""
    return KgqaError(f"the id {ask_id!r} is ambiguous", hint="type more characters")


class History:
    """The history of one workspace. Several processes may add to it at once."""

    def __init__(self, workspace: Path) -> None:
        self.file = workspace / HISTORY_FILE

    def add(self, answer: Answer, asked_at: datetime) -> None:
        """Store an answer under its `ask_id`.

        Raises:
            KgqaError: the file cannot be written, or is no history.
        """
        row = (
            answer.ask_id,
            asked_at.astimezone(UTC).isoformat(timespec="milliseconds"),
            answer.question,
            answer.method,
            answer.status.value,
            answer.text,
            dump(answer),
        )
        with self._connection() as connection:
            connection.execute("INSERT OR REPLACE INTO asks VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def forget(self, keep: int) -> None:
        """Delete all answers but the latest `keep`.

        Raises:
            KgqaError: the file cannot be written, or is no history.
        """
        with self._connection() as connection:
            oldest = "SELECT id FROM asks ORDER BY id DESC LIMIT 1 OFFSET ?"
            connection.execute(f"DELETE FROM asks WHERE id <= ({oldest})", (keep,))

    def recent(self, limit: int) -> list[HistoryEntry]:
        """Return the last `limit` questions, latest first.

        Raises:
            KgqaError: the file cannot be read, or is no history.
        """
        if not self.file.exists():
            return []
        columns = "id, asked_at, question, method, status, text"
        with self._connection() as connection:
            rows = connection.execute(
                f"SELECT {columns} FROM asks ORDER BY id DESC LIMIT ?", (limit,)
            ).fetchall()
        return [HistoryEntry(id, datetime.fromisoformat(at), *rest) for id, at, *rest in rows]

    def find(self, ask_id: str) -> Answer | None:
        """Return the answer with that id, or with the only id that begins so; ``last`` returns the last answer.

        Raises:
            KgqaError: several ids begin so, the file cannot be read, or the answer was stored by another version.
        """
        if not self.file.exists():
            return None
        last = ask_id == "last"
        # Ids are hex digits, so this upper bound sorts after all ids that begin with the given one.
        where, bounds = ("", ()) if last else ("WHERE id >= ? AND id < ?", (ask_id, ask_id + "g"))
        with self._connection() as connection:
            query = f"SELECT id, answer FROM asks {where} ORDER BY id DESC LIMIT 2"
            rows = connection.execute(query, bounds).fetchall()
        if not rows:
            return None
        if len(rows) > 1 and not last:
            raise ambiguous(ask_id)
        try:
            return restore(rows[0][1])
        except ValueError as error:
            raise KgqaError(f"{self.file}: the answer {rows[0][0]} cannot be read: {error}") from error

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.file, timeout=LOCK_TIMEOUT)) as connection, connection:
                connection.execute(_TABLE)
                yield connection
        except (sqlite3.Error, OSError) as error:
            raise KgqaError(
                f"the history {self.file} cannot be used: {error}", hint="move the file away to start a new one"
            ) from error
