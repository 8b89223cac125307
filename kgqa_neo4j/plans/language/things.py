"""What of a property graph is an entity to planning: nodes of a name, values, labels; and their ids."""

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
    """What a thing is."""

    NODE = "node"
    VALUE = "value"
    FACT = "fact"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Thing:
    """Nodes of label `owner` that `property` names `value`; or that value of a property, of a label or of a
    relationship type; or the label itself."""

    kind: Kind
    owner: str
    property: str = ""
    value: str = ""


def id_of(thing: Thing) -> str:
    """Return what stands for a thing in plans and queries."""
    return json.dumps(astuple(thing), ensure_ascii=False)


def thing_of(ident: str) -> Thing:
    """Return the thing of an id.

    Raises:
        ValueError: it is the id of no thing.
    """
    kind, owner, name, value = json.loads(ident)
    return Thing(Kind(kind), owner, name, value)


def named_branch(thing: Thing) -> Branch:
    """Return what holds of the nodes of a name: that the property which names them has it."""
    tests = (ValueTest(Comparison.EQUAL, thing.value),)
    return Branch((Move(property_relation(thing.property), True),), Pattern(tests=tests))
