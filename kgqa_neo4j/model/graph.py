"""The vocabulary of the graph: entities, relations and triples as values."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

VALUE = "Value"
MEDIATOR = "Mediator"
# Separates the ids that a triple's id is made from.
ID_SEPARATOR = "\x1f"
KEY_DIGITS, STATEMENT_DIGITS = 20, 12


@dataclass(frozen=True, slots=True)
class Entity:
    """A node. `id` is a compact URI such as ``wd:Q42``, unique in the graph.

    An empty `name` means that the source mentions the entity here and names it elsewhere, or never; until then its id
    is used as its name. `labels` are labels besides ``Entity``: `VALUE` for a literal, `MEDIATOR` for a node that only
    joins the parts of one fact. `properties` are further properties of the node, of types that Neo4j stores.
    """

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    description: str = ""
    labels: tuple[str, ...] = ()
    properties: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Relation:
    """A relationship type: `id` is the type in Neo4j, `name` its wording in a sentence."""

    id: str
    name: str
    description: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Triple:
    """One fact, (subject, relation, object), in the direction in which it is stored.

    `statement` distinguishes facts that share all three and differ in their qualifiers (an office held twice); it is ""
    if the source has no such facts. `qualifiers` become properties of the relationship, of types that Neo4j stores.
    """

    subject: Entity
    relation: Relation
    object: Entity
    qualifiers: Mapping[str, Any] = field(default_factory=dict, compare=False)
    statement: str = ""

    @property
    def id(self) -> str:
        """The stable id of the relationship; it depends only on the ids in the triple."""
        return triple_id(self.subject.id, self.relation.id, self.object.id, self.statement)

    @property
    def text(self) -> str:
        """The verbalised triple."""
        return verbalise(self.subject.name, self.relation.name, self.object.name)


# Ranking needs the ids of the same thousands of triples many times per question.
@lru_cache(1 << 16)
def triple_id(subject: str, relation: str, object_: str, statement: str = "") -> str:
    """Return 20 hex digits that identify a triple by its three ids.

    A statement adds a dash and 12 more, so ids of the same triple begin with the same 20 digits.
    """
    known = _digest(ID_SEPARATOR.join((subject, relation, object_)), KEY_DIGITS)
    return f"{known}-{_digest(statement, STATEMENT_DIGITS)}" if statement else known


def _digest(text: str, digits: int) -> str:
    # One of the few hashes that databases can compute too; see `kgqa_neo4j.loading.bulk.plain`.
    return hashlib.sha256(text.encode()).hexdigest()[:digits]


@lru_cache(1 << 16)
def relation_name(relation: str) -> str:
    """Return a relation's identifier in readable form: underscores, dots and slashes become spaces."""
    return re.sub(r"[_./\s]+", " ", relation).strip() or relation


def catalogued(relation: str, name: str | None) -> Relation:
    """Return a relation with its name from the catalogue, or without one with its id in readable form."""
    return Relation(relation, name or relation_name(relation))


def verbalise(subject: str, relation: str, object_: str) -> str:
    """Return "(subject, relation with spaces, object)", underscores as spaces."""
    return f"({subject}, {relation}, {object_})".replace("_", " ")


def fold(name: str) -> str:
    """Return the key under which a name is looked up regardless of case, width and spacing.

    Underscores count as spaces, because many data sets write spaces as underscores.
    """
    text = unicodedata.normalize("NFKC", name).casefold().replace("_", " ")
    return " ".join(text.split())
