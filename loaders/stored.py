"""On-disk tables and id sets for what a first pass over a source finds, which may not fit in memory."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from kgqa_neo4j.model.errors import InputError

FILE = "stored.sqlite"
BATCH = 20_000
# Maximum ids of a set in memory, and size of the cache of look-ups on disk.
HELD = 10_000
HINT = "set TMPDIR to a folder with a few gigabytes free"
Value = str | int


class Store:
    """Tables in a temporary SQLite database `file`, deleted with this object.

    The file is in the folder for temporary files (``TMPDIR``). A pickled copy can only be read.
    """

    def __init__(self, tables: Mapping[str, str], hint: str = HINT) -> None:
        """Create the tables.

        Args:
            tables: the columns of each table in SQL, including how to resolve conflicts between rows with the same key.
            hint: advice to the user if the disk is full.
        """
        self._folder = Path(tempfile.mkdtemp(prefix="kgqa-load-"))
        self._hint = hint
        # Created in one thread and read in another, but never used by two at once.
        self.file = self._folder / FILE
        self._database = sqlite3.connect(self.file, check_same_thread=False)
        weakref.finalize(self, _discard, self._database, self._folder)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("PRAGMA synchronous = OFF")
        self._pending: dict[str, list[tuple[Value, ...]]] = {name: [] for name in tables}
        for name, columns in tables.items():
            self.run(f"CREATE TABLE {name} {columns}")

    def __reduce__(self) -> tuple[Callable[[Path, str], Store], tuple[Path, str]]:
        self.finish()
        return reopened, (self.file, self._hint)

    def add(self, table: str, *row: Value) -> None:
        """Add a row, which is visible after `finish`.

        Raises:
            InputError: the disk is full.
        """
        pending = self._pending[table]
        pending.append(row)
        if len(pending) >= BATCH:
            self._write(table)

    def finish(self) -> None:
        """Make all added rows visible, also to other processes.

        Raises:
            InputError: the disk is full.
        """
        for table in self._pending:
            self._write(table)
        self._database.commit()

    def run(self, statement: str, rows: Iterable[tuple[Value, ...]] | None = None) -> None:
        """Run a statement, once or for each of `rows`.

        Raises:
            InputError: the disk is full.
        """
        try:
            if rows is None:
                self._database.execute(statement)
            else:
                self._database.executemany(statement, rows)
        except sqlite3.Error as error:
            raise InputError(
                f"cannot store the file's names in {self._folder}: {error}", hint=self._hint
            ) from error

    def rows(self, query: str, *values: Value) -> sqlite3.Cursor:
        """Return a cursor over the query's results."""
        return self._database.execute(query, values)

    def _write(self, table: str) -> None:
        rows = self._pending[table]
        if rows:
            marks = ",".join("?" * len(rows[0]))
            self.run(f"INSERT INTO {table} VALUES ({marks})", rows)
            rows.clear()


class Ids:
    """A set of ids, partly in memory and partly in a `Store`."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._recent: set[str] = set()
        self._store: Store | None = None
        self._is_stored = lru_cache(HELD)(self._look)
        self.update(ids)

    def __reduce__(self) -> tuple[Callable[[set[str], Store | None], Ids], tuple[set[str], Store | None]]:
        return _restored, (self._recent, self._store)

    def add(self, id_: str) -> None:
        """Add an id.

        Raises:
            InputError: the disk is full.
        """
        self._recent.add(id_)
        if len(self._recent) >= HELD:
            self._spill()

    def update(self, ids: Iterable[str]) -> None:
        """Add ids, possibly more than fit in memory."""
        for id_ in ids:
            self.add(id_)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._recent or (self._store is not None and self._is_stored(str(id_)))

    def __bool__(self) -> bool:
        return bool(self._recent) or self._store is not None

    def __iter__(self) -> Iterator[str]:
        """Yield the ids in sorted order; adding ids meanwhile is not allowed."""
        if self._store is None:
            return iter(sorted(self._recent))
        self._spill()
        return (row[0] for row in self._store.rows("SELECT id FROM id ORDER BY id"))

    def _spill(self) -> None:
        if self._store is None:
            self._store = Store({"id": "(id TEXT PRIMARY KEY ON CONFLICT IGNORE) WITHOUT ROWID"})
        # Sorted, so that neighbouring rows on disk are written together.
        self._store.run("INSERT INTO id VALUES (?)", ((id_,) for id_ in sorted(self._recent)))
        self._recent.clear()
        self._is_stored.cache_clear()

    def _look(self, id_: str) -> bool:
        assert self._store is not None
        return self._store.rows("SELECT 1 FROM id WHERE id = ?", id_).fetchone() is not None


def reopened(file: Path, hint: str = HINT) -> Store:
    """Open the store that another process wrote to `file`, read-only."""
    store = Store.__new__(Store)
    store.file, store._folder, store._hint, store._pending = file, file.parent, hint, {}
    store._database = sqlite3.connect(f"file:{file}?mode=ro", uri=True, check_same_thread=False)
    return store


def _restored(recent: set[str], store: Store | None) -> Ids:
    ids = Ids()
    ids._recent, ids._store = recent, store
    return ids


def _discard(database: sqlite3.Connection, folder: Path) -> None:
    database.close()
    shutil.rmtree(folder, ignore_errors=True)
