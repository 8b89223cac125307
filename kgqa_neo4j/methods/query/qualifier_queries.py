"""Qualifiers in enumerated queries, whose value is either asked for or another topic."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.plan import Chain, Move
from kgqa_neo4j.store.driver import Database

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
# Excluded properties: those of the named conditions, those that belong to others, and the source of a fact.
_NONE = re.compile(
    r"(?:start|end|point_in)_time|statement|mediator|"
    r".*_(?:precision|ids|unknown|none|unit|calendar|julian|all|year)"
)
# Maximum number of facts per topic and direction whose qualifiers are read.
_FACTS = 1000


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A property of the facts of a step from a topic; with `ids` the facts also have the ids of its entities.

    `value` is the id of the required entity; without it the value is asked for.
    """

    topic: str
    move: Move
    key: str
    ids: bool = False
    value: str = ""

    @property
    def words(self) -> str:
        """The qualifier's name in words."""
        return " ".join(self.key.split("_"))

    def said_in(self, text: str) -> bool:
        """Whether a lower-case text contains its words, at least one of them longer than four letters."""
        words = self.words.casefold()
        return any(len(word) > 4 for word in words.split()) and f" {words} " in text

    @property
    def keys(self) -> list[str]:
        """The properties that a query with this qualifier reads."""
        return [self.key, f"{self.key}_ids"] if self.ids else [self.key]


def is_qualifier(name: str) -> bool:
    """Whether a property of a fact is a qualifier other than its time."""
    return bool(_NAME.fullmatch(name)) and not _NONE.fullmatch(name)


def qualifiers_around(database: Database, topics: Sequence[Entity]) -> list[Qualifier]:
    """Return the qualifiers of facts at the topics, most frequent first, with one statement.

    One per step and property, and one more for each other topic that is a value of it.

    Raises:
        DatabaseError: or a subclass.
    """
    texts = {text: topic.id for topic in topics for text in (topic.id, topic.name)}
    rows = database.read(
        "query_qualifiers_around", ids=[topic.id for topic in topics], texts=[*texts], most=_FACTS
    )
    found = {(row["id"], row["relation"], row["outward"], row["name"]): row["found"] for row in rows}
    qualifiers: dict[Qualifier, None] = {}
    for (topic, relation, outward, name), named in found.items():
        if not is_qualifier(name):
            continue
        ids = found.get((topic, relation, outward, f"{name}_ids"))
        move = Move(relation, outward)
        for text in named if ids is None else ids:
            if texts[text] != topic:
                qualifiers[Qualifier(topic, move, name, ids is not None, texts[text])] = None
        qualifiers[Qualifier(topic, move, name, ids is not None)] = None
    return list(qualifiers)


def of_chain(qualifiers: Sequence[Qualifier], chains: tuple[Chain, ...]) -> Iterator[Qualifier]:
    """Yield the qualifiers of the facts of a one-step chain."""
    if len(chains) == 1 and len(chains[0].path) == 1:
        for one in qualifiers:
            if (one.topic, one.move) == (chains[0].topic, chains[0].path[0]):
                yield one
