"""Classification of Freebase's predicates: names, facts, or administration of Freebase itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from kgqa_neo4j.model.graph import Relation, relation_name

NAME = "type.object.name"
ALIAS = "common.topic.alias"
DESCRIPTION = "common.topic.description"

# Freebase's data about itself: its types and properties, keys, permissions, edit history, web pages, pictures and
# licences of topics, gardening hints. Predicates outside Freebase's namespace (RDF, RDF Schema and OWL; keys of other
# catalogues) only repeat or encode.
ADMINISTRATIVE = ("type", "common", "freebase", "dataworld", "pipeline", "kg", "atom", "meta", "scheme", "rdf")

# Number of predicates whose relations are cached.
REMEMBERED = 1 << 14


class Kind(Enum):
    """The use of a line."""

    NAME = 1
    ALIAS = 2
    DESCRIPTION = 3
    FACT = 4
    LEFT_OUT = 5


class Predicates:
    """Classifies predicates."""

    def __init__(self, domains: Sequence[str] = (), keep: Sequence[str] = ()) -> None:
        """Set what counts as a fact.

        Args:
            domains: domains of facts (the first part of a predicate); empty for all.
            keep: administrative predicates, or prefixes of them, to load as facts all the same.
        """
        self._domains = frozenset(domains)
        self._keep = tuple(keep)

    def kind(self, predicate: str) -> Kind:
        """Return the use of a line with this predicate."""
        known = {NAME: Kind.NAME, ALIAS: Kind.ALIAS, DESCRIPTION: Kind.DESCRIPTION}.get(predicate)
        if known is not None:
            return known
        if any(predicate == one or predicate.startswith(one.rstrip(".") + ".") for one in self._keep):
            return Kind.FACT
        domain = predicate.partition(".")[0]
        if not predicate or domain in ADMINISTRATIVE or (self._domains and domain not in self._domains):
            return Kind.LEFT_OUT
        return Kind.FACT


@lru_cache(REMEMBERED)
def relation_of(predicate: str) -> Relation:
    """Return the relation of a predicate.

    Its name consists of the predicate's last two parts, type and property, without words of the type that the property
    repeats: ``people.person.nationality`` becomes "person nationality", ``film.film.directed_by`` "film directed by".
    The last part alone would often be ambiguous (``film.actor.film``, ``film.director.film``); ``_s`` at its end marks
    a plural.
    """
    parts = []
    for step in predicate.split(".."):
        *_, kind, property_ = ["", *step.split(".")]
        words = relation_name(re.sub(r"_s$", "", property_)).split()
        parts += [word for word in relation_name(kind).split() if kind and word not in words] + words
    return Relation(predicate, " ".join(dict.fromkeys(parts)) or predicate)
