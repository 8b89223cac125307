"""Whole loads of archives that were cut at random places."""

import bz2
import gzip
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Loading, graph_hash, load, triples_hash
from kgqa_neo4j.loading.summary import Summary
from kgqa_neo4j.model.errors import DamagedSource
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.health import check_indexes, graph_info, index_states

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "zst": zstandard.compress,
}
LINES = [f"subject {number}|relation|object {number * 7}\n".encode() for number in range(900)]
CUTS = 3


def pack(kind: str, members: int) -> bytes:
    """Return the lines as so many archives, one behind the other."""
    size = len(LINES) // members
    parts = (b"".join(LINES[start : start + size]) for start in range(0, len(LINES), size))
    return b"".join(PACKERS[kind](part) for part in parts)


@pytest.mark.parametrize("members", [1, 3])
@pytest.mark.parametrize("kind", list(PACKERS))
def test_what_a_cut_archive_held_stays_and_the_whole_one_adds_the_rest(
    loading: Callable[..., Loading],
    database: Database,
    cypher: Callable[..., list[dict[str, Any]]],
    tmp_path: Path,
    kind: str,
    members: int,
) -> None:
    packed = pack(kind, members)
    chance = random.Random(f"{kind} {members}")
    file = tmp_path / f"facts.txt.{kind}"
    held = 0
    for cut in sorted(chance.sample(range(10, len(packed) - 1), CUTS)):
        file.write_bytes(packed[:cut])
        options = {"prefix": "t", "delimiter": "|"}
        try:
            load(loading(embed="none"), LOADERS.get("triples").open(str(file), options))
        except DamagedSource as error:
            assert f"near byte {cut} of {cut}" in error.message
            if isinstance(error.summary, Summary):
                assert error.summary.triples > 0
                check_indexes(graph_info(database), index_states(database))
                (row,) = cypher("MATCH (r:Relation) RETURN sum(r.count) AS catalogued")
                assert row["catalogued"] == error.summary.triples
        found = database.read("graph_counts")[0]["triples"]
        assert found >= held
        held = found
    file.write_bytes(packed)
    load(loading(embed="none"), LOADERS.get("triples").open(str(file), {"prefix": "t", "delimiter": "|"}))
    whole = (line.decode().strip().split("|") for line in LINES)
    assert graph_hash(database) == triples_hash((f"t:{s}", r, f"t:{o}") for s, r, o in whole)
