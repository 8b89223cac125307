"""How many nodes bear a label and relationships are of a type, and where these begin and end: from the count store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from kgqa_neo4j.model.errors import DatabaseError
from kgqa_neo4j.store.driver import Database


@dataclass(frozen=True, slots=True)
class GraphCounts:
    """Counts by label, by type, by label and type of relationships that begin at it, and of those that end at it."""

    labels: dict[str, int]
    types: dict[str, int]
    sources: dict[tuple[str, str], int] = field(default_factory=dict)
    targets: dict[tuple[str, str], int] = field(default_factory=dict)

    def fingerprint(self) -> list[list[object]]:
        """Return the counts of labels and types: what changes when the graph does, as plain values."""
        return [[name, count] for part in (self.labels, self.types) for name, count in sorted(part.items())]


def read_totals(database: Database) -> GraphCounts:
    """Return the counts of labels and types alone: cheap enough to ask before a question.

    Raises:
        DatabaseError: or one of its kinds.
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

    One statement for users who may see the server's statistics; else one for each label and type, and two for
    each pair that may be: all from the count store, which knows no scan.

    Raises:
        DatabaseError: or one of its kinds.
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
        return None  # a user without that right: the counts are asked for one by one
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
    """Return the labels that are asked for: those included, or all, without those excluded and technical ones."""
    chosen = set(include) if include else set(names)
    return [name for name in names if name in chosen and name not in exclude]
