"""Views an attached graph as triples: relationship types, all properties, and membership in a label are relations.

The entities of this triple view are nodes with a name, values and labels (see `Thing`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from kgqa_neo4j.attached.model import Label, Property, PropertyGraphSchema, RelationshipType, ValueType
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.things import INSTANCE_OF
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.schema import RelationFacts, Second
from kgqa_neo4j.question.wording import words

_SAMPLES = 30
_TYPES = {ValueType.DATE: "time", ValueType.DATETIME: "time", ValueType.BOOLEAN: "boolean"}
_YEARS = frozenset({"year", "years"})
_YEAR = re.compile(r"1[0-9]{3}|2[01][0-9]{2}")
# Nobody puts values of these types into a question.
_UNSAID = frozenset({ValueType.POINT, ValueType.OTHER})


def fact_id(kind: str, name: str, from_source: bool) -> str:
    """Return the id of the relation to a relationship property, from the source or the target of the relationships."""
    return f"{kind}.{name}{'' if from_source else '<'}"


@dataclass(frozen=True, slots=True)
class FactRelation:
    """A relation from the node at one end of relationships of a type to the value of one of their properties.

    `owner` is the label of these nodes, if they all have the same one.
    """

    type: str
    name: str
    from_source: bool
    owner: str = ""

    @property
    def id(self) -> str:
        """The id of the relation."""
        return fact_id(self.type, self.name, self.from_source)


class Relations:
    """The relations of one attached graph, and the steps that its labels have."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        self.schema = schema
        self.facts = {
            one.id: one
            for kind in schema.types
            for named in kind.properties
            if named.type not in _UNSAID
            for one in (_fact(kind, named.name, True), _fact(kind, named.name, False))
        }
        self.properties: dict[str, dict[str, Property]] = defaultdict(dict)
        for label in schema.labels:
            for one in label.properties:
                if one.type not in _UNSAID and one.name not in label.naming[:1]:
                    self.properties[property_relation(one.name)][label.name] = one

    @cached_property
    def catalogue(self) -> Mapping[str, RelationFacts]:
        """All relations by id."""
        found = [*map(self._of_type, self.schema.types)]
        found += [self._of_property(ident, owners) for ident, owners in self.properties.items()]
        found += [self._of_fact(one) for one in self.facts.values()]
        total = sum(label.count for label in self.schema.labels)
        names = tuple(label.name for label in self.schema.labels)
        samples = self._names_of(names)
        found.append(
            RelationFacts(
                INSTANCE_OF, INSTANCE_OF, "", total, 1.0, total / max(1, len(names)), samples, names[:_SAMPLES]
            )
        )
        return {one.id: one for one in found}

    def steps_of(self, labels: Mapping[str, int]) -> dict[Move, Second]:
        """Return the steps from the given numbers of nodes per label, estimated from the counts of the schema."""
        places: dict[Move, float] = defaultdict(float)
        ends: dict[Move, float] = defaultdict(float)

        def add(move: Move, share: float, each: float, nodes: int) -> None:
            places[move] += min(1.0, share) * nodes
            ends[move] += each * nodes

        for name, nodes in labels.items():
            label = self.schema.label.get(name)
            if label is None or not nodes:
                continue
            size = max(1, label.count)
            for one in label.properties:
                if property_relation(one.name) in self.properties and one.name not in label.naming[:1]:
                    add(Move(property_relation(one.name), True), one.present, one.present, nodes)
            for kind in self.schema.types:
                for way in kind.connections:
                    each = way.count / size
                    for outward, end, fan in (
                        (True, way.source, kind.fan_out),
                        (False, way.target, kind.fan_in),
                    ):
                        if end != name:
                            continue
                        add(Move(kind.name, outward), each / (fan or 1.0), each, nodes)
                        for named in kind.properties:
                            ident = fact_id(kind.name, named.name, outward)
                            if ident in self.facts:
                                share = each * named.present
                                add(Move(ident, True), share / (fan or 1.0), share, nodes)
            add(Move(INSTANCE_OF, True), 1.0, 1.0, nodes)
        return {
            move: Second(max(1, round(count)), max(1, round(ends[move])))
            for move, count in places.items()
            if count > 0
        }

    def arrived(self, move: Move) -> dict[str, int]:
        """Return the labels of the nodes that a step leads to, each with an estimated number; {} for values."""
        if move.relation == INSTANCE_OF:
            return {} if move.outward else {label.name: label.count for label in self.schema.labels}
        if move.relation in self.properties:
            owners = self.properties[move.relation]
            sizes = {name: self.schema.label[name].count * one.present for name, one in owners.items()}
            return {} if move.outward else {name: max(1, round(size)) for name, size in sizes.items()}
        if fact := self.facts.get(move.relation):
            return {} if move.outward else self._at(self.schema.type[fact.type], not fact.from_source)
        return self._at(self.schema.type[move.relation], move.outward)

    def _at(self, kind: RelationshipType, target: bool) -> dict[str, int]:
        found: dict[str, int] = defaultdict(int)
        for way in kind.connections:
            label = way.target if target else way.source
            if label in self.schema.label:
                fan = (kind.fan_in if target else kind.fan_out) or 1.0
                reached = max(1, round(way.count / fan))
                found[label] = min(self.schema.label[label].count, found[label] + reached)
        return dict(found)

    def _names_of(self, labels: Iterable[str]) -> tuple[str, ...]:
        """Return the names of some sampled nodes of each label."""
        known = [self.schema.label[name] for name in labels if name in self.schema.label]
        each = max(3, _SAMPLES // max(1, len(known)))
        return tuple(name for label in known for name in _named(label)[:each])[:_SAMPLES]

    def _classes(self, labels: Iterable[str]) -> tuple[str, ...]:
        """Return labels as words."""
        return tuple(" ".join(words(name)) for name in labels)

    def _of_type(self, kind: RelationshipType) -> RelationFacts:
        sources, targets = self._at(kind, False), self._at(kind, True)
        return RelationFacts(
            kind.name,
            kind.words[0] if kind.words else kind.name,
            kind.description,
            kind.count,
            kind.fan_out or kind.count / max(1, sum(sources.values())),
            kind.fan_in or kind.count / max(1, sum(targets.values())),
            self._names_of(sources),
            self._names_of(targets),
            "",
            "",
            self._classes(sources),
            self._classes(targets),
        )

    def _of_property(self, ident: str, owners: Mapping[str, Property]) -> RelationFacts:
        first = next(iter(owners.values()))
        count = sum(round(self.schema.label[name].count * one.present) for name, one in owners.items())
        samples = tuple(dict.fromkeys(text for one in owners.values() for text in one.values or one.samples))
        different = sum(_different(one, self.schema.label[name].count) for name, one in owners.items())
        return RelationFacts(
            ident,
            first.words[0] if first.words else first.name,
            first.description,
            max(1, count),
            1.0,
            count / max(1.0, different),
            self._names_of(owners),
            samples[:_SAMPLES],
            "",
            _value_type(first),
            self._classes(owners),
        )

    def _of_fact(self, fact: FactRelation) -> RelationFacts:
        kind = self.schema.type[fact.type]
        named = next(one for one in kind.properties if one.name == fact.name)
        owners = self._at(kind, not fact.from_source)
        count = max(1, round(kind.count * named.present))
        return RelationFacts(
            fact.id,
            named.words[0] if named.words else named.name,
            named.description,
            count,
            count / max(1, sum(owners.values())),
            count / max(1.0, _different(named, kind.count)),
            self._names_of(owners),
            (named.values or named.samples)[:_SAMPLES],
            "",
            _value_type(named),
            self._classes(owners),
            told_of=fact.type,
        )


def _value_type(one: Property) -> str:
    """Return the datatype of the values: numbers in a unit, or without the digits of a year, are not years.

    Identifiers are texts.
    """
    if one.is_identifier:
        return "text"
    if one.type is not ValueType.NUMBER:
        return _TYPES.get(one.type, "")
    counted = one.unit and one.unit not in _YEARS
    return "number" if counted or not all(map(_YEAR.fullmatch, one.samples)) else ""


def _fact(kind: RelationshipType, name: str, from_source: bool) -> FactRelation:
    owners = {one.source if from_source else one.target for one in kind.connections}
    return FactRelation(kind.name, name, from_source, owners.pop() if len(owners) == 1 else "")


def _different(one: Property, count: int) -> float:
    return float(len(one.values) or max(1.0, one.distinct * count * one.present))


def _named(label: Label) -> tuple[str, ...]:
    found = next((one for one in label.properties if one.name in label.naming[:1]), None)
    return (found.values or found.samples) if found else ()
