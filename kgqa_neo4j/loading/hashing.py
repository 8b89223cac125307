"""A fingerprint of a graph's triples."""

from __future__ import annotations

import hashlib

from kgqa_neo4j.database.driver import Database

BITS = 128


def graph_hash(database: Database) -> str:
    """Return 32 hex digits that are equal for graphs with the same triples, in whatever order.

    The sum of the triples' hashes, so that nothing has to be sorted or held, and a doubled triple
    changes it.
    """
    total = 0
    for row in database.stream("graph_triples"):
        key = "\x1f".join((row["subject"], row["relation"], row["object"])).encode()
        total += int.from_bytes(hashlib.blake2b(key, digest_size=BITS // 8).digest(), "big")
    return f"{total % (1 << BITS):0{BITS // 4}x}"
