"""Look-up of entities by name, as the question reader needs it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kgqa_neo4j.linking import lucene
from kgqa_neo4j.model.errors import IndexPopulating
from kgqa_neo4j.store.driver import Database

# Maximum number of triples read per class relation, and of class names returned.
_READ, _CLASSES = 20_000, 1000


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity found by name.

    `keys` are folded names of it, `degree` is its number of triples, `literal` whether it is a value.
    """

    id: str
    name: str
    keys: tuple[str, ...]
    degree: int
    literal: bool


class Names(Protocol):
    """The names of one graph."""

    @property
    def joined(self) -> bool:
        """Whether names of several words may be stored as one word: `FundingRound`."""

    def look_up(self, folded: Iterable[str], limit: int) -> list[NamedEntity]:
        """Return the entities with any of the folded names, at most `limit` per name."""

    def sources(self) -> list[str]:
        """Return the names of the graph, or of the sources that it was loaded from."""

    def classes(self, relations: Sequence[str]) -> list[str]:
        """Return the names of the classes that the relations lead to, the largest first."""


class DatabaseNames:
    """The names of a loaded graph. Finds none while their index is being built."""

    joined = True

    def __init__(self, database: Database) -> None:
        self._database = database

    def look_up(self, folded: Iterable[str], limit: int) -> list[NamedEntity]:
        """Return the entities with any of the folded names, at most `limit` per name.

        Raises:
            DatabaseError: or a subclass.
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
        """Return the prefixes of all loaded sources.

        Raises:
            DatabaseError: or a subclass.
        """
        return [row["prefix"] for row in self._database.read("load_prefixes") if row["prefix"]]

    def classes(self, relations: Sequence[str]) -> list[str]:
        """Return the names of the classes that relations lead to, the largest first; in large graphs the common ones.

        Raises:
            DatabaseError: or a subclass.
        """
        if not relations:
            return []
        rows = self._database.read("reading_classes", relations=list(relations), spread=_READ, limit=_CLASSES)
        return [row["name"] for row in rows]
