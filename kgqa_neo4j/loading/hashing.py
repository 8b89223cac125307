"""A fingerprint of a graph's triples."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from kgqa_neo4j.store.driver import Database

BITS = 128


def graph_hash(database: Database) -> str:
    """Return the `triples_hash` of the graph's triples."""
    rows = database.stream("graph_triples")
    return triples_hash((row["subject"], row["relation"], row["object"]) for row in rows)


def triples_hash(triples: Iterable[tuple[str, str, str]]) -> str:
    """Return 32 hex digits that depend on the triples (as ids), not on their order.

    The sum of the triples' hashes: nothing has to be sorted or held in memory, and a duplicate changes it.
    """
    total = 0
    for triple in triples:
        key = "\x1f".join(triple).encode()
        total += int.from_bytes(hashlib.blake2b(key, digest_size=BITS // 8).digest(), "big")
    return f"{total % (1 << BITS):0{BITS // 4}x}"
