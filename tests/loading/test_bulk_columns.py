"""How properties are typed for the import tool, and read back."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from neo4j.spatial import WGS84Point
from neo4j.time import Date, DateTime

from kgqa_neo4j.loading.bulk.columns import read_typed, typed
from kgqa_neo4j.model.literals import Time


def test_a_place_is_a_point_and_no_list_of_numbers() -> None:
    shape, values = typed({"value": WGS84Point((-0.12, 51.5))})
    assert json.loads(shape) == ["value:point"]
    assert json.loads(values) == {"value": "{latitude: 51.5, longitude: -0.12}"}


@pytest.mark.parametrize(
    "properties",
    [
        {},
        {"count": -7, "share": 0.25, "open": False, "code": "07:x, \"y\""},
        {"at": DateTime(2020, 2, 29, 12, 30, tzinfo=UTC)},
        {"where": WGS84Point((-0.12, 51.5))},
        {"days": [Date(1999, 12, 31), Date(2000, 1, 1)], "counts": [1, 2], "names": ["a", "b c"]},
        {"nothing": None},
    ],
)  # fmt: skip
def test_properties_are_read_back_as_they_were(properties: dict[str, Any]) -> None:
    known = {key: value for key, value in properties.items() if value is not None}
    assert read_typed(*typed(properties)) == (known, {})


def test_days_are_read_back_as_text_apart_from_the_other_properties() -> None:
    properties = {
        "begun": Time(-43, 3, 15),
        "ended": date(1999, 1, 2),
        "century": Time(1801, precision="century"),
    }
    assert read_typed(*typed(properties)) == (
        {"century_precision": "century"},
        {"begun": "-0043-03-15", "ended": "1999-01-02", "century": "1801-01-01"},
    )


def test_a_time_of_day_without_a_zone_stays_without_one() -> None:
    known, _ = read_typed(*typed({"at": datetime(2020, 1, 2, 3, 4)}))
    assert known["at"].tzinfo is None
