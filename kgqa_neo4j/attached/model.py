"""The schema of an attached property graph: labels, relationship types, properties, and how they connect."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from kgqa_neo4j.attached.text import identifies


class ValueType(StrEnum):
    """The type by which the values of a property are compared, regardless of their stored type."""

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
        """Whether superlatives and comparisons apply to the values: numbers, dates and durations."""
        return self.is_time or self in (ValueType.NUMBER, ValueType.DURATION)


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a label or a relationship type.

    * `type` is the meaning of its values, `stored` their Neo4j types: a number stored as text has type ``NUMBER`` and
      ``stored == ("STRING",)``. `format` is the format of a date stored as text (``%m/%d/%Y``), or the separator of a
      list stored as text.
    * `present` is the share of sampled owners that have it, `distinct` the share of sampled values that differ.
    * `samples` are some distinct values as text; `values` are all of them if there are few, else empty.
    * `unit` is the unit given by its name or a correction; `words` are other names for it.
    * `parts` are the properties whose values, joined by blanks, form the values of a property that is not stored.

    An owner is a node with the label or a relationship of the type.
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
        """Whether it is a number that merely identifies: `user_id`, `node_id`."""
        return self.type is ValueType.NUMBER and identifies(self.name)

    @property
    def is_measure(self) -> bool:
        """Whether superlatives and comparisons apply to its values."""
        return self.type.is_measure and not self.is_identifier


@dataclass(frozen=True, slots=True)
class Label:
    """A label: its number of nodes, their properties, and the naming properties, best first.

    A naming property holds what people call a node by. `parents` are labels that all nodes with this one also have.
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
    """The number of relationships of a type from nodes of one label to nodes of another."""

    source: str
    type: str
    target: str
    count: int

    @property
    def ways(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Each label with the one at the other end."""
        return (self.source, self.target), (self.target, self.source)


@dataclass(frozen=True, slots=True)
class RelationshipType:
    """A relationship type: its number of relationships, their properties, and the labels that they connect.

    `symmetric`: both directions mean the same, so it is followed either way. `fan_out` and `fan_in` are the average
    numbers of outgoing and incoming relationships of nodes that have any; 0 if unknown.
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
    """What planning reads of an attached graph, without hidden labels, types and properties."""

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
    """A stored value that words may mean: its property, its count, and its similarity to the words in [0, 1]."""

    label: str
    property: str
    value: str
    count: int
    similarity: float
    on_relationship: bool = False
