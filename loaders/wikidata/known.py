"""What a look through the whole file tells: names, redirects, subclasses. On disk, as there may be millions."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import weakref
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from kgqa_neo4j.errors import InputError

FILE = "known.sqlite"
CACHED = 200_000
BATCH = 20_000
_TABLES = {
    "name": "(id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID",
    "redirect": "(id TEXT PRIMARY KEY, target TEXT) WITHOUT ROWID",
    "subclass": "(id TEXT, class TEXT)",
    "instance": "(id TEXT, class TEXT)",
    "sitelinked": "(id TEXT PRIMARY KEY) WITHOUT ROWID",
}
_SUBCLASSES = """
    WITH RECURSIVE under(id) AS (
        SELECT value FROM json_each(?) UNION SELECT subclass.id FROM subclass JOIN under ON class = under.id
    ) SELECT id FROM under
"""


class Known:
    """Facts by id in a temporary database, which goes with this object.

    The folder of temporary files (``TMPDIR``) holds it; a whole dump needs some gigabytes.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="kgqa-wikidata-"))
        # Made in one thread and read in another; never in two at once.
        self._database = sqlite3.connect(self._folder / FILE, check_same_thread=False)
        weakref.finalize(self, _discard, self._database, self._folder)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("PRAGMA synchronous = OFF")
        self._pending: dict[str, list[tuple[str, ...]]] = {}
        for name, columns in _TABLES.items():
            self._database.execute(f"CREATE TABLE {name} {columns}")
            self._pending[name] = []
        self._has_names = self._has_redirects = False
        self.name = lru_cache(CACHED)(self._name)

    def __reduce__(self) -> tuple[Callable[[Path, bool, bool], Known], tuple[Path, bool, bool]]:
        return _reopened, (self._folder, self._has_names, self._has_redirects)

    def add(self, table: str, *row: str) -> None:
        """Add a row; what comes later of the same id holds."""
        pending = self._pending[table]
        pending.append(row)
        if len(pending) >= BATCH:
            self._flush(table)

    def finish(self) -> None:
        """Make all that was added findable.

        Raises:
            InputError: there is no room for it.
        """
        for table in _TABLES:
            self._flush(table)
        self._has_names = bool(self._database.execute("SELECT 1 FROM name LIMIT 1").fetchone())
        self._has_redirects = bool(self._database.execute("SELECT 1 FROM redirect LIMIT 1").fetchone())
        self._run("CREATE INDEX subclass_class ON subclass(class)")
        self._run("CREATE INDEX instance_id ON instance(id)")
        self._run("CREATE INDEX redirect_target ON redirect(target)")
        self._database.commit()

    def redirect(self, id_: str, target: str) -> None:
        """Let an id lead to another at once."""
        self._run("INSERT OR REPLACE INTO redirect VALUES (?, ?)", [(id_, target)])
        self._has_redirects = True

    def target(self, id_: str) -> str:
        """Return where an id leads to: itself, unless it was merged into another."""
        if not self._has_redirects:
            return id_
        seen = {id_}
        while row := self._database.execute("SELECT target FROM redirect WHERE id = ?", (id_,)).fetchone():
            if row[0] in seen:
                break
            id_ = row[0]
            seen.add(id_)
        return id_

    def redirects(self, id_: str) -> list[str]:
        """Return the ids that were merged into this one."""
        if not self._has_redirects:
            return []
        rows = self._database.execute("SELECT id FROM redirect WHERE target = ? ORDER BY id", (id_,))
        return [row[0] for row in rows]

    def subclasses(self, classes: Iterable[str]) -> frozenset[str]:
        """Return classes with all classes under them."""
        listed = "[" + ",".join(f'"{one}"' for one in classes) + "]"
        return frozenset(row[0] for row in self._database.execute(_SUBCLASSES, (listed,)))

    def classes(self, id_: str) -> set[str]:
        """Return what an entity is an instance of, where the look through the file kept that."""
        rows = self._database.execute("SELECT class FROM instance WHERE id = ?", (id_,))
        return {row[0] for row in rows}

    def is_sitelinked(self, id_: str) -> bool:
        """Whether the look through the file met a page about this entity."""
        row = self._database.execute("SELECT 1 FROM sitelinked WHERE id = ?", (id_,)).fetchone()
        return row is not None

    def _name(self, id_: str) -> str:
        if not self._has_names:
            return ""
        row = self._database.execute("SELECT name FROM name WHERE id = ?", (id_,)).fetchone()
        return row[0] if row else ""

    def _flush(self, table: str) -> None:
        rows = self._pending[table]
        if rows:
            marks = ",".join("?" * len(rows[0]))
            self._run(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)
            rows.clear()

    def _run(self, statement: str, rows: list[tuple[str, ...]] | None = None) -> None:
        try:
            if rows is None:
                self._database.execute(statement)
            else:
                self._database.executemany(statement, rows)
        except sqlite3.Error as error:
            raise InputError(
                f"cannot keep the names of the dump in {self._folder}: {error}",
                hint="let TMPDIR name a folder with some gigabytes free, or load with --one-pass",
            ) from error


def _reopened(folder: Path, has_names: bool, has_redirects: bool) -> Known:
    """Return what another process has found out, to read from."""
    known = Known.__new__(Known)
    known._folder = folder
    known._database = sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True, check_same_thread=False)
    known._pending = {}
    known._has_names, known._has_redirects = has_names, has_redirects
    known.name = lru_cache(CACHED)(known._name)
    return known


def _discard(database: sqlite3.Connection, folder: Path) -> None:
    database.close()
    shutil.rmtree(folder, ignore_errors=True)
