"""The vocabulary of the graph: entities, relations, triples, as values."""

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
# What stands between the ids of which a triple's id is made.
ID_SEPARATOR = "\x1f"
KEY_DIGITS, STATEMENT_DIGITS = 20, 12


@dataclass(frozen=True, slots=True)
class Entity:
    """A node. `id` is a compact URI such as ``wd:Q42``, unique in the graph.

    A `name` of "" says that the source mentions the entity here and names it elsewhere, or never:
    until then it is called by its id. `labels` are labels besides ``Entity``: `VALUE` for a literal,
    `MEDIATOR` for a node that only joins the parts of one fact. `properties` are further properties
    of the node, of types that Neo4j stores.
    """

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    description: str = ""
    labels: tuple[str, ...] = ()
    properties: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Relation:
    """A relationship type: `id` is the type in Neo4j, `name` is how it reads in a sentence."""

    id: str
    name: str
    description: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Triple:
    """One fact, (subject, relation, object), in the direction in which it is stored.

    `statement` tells apart facts that share all three and differ in their qualifiers (an office held
    twice); it is "" where the source has no such facts. `qualifiers` become properties of the
    relationship, of types that Neo4j stores.
    """

    subject: Entity
    relation: Relation
    object: Entity
    qualifiers: Mapping[str, Any] = field(default_factory=dict, compare=False)
    statement: str = ""

    @property
    def id(self) -> str:
        """The stable id of the relationship, the same for the same ids everywhere."""
        return triple_id(self.subject.id, self.relation.id, self.object.id, self.statement)

    @property
    def text(self) -> str:
        """The verbalised triple."""
        return verbalise(self.subject.name, self.relation.name, self.object.name)


# Ranking asks for the ids of the same few thousand triples many times a question.
@lru_cache(1 << 14)
def triple_id(subject: str, relation: str, object_: str, statement: str = "") -> str:
    """Return 20 hex digits that identify a triple by its three ids.

    A statement adds a dash and 12 more, so that what begins alike is the same triple.
    """
    known = _digest(ID_SEPARATOR.join((subject, relation, object_)), KEY_DIGITS)
    return f"{known}-{_digest(statement, STATEMENT_DIGITS)}" if statement else known


def _digest(text: str, digits: int) -> str:
    # One of the few that databases can compute too; see `kgqa_neo4j.loading.bulk.plain`.
    return hashlib.sha256(text.encode()).hexdigest()[:digits]


@lru_cache(1 << 16)
def relation_name(relation: str) -> str:
    """Return how a relation's identifier reads: underscores and dots become spaces."""
    return re.sub(r"[_./\s]+", " ", relation).strip() or relation


def catalogued(relation: str, name: str | None) -> Relation:
    """Return a relation with its name from the catalogue, or where it has none with how it reads."""
    return Relation(relation, name or relation_name(relation))


def verbalise(subject: str, relation: str, object_: str) -> str:
    """Return "(subject, relation with spaces, object)", underscores as spaces."""
    return f"({subject}, {relation}, {object_})".replace("_", " ")


def fold(name: str) -> str:
    """Return the key under which a name is looked up regardless of case, width and spacing.

    Underscores count as spaces, as many data sets write them so.
    """
    text = unicodedata.normalize("NFKC", name).casefold().replace("_", " ")
    return " ".join(text.split())
