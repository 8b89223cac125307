"""Redundant properties, which repeat a value of a node one or two steps away: `bank` of a payment joined to a bank.

Graphs made from tables keep the foreign keys. In questions, these would compete with the nodes that they refer to, so
they are left out of the schema; their words become words for the relationship type and the label.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rapidfuzz.distance import Prefix

from kgqa_neo4j.attached.model import Label, Property, PropertyGraphSchema, RelationshipType, ValueType
from kgqa_neo4j.attached.text import name_words, normalised
from kgqa_neo4j.store.driver import Database, Row

_LOOKED_AT, _SOME, _AROUND, _LENGTH = 10_000, 100, 40, 200
# Minimum number of nodes that agree, their share of those that have both, and the number of distinct values.
_LEAST, _AGREEING, _VARIED = 5, 0.95, 3
# Minimum share of nodes with the property that have the path, and of these that have one end, for one and two steps.
_JOINED, _ONCE = 0.9, (0.8, 0.5)
# Minimum distinctness of a property that identifies nodes.
_DISTINCT = 0.95
_CALLED = frozenset(("name", "title", "id", "code", "key", "label"))


@dataclass(frozen=True, slots=True)
class Step:
    """A step from a node along a relationship type in a direction."""

    type: str
    outward: bool


@dataclass(frozen=True, slots=True)
class Repeated:
    """A property of `owner` that repeats the property `of` of the `label` at the end of `steps`."""

    owner: str
    name: str
    steps: tuple[Step, ...]
    label: str
    of: str

    def __str__(self) -> str:
        way = " and ".join(one.type for one in self.steps)
        return f"property {self.owner}.{self.name}: repeats {self.label}.{self.of}, by {way}"


@dataclass(frozen=True, slots=True)
class _End:
    """A node at the end of a path: its labels, and its texts and integers in normalized form."""

    id: str
    labels: frozenset[str]
    properties: tuple[tuple[str, str], ...]


_Way = tuple[Step, ...]
_Ends = Mapping[str, Mapping[_Way, Sequence[_End]]]
"""By the id of each node, the ends of each path from it."""


@dataclass(slots=True)
class _Tally:
    """How the values of a property compare with the ends of a path."""

    joined: int = 0
    once: int = 0
    equal: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))


def repeated_in(database: Database, labels: Sequence[Label]) -> list[Repeated]:
    """Return the properties that repeat a value one or two steps away, judging by a sample of nodes of each label.

    Raises:
        DatabaseError: or a subclass.
    """
    apart = _telling_apart(labels)
    found: list[Repeated] = []
    for label in labels:
        others = [one for one in label.properties if one.name not in label.naming[:1]]
        # Numbers that are not ids are excluded: they may be equal by chance.
        wanted = [one.name for one in others if one.type is ValueType.TEXT or one.is_identifier]
        if not wanted:
            continue
        ids = database.read("attached_some", label=label.name, keys=wanted, most=_LOOKED_AT, some=_SOME)
        rows = _around(database, [row["id"] for row in ids])
        ends = _single(rows)
        near = _agreeing(label.name, wanted, rows, ends, apart)
        found += near
        left = [name for name in wanted if all(one.name != name for one in near)]
        for step in dict.fromkeys(one.steps[0] for one in near) if left else ():
            found += _agreeing(label.name, left, rows, _double(database, ends, step), apart)
    return list({(one.owner, one.name): one for one in found}.values())


def without_repeated(schema: PropertyGraphSchema, repeated: Sequence[Repeated]) -> PropertyGraphSchema:
    """Return a schema without the repeated properties, whose names become words for what they repeat."""
    gone = {(one.owner, one.name) for one in repeated}
    labels: dict[str, list[str]] = defaultdict(list)
    types: dict[str, list[str]] = defaultdict(list)
    for one in repeated:
        end = schema.label[one.label]
        if len(one.steps) == 1 and one.of in end.naming:
            noun, rest = _called(one, name_words(end.name))
            labels[end.name] += [noun] if noun else []
            types[one.steps[0].type] += [rest] if rest else []
    return replace(
        schema,
        labels=tuple(_reduced(one, gone, labels[one.name]) for one in schema.labels),
        types=tuple(_worded(one, types[one.name]) for one in schema.types),
        left_out=(*schema.left_out, *map(str, repeated)),
    )


def _reduced(label: Label, gone: set[tuple[str, str]], more: Iterable[str]) -> Label:
    return replace(
        label,
        properties=tuple(one for one in label.properties if (label.name, one.name) not in gone),
        naming=tuple(name for name in label.naming if (label.name, name) not in gone),
        words=tuple(dict.fromkeys((*label.words, *more))),
    )


def _worded(kind: RelationshipType, more: Iterable[str]) -> RelationshipType:
    own = name_words(kind.name)
    said = [text for text in more if not set(text.split()) <= set(own)]
    return replace(kind, words=tuple(dict.fromkeys((*kind.words, *said))))


def _called(one: Repeated, label: Sequence[str]) -> tuple[str, str]:
    """Return the noun in a property's name that means the label, and the rest, which means the type."""
    words = name_words(one.name)
    while len(words) > 1 and words[-1] in _CALLED:
        words.pop()
    if len(words) == 1:
        return "", "" if words == list(label) else words[0]
    noun = "" if words[-1] in label else words[-1]
    return noun, " ".join(word for word in words[:-1] if word not in label)


