"""What is called by a name in a graph: the look-up that the reader of questions needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kgqa_neo4j.linking import lucene
from kgqa_neo4j.model.errors import IndexPopulating
from kgqa_neo4j.store.driver import Database

# Triples of one relation that are read for classes, and most of these.
_READ, _CLASSES = 20_000, 1000


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity that is called by one of the names that were looked up: `keys` are these, folded; `degree` is its
    number of triples, `literal` whether it is a value."""

    id: str
    name: str
    keys: tuple[str, ...]
    degree: int
    literal: bool


class Names(Protocol):
    """The names of one graph."""

    @property
    def joined(self) -> bool:
        """Whether names of several words may be looked up as one word: `FundingRound`."""

    def look_up(self, folded: Iterable[str], limit: int) -> list[NamedEntity]:
        """Return the entities of some folded names, at most `limit` of each."""

    def sources(self) -> list[str]:
        """Return what the whole graph, or the parts that it was loaded from, are called."""

    def classes(self, relations: Sequence[str]) -> list[str]:
        """Return the names of the classes that relations lead to, the largest first."""


class DatabaseNames:
    """The names of a loaded graph. None are found while their index is still being filled."""

    joined = True

    def __init__(self, database: Database) -> None:
        self._database = database

    def look_up(self, folded: Iterable[str], limit: int) -> list[NamedEntity]:
        """Return the entities of some folded names, at most `limit` of each.

        Raises:
            DatabaseError: or one of its kinds.
        """
        try:
            rows = self._database.read("reading_named", queries=lucene.any_of(folded), limit=limit)
        except IndexPopulating:
            return []
        return [
            NamedEntity(row["id"], row["name"], tuple(row["keys"]), row["degree"], row["literal"])
            for row in rows
        ]

    def sources(self) -> list[str]:
        """Return the prefixes of all that was loaded.

        Raises:
            DatabaseError: or one of its kinds.
        """
        return [row["prefix"] for row in self._database.read("load_prefixes") if row["prefix"]]

    def classes(self, relations: Sequence[str]) -> list[str]:
        """Return the names of the classes that relations lead to, the largest first; of large graphs the common ones.

        Raises:
            DatabaseError: or one of its kinds.
        """
        if not relations:
            return []
        rows = self._database.read("reading_classes", relations=list(relations), spread=_READ, limit=_CLASSES)
        return [row["name"] for row in rows]
