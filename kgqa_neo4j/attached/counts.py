"""Counts of nodes by label, and of relationships by type and by label at either end, from the count store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from kgqa_neo4j.model.errors import DatabaseError
from kgqa_neo4j.store.driver import Database


@dataclass(frozen=True, slots=True)
class GraphCounts:
    """Counts by label, by type, by label and type of outgoing relationships, and likewise of incoming ones."""

    labels: dict[str, int]
    types: dict[str, int]
    sources: dict[tuple[str, str], int] = field(default_factory=dict)
    targets: dict[tuple[str, str], int] = field(default_factory=dict)

    def fingerprint(self) -> list[list[object]]:
        """Return the counts of labels and types, which change when the graph does, as plain values."""
        return [[name, count] for part in (self.labels, self.types) for name, count in sorted(part.items())]


def read_totals(database: Database) -> GraphCounts:
    """Return only the counts of labels and types, which are cheap enough to read before a question.

    Raises:
        DatabaseError: or a subclass.
    """
    labels = {row["name"]: 0 for row in database.read("attached_labels")}
    types = {row["name"]: 0 for row in database.read("attached_types")}
    statistics = _statistics(database)
    if statistics is not None:
        return _from_statistics(statistics, labels, types)
    return GraphCounts(
        {name: _count(database, "attached_count_label", label=name) for name in labels},
        {name: _count(database, "attached_count_type", type=name) for name in types},
    )


def read_counts(database: Database) -> GraphCounts:
    """Return all counts.

    This takes one statement for users who may read the server's statistics; otherwise one for each label and type, and
    two for each possible pair of these, all from the count store without scans.

    Raises:
        DatabaseError: or a subclass.
    """
    found = read_totals(database)
    if found.sources or not any(found.types.values()):
        return found
    used = [name for name, count in found.labels.items() if count]
    for kind in (name for name, count in found.types.items() if count):
        for label in used:
            if count := _count(database, "attached_count_sources", label=label, type=kind):
                found.sources[label, kind] = count
            if count := _count(database, "attached_count_targets", label=label, type=kind):
                found.targets[label, kind] = count
    return found


def _statistics(database: Database) -> dict[str, list[dict[str, object]]] | None:
    try:
        rows = database.read("attached_statistics")
    except DatabaseError:
        return None  # the user lacks the privilege: counts are read one by one
    return rows[0]["data"] if rows else None


def _from_statistics(
    statistics: dict[str, list[dict[str, object]]], labels: dict[str, int], types: dict[str, int]
) -> GraphCounts:
    sources: dict[tuple[str, str], int] = defaultdict(int)
    targets: dict[tuple[str, str], int] = defaultdict(int)
    for entry in statistics.get("nodes", ()):
        if entry.get("label") in labels:
            labels[str(entry["label"])] = int(str(entry["count"]))
    for entry in statistics.get("relationships", ()):
        kind, count = entry.get("relationshipType"), int(str(entry["count"]))
        if kind not in types or not count:
            continue
        if "startLabel" in entry:
            sources[str(entry["startLabel"]), str(kind)] = count
        elif "endLabel" in entry:
            targets[str(entry["endLabel"]), str(kind)] = count
        else:
            types[str(kind)] = count
    return GraphCounts(labels, types, dict(sources), dict(targets))


def _count(database: Database, name: str, **identifiers: str) -> int:
    return int(database.read_about(name, identifiers)[0]["count"])


def kept(names: Sequence[str], include: Sequence[str], exclude: Sequence[str]) -> list[str]:
    """Return the requested labels: those included, or all, without those excluded."""
    chosen = set(include) if include else set(names)
    return [name for name in names if name in chosen and name not in exclude]
