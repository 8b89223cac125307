"""Conversion of a mediator's facts into facts between the parts that it joins; does not access the graph.

Freebase and other graphs represent an n-ary fact (a role: actor, film, character) by a nameless node. Each pair
of parts makes one joined fact, with the other parts as qualifiers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgqa_neo4j.model.graph import Relation, catalogued, triple_id, verbalise
from kgqa_neo4j.model.qualifiers import RESERVED, TIMES, time_key
from kgqa_neo4j.store.driver import Row

# Freebase's own notation for a path through a mediator.
JOIN = ".."


@dataclass(frozen=True, slots=True)
class Part:
    """The other end of a mediator's fact: an entity, or a value (`datatype` not empty).

    `value` is a Neo4j value; for a time, the ISO form of its first day. `outward` means that the fact leads from
    the mediator to the part.
    """

    relation: str
    outward: bool
    id: str
    name: str
    datatype: str = ""
    value: Any = None
    precision: str = ""

    @property
    def named(self) -> bool:
        """Whether it has a name."""
        return self.name != self.id


@dataclass(frozen=True, slots=True)
class Joined:
    """A joined fact, as the row of a statement, and its relation."""

    relation: Relation
    row: Row


def joined_facts(mediator: str, parts: Sequence[Part], names: Mapping[str, str]) -> Iterator[Joined]:
    """Yield the facts that `mediator` joins: one per pair of parts, in the direction of the facts through it.

    Two parts whose facts both lead to the mediator, or both away from it, are joined once, so that every part
    is one hop from every other.

    Args:
        mediator: its id, stored with each fact.
        parts: the other ends of its facts.
        names: the names of relations by id.
    """
    ordered = sorted(parts, key=lambda part: (part.relation, part.id))
    inward = [part for part in ordered if not part.outward]
    outward = [part for part in ordered if part.outward]
    pairs = [(subject, object_) for subject in inward for object_ in outward]
    led = {frozenset((subject.id, object_.id)) for subject, object_ in pairs}
    for same in (inward, outward):
        for place, first in enumerate(same):
            for second in same[place + 1 :]:
                ends = frozenset((first.id, second.id))
                # A value is joined with parts that lead to the mediator; elsewhere it is a qualifier.
                value = bool(first.datatype or second.datatype)
                if ends not in led and not (value and inward):
                    led.add(ends)
                    pairs.append((second, first) if first.datatype else (first, second))
    for subject, object_ in pairs:
        if subject.id != object_.id and not subject.datatype:
            yield _joined(mediator, subject, object_, parts, names)


def _joined(
    mediator: str, subject: Part, object_: Part, parts: Sequence[Part], names: Mapping[str, str]
) -> Joined:
    first, second = (catalogued(part.relation, names.get(part.relation)) for part in (subject, object_))
    relation = Relation(f"{first.id}{JOIN}{second.id}", joined_name(first.name, second.name))
    qualifiers, times = qualifiers_of([part for part in parts if part.id not in (subject.id, object_.id)])
    text = verbalise(subject.name, relation.name, object_.name) if subject.named and object_.named else None
    row = {
        "id": triple_id(subject.id, relation.id, object_.id, mediator),
        "source": subject.id,
        "target": object_.id,
        "text": text,
        "qualifiers": {**qualifiers, "mediator": mediator},
        "times": times,
    }
    return Joined(relation, row)


def joined_name(first: str, second: str) -> str:
    """Return the name of two joined relations: the words of both, without repetition, plurals included."""
    words: dict[str, str] = {}
    for word in f"{first} {second}".split():
        words.setdefault(word.lower().rstrip("s"), word)
    return " ".join(words.values())


def qualifiers_of(parts: Sequence[Part]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the qualifiers made of the other parts: properties as they are, and the days of times.

    Several entities for one relation become a list of names; of several times the first is kept.
    """
    found: dict[str, list[Part]] = {}
    seen: set[str] = set()
    for part in sorted(parts, key=lambda part: (not part.outward, part.relation, part.id)):
        # An entity joined to the mediator in both directions is one part.
        if part.id not in seen:
            seen.add(part.id)
            found.setdefault(qualifier_key(part.relation, is_time=part.datatype == "time"), []).append(part)
    plain: dict[str, Any] = {}
    times: dict[str, str] = {}
    for key, group in found.items():
        first = group[0]
        if first.datatype == "time":
            if first.value is not None:
                times[key] = first.value
            if first.precision not in ("", "day"):
                plain[f"{key}_precision"] = first.precision
        elif len(group) == 1:
            plain[key] = first.value if first.datatype else first.name
        else:
            plain[key] = [part.name for part in group]
    return plain, times


def qualifier_key(relation: str, *, is_time: bool) -> str:
    """Return the property name for a mediator's relation: the last part of the relation's name."""
    parts = [part for part in re.split(r"[./:#]+", relation) if part] or [relation]
    key = re.sub(r"\W+", "_", parts[-1])
    if is_time and (known := time_key(key)):
        return known
    if key in TIMES:
        # Otherwise a non-date would be compared with dates.
        return f"{key}_text"
    return "_".join(parts[-2:]) if key in RESERVED else key