def _may_repeat(one: Property) -> bool:
    return one.type in (ValueType.TEXT, ValueType.NUMBER) and bool({"STRING", "INTEGER"} & set(one.stored))


def _telling_apart(labels: Iterable[Label]) -> dict[str, list[str]]:
    """Return for each property name the labels whose nodes it names or identifies."""
    found: dict[str, list[str]] = defaultdict(list)
    for label in labels:
        for one in label.properties:
            if one.name in label.naming or (one.distinct >= _DISTINCT and _may_repeat(one)):
                found[one.name].append(label.name)
    return found


def _around(database: Database, ids: Sequence[str]) -> list[Row]:
    return database.read("attached_neighbours", ids=list(ids), around=_AROUND, length=_LENGTH) if ids else []


def _single(rows: Sequence[Row]) -> _Ends:
    found: dict[str, dict[_Way, list[_End]]] = {}
    for row in rows:
        ways = found.setdefault(row["id"], defaultdict(list))
        for end in row["steps"]:
            properties = tuple((key, normalised(text)) for key, text in end["properties"])
            ways[Step(end["type"], end["outward"]),].append(
                _End(end["id"], frozenset(end["labels"]), properties)
            )
    return found


def _double(database: Database, near: _Ends, first: Step) -> _Ends:
    """Return the ends of paths of two steps, given those of one step."""
    middles = {id: ways[first,] for id, ways in near.items() if (first,) in ways}
    behind = _single(_around(database, sorted({end.id for ends in middles.values() for end in ends})))
    found: dict[str, dict[_Way, list[_End]]] = {}
    for id, ends in middles.items():
        ways = found.setdefault(id, defaultdict(list))
        for end in ends:
            for way, further in behind.get(end.id, {}).items():
                ways[first, *way] += [one for one in further if one.id != id]
    return found


def _agreeing(
    owner: str, wanted: Sequence[str], rows: Sequence[Row], ends: _Ends, apart: Mapping[str, Sequence[str]]
) -> list[Repeated]:
    """Return the properties that repeat a value at the end of a path, each with the path that agrees most often."""
    found = []
    properties = {row["id"]: dict(row["properties"]) for row in rows}
    for name in wanted:
        own = {id: normalised(held[name]) for id, held in properties.items() if name in held}
        tallies: dict[_Way, _Tally] = defaultdict(_Tally)
        for id, text in own.items():
            for way, there in ends.get(id, {}).items():
                tally = tallies[way]
                tally.joined += 1
                tally.once += len({one.id for one in there}) == 1
                for key in _same(text, there, apart):
                    tally.equal[key].append(text)
        best = max(
            (
                (len(values), way, key)
                for way, tally in tallies.items()
                for key, values in tally.equal.items()
                if _repeats(tally, values, len(own), _ONCE[len(way) - 1])
            ),
            key=lambda one: (one[0], -len(one[1]), _alike(name, one[1])),
            default=None,
        )
        if best is not None:
            found.append(Repeated(owner, name, best[1], *best[2]))
    return found


def _same(text: str, ends: Sequence[_End], apart: Mapping[str, Sequence[str]]) -> set[tuple[str, str]]:
    """Return the labels and identifying properties by which ends have the value `text`."""
    return {
        (label, key)
        for end in ends
        for key, other in end.properties
        if other == text
        for label in apart.get(key, ())
        if label in end.labels
    }


def _repeats(tally: _Tally, values: Sequence[str], owners: int, once: float) -> bool:
    return (
        len(values) >= max(_LEAST, _AGREEING * tally.joined)
        and tally.joined >= _JOINED * owners
        and tally.once >= once * tally.joined
        and len(set(values)) >= _VARIED
    )


def _alike(name: str, way: Sequence[Step]) -> int:
    """Return the length of the longest common prefix of a word of the property and one of the path's first type."""
    pairs = ((one, other) for one in name_words(name) for other in name_words(way[0].type))
    return max((Prefix.similarity(*pair) for pair in pairs), default=0)
