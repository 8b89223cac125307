"""Implements `schema.Schema` for a graph in Neo4j: looked up on demand and cached."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from kgqa_neo4j.model.single_flight import SingleFlight
from kgqa_neo4j.plans.compiling import DEFAULT_LIMITS, Limits
from kgqa_neo4j.plans.plan import Chain, Move
from kgqa_neo4j.plans.probing import Prober
from kgqa_neo4j.plans.schema import Around, First, RelationFacts, Second
from kgqa_neo4j.store.driver import Database, Row

_REMEMBERED = 1000
# Entities whose neighborhoods are read concurrently.
_READ_AT_ONCE = 32
# Relations looked up per statement.
_BATCH = 50


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much of the graph is read.

    Of a topic, `reads` triples per direction; `places` entities that one step leads to; `look` triples of each of
    these per direction; `followers` possible next steps after one step. Of each relation, `spread` triples, from
    which `samples` are taken; at the ends of `fans` of these, the triples of the relation are counted, among the
    first `fan` of that end.
    """

    reads: int = 5000
    places: int = 100
    look: int = 1000
    followers: int = 300
    spread: int = 300
    samples: int = 30
    fans: int = 8
    fan: int = 300


DEFAULT_BOUNDS = Bounds()


class GraphSchema:
    """The schema of one graph; see `kgqa_neo4j.plans.schema.Schema`. Later changes of the graph are not seen."""

    def __init__(
        self, database: Database, limits: Limits = DEFAULT_LIMITS, bounds: Bounds = DEFAULT_BOUNDS
    ) -> None:
        self._database = database
        self._prober = Prober(database, limits)
        self._bounds = bounds
        self._relations = SingleFlight[Mapping[str, RelationFacts]]()
        self._known: dict[str, Around] = {}
        # One lock per bucket of topics, so that several topics are read concurrently.
        self._reading = [threading.Lock() for _ in range(_READ_AT_ONCE)]
        self._followers: dict[str, dict[Move, dict[Move, int]]] = {}
        # One object per move, however many topics have it.
        self._move = cache(Move)

    def around(self, topic: str) -> Around:
        """Return the first two steps around an entity: one statement for them, one for the steps after them."""
        around = self._known.get(topic)
        if around is None:
            # Neighborhoods are prefetched: another thread that needs the same one waits for it.
            with self._reading[hash(topic) % len(self._reading)]:
                around = self._known.get(topic)
                around = self._read_around(topic) if around is None else around
        self._prepare(move.relation for first in around.values() for move in first.second)
        return around

    def _read_around(self, topic: str) -> Around:
        bounds = self._bounds
        rows = self._database.read(
            "plan_around", id=topic, reads=bounds.reads, places=bounds.places, look=bounds.look
        )
        around = {self._move(row["relation"], row["outward"]): self._first(row) for row in rows}
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[topic] = around
        return around

    def following(self, move: Move) -> Mapping[Move, int]:
        """Return the most common steps after `move`, each with the number of entities where both join."""
        self._prepare([move.relation])
        return self._followers[move.relation].get(move, {})

    def joins(self, pairs: Sequence[tuple[Chain, Chain]]) -> list[bool]:
        """Return for each pair of chains whether they share an end, by one statement."""
        ways = []
        for one, other in pairs:
            # They share an end if one path leads from one topic to the other; start where there are fewer triples.
            near, far = sorted((one, other), key=self._breadth)
            back = tuple(move.back for move in reversed(far.path))
            ways.append((Chain(near.topic, near.path + back), far.topic))
        return self._prober.leads(ways) if ways else []

    def _breadth(self, chain: Chain) -> int:
        first = self.around(chain.topic).get(chain.path[0])
        return first.triples if first else 0

    def relations(self) -> Mapping[str, RelationFacts]:
        """Return all relations by id."""
        return self._relations.get(self._read_relations)

    @cached_property
    def labels(self) -> frozenset[str]:
        """The labels of the graph's nodes."""
        return frozenset(row["label"] for row in self._database.read("node_labels"))

    def _first(self, row: Row) -> First:
        # If not all places were read, extrapolate to the others.
        share = max(1.0, row["ends"] / self._bounds.places)
        second = {
            self._move(relation, outward): Second(round(places * share), round(onward * share), topic)
            for relation, outward, places, onward, topic in row["seconds"]
        }
        return First(row["triples"], row["ends"], not row["cut"], second)

    def _prepare(self, relations: Iterable[str]) -> None:
        missing = sorted({relation for relation in relations if relation not in self._followers})
        if not missing:
            return
        found: dict[str, dict[Move, dict[Move, int]]] = {relation: {} for relation in missing}
        most = self._bounds.followers
        for row in self._database.read("plan_following", relations=missing, most=most):
            steps = found[row["id"]]
            for direction, second, count in row["steps"]:
                first_way, second_way = direction.split("-")
                first = self._move(row["id"], first_way == "out")
                steps.setdefault(first, {})[self._move(second, second_way == "out")] = count
        # Only now, so that no other thread takes what is still being read for all that there is.
        self._followers.update(found)

    def _read_relations(self) -> Mapping[str, RelationFacts]:
        bounds = self._bounds
        ids = [row["id"] for row in self._database.read("relation_types")]
        rows = [
            row
            for start in range(0, len(ids), _BATCH)
            for row in self._database.read(
                "plan_relations",
                relations=ids[start : start + _BATCH],
                spread=bounds.spread,
                samples=bounds.samples,
                fans=bounds.fans,
                look=bounds.fan,
            )
        ]
        return {
            row["id"]: RelationFacts(
                row["id"],
                row["name"],
                row["description"],
                row["count"],
                row["fan_out"],
                row["fan_in"],
                tuple(row["subjects"]),
                tuple(row["objects"]),
                row["subject_type"],
                row["object_type"],
            )
            for row in rows
        }


def schema_of(database: Database) -> GraphSchema:
    """Return the schema of a graph, one per connection, so that all users share its cache."""
    known: GraphSchema | None = database.caches.get(GraphSchema)
    # Two threads may get here at once; both get the schema of the first.
    return known if known is not None else database.caches.setdefault(GraphSchema, GraphSchema(database))
