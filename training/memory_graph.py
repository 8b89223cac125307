"""In-memory graph with the schema interface of planning, to fit rankers without a server."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from kgqa_neo4j.model.graph import relation_name
from kgqa_neo4j.plans.plan import Chain, Move, Path
from kgqa_neo4j.plans.schema import Around, First, RelationFacts, Second

SAMPLES = 30
_MANY = 2


class MemoryGraph:
    """Triples (subject id, relation, object id), with the names of entities whose names differ from their ids."""

    def __init__(self, triples: Iterable[tuple[str, str, str]], names: Mapping[str, str] | None = None) -> None:
        self._names = names or {}
        self._next: dict[str, dict[Move, list[tuple[str, int]]]] = defaultdict(lambda: defaultdict(list))
        self._triples = list(dict.fromkeys(triples))
        for number, (subject, relation, object_) in enumerate(self._triples):
            self._next[subject][Move(relation, True)].append((object_, number))
            self._next[object_][Move(relation, False)].append((subject, number))

    def around(self, topic: str) -> Around:
        """Return the first two steps around an entity; see `Schema`."""
        found: dict[Move, First] = {}
        for move, links in self._moves(topic).items():
            places: Counter[Move] = Counter()
            ends: Counter[Move] = Counter()
            topics: Counter[Move] = Counter()
            reached = dict(links)
            for end, came in reached.items():
                if end == topic:
                    continue
                for second, onward in self._moves(end).items():
                    others = [node for node, number in onward if number != came]
                    if others:
                        places[second] += 1
                        topics[second] += others.count(topic)
                        ends[second] += len(others) - others.count(topic)
            second_steps = {second: Second(places[second], ends[second], topics[second]) for second in places}
            found[move] = First(len(links), len(reached), True, second_steps)
        return found

    def following(self, move: Move) -> Mapping[Move, int]:
        """Return the steps that can follow `move`, with the number of entities at which they do; see `Schema`."""
        return self._followers.get(move, {})

    def relations(self) -> Mapping[str, RelationFacts]:
        """Return all relations by id; see `Schema`."""
        return self._relations

    def joins(self, pairs: Sequence[tuple[Chain, Chain]]) -> list[bool]:
        """Return for each pair of chains whether both reach a common entity; see `Schema`."""
        return [bool((self.ends(one) & self.ends(other)) - {one.topic, other.topic}) for one, other in pairs]

    def ends(self, chain: Chain) -> set[str]:
        """Return the ids that a chain reaches by the rules of `Plan`, including the topic if it is reached."""
        # Per entity the triples it was reached by. One must not be walked back; with two, there is always another.
        level: dict[str, set[int]] = {chain.topic: set()}
        for move in chain.path:
            reached: dict[str, set[int]] = defaultdict(set)
            for node, came in level.items():
                for end, number in self._moves(node).get(move, ()):
                    if came != {number} and len(reached[end]) < _MANY:
                        reached[end].add(number)
            level = {node: numbers for node, numbers in reached.items() if numbers}
        return set(level)

    def answers(self, topic: str, path: Path) -> set[str]:
        """Return the answers of a one-chain plan: the entities reached, without the topic after several steps."""
        return self.ends(Chain(topic, path)) - ({topic} if len(path) > 1 else set())

    def _moves(self, node: str) -> Mapping[Move, list[tuple[str, int]]]:
        return self._next.get(node, {})

    @cached_property
    def _followers(self) -> dict[Move, dict[Move, int]]:
        counted: dict[Move, Counter[Move]] = defaultdict(Counter)
        for moves in self._next.values():
            for leaving, links in moves.items():
                for arriving in moves:
                    # A walk arrives by the reverse of a leaving step; turning round requires a second triple.
                    if arriving != leaving or len(links) > 1:
                        counted[arriving.back][leaving] += 1
        return {move: dict(steps) for move, steps in counted.items()}

    @cached_property
    def _relations(self) -> dict[str, RelationFacts]:
        subjects: dict[str, dict[str, None]] = defaultdict(dict)
        objects: dict[str, dict[str, None]] = defaultdict(dict)
        counts: Counter[str] = Counter()
        for subject, relation, object_ in self._triples:
            subjects[relation][subject] = objects[relation][object_] = None
            counts[relation] += 1
        return {
            relation: RelationFacts(
                relation,
                relation_name(relation),
                count=count,
                fan_out=count / len(subjects[relation]),
                fan_in=count / len(objects[relation]),
                subjects=self._samples(subjects[relation]),
                objects=self._samples(objects[relation]),
            )
            for relation, count in counts.items()
        }

    def _samples(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return names of up to `SAMPLES` entities, spread evenly."""
        known = list(ids)
        return tuple(self._names.get(one, one) for one in known[:: max(1, len(known) // SAMPLES)][:SAMPLES])
