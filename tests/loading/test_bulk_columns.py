"""How properties are typed for the import tool."""

import json

from neo4j.spatial import WGS84Point

from kgqa_neo4j.loading.bulk.columns import typed


def test_a_place_is_a_point_and_no_list_of_numbers() -> None:
    shape, values = typed({"value": WGS84Point((-0.12, 51.5))})
    assert json.loads(shape) == ["value:point"]
    assert json.loads(values) == {"value": "{latitude: 51.5, longitude: -0.12}"}
