"""One mediator's facts as facts between the parts that it joins: no graph, no statements.

Freebase writes what has more than two parts (a role: actor, film, character) around a node without a
name, and so do other graphs. Two parts make one joined fact; the others are its qualifiers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgqa_neo4j.model.graph import Relation, catalogued, triple_id, verbalise
from kgqa_neo4j.model.qualifiers import RESERVED, TIMES, time_key
from kgqa_neo4j.store.driver import Row

# Two relations that a mediator joins are written so in Freebase's own paths, too.
JOIN = ".."


@dataclass(frozen=True, slots=True)
class Part:
    """What a mediator has a fact with: an entity, or a value (`datatype` not empty).

    `value` is Neo4j's own, a time's the ISO form of its first day. `outward`: the fact leads from the
    mediator to it.
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
        """Whether it is more than an id."""
        return self.name != self.id


@dataclass(frozen=True, slots=True)
class Joined:
    """A joined fact, as the row of a statement, and its relation."""

    relation: Relation
    row: Row


def joined_facts(mediator: str, parts: Sequence[Part], names: Mapping[str, str]) -> Iterator[Joined]:
    """Yield the facts that `mediator` joins: each two parts in the direction in which facts lead through it.

    Two parts that facts do not lead between, because both lead to it or both away from it, are joined
    once, so that every part is one hop from every other.

    Args:
        mediator: its id, kept with each fact.
        parts: what it has facts with.
        names: how relations read, by id.
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
                # A value belongs to what leads to the mediator; elsewhere it is a qualifier.
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
    """Return how two relations read as one: the words of both, each once, singular and plural alike."""
    words: dict[str, str] = {}
    for word in f"{first} {second}".split():
        words.setdefault(word.lower().rstrip("s"), word)
    return " ".join(words.values())


def qualifiers_of(parts: Sequence[Part]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what the other parts of a fact say of it: properties as they are, and the days of times.

    Several entities in one place become a list of names; of several times the first is kept.
    """
    found: dict[str, list[Part]] = {}
    seen: set[str] = set()
    for part in sorted(parts, key=lambda part: (not part.outward, part.relation, part.id)):
        # An entity that facts join to the mediator both ways plays one part, not two.
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
    """Return the property that a mediator's relation becomes, by the last part of its name."""
    parts = [part for part in re.split(r"[./:#]+", relation) if part] or [relation]
    key = re.sub(r"\W+", "_", parts[-1])
    if is_time and (known := time_key(key)):
        return known
    if key in TIMES:
        # What is no date would be compared with dates.
        return f"{key}_text"
    return "_".join(parts[-2:]) if key in RESERVED else key
