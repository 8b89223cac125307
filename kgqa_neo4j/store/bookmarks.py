"""Bookmarks: the state that a member of a cluster must have reached before a read, so that reads see earlier writes.

A cluster is written to through its leader and read from other members, which lag slightly behind. Given the bookmark of
a write, a member waits until it has that write. Bookmarks of writes are stored in the workspace, so that a load, the
engine, a server and the commands of a workspace see each other's writes. Bookmarks of reads apply within a process:
what one member has shown, such as what the graph was taught, is not missing on the next.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Collection, Iterable
from pathlib import Path

from neo4j import WRITE_ACCESS
from neo4j.api import BookmarkManager

log = logging.getLogger(__name__)

FILE = "bookmarks.db"
INVALID = (
    "Neo.ClientError.Transaction.InvalidBookmark",
    "Neo.ClientError.Transaction.InvalidBookmarkMixture",
    "Neo.TransientError.Transaction.BookmarkTimeout",
)
"""Error codes for bookmarks of another database (as after recreating it), or never reached (as after a restore)."""

# Seconds for which a bookmark is used. No usable member is further behind, and a database restored from a backup would
# otherwise wait for writes that it lost.
_KEPT_S = 3600.0
_LOCK_TIMEOUT_S = 10.0
_TABLE = """
CREATE TABLE IF NOT EXISTS bookmarks (
    place TEXT NOT NULL, bookmark TEXT NOT NULL, written_at REAL NOT NULL, PRIMARY KEY (place, bookmark)
) WITHOUT ROWID
"""


class Bookmarks:
    """The bookmarks of one database. Thread-safe, and safe for several processes.

    Args:
        place: identifies the database.
        file: where to store them; without a usable file, they apply to this process only.
    """

    def __init__(self, place: str, file: Path | None = None) -> None:
        self._place = place
        self._seen: dict[str, float] = {}
        self._lock = threading.Lock()
        self._connection = _opened(file)

    def manager(self, access: str) -> BookmarkManager:
        """Return a bookmark manager for a session; if the session writes, its bookmarks are stored."""
        return _Writing(self) if access == WRITE_ACCESS else _Reading(self)

    def known(self) -> list[str]:
        """Return the bookmarks of recent writes and reads."""
        since = time.time() - _KEPT_S
        with self._lock:
            found = self._connection.execute(
                "SELECT bookmark FROM bookmarks WHERE place = ? AND written_at > ?", (self._place, since)
            )
            seen = [one for one, at in self._seen.items() if at > since]
            return list(dict.fromkeys([*(bookmark for (bookmark,) in found), *seen]))

    def read(self, previous: Iterable[str], new: Iterable[str]) -> None:
        """Replace the bookmarks that a read started with by its new ones."""
        now = time.time()
        with self._lock:
            for one in previous:
                self._seen.pop(one, None)
            self._seen.update(dict.fromkeys(new, now))

    def written(self, previous: Iterable[str], new: Iterable[str]) -> None:
        """Replace the bookmarks that a write started with by its new ones, and store them."""
        now, previous = time.time(), list(previous)
        with self._lock, self._connection as changing:
            for one in previous:
                self._seen.pop(one, None)
            changing.executemany(
                "DELETE FROM bookmarks WHERE place = ? AND bookmark = ?",
                [(self._place, one) for one in previous],
            )
            changing.executemany(
                "INSERT OR REPLACE INTO bookmarks VALUES (?, ?, ?)", [(self._place, one, now) for one in new]
            )

    def forget(self) -> None:
        """Forget all bookmarks."""
        with self._lock, self._connection as changing:
            self._seen.clear()
            changing.execute("DELETE FROM bookmarks WHERE place = ?", (self._place,))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()


class _Reading(BookmarkManager):
    def __init__(self, bookmarks: Bookmarks) -> None:
        self._bookmarks = bookmarks

    def get_bookmarks(self) -> Collection[str]:
        return self._bookmarks.known()

    def update_bookmarks(self, previous_bookmarks: Collection[str], new_bookmarks: Collection[str]) -> None:
        self._bookmarks.read(previous_bookmarks, new_bookmarks)


class _Writing(_Reading):
    def update_bookmarks(self, previous_bookmarks: Collection[str], new_bookmarks: Collection[str]) -> None:
        self._bookmarks.written(previous_bookmarks, new_bookmarks)


def _opened(file: Path | None) -> sqlite3.Connection:
    if file is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            return _connected(str(file))
        except (sqlite3.Error, OSError) as error:
            log.warning("%s cannot be used: %s", file, error)
    return _connected(":memory:")


def _connected(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(name, timeout=_LOCK_TIMEOUT_S, check_same_thread=False)
    try:
        # A crash of the machine loses only moments.
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(_TABLE)
        connection.commit()
    except BaseException:
        connection.close()
        raise
    return connection
