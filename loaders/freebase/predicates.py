"""What Freebase's predicates are for: naming, facts, or the running of Freebase itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from kgqa_neo4j.model.graph import Relation, relation_name

NAME = "type.object.name"
ALIAS = "common.topic.alias"
DESCRIPTION = "common.topic.description"

# What Freebase says about itself: its types and properties, keys, permissions, who edited what, web pages,
# pictures and licences of topics, gardening hints. Predicates outside of its own namespace (RDF, RDF Schema
# and OWL; keys of other catalogues) only repeat or encode.
ADMINISTRATIVE = ("type", "common", "freebase", "dataworld", "pipeline", "kg", "atom", "meta", "scheme", "rdf")

# Relations that are known again.
REMEMBERED = 1 << 14


class Kind(Enum):
    """What a line is read for."""

    NAME = 1
    ALIAS = 2
    DESCRIPTION = 3
    FACT = 4
    LEFT_OUT = 5


class Predicates:
    """Tells what to do with a predicate."""

    def __init__(self, domains: Sequence[str] = (), keep: Sequence[str] = ()) -> None:
        """Decide once for all.

        Args:
            domains: domains of facts (the first part of a predicate); all when empty.
            keep: predicates, or how they begin, that are facts even though they are administrative.
        """
        self._domains = frozenset(domains)
        self._keep = tuple(keep)

    def kind(self, predicate: str) -> Kind:
        """Return what a line with this predicate is read for."""
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

    The name is made of the last two parts, the type and the property, without the words of the type
    that the property repeats: ``people.person.nationality`` reads "person nationality",
    ``film.film.directed_by`` "film directed by". The last part alone would often be the same for both
    directions (``film.actor.film``, ``film.director.film``); ``_s`` at its end stands for a plural.
    """
    parts = []
    for step in predicate.split(".."):
        *_, kind, property_ = ["", *step.split(".")]
        words = relation_name(re.sub(r"_s$", "", property_)).split()
        parts += [word for word in relation_name(kind).split() if kind and word not in words] + words
    return Relation(predicate, " ".join(dict.fromkeys(parts)) or predicate)
