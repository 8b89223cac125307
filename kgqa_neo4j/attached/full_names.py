"""Names of persons in two properties: `firstName` and `lastName`, `name` and `surname`.

People say and read both together. A derived property, named after both, stands for them wherever questions are read and
statements are compiled; the stored schema, and everything read from the graph, has only the parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import Label, Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.attached.text import name_words

_GIVEN = frozenset(
    {("first", "name"), ("firstname",), ("forename",), ("given", "name"), ("givenname",), ("fname",)}
)
_FAMILY = frozenset({
    ("last", "name"), ("lastname",), ("surname",), ("sur", "name"), ("family", "name"), ("familyname",), ("lname",),
})  # fmt: skip
_WHOLE = frozenset({("full", "name"), ("fullname",), ("display", "name"), ("displayname",)})
_BARE = ("name",)
# Minimum share of nodes that must have both.
_PRESENT = 0.5
WORDS = ("name", "full name")
"""Words for both together."""


def name_parts(properties: Sequence[Property]) -> tuple[str, ...]:
    """Return the properties for given and family name, in this order; () unless there are both and no whole name."""
    called = {
        tuple(name_words(one.name)): one.name
        for one in properties
        if one.type is ValueType.TEXT and one.present >= _PRESENT
    }
    family = next((name for words, name in called.items() if words in _FAMILY), "")
    given = next((name for words, name in called.items() if words in _GIVEN), "")
    bare = next((one for one in properties if one.name == called.get(_BARE)), None)
    if given and bare is not None:
        return ()
    if bare is not None and not _is_whole(bare):
        given = bare.name
    whole = any(words in _WHOLE for words in called)
    return (given, family) if given and family and not whole else ()


def _is_whole(one: Property) -> bool:
    """Return whether most values of a `name` have several words, as full names do."""
    return sum(" " in text.strip() for text in one.samples) > len(one.samples) / 2


def full_name(label: Label) -> Property | None:
    """Return the derived property for the full names of a label's nodes, None if there is none."""
    parts = name_parts(label.properties)
    name = " ".join(parts)
    if not parts or any(one.name == name for one in label.properties):
        return None
    known = {one.name: one for one in label.properties}
    samples = zip(*(known[part].samples for part in parts), strict=False)
    return Property(
        name,
        ValueType.TEXT,
        ("STRING",),
        present=min(known[part].present for part in parts),
        samples=tuple(map(" ".join, samples)),
        words=WORDS,
        parts=parts,
    )


def with_full_names(schema: PropertyGraphSchema) -> PropertyGraphSchema:
    """Return a schema whose nodes are named by full names, if they have any."""
    return replace(schema, labels=tuple(map(_fully_named, schema.labels)))


def _fully_named(label: Label) -> Label:
    whole = full_name(label)
    if whole is None or (label.naming and label.naming[0] not in whole.parts):
        return label
    return replace(label, properties=(*label.properties, whole), naming=(whole.name, *label.naming))
