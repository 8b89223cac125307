"""Things: what plans treat as entities of a property graph (nodes sharing a name, values, labels), and their ids."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from enum import StrEnum

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Branch, Pattern, ValueTest
from kgqa_neo4j.plans.plan import Move

INSTANCE_OF = "instance of"
"""The relation from nodes to their labels."""


class Kind(StrEnum):
    """The kind of a thing: nodes, a value of a node property, a value of a relationship property, or a label."""

    NODE = "node"
    VALUE = "value"
    FACT = "fact"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Thing:
    """The nodes with the label `owner` whose naming `property` is `value`; or that value of a property of a label or
    relationship type `owner`; or the label itself."""

    kind: Kind
    owner: str
    property: str = ""
    value: str = ""


def id_of(thing: Thing) -> str:
    """Return the id that stands for a thing in plans and queries."""
    return json.dumps(astuple(thing), ensure_ascii=False)


def thing_of(ident: str) -> Thing:
    """Return the thing with an id.

    Raises:
        ValueError: it is not the id of a thing.
    """
    kind, owner, name, value = json.loads(ident)
    return Thing(Kind(kind), owner, name, value)


def named_branch(thing: Thing) -> Branch:
    """Return the condition that selects the nodes sharing a name: their naming property has that value."""
    tests = (ValueTest(Comparison.EQUAL, thing.value),)
    return Branch((Move(property_relation(thing.property), True),), Pattern(tests=tests))
