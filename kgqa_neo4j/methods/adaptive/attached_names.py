"""Ids and names of the nodes and property values of an attached graph, as entities."""

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
"""Maximum number of characters read of a name or value."""
# Nodes with the same family name searched for a full name.
_NAMESAKES = 1000
_VALUE = re.compile(r"value:`((?:[^`]|``)*)`\.`((?:[^`]|``)*)`=(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class HeldValue:
    """A property value of nodes with a label."""

    label: str
    key: str
    value: str

    @property
    def entity(self) -> Entity:
        """The value as an entity; `value_of` parses its id."""
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
    """Parse the id of a value; None for a node's id."""
    found = _VALUE.fullmatch(id_)
    return HeldValue(_unquoted(found[1]), _unquoted(found[2]), found[3]) if found else None


def _unquoted(name: str) -> str:
    return name.replace("``", "`").replace("\\u005C", "\\")


class AttachedNames:
    """Names of nodes in one attached graph, from the values of their properties `keys`."""

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
        """Return at most `most` nodes that have a value, which may be a full name stored in two properties.

        Raises:
            DatabaseError: or a subclass.
        """
        whole = self._whole.get(held.label)
        if whole is not None and held.key == whole.name:
            # Look up by the last part of the name, then compare full names.
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
        """Return the values of a node's property as entities, each item of a list separately."""
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
        """Whether a value is a name of nodes, not just a property of theirs."""
        label = self._schema.label.get(found.label)
        whole = self._whole.get(found.label)
        return label is not None and (
            found.property in label.naming or (whole is not None and found.property == whole.name)
        )

    def relation(self, relation: str) -> str:
        """Return the words in the name of a type or property: "works for" for ``WORKS_FOR`` and ``worksFor``."""
        return " ".join(name_words(relation.removeprefix(PROPERTY))) or relation
