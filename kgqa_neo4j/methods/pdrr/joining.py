"""Choices of one relation per partial triple, the most similar first.

Each partial triple has a few candidate relations, one of which is meant. Combinations are tried in the order of
their similarity, and the first whose plan has a result wins. (With all relations at once, "directed by A and
starring B" would also match what A wrote.)
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from kgqa_neo4j.methods.pdrr.partial_retrieval import Link
from kgqa_neo4j.methods.pdrr.partial_triples import PartialTriple, Term
from kgqa_neo4j.plans.plan import Move

# Maximum number of combinations tried.
MOST_CHOICES = 300


@dataclass(frozen=True, slots=True)
class Table:
    """The triples of one partial triple, walked from `near`."""

    partial: PartialTriple
    near: Term
    links: tuple[Link, ...]

    @property
    def far(self) -> Term:
        """The other end."""
        return self.partial.other(self.near)

    def by_way(self) -> list[Table]:
        """Return one table per relation and direction, the most similar first.

        Of the two directions of a relation, that of the partial triple comes first.
        """
        groups: dict[tuple[str, bool], list[Link]] = {}
        for link in self.links:
            groups.setdefault(link.way.key, []).append(link)
        written = self.near == self.partial.subject
        tables = [Table(self.partial, self.near, tuple(links)) for links in groups.values()]
        return sorted(
            tables, key=lambda one: (-one.similarity, one.links[0].way.outward != written, one.signature)
        )

    @property
    def similarity(self) -> float:
        """The similarity of its (first) relation to the partial triple."""
        return self.links[0].way.similarity

    @property
    def signature(self) -> tuple[str, bool]:
        """Its (first) relation and direction."""
        return self.links[0].way.key

    def move(self, end: Term) -> Move:
        """Return its (first) relation as a step that leads to `end`."""
        relation, outward = self.signature
        return Move(relation, outward == (end == self.far))


def combinations(tables: Sequence[Table]) -> int:
    """Return the number of combinations of one relation and direction per table."""
    return math.prod(len(table.by_way()) for table in tables)


def choices(tables: Sequence[Table]) -> Iterator[list[Table]]:
    """Yield the combinations of one relation and direction per table, the most similar first."""
    return islice(_combinations([table.by_way() for table in tables]), MOST_CHOICES)


def _combinations(options: Sequence[Sequence[Table]]) -> Iterator[list[Table]]:
    """Yield combinations of one option per list, by descending sum of similarities."""
    if not options or not all(options):
        return
    first = (0,) * len(options)
    heap, seen = [(0.0, first)], {first}
    while heap:
        _, places = heapq.heappop(heap)
        yield [some[place] for some, place in zip(options, places, strict=True)]
        for index in range(len(options)):
            following = (*places[:index], places[index] + 1, *places[index + 1 :])
            if following[index] < len(options[index]) and following not in seen:
                seen.add(following)
                total = sum(some[place].similarity for some, place in zip(options, following, strict=True))
                heapq.heappush(heap, (-total, following))
