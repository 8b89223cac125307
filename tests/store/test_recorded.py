import json
from datetime import date

import pytest
from neo4j.spatial import WGS84Point
from neo4j.vector import Vector

from kgqa_neo4j.store.driver import Database, recording
from kgqa_neo4j.store.recorded import MOST, recorded


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (None, None),
        ([1, 2.5, "a", True], [1, 2.5, "a", True]),
        (Vector([0.5, 1.0], "f32"), "<vector of 2>"),
        ([{"id": "a", "vector": Vector([0.5], "f32")}], [{"id": "a", "vector": "<vector of 1>"}]),
        ({"deep": {"deeper": (Vector([0.5], "f32"),)}}, {"deep": {"deeper": ["<vector of 1>"]}}),
        (date(1990, 5, 1), "1990-05-01"),
        (float("inf"), "inf"),
        (b"\x00\x01", "<2 bytes>"),
        (frozenset(["a"]), ["a"]),
    ],
)
def test_parameters_are_kept_as_json_values(value: object, kept: object) -> None:
    assert recorded(value) == kept
    json.dumps(recorded(value), allow_nan=False)


def test_long_values_are_cut() -> None:
    assert recorded(list(range(MOST + 3))) == [*range(MOST), "... 3 more"]
    assert len(json.dumps(recorded({str(one): one for one in range(500)}))) < 1_000
    json.dumps(recorded(WGS84Point((1.0, 2.0))))


def test_what_ran_is_recorded_as_json_values(database: Database) -> None:
    vector = Vector([0.0] * 384, "f32")
    with recording() as statements:
        database.read("entity_names", ids=["a"], extra=[{"vector": vector}])
    assert json.dumps([one.parameters for one in statements]) == (
        '[{"ids": ["a"], "extra": [{"vector": "<vector of 384>"}]}]'
    )
