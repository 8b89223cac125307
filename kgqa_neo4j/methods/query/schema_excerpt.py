"""The part of an attached graph's schema that a question needs, as text for a prompt.

It has the labels that the question names or whose stored values it contains, the labels and relationship types that
connect these, and their properties: named ones first, then naming properties, then the most common others, each with a
stored value.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgqa_neo4j.attached.model import (
    Connection,
    FoundValue,
    Label,
    Property,
    PropertyGraphSchema,
    RelationshipType,
    ValueType,
)
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind
from kgqa_neo4j.store.quoting import quote

_LABELS, _JOINED, _CONNECTIONS, _PROPERTIES = 4, 8, 14, 8
_VALUES, _OF_SPOT, _LISTED, _LENGTH = 8, 2, 6, 40
_PLAIN = frozenset((ValueType.NUMBER, ValueType.BOOLEAN))


@dataclass(frozen=True, slots=True)
class SchemaExcerpt:
    """Labels and connections, the properties shown per label or type (`properties`), and stored values."""

    labels: tuple[Label, ...]
    connections: tuple[Connection, ...]
    properties: dict[str, tuple[Property, ...]]
    values: tuple[FoundValue, ...]

    @property
    def text(self) -> str:
        """The excerpt as Cypher patterns, one per line, and the values that the question may mean."""
        lines = [f"(:{quote_plain(one.name)}{self._held(one.name)})" for one in self.labels]
        for one in self.connections:
            kind = f"{quote_plain(one.type)}{self._held(one.type)}"
            lines.append(f"(:{quote_plain(one.source)})-[:{kind}]->(:{quote_plain(one.target)})")
        lines += [
            f"stored: {quote_plain(one.label)}.{quote_plain(one.property)} = {_literal(one.value)}"
            for one in self.values
        ]
        return "\n".join(lines)

    def _held(self, owner: str) -> str:
        shown = ", ".join(f"{quote_plain(one.name)}: {_sample(one)}" for one in self.properties.get(owner, ()))
        return f" {{{shown}}}" if shown else ""


def quote_plain(name: str) -> str:
    """Return a name for Cypher, in backticks only if it needs them."""
    return name if name.isidentifier() and name.isascii() else quote(name)


def schema_excerpt(schema: PropertyGraphSchema, spots: Sequence[Spot]) -> SchemaExcerpt:
    """Return the excerpt of a schema for a question, given its `spots`: words with their possible meanings.

    If no word means anything in the schema, it has the labels with the most nodes.
    """
    weights = _weights(schema, spots)
    ranked = sorted(weights, key=lambda name: (-weights[name], -schema.label[name].count))
    chosen = ranked[:_LABELS]
    if not chosen:
        chosen = [one.name for one in sorted(schema.labels, key=lambda one: -one.count)[:_LABELS]]
    said = {one.element.name for spot in spots for one in spot.of(Kind.TYPE)}
    joined = _joined(schema, chosen)
    connections = _connections(schema, joined, said)
    if len(joined) == 1:
        # For a single label, add its neighbours, which may be asked for.
        around = [end for one in connections for end in (one.source, one.target)]
        joined = list(dict.fromkeys([*joined, *around]))[:_JOINED]
    named = {(one.element.owner, one.element.name) for s in spots for one in s.of(Kind.PROPERTY, Kind.FACT)}
    # Leave out full names, which are stored in two properties, not in one.
    stored = {(label.name, one.name) for label in schema.labels for one in label.properties}
    values = [one for one in _values(spots) if one.on_relationship or (one.label, one.property) in stored]
    named |= {(one.label, one.property) for one in values}
    owners: list[Label | RelationshipType] = [schema.label[name] for name in joined]
    owners += [schema.type[kind] for kind in dict.fromkeys(one.type for one in connections)]
    return SchemaExcerpt(
        tuple(schema.label[name] for name in joined),
        tuple(connections),
        {owner.name: _shown(owner, named) for owner in owners},
        tuple(one for one in values if one.label in joined or one.on_relationship),
    )


def _weights(schema: PropertyGraphSchema, spots: Iterable[Spot]) -> dict[str, float]:
    """Return the weight of each label that the question may be about."""
    found: dict[str, float] = defaultdict(float)
    for spot in spots:
        best: dict[str, float] = {}
        for one in spot.named:
            element = one.element
            if element.kind is Kind.LABEL:
                best[element.name] = max(best.get(element.name, 0.0), one.score)
            elif element.kind is Kind.PROPERTY:
                best[element.owner] = max(best.get(element.owner, 0.0), 0.5 * one.score)
            else:
                kind = schema.type[element.owner if element.kind is Kind.FACT else element.name]
                for end in (end for join in kind.connections[:2] for end in (join.source, join.target)):
                    best[end] = max(best.get(end, 0.0), 0.4 * one.score)
        for value in spot.values[:_OF_SPOT]:
            if not value.on_relationship:
                best[value.label] = max(best.get(value.label, 0.0), value.similarity)
        for label, score in best.items():
            if label in schema.label:
                found[label] += score
    return found


def _joined(schema: PropertyGraphSchema, chosen: Sequence[str]) -> list[str]:
    """Return labels, with those on the shortest paths from the first label to the others."""
    beside: dict[str, set[str]] = defaultdict(set)
    for kind in schema.types:
        for one in kind.connections:
            if one.source in schema.label and one.target in schema.label:
                beside[one.source].add(one.target)
                beside[one.target].add(one.source)
    before: dict[str, str] = {chosen[0]: ""}
    waiting = deque([chosen[0]])
    while waiting:
        at = waiting.popleft()
        for other in sorted(beside[at] - set(before)):
            before[other] = at
            waiting.append(other)
    found = list(chosen)
    for name in chosen[1:]:
        at = before.get(name, "")
        while at and at not in found:
            found.append(at)
            at = before[at]
    return found[:_JOINED]


def _connections(schema: PropertyGraphSchema, labels: Sequence[str], said: Iterable[str]) -> list[Connection]:
    wanted = set(said)
    every = [one for kind in schema.types for one in kind.connections]
    alone = len(labels) == 1
    among = [
        one
        for one in every
        if (one.source in labels and one.target in labels)
        or ((alone or one.type in wanted) and (one.source in labels or one.target in labels))
    ]
    return sorted(among, key=lambda one: (one.type not in wanted, -one.count))[:_CONNECTIONS]


def _shown(owner: Label | RelationshipType, named: set[tuple[str, str]]) -> tuple[Property, ...]:
    naming = owner.naming[:1] if isinstance(owner, Label) else ()
    ranked = sorted(
        owner.properties,
        key=lambda one: ((owner.name, one.name) not in named, one.name not in naming, -one.present),
    )
    return tuple(ranked[:_PROPERTIES])


def _values(spots: Iterable[Spot]) -> list[FoundValue]:
    found = [value for spot in spots for value in spot.values[:_OF_SPOT]]
    return list(dict.fromkeys(found))[:_VALUES]


def _sample(one: Property) -> str:
    texts = one.values if 0 < len(one.values) <= _LISTED else one.samples[:1]
    if not texts:
        return str(one.type)
    plain = one.type in _PLAIN and "STRING" not in one.stored
    return "|".join(text if plain else _literal(text) for text in texts)


def _literal(text: str) -> str:
    line = " ".join(text.split())
    shown = line if len(line) <= _LENGTH else f"{line[:_LENGTH]}…"
    return '"' + shown.replace("\\", "\\\\").replace('"', '\\"') + '"'
