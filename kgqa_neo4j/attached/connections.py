"""Which labels a relationship type connects, and whether its direction has a meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kgqa_neo4j.attached.counts import GraphCounts
from kgqa_neo4j.attached.model import Connection
from kgqa_neo4j.attached.text import name_words, words_of
from kgqa_neo4j.store.driver import Database, Row

EXACT = 200_000
"""Maximum number of relationships, of a type or in total, that are all read for the labels that they connect."""
_PROBED = 1000
_RECIPROCAL_PROBED = 5000
# Relationships read, and nodes whose relationships are counted, to estimate how many a node has.
_FANS_PROBED, _FANS = 20_000, 200
_RECIPROCAL = 0.9
_LEAST_PAIRS = 5
# Words in the names of symmetric relationships.
_MUTUAL = words_of(
    """
    similar sibling spouse married friend friends interacts interacted neighbour neighbor neighbours
    neighbors adjacent borders bordering linked related connected colleague colleagues coauthor
    coauthored same alias equivalent synonym associated met correlates competitor competitors rival rivals
    partner partners teammate teammates twin twins cousin cousins ally allied
    """
)


@dataclass(frozen=True, slots=True)
class Relationships:
    """What was read of all relationships at once, if there are few; otherwise both fields are None.

    `pairs` are rows of source labels, target labels and count by type, `keys` the number of relationships with each
    property.
    """

    pairs: dict[str, list[Row]] | None = None
    keys: dict[str, dict[str, int]] | None = None


def read_relationships(database: Database, counts: GraphCounts) -> Relationships:
    """Return the labels and properties of all relationships, with two statements, if there are at most `EXACT`."""
    if sum(counts.types.values()) > EXACT:
        return Relationships()
    pairs: dict[str, list[Row]] = {name: [] for name in counts.types}
    for row in database.read("attached_all_pairs"):
        pairs.setdefault(row["type"], []).append(row)
    keys: dict[str, dict[str, int]] = {name: {} for name in counts.types}
    for row in database.read("attached_all_relationship_keys"):
        keys.setdefault(row["type"], {})[row["key"]] = row["count"]
    return Relationships(pairs, keys)


def connections_of(
    database: Database, kind: str, counts: GraphCounts, known: Relationships
) -> tuple[Connection, ...]:
    """Return the pairs of labels that a type connects, with counts, most frequent first.

    A node with several labels counts for each. For a type with more than `EXACT` relationships, the first ones are read
    and their counts scaled up; labels that the count store has at either end, but that were not among them, are queried
    separately. So no source or target label is missed.
    """
    if known.pairs is not None:
        rows = known.pairs[kind]
    else:
        rows = database.read_about("attached_pairs", {"type": kind}, most=EXACT)
    pairs = _pairs((row["sources"], row["targets"], row["count"]) for row in rows)
    looked_at = sum(row["count"] for row in rows)
    total = counts.types[kind]
    if known.pairs is None and looked_at < total:
        scale = total / max(looked_at, 1)
        pairs = Counter({pair: round(count * scale) for pair, count in pairs.items()})
        _add_missed(database, kind, counts, pairs)
    ordered = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Connection(source, kind, target, count) for (source, target), count in ordered)


_BESIDE = ["next", "to"]


def is_symmetric(database: Database, kind: str, connections: Sequence[Connection]) -> bool:
    """Return whether both directions of a type mean the same.

    They do if the type connects nodes of one label, and either its name says so (``SIMILAR``, ``INTERACTS``) or most
    relationships have one in the opposite direction between the same nodes.
    """
    loops = [one for one in connections if one.source == one.target]
    if not loops:
        return False
    if _MUTUAL.intersection(_stems(kind)) or _stems(kind)[-2:] == _BESIDE:
        return True
    row = database.read_about(
        "attached_reciprocal", {"label": loops[0].source, "type": kind}, most=_RECIPROCAL_PROBED
    )
    found = row[0]
    return bool(found["pairs"] >= _LEAST_PAIRS and found["reciprocal"] >= _RECIPROCAL * found["pairs"])


def fans_of(database: Database, kind: str) -> tuple[float, float]:
    """Return how many relationships of a type leave and reach a node that has any, on average over a sample."""
    (row,) = database.read_about("attached_fans", {"type": kind}, most=_FANS_PROBED, nodes=_FANS)
    return row["out"] or 0.0, row["in"] or 0.0


def _stems(kind: str) -> list[str]:
    return [word.rstrip("0123456789") for word in name_words(kind)]


def _pairs(rows: Iterable[tuple[Sequence[str], Sequence[str], int]]) -> Counter[tuple[str, str]]:
    pairs: Counter[tuple[str, str]] = Counter()
    for sources, targets, count in rows:
        for source in sources:
            for target in targets:
                pairs[source, target] += count
    return pairs


def _add_missed(database: Database, kind: str, counts: GraphCounts, pairs: Counter[tuple[str, str]]) -> None:
    for (label, of), count in counts.sources.items():
        if of == kind and not any(source == label for source, _ in pairs):
            rows = database.read_about("attached_targets_of", {"label": label, "type": kind}, most=_PROBED)
            pairs.update(_shared(rows, count, lambda other, label=label: (label, other)))
    for (label, of), count in counts.targets.items():
        if of == kind and not any(target == label for _, target in pairs):
            rows = database.read_about("attached_sources_of", {"label": label, "type": kind}, most=_PROBED)
            pairs.update(_shared(rows, count, lambda other, label=label: (other, label)))


def _shared(rows: Sequence[dict[str, Any]], total: int, pair: Any) -> Counter[tuple[str, str]]:
    looked_at = sum(row["count"] for row in rows)
    found: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for other in row["labels"]:
            found[pair(other)] += max(1, round(total * row["count"] / looked_at))
    return found
