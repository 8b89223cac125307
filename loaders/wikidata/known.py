"""What a first pass over the whole file collects: names, redirects, subclasses. On disk, as there may be millions."""

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
    """Names, redirects, classes and sitelinks by id; for a whole dump they take gigabytes of disk."""

    def __init__(self) -> None:
        self._store = Store(_TABLES, f"{HINT}, or load with --one-pass")
        self._has_names = self._has_redirects = False
        self.name = lru_cache(CACHED)(self._name)

    def __reduce__(self) -> tuple[Callable[[Store, bool, bool], Known], tuple[Store, bool, bool]]:
        return _reopened, (self._store, self._has_names, self._has_redirects)

    def add(self, table: str, *row: str) -> None:
        """Add a row, replacing an earlier name or redirect of the same id.

        Raises:
            InputError: the disk is full.
        """
        self._store.add(table, *row)

    def finish(self) -> None:
        """Make all added rows visible.

        Raises:
            InputError: the disk is full.
        """
        self._store.finish()
        self._has_names = self._store.rows("SELECT 1 FROM name LIMIT 1").fetchone() is not None
        self._has_redirects = self._store.rows("SELECT 1 FROM redirect LIMIT 1").fetchone() is not None
        self._store.run("CREATE INDEX subclass_class ON subclass(class)")
        self._store.run("CREATE INDEX instance_id ON instance(id)")
        self._store.run("CREATE INDEX redirect_target ON redirect(target)")

    def redirect(self, id_: str, target: str) -> None:
        """Add a redirect that takes effect at once."""
        self._store.run("INSERT OR REPLACE INTO redirect VALUES (?, ?)", [(id_, target)])
        self._has_redirects = True

    def target(self, id_: str) -> str:
        """Return the id that an id redirects to; itself unless it was merged into another."""
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
        """Return classes together with all their direct and indirect subclasses."""
        listed = "[" + ",".join(f'"{one}"' for one in classes) + "]"
        return frozenset(row[0] for row in self._store.rows(_SUBCLASSES, listed))

    def classes(self, id_: str) -> set[str]:
        """Return the classes of an entity, if the first pass collected them."""
        return {row[0] for row in self._store.rows("SELECT class FROM instance WHERE id = ?", id_)}

    def is_sitelinked(self, id_: str) -> bool:
        """Whether the first pass found a page about this entity."""
        return self._store.rows("SELECT 1 FROM sitelinked WHERE id = ?", id_).fetchone() is not None

    def _name(self, id_: str) -> str:
        if not self._has_names:
            return ""
        row = self._store.rows("SELECT name FROM name WHERE id = ?", id_).fetchone()
        return row[0] if row else ""


def _reopened(store: Store, has_names: bool, has_redirects: bool) -> Known:
    """Open for reading what another process has collected."""
    known = Known.__new__(Known)
    known._store, known._has_names, known._has_redirects = store, has_names, has_redirects
    known.name = lru_cache(CACHED)(known._name)
    return known
