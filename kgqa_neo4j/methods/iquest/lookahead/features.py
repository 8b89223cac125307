"""The network's input for a neighbour: the triple that leads to it, and the triples around it.

Both are vectors stored in the graph. They are transferred as 32-bit floats and cached per triple.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.methods.common.lazy_vectors import LazyVectors
from kgqa_neo4j.store.driver import Database

# Triples read around a neighbour, kept per relation and direction, kept in total. Few are kept per relation, because
# the variety of relations is more informative than the number of triples.
LOOK, EACH, MOST = 60, 2, 12
_WAYS_PER_STATEMENT = 2_000
_VECTORS_PER_STATEMENT = 4_000


class Way(NamedTuple):
    """How a neighbour is reached: the element id of the triple that leads to it, and the neighbour's id."""

    element: str
    neighbour: str


class TripleFeatures:
    """Reads the features of neighbours from one graph with vectors of length `dimension`.

    With `lazy`, vectors that the graph lacks are created.
    """

    def __init__(self, graph: Database, dimension: int, lazy: LazyVectors | None = None) -> None:
        self._graph = graph
        self._lazy = lazy
        self._dimension = dimension
        self._places: dict[str, int] = {}
        self._vectors = np.empty((0, dimension), np.float32)
        self._around: dict[Way, list[int]] = {}

    def of(self, ways: Sequence[Way]) -> tuple[Vectors, Vectors]:
        """Return h_1hop and mean(h_2hop), each of shape (len(ways), dimension).

        Zeros stand for a missing vector and for an empty neighbourhood.

        Raises:
            DatabaseError: or a subclass.
        """
        self._look_around([way for way in dict.fromkeys(ways) if way not in self._around])
        self._fetch(way.element for way in ways)
        first = np.zeros((len(ways), self._dimension), np.float32)
        second = np.zeros_like(first)
        for row, way in enumerate(ways):
            if way.element in self._places:
                first[row] = self._vectors[self._places[way.element]]
            if around := self._around.get(way):
                second[row] = self._vectors[around].mean(axis=0)
        return first, second

    def _look_around(self, ways: Sequence[Way]) -> None:
        found: dict[Way, list[str]] = {}
        for start in range(0, len(ways), _WAYS_PER_STATEMENT):
            some = [
                {"element": way.element, "id": way.neighbour}
                for way in ways[start : start + _WAYS_PER_STATEMENT]
            ]
            bounds = {
                "look": LOOK,
                "each": EACH,
                "most": MOST,
                "bare": self._lazy is not None and self._lazy.active,
            }
            for row in self._graph.read("triples_around", ways=some, **bounds):
                found[Way(row["element"], row["id"])] = row["around"]
        self._fetch(element for around in found.values() for element in around)
        for way, around in found.items():
            # Some may be missing, because the number of vectors created on demand is bounded.
            self._around[way] = [self._places[element] for element in around if element in self._places]

    def _fetch(self, elements: Iterable[str]) -> None:
        missing = [element for element in dict.fromkeys(elements) if element not in self._places]
        blocks = [self._vectors]
        for start in range(0, len(missing), _VECTORS_PER_STATEMENT):
            some = missing[start : start + _VECTORS_PER_STATEMENT]
            rows = self._graph.read("triple_vectors", elements=some, dimension=self._dimension)
            for row in rows:
                self._places[row["element"]] = len(self._places)
            if rows:
                blocks.append(np.stack([row["vector"].to_numpy() for row in rows]).astype(np.float32))
        if self._lazy is not None and self._lazy.active:
            made = self._lazy.of_elements([element for element in missing if element not in self._places])
            for element in made:
                self._places[element] = len(self._places)
            blocks += [np.stack(list(made.values()))] if made else []
        if len(blocks) > 1:
            self._vectors = np.concatenate(blocks)
