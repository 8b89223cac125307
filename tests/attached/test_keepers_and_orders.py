"""A zoo's animals, keepers and sponsors, and orders for its goods: second questions, what is unknown, opposites."""

import pytest

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (pip:Animal {name: 'Pip', born: date('2015-02-01'), weightKg: 12}), (una:Animal {name: 'Una', weightKg: 40}),
  (rex:Animal {name: 'Rex', born: date('2019-08-03'), weightKg: 75}),
  (otter:Species {commonName: 'river otter', latinName: 'Lutra lutra', lifespanYears: 14}),
  (tapir:Species {commonName: 'lowland tapir', latinName: 'Tapirus terrestris', lifespanYears: 31}),
  (pool:Enclosure {name: 'Otter Pool', indoor: false, areaM2: 300, zone: 'North', code: 'E01'}),
  (barn:Enclosure {name: 'Tapir Barn', indoor: true, areaM2: 120, zone: 'South', code: 'E02'}),
  (ann:Keeper {fullName: 'Ann Vere', hourlyWage: 21.5, hiredOn: date('2020-05-01'), weeklyHours: 30}),
  (bo:Keeper {fullName: 'Bo Lind', hourlyWage: 26, hiredOn: date('2012-03-01'), weeklyHours: 37}),
  (pip)-[:OF_SPECIES]->(otter), (rex)-[:OF_SPECIES]->(tapir), (una)-[:OF_SPECIES]->(tapir),
  (pip)-[:LIVES_IN {since: date('2016-01-04')}]->(pool), (rex)-[:LIVES_IN {since: date('2020-01-01')}]->(barn),
  (una)-[:LIVES_IN {since: date('2021-06-09')}]->(barn),
  (ann)-[:HAND_REARED {months: 5}]->(pip), (bo)-[:CARES_FOR]->(rex), (ann)-[:CARES_FOR]->(una),
  (cat:Customer {name: 'Cat Club'}), (dog:Customer {name: 'Dog House'}),
  (mug:Product {name: 'Mug'}), (cap:Product {name: 'Cap'}), (kite:Product {name: 'Kite'}),
  (cat)-[:ORDERED {order_no: 'O1', qty: 3, status: 'sent'}]->(mug),
  (cat)-[:ORDERED {order_no: 'O2', qty: 1, status: 'cancelled'}]->(cap),
  (cat)-[:ORDERED {order_no: 'O3', qty: 2, status: 'sent'}]->(kite),
  (dog)-[:ORDERED {order_no: 'O4', qty: 9, status: 'sent'}]->(mug)
"""

asked = asked_fixture(_GRAPH)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which enclosure is Pip in, and since when?", [["Otter Pool", "2016-01-04"]]),
        ("who hand reared Pip and for how many months", [["Ann Vere", "5"]]),
        ("When was Ann Vere hired and how many hours a week does she work?", [["2020-05-01", "30"]]),
        ("animals whose date of birth is unknown", [["Una"]]),
        ("animals whose date of birth we don't know", [["Una"]]),
        ("What's the total area of all outdoor enclosures?", [["300"]]),
        ("keepers earning less than 22 an hour", [["Ann Vere"]]),
        ("For the enclosures in the North zone, give me the code instead of the name", [["E01"]]),
        ("species with a lifespan of more than 30 years", [["lowland tapir"]]),
        ("list all enclosures and the zone each one is in", [["Otter Pool", "North"], ["Tapir Barn", "South"]]),
    ],
)
def test_a_question_about_a_zoo_is_answered_as_it_is_meant(
    asked: Ask, question: str, rows: list[list[str]]
) -> None:
    assert told(asked(question)) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which customer has placed the most orders?", [["Cat Club"]]),
        ("which product was ordered the most", [["Mug"]]),
        ("how many orders has Cat Club placed?", [["3"]]),
        (
            "the quantity ordered per customer, leaving out cancelled orders",
            [["Cat Club", "5"], ["Dog House", "9"]],
        ),
    ],
)
def test_orders_are_relationships_that_are_counted(asked: Ask, question: str, rows: list[list[str]]) -> None:
    assert told(asked(question)) == rows
