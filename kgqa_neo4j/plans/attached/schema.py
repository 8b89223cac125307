"""Implements `kgqa_neo4j.plans.schema.Schema` for an attached property graph, viewed as triples."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.attached.relations import Relations, fact_id
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.property_values import stored_value
from kgqa_neo4j.plans.language.things import INSTANCE_OF, Kind, Thing, thing_of
from kgqa_neo4j.plans.plan import Chain, Move
from kgqa_neo4j.plans.schema import Around, First, RelationFacts
from kgqa_neo4j.store.driver import Database

_REMEMBERED = 1000
# Maximum number of nodes read per name, and of their relationships per direction.
_NODES, _READS = 20, 2000


class AttachedSchema:
    """Looks up the steps around named nodes, and estimates all others from the counts in the schema."""

    def __init__(self, database: Database, schema: PropertyGraphSchema) -> None:
        self._database = database
        self._schema = schema
        self._relations = Relations(schema)
        self._known: OrderedDict[str, Around] = OrderedDict()
        self._following: dict[Move, Mapping[Move, int]] = {}

    @property
    def view(self) -> Relations:
        """The relations of the graph."""
        return self._relations

    def relations(self) -> Mapping[str, RelationFacts]:
        """Return all relations by id."""
        return self._relations.catalogue

    def around(self, topic: str) -> Around:
        """Return the first two steps around an entity of the triple view."""
        if topic not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.popitem(last=False)
            self._known[topic] = self._around(thing_of(topic))
        return self._known[topic]

    def following(self, move: Move) -> Mapping[Move, int]:
        """Return the steps after `move`, each with the number of entities where both join."""
        if move not in self._following:
            self._following[move] = self._after(move)
        return self._following[move]

    def _after(self, move: Move) -> Mapping[Move, int]:
        labels = self._relations.arrived(move)
        if not labels:
            return {move.back: self._relations.catalogue[move.relation].count}
        return {then: second.places for then, second in self._relations.steps_of(labels).items()}

    def joins(self, pairs: Sequence[tuple[Chain, Chain]]) -> list[bool]:
        """Return for each pair of chains whether they may share an end, by the labels or the property at their ends."""
        found = []
        for one, other in pairs:
            first, second = (self._relations.arrived(chain.path[-1]) for chain in (one, other))
            if first and second:
                found.append(bool(first.keys() & second.keys()))
            else:
                found.append(self._value_of(one.path[-1]) == self._value_of(other.path[-1]))
        return found

    def _value_of(self, move: Move) -> object:
        """Return a key of the values that a step leads to, the same for both relations of a relationship property."""
        fact = self._relations.facts.get(move.relation)
        return (fact.type, fact.name) if fact else move

    def _around(self, thing: Thing) -> Around:
        view = self._relations
        if thing.kind is Kind.LABEL:
            label = self._schema.label[thing.owner]
            return {Move(INSTANCE_OF, False): self._first(label.count, {label.name: label.count})}
        if thing.kind is Kind.FACT:
            ways = [fact_id(thing.owner, thing.property, from_source) for from_source in (True, False)]
            return {
                Move(way, False): self._first(1, dict.fromkeys(view.arrived(Move(way, False)), 1))
                for way in ways
                if way in view.facts
            }
        if thing.kind is Kind.VALUE:
            relation = property_relation(thing.property)
            one = view.properties.get(relation, {}).get(thing.owner)
            if one is None:
                return {}
            label = self._schema.label[thing.owner]
            size = max(
                1, round(label.count * one.present / max(1, len(one.values) or one.distinct * label.count))
            )
            return {Move(relation, False): self._first(size, {label.name: size})}
        return self._around_nodes(thing)

    def _around_nodes(self, thing: Thing) -> Around:
        facts = next(one for one in self._schema.label[thing.owner].properties if one.name == thing.property)
        rows = self._database.read_about(
            "attached_around",
            {"label": thing.owner, "property": thing.property},
            value=stored_value(facts, thing.value),
            nodes=_NODES,
            reads=_READS,
        )
        ends: dict[Move, int] = defaultdict(int)
        triples: dict[Move, int] = defaultdict(int)
        labels: dict[Move, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for row in rows:
            move = Move(row["relation"] if row["type"] else property_relation(row["relation"]), row["outward"])
            known = self._schema.type if row["type"] else self._relations.properties
            if move.relation not in known:
                continue
            ends[move] += row["ends"]
            triples[move] += row["triples"]
            for label in row["labels"]:
                labels[move][label] += row["ends"]
            if row["type"]:
                for named in self._schema.type[move.relation].properties:
                    fact = Move(fact_id(move.relation, named.name, move.outward), True)
                    if fact.relation in self._relations.facts:
                        ends[fact] += row["ends"]
                        triples[fact] += row["triples"]
        ends[Move(INSTANCE_OF, True)] = triples[Move(INSTANCE_OF, True)] = 1
        return {move: self._first(triples[move], labels[move], ends[move]) for move in ends}

    def _first(self, triples: int, labels: Mapping[str, int], ends: int = 0) -> First:
        return First(triples, ends or triples, False, self._relations.steps_of(labels))
