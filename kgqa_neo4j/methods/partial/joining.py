"""Joining the triples that several partial triples led to, and choosing which relation each meant.

Each partial triple kept a few relations, one of which it meant. Choices of one relation each are
tried in the order of their similarity, and the first whose join is not empty holds. (With all of
them at once, "directed by A and starring B" would also be fulfilled by what A wrote.)
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from kgqa_neo4j.methods.partial.partial_retrieval import Link
from kgqa_neo4j.methods.partial.partial_triples import PartialTriple, Term

# Choices tried before it is said that nothing fits.
MOST_CHOICES = 300

Allowed = Mapping[Term, set[str]]
"""For each end of the partial triples, the ids of the entities that it may stand for."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Table:
    """The triples that one partial triple led to, walked from `near`."""

    partial: PartialTriple
    near: Term
    links: tuple[Link, ...]

    @property
    def far(self) -> Term:
        """The other end."""
        return self.partial.other(self.near)

    def by_way(self) -> list[Table]:
        """Return one table for each relation and direction, the most similar first.

        Of one relation, the direction in which the partial triple is written goes first.
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

    def within(self, allowed: Allowed) -> list[Link]:
        """Return the triples both ends of which are allowed."""
        near, far = allowed[self.near], allowed[self.far]
        return [link for link in self.links if link.near.id in near and link.far.id in far]


def combinations(tables: Sequence[Table]) -> int:
    """Return how many choices of one relation and direction for each table there are."""
    return math.prod(len(table.by_way()) for table in tables)


def choices(tables: Sequence[Table]) -> Iterator[list[Table]]:
    """Yield the choices of one relation and direction for each table, the most similar first."""
    return islice(_combinations([table.by_way() for table in tables]), MOST_CHOICES)


def choose(tables: Sequence[Table], accept: Callable[[Sequence[Table]], T | None]) -> T | None:
    """Return what `accept` makes of the first choice that it takes."""
    results = (accept(chosen) for chosen in choices(tables))
    return next((result for result in results if result is not None), None)


def join(tables: Sequence[Table], fixed: Allowed | None = None) -> Allowed | None:
    """Return what each end may stand for such that all tables hold; nothing if there is no way.

    Exact where the partial triples form a tree; where they form a circle it may leave in too much.
    `fixed` holds some ends to some entities.
    """
    allowed: dict[Term, set[str]] = {term: set(ids) for term, ids in (fixed or {}).items()}
    changed = True
    while changed:
        changed = False
        for table in tables:
            links = [
                link
                for link in table.links
                if link.near.id in allowed.get(table.near, (link.near.id,))
                and link.far.id in allowed.get(table.far, (link.far.id,))
            ]
            if not links:
                return None
            left = {table.near: {one.near.id for one in links}, table.far: {one.far.id for one in links}}
            changed = changed or any(allowed.get(term) != ids for term, ids in left.items())
            allowed.update(left)
    return allowed


def _combinations(options: Sequence[Sequence[Table]]) -> Iterator[list[Table]]:
    """Yield one of each list of options, by the sum of their similarities, the largest first."""
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
