"""Nodes and values of an attached graph as entities: their ids and names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kgqa_neo4j.attached.full_names import full_name
from kgqa_neo4j.attached.model import FoundValue, PropertyGraphSchema
from kgqa_neo4j.attached.text import name_words
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.language.property_execution import value_entity
from kgqa_neo4j.plans.language.property_terms import PROPERTY
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.quoting import quote

LENGTH = 200
"""Characters of a name or value that are read."""
# Nodes with one family name that are looked at for a full one.
_NAMESAKES = 1000
_VALUE = re.compile(r"value:`((?:[^`]|``)*)`\.`((?:[^`]|``)*)`=(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class HeldValue:
    """A value of a property, as nodes of a label have it."""

    label: str
    key: str
    value: str

    @property
    def entity(self) -> Entity:
        """The value as an entity; `value_of` reads its id."""
        return Entity(f"value:{quote(self.label)}.{quote(self.key)}={self.value}", self.value)

    @property
    def stored(self) -> list[str | int | float]:
        """The value in the types in which it may be stored."""
        forms: list[str | int | float] = [self.value]
        for kind in (int, float):
            try:
                forms.append(kind(self.value))
            except ValueError:
                continue
        return forms


def value_of(id_: str) -> HeldValue | None:
    """Return the value that an id stands for, None for a node's."""
    found = _VALUE.fullmatch(id_)
    return HeldValue(_unquoted(found[1]), _unquoted(found[2]), found[3]) if found else None


def _unquoted(name: str) -> str:
    return name.replace("``", "`").replace("\\u005C", "\\")


class AttachedNames:
    """What nodes of one attached graph are called, from the values of the properties in `keys`."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        self._schema = schema
        self._whole = {label.name: whole for label in schema.labels if (whole := full_name(label)) is not None}
        naming = [name for label in schema.labels for name in label.naming]
        parts = [part for whole in self._whole.values() for part in whole.parts]
        self.keys = list(dict.fromkeys((*naming, *parts)))
        self._place = {name: place for place, name in enumerate(self.keys)}

    def node(self, id_: str, labels: Sequence[str], names: Sequence[str | None]) -> Entity:
        """Return a node as an entity; `names` are the values of `keys`."""
        known = [one for one in sorted(labels) if one in self._schema.label]
        for label in known:
            if label in self._whole:
                parts = [names[self._place[part]] for part in self._whole[label].parts]
                if all(parts):
                    return Entity(id_, " ".join(map(str, parts)))
            for name in self._schema.label[label].naming:
                if (found := names[self._place[name]]) is not None:
                    return Entity(id_, found)
        return Entity(id_, ":".join(known or sorted(labels)) or id_)

    def bearers(self, database: Database, held: HeldValue, most: int) -> list[Entity]:
        """Return at most so many of the nodes that have a value, which may be a full name in two properties.

        Raises:
            DatabaseError: or one of its kinds.
        """
        whole = self._whole.get(held.label)
        if whole is not None and held.key == whole.name:
            # Those with the last part, of which some are called so.
            words = held.value.split()
            tails = [" ".join(words[place:]) for place in range(1, len(words))]
            found = self._with(database, held.label, whole.parts[-1], tails, _NAMESAKES)
            return [one for one in found if one.name == held.value][:most]
        return self._with(database, held.label, held.key, held.stored, most)

    def _with(
        self, database: Database, label: str, key: str, values: Sequence[str | int | float], most: int
    ) -> list[Entity]:
        rows = database.read_about(
            "attached_bearers",
            {"label": label, "property": key},
            values=list(values),
            naming=self.keys,
            most=most,
            length=LENGTH,
        )
        return [self.node(row["id"], row["labels"], row["names"]) for row in rows]

    def values(self, labels: Sequence[str], key: str, value: Any) -> list[Entity]:
        """Return the values of a property of a node, each item of a list by itself."""
        owner = next(
            (
                one
                for one in sorted(labels)
                if one in self._schema.label
                and any(held.name == key for held in self._schema.label[one].properties)
            ),
            "",
        )
        items = value if isinstance(value, list) else [value]
        texts = [value_entity(item).name[:LENGTH] for item in items if item is not None]
        return [HeldValue(owner, key, text).entity for text in texts] if owner else []

    def is_named(self, found: FoundValue) -> bool:
        """Return whether a value names nodes, rather than being one of their properties."""
        label = self._schema.label.get(found.label)
        whole = self._whole.get(found.label)
        return label is not None and (
            found.property in label.naming or (whole is not None and found.property == whole.name)
        )

    def relation(self, relation: str) -> str:
        """Return how a type or a property reads: ``WORKS_FOR`` and ``worksFor`` are "works for"."""
        return " ".join(name_words(relation.removeprefix(PROPERTY))) or relation
