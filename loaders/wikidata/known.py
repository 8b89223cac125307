"""What a look through the whole file tells: names, redirects, subclasses. On disk, as there may be millions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from kgqa_neo4j.loaders.stored import HINT, Store

CACHED = 200_000
_TABLES = {
    "name": "(id TEXT PRIMARY KEY ON CONFLICT REPLACE, name TEXT) WITHOUT ROWID",
    "redirect": "(id TEXT PRIMARY KEY ON CONFLICT REPLACE, target TEXT) WITHOUT ROWID",
    "subclass": "(id TEXT, class TEXT)",
    "instance": "(id TEXT, class TEXT)",
    "sitelinked": "(id TEXT PRIMARY KEY ON CONFLICT IGNORE) WITHOUT ROWID",
}
_SUBCLASSES = """
    WITH RECURSIVE under(id) AS (
        SELECT value FROM json_each(?) UNION SELECT subclass.id FROM subclass JOIN under ON class = under.id
    ) SELECT id FROM under
"""


class Known:
    """Facts by id; a whole dump's need some gigabytes of disk."""

    def __init__(self) -> None:
        self._store = Store(_TABLES, f"{HINT}, or load with --one-pass")
        self._has_names = self._has_redirects = False
        self.name = lru_cache(CACHED)(self._name)

    def __reduce__(self) -> tuple[Callable[[Store, bool, bool], Known], tuple[Store, bool, bool]]:
        return _reopened, (self._store, self._has_names, self._has_redirects)

    def add(self, table: str, *row: str) -> None:
        """Add a row; what comes later of the same id holds.

        Raises:
            InputError: there is no room for it.
        """
        self._store.add(table, *row)

    def finish(self) -> None:
        """Make all that was added findable.

        Raises:
            InputError: there is no room for it.
        """
        self._store.finish()
        self._has_names = self._store.rows("SELECT 1 FROM name LIMIT 1").fetchone() is not None
        self._has_redirects = self._store.rows("SELECT 1 FROM redirect LIMIT 1").fetchone() is not None
        self._store.run("CREATE INDEX subclass_class ON subclass(class)")
        self._store.run("CREATE INDEX instance_id ON instance(id)")
        self._store.run("CREATE INDEX redirect_target ON redirect(target)")

    def redirect(self, id_: str, target: str) -> None:
        """Let an id lead to another at once."""
        self._store.run("INSERT OR REPLACE INTO redirect VALUES (?, ?)", [(id_, target)])
        self._has_redirects = True

    def target(self, id_: str) -> str:
        """Return where an id leads to: itself, unless it was merged into another."""
        if not self._has_redirects:
            return id_
        seen = {id_}
        while row := self._store.rows("SELECT target FROM redirect WHERE id = ?", id_).fetchone():
            if row[0] in seen:
                break
            id_ = row[0]
            seen.add(id_)
        return id_

    def redirects(self, id_: str) -> list[str]:
        """Return the ids that were merged into this one."""
        if not self._has_redirects:
            return []
        rows = self._store.rows("SELECT id FROM redirect WHERE target = ? ORDER BY id", id_)
        return [row[0] for row in rows]

    def subclasses(self, classes: Iterable[str]) -> frozenset[str]:
        """Return classes with all classes under them."""
        listed = "[" + ",".join(f'"{one}"' for one in classes) + "]"
        return frozenset(row[0] for row in self._store.rows(_SUBCLASSES, listed))

    def classes(self, id_: str) -> set[str]:
        """Return what an entity is an instance of, where the look through the file kept that."""
        return {row[0] for row in self._store.rows("SELECT class FROM instance WHERE id = ?", id_)}

    def is_sitelinked(self, id_: str) -> bool:
        """Whether the look through the file met a page about this entity."""
        return self._store.rows("SELECT 1 FROM sitelinked WHERE id = ?", id_).fetchone() is not None

    def _name(self, id_: str) -> str:
        if not self._has_names:
            return ""
        row = self._store.rows("SELECT name FROM name WHERE id = ?", id_).fetchone()
        return row[0] if row else ""


def _reopened(store: Store, has_names: bool, has_redirects: bool) -> Known:
    """Return what another process has found out, to read from."""
    known = Known.__new__(Known)
    known._store, known._has_names, known._has_redirects = store, has_names, has_redirects
    known.name = lru_cache(CACHED)(known._name)
    return known
