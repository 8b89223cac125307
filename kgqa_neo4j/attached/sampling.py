"""Collect samples of a property's values row by row, and infer its description in the schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.attached.text import name_words
from kgqa_neo4j.attached.units import unit_of
from kgqa_neo4j.attached.value_kinds import PLACEHOLDERS, meaning_of

FEW = 50
"""Maximum number of distinct values of a property that are all kept."""
SAMPLES = 20
TEXT_LENGTH = 200
"""Number of characters of a value that are read for the schema."""
LIST_ITEMS = 5

_LONG_TEXT = 2000
_VECTOR = 16
_VECTOR_WORDS = frozenset(("embedding", "embeddings", "vector", "vectors"))


@dataclass(slots=True)
class PropertySample:
    """Sampled values of a property: their Neo4j types, their sizes, and the count of each."""

    stored: Counter[str] = field(default_factory=Counter)
    sizes: list[int] = field(default_factory=list)
    values: Counter[object] = field(default_factory=Counter)

    def add(self, stored: str, size: int, value: object) -> None:
        """Add a value: its type as given by ``valueType``, and its length if it is a text or a list."""
        self.stored[stored.replace(" NOT NULL", "")] += 1
        self.sizes.append(size)
        items = value if isinstance(value, list) else [value]
        for item in items:
            if item is not None:
                # A counter would treat True as 1.
                self.values[str(item).casefold() if isinstance(item, bool) else item] += 1

    @property
    def count(self) -> int:
        """The number of owners that have it."""
        return sum(self.stored.values())

    def left_out(self, name: str) -> str:
        """Return why the property is excluded from the schema (a vector, a blob), "" if it is not."""
        kind = self.stored.most_common(1)[0][0]
        typical = sorted(self.sizes)[len(self.sizes) // 2] if self.sizes else 0
        numbers = kind.startswith("LIST<") and kind.removeprefix("LIST<").startswith(("FLOAT", "INTEGER"))
        if kind.startswith("VECTOR") or (
            numbers and (typical >= _VECTOR or bool(_VECTOR_WORDS & set(name_words(name))))
        ):
            return "a vector"
        if "BYTE" in kind:
            return "bytes"
        if kind == "STRING" and typical > _LONG_TEXT:
            return f"texts of {typical:,} characters"
        return ""


def add_rows(samples: dict[str, PropertySample], properties: Iterable[Sequence[Any]]) -> None:
    """Add the properties of one owner, each as name, type, size and value."""
    for name, stored, size, value in properties:
        if stored is not None and stored != "NULL":
            samples.setdefault(name, PropertySample()).add(stored, size, value)


@dataclass(frozen=True, slots=True)
class Owners:
    """The owners of properties: the number sampled, and the number counted with how many of them have each property."""

    sampled: int
    counted: int
    keys: Mapping[str, int]
    indexed: frozenset[str] = frozenset()
    unique: frozenset[str] = frozenset()


def property_of(name: str, sample: PropertySample, owners: Owners, values: Sequence[str] = ()) -> Property:
    """Return the description of a property.

    Args:
        name: the name of the property.
        sample: the sampled values.
        owners: the nodes or relationships that may have it.
        values: all of its values, most frequent first, if there are few.
    """
    stored = tuple(kind for kind, _ in sample.stored.most_common())
    meaning = meaning_of(name, stored, list(sample.values))
    shown = [str(value) for value, _ in sample.values.most_common()]
    if meaning.type is ValueType.LIST and meaning.format:
        shown, values = (_items(texts, meaning.format) for texts in (shown, values))
    whole = owners.sampled >= owners.counted and len(shown) <= FEW and not _cut(sample)
    present = (
        owners.keys[name] / owners.counted if name in owners.keys else sample.count / max(owners.sampled, 1)
    )
    real = [value for value in shown if value.casefold() not in PLACEHOLDERS]
    return Property(
        name=name,
        type=meaning.type,
        stored=stored,
        format=meaning.format,
        present=round(min(1.0, present), 4),
        distinct=round(len(sample.values) / max(sum(sample.values.values()), 1), 4),
        samples=tuple((real or shown)[:SAMPLES]),
        values=tuple(shown) if whole and meaning.type is not ValueType.OTHER else tuple(values),
        unit=unit_of(name),
        indexed=name in owners.indexed,
        unique=name in owners.unique,
    )


def _items(texts: Sequence[str], separator: str) -> list[str]:
    """Return the items of lists that are stored as text."""
    return list(dict.fromkeys(item for text in texts for item in text.split(separator)))


def _cut(sample: PropertySample) -> bool:
    return any(
        size > (LIST_ITEMS if kind.startswith("LIST") else TEXT_LENGTH)
        for kind in sample.stored
        for size in sample.sizes
    )
