"""The schema of an attached property graph: labels, relationship types, properties, and how they connect."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from kgqa_neo4j.attached.text import identifies


class ValueType(StrEnum):
    """What the values of a property are compared as, whatever type they are stored with."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    DATETIME = "datetime"
    BOOLEAN = "boolean"
    LIST = "list"
    POINT = "point"
    DURATION = "duration"
    OTHER = "other"

    @property
    def is_time(self) -> bool:
        """Whether the values are dates, with or without a time of day."""
        return self in (ValueType.DATE, ValueType.DATETIME)

    @property
    def is_measure(self) -> bool:
        """Whether the values have an order that superlatives and comparisons mean: numbers, dates and durations."""
        return self.is_time or self in (ValueType.NUMBER, ValueType.DURATION)


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a label or of a relationship type.

    * `type` is what its values mean, `stored` the Neo4j types that were seen: a number stored as text has type
      ``NUMBER`` and ``stored == ("STRING",)``. `format` is how a date stored as text is written (``%m/%d/%Y``),
      or what stands between the items of a list stored as text.
    * `present` is the share of sampled owners that have it, `distinct` the share of sampled values that differ.
    * `samples` are some distinct values as text; `values` all of them where there are few, else empty.
    * `unit` is what its name or a correction says it is counted in; `words` are other names for it.
    * `parts` are the properties whose values, a blank between, make its values, where it is not stored itself.
    """

    name: str
    type: ValueType
    stored: tuple[str, ...] = ()
    format: str = ""
    present: float = 1.0
    distinct: float = 1.0
    samples: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    unit: str = ""
    words: tuple[str, ...] = ()
    description: str = ""
    indexed: bool = False
    unique: bool = False
    parts: tuple[str, ...] = ()

    @property
    def is_identifier(self) -> bool:
        """Whether it is a number that only tells things apart: `user_id`, `node_id`."""
        return self.type is ValueType.NUMBER and identifies(self.name)

    @property
    def is_measure(self) -> bool:
        """Whether superlatives and comparisons may mean its values."""
        return self.type.is_measure and not self.is_identifier


@dataclass(frozen=True, slots=True)
class Label:
    """A label: how many nodes bear it, their properties, and which of these name a node, the best one first.

    `parents` are labels that all nodes of this one bear too.
    """

    name: str
    count: int
    properties: tuple[Property, ...] = ()
    naming: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True)
class Connection:
    """How many relationships of a type lead from nodes of one label to nodes of another."""

    source: str
    type: str
    target: str
    count: int

    @property
    def ways(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Either label with the one at the other end."""
        return (self.source, self.target), (self.target, self.source)


@dataclass(frozen=True, slots=True)
class RelationshipType:
    """A relationship type: how many there are, their properties, and the labels that they connect.

    `symmetric`: both directions mean the same, so that they are followed either way. `fan_out` is how many a node
    that has any has on average, `fan_in` how many arrive at a node; 0 where that is not known.
    """

    name: str
    count: int
    connections: tuple[Connection, ...] = ()
    properties: tuple[Property, ...] = ()
    symmetric: bool = False
    words: tuple[str, ...] = ()
    description: str = ""
    fan_out: float = 0.0
    fan_in: float = 0.0


@dataclass(frozen=True)
class PropertyGraphSchema:
    """All that planning reads of an attached graph. Labels, types and properties that are hidden are not in it."""

    labels: tuple[Label, ...]
    types: tuple[RelationshipType, ...]
    server: str = ""
    database: str = ""
    taken_at: str = ""
    left_out: tuple[str, ...] = field(default=())

    @cached_property
    def label(self) -> dict[str, Label]:
        """The labels by name."""
        return {one.name: one for one in self.labels}

    @cached_property
    def type(self) -> dict[str, RelationshipType]:
        """The relationship types by name."""
        return {one.name: one for one in self.types}


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A stored value that words may mean: where it stands, how often, and how like the words it is, in [0, 1].

    `label` is a relationship type where it stands `on_relationship`. A value that is stored as a number is here
    as its text.
    """

    label: str
    property: str
    value: str
    count: int
    similarity: float
    on_relationship: bool = False
