"""Read the schema of a property graph from the count store and bounded samples, without writing or missing a label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from kgqa_neo4j.attached.connections import (
    Relationships,
    connections_of,
    fans_of,
    is_symmetric,
    read_relationships,
)
from kgqa_neo4j.attached.counts import GraphCounts, kept, read_counts
from kgqa_neo4j.attached.model import Label, Property, PropertyGraphSchema, RelationshipType
from kgqa_neo4j.attached.naming import naming_of
from kgqa_neo4j.attached.repeated import repeated_in, without_repeated
from kgqa_neo4j.attached.sampling import (
    FEW,
    LIST_ITEMS,
    TEXT_LENGTH,
    Owners,
    PropertySample,
    add_rows,
    property_of,
)
from kgqa_neo4j.model.progress import Report, no_progress
from kgqa_neo4j.store.connect import server_version
from kgqa_neo4j.store.driver import Database, Row

SAMPLE = 1000
"""Number of nodes of a label, or relationships of a type, that are sampled for their properties."""
LOOKED_AT = 100_000
"""Maximum number of nodes of a label, or relationships of a type, that are scanned."""


@dataclass(frozen=True, slots=True)
class _Indexes:
    """The indexed, and the unique, pairs of a label or type and a property."""

    indexed: frozenset[tuple[str, str]]
    unique: frozenset[tuple[str, str]]

    def owners(self, name: str, sampled: int, counted: int, keys: dict[str, int]) -> Owners:
        indexed = frozenset(key for owner, key in self.indexed if owner == name)
        unique = frozenset(key for owner, key in self.unique if owner == name)
        return Owners(sampled, counted, keys, indexed, unique)


def read_schema(
    database: Database,
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    counts: GraphCounts | None = None,
    report: Report = no_progress,
) -> PropertyGraphSchema:
    """Return the schema of the graph in `database`.

    Args:
        database: the graph; the user only needs to be able to read.
        include: labels to include; empty for all.
        exclude: labels to leave out.
        counts: the counts of the graph, if they have been read already.
        report: receives progress of slow steps.

    Raises:
        DatabaseError: or a subclass: the server cannot be queried.
    """
    counts = counts or read_counts(database)
    used = [name for name, count in counts.labels.items() if count]
    chosen = [name for name in kept(used, include, exclude) if not _is_technical(name)]
    types = [name for name, count in counts.types.items() if count and not _is_technical(name)]
    left_out = [f"label {name}" for name in used if name not in chosen]
    left_out += [f"type {name}" for name, count in counts.types.items() if count and _is_technical(name)]
    indexes = _read_indexes(database)
    labels, parents = [], {}
    for name in chosen:
        report(f"reading the label {name}")
        label, beside = _read_label(database, name, counts.labels[name], indexes, left_out)
        labels.append(label)
        parents[name] = [other for other in beside if other in chosen]
    labels = [replace(one, parents=_parents(database, one, parents[one.name], counts)) for one in labels]
    relationships = []
    known = read_relationships(database, counts)
    for name in types:
        report(f"reading the relationship type {name}")
        read = _read_type(database, name, counts, known, set(chosen), indexes, left_out)
        if read.connections:
            relationships.append(read)
        else:
            left_out.append(f"type {name}")
    schema = PropertyGraphSchema(
        labels=tuple(labels),
        types=tuple(relationships),
        server=server_version(database),
        database=database.endpoint.database,
        taken_at=datetime.now(UTC).isoformat(timespec="seconds"),
        left_out=tuple(left_out),
    )
    report("comparing properties with those of neighbours")
    return without_repeated(schema, repeated_in(database, schema.labels))


def _is_technical(name: str) -> bool:
    """Return whether a label or type is internal to a tool, such as ``_Bloom_Perspective_``."""
    return name.startswith("_")


def _read_indexes(database: Database) -> _Indexes:
    rows = [row for row in database.read("attached_indexes") if row["names"] and row["properties"]]
    pairs = [(name, key, row) for row in rows for name in row["names"] for key in row["properties"]]
    return _Indexes(
        frozenset((name, key) for name, key, row in pairs if row["type"] != "VECTOR"),
        frozenset((name, key) for name, key, row in pairs if row["unique"] and len(row["properties"]) == 1),
    )


def _read_label(
    database: Database, name: str, count: int, indexes: _Indexes, left_out: list[str]
) -> tuple[Label, list[str]]:
    """Return a label, and the other labels that every sampled node with it has."""
    beside: Counter[str] = Counter()
    samples: dict[str, PropertySample] = {}
    rows = database.read("attached_nodes", label=name, **_sampling(count))
    for row in rows:
        beside.update(row["labels"])
        add_rows(samples, row["properties"])
    keys = {key: sample.count for key, sample in samples.items()}
    if len(rows) < count:
        keys = {row["key"]: row["count"] for row in database.read("attached_keys", label=name, most=LOOKED_AT)}
    if rare := sorted(keys.keys() - samples.keys()):
        more = database.read("attached_nodes_rare", label=name, keys=rare, **_limits())
        _add_rare(samples, more, rare)
    owners = indexes.owners(name, len(rows), min(count, LOOKED_AT), keys)

    def values_of(few: list[str]) -> list[dict[str, Any]]:
        limits = {"most": LOOKED_AT, "length": TEXT_LENGTH, "values": FEW + 1}
        return database.read("attached_values", label=name, keys=few, **limits)

    properties = _properties(samples, owners, values_of, f"property {name}", left_out)
    always = [other for other, seen in beside.items() if other != name and seen == len(rows)]
    return Label(name, count, properties, naming_of(name, properties)), always


def _read_type(
    database: Database,
    name: str,
    counts: GraphCounts,
    known: Relationships,
    chosen: set[str],
    indexes: _Indexes,
    left_out: list[str],
) -> RelationshipType:
    count = counts.types[name]
    found = connections_of(database, name, counts, known)
    connections = tuple(one for one in found if one.source in chosen and one.target in chosen)
    symmetric = is_symmetric(database, name, connections)
    keys = known.keys[name] if known.keys is not None else _keys_of_type(database, name)
    fan_out, fan_in = fans_of(database, name)
    if not keys:
        return RelationshipType(name, count, connections, symmetric=symmetric, fan_out=fan_out, fan_in=fan_in)
    samples: dict[str, PropertySample] = {}
    rows = database.read_about("attached_relationships", {"type": name}, **_sampling(count))
    for row in rows:
        add_rows(samples, row["properties"])
    if rare := sorted(keys.keys() - samples.keys()):
        more = database.read_about("attached_relationships_rare", {"type": name}, keys=rare, **_limits())
        _add_rare(samples, more, rare)
    counted = count if known.keys is not None else min(count, LOOKED_AT)
    owners = indexes.owners(name, len(rows), counted, keys)
    properties = _properties(samples, owners, None, f"property {name}", left_out)
    return RelationshipType(name, count, connections, properties, symmetric, fan_out=fan_out, fan_in=fan_in)


def _keys_of_type(database: Database, name: str) -> dict[str, int]:
    rows = database.read_about("attached_relationship_keys", {"type": name}, most=LOOKED_AT)
    return {row["key"]: row["count"] for row in rows}


def _sampling(count: int) -> dict[str, Any]:
    looked_at = min(count, LOOKED_AT)
    share = 1.0 if count <= SAMPLE else SAMPLE / looked_at
    return {**_limits(), "most": looked_at, "share": share}


def _limits() -> dict[str, Any]:
    return {"most": LOOKED_AT, "length": TEXT_LENGTH, "items": LIST_ITEMS}


def _add_rare(samples: dict[str, PropertySample], rows: Sequence[Row], names: Sequence[str]) -> None:
    """Add properties that are too rare to occur in the sample, from nodes or relationships that have them."""
    rare: dict[str, PropertySample] = {}
    for row in rows:
        add_rows(rare, row["properties"])
    samples.update({name: rare[name] for name in names if name in rare})


def _properties(
    samples: dict[str, PropertySample],
    owners: Owners,
    values_of: Callable[[list[str]], list[dict[str, Any]]] | None,
    title: str,
    left_out: list[str],
) -> tuple[Property, ...]:
    shown = {}
    for name, sample in samples.items():
        if why := sample.left_out(name) or ("a tool's own" if _is_technical(name) else ""):
            left_out.append(f"{title}.{name}: {why}")
        else:
            shown[name] = sample
    few: dict[str, list[str]] = {}
    if values_of is not None and owners.sampled < owners.counted:
        wanted = [name for name, sample in shown.items() if _may_be_few(sample)]
        rows = values_of(wanted) if wanted else []
        few = {row["key"]: row["values"] for row in rows if len(row["values"]) <= FEW}
    return tuple(property_of(name, sample, owners, few.get(name, ())) for name, sample in sorted(shown.items()))


def _may_be_few(sample: PropertySample) -> bool:
    plain = all(not kind.startswith(("LIST", "POINT")) for kind in sample.stored)
    return plain and len(sample.values) <= FEW and max(sample.sizes, default=0) <= TEXT_LENGTH


def _parents(database: Database, label: Label, beside: Sequence[str], counts: GraphCounts) -> tuple[str, ...]:
    """Return the labels that all nodes of a label also have, judging by up to `LOOKED_AT` nodes."""
    found = []
    for other in beside:
        more, as_many = counts.labels[other] > label.count, counts.labels[other] == label.count
        # If two labels have the same nodes, only one is the parent of the other.
        if not (more or (as_many and other < label.name)):
            continue
        lacking = database.read("attached_lacking", label=label.name, other=other, most=LOOKED_AT)
        if not lacking:
            found.append(other)
    return tuple(found)
