"""Leases and claims: what names things, ages, ratios that no query makes, and limits of time."""

import pytest

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, is_unsure, told

_GRAPH = """
CREATE (drip:Contractor {company: 'DripStop Plumbing', trade: 'plumbing', rating: 4.6}),
  (volt:Contractor {company: 'Volt & Sons', trade: 'electrical', rating: 4.1}),
  (one:Unit {number: '1A', bedrooms: 2, rent: 1450, sqft: 820}),
  (two:Unit {number: '2B', bedrooms: 1, rent: 1100, sqft: 560}),
  (nine:Unit {number: '9F', bedrooms: 3, rent: 2650, sqft: 1310}),
  (greta:Tenant {name: 'Greta Olsen', dateOfBirth: date('1960-05-02')}),
  (aisha:Tenant {name: 'Aisha Bello', dateOfBirth: date('2010-02-14')}),
  (xc:Vehicle {plate: 'BG 1234', make: 'Volvo', model: 'XC40'}),
  (panda:Vehicle {plate: 'TO 987', make: 'Fiat', model: 'Panda'}),
  (leak:Repair {issue: 'leaking faucet', reported: datetime('2026-03-01T09:30:00'),
    closed: datetime('2026-03-03T15:00:00')}),
  (heat:Repair {issue: 'broken heater', reported: datetime('2026-01-12T18:00:00'),
    closed: datetime('2026-01-13T10:00:00')}),
  (lease1:Lease {leaseId: 'L-01', deposit: 1450}), (lease2:Lease {leaseId: 'L-02', deposit: 900}),
  (greta)-[:SIGNED]->(lease1), (aisha)-[:SIGNED]->(lease2), (lease1)-[:FOR_UNIT]->(one), (lease2)-[:FOR_UNIT]->(two),
  (leak)-[:ASSIGNED_TO]->(drip), (heat)-[:ASSIGNED_TO]->(volt), (one)-[:PARKS]->(xc), (two)-[:PARKS]->(panda)
"""


asked = asked_fixture(_GRAPH)


def test_what_is_written_as_a_name_names_things(asked: Ask) -> None:
    assert told(asked("which contractor is the best rated?")) == [["DripStop Plumbing"]]


def test_a_number_of_parts_is_said_before_what_has_them(asked: Ask) -> None:
    assert told(asked("two-bedroom units")) == [["1A"]]


def test_persons_are_held_to_an_age_by_a_bare_number(asked: Ask) -> None:
    assert told(asked("which people are under 40?")) == [["Aisha Bello"]]
    assert told(asked("tenants over 50")) == [["Greta Olsen"]]


@pytest.mark.parametrize(
    "question",
    [
        "which repairs were closed within 2 days?",
        "which unit has the highest rent per square foot?",
        "which leases exceed the rent of their unit?",
    ],
)
def test_what_no_query_does_is_not_answered_without_it(asked: Ask, question: str) -> None:
    assert is_unsure(asked(question), 0.5)


def test_who_asks_for_no_vehicle(asked: Ask) -> None:
    assert (asked("who drives a Volvo?").confidence or 0.0) < 0.7
