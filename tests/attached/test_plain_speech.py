"""Questions that leave out what the graph calls things: alternatives, amounts, places of departure, what is open."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (lisbon:Port {name: 'Lisbon'}), (porto:Port {name: 'Porto'}), (funchal:Port {name: 'Funchal'}),
  (one:Route {code: 'R-1', km: 310, priceEur: 45})-[:STARTS_AT]->(lisbon), (one)-[:ENDS_AT]->(porto),
  (two:Route {code: 'R-2', km: 320, priceEur: 120})-[:STARTS_AT]->(porto), (two)-[:ENDS_AT]->(lisbon),
  (three:Route {code: 'R-3', km: 960, priceEur: 150})-[:STARTS_AT]->(lisbon), (three)-[:ENDS_AT]->(funchal),
  (gull:Ferry {name: 'Gull', grade: 'A-', seats: 300, heated: true, lengthM: 80.0})-[:SAILS]->(one),
  (tern:Ferry {name: 'Tern', grade: 'AB-', seats: 120, heated: false, lengthM: 60.0})-[:SAILS]->(two),
  (skua:Ferry {name: 'Skua', grade: 'B+', seats: 90, heated: true, lengthM: 45.0}),
  (:Defect {ref: 'D-1', opened: date('2024-01-05'), closed: date('2024-01-09')})-[:AFFECTS]->(gull),
  (:Defect {ref: 'D-2', opened: date('2024-03-01')})-[:AFFECTS]->(tern),
  (:Sponsor {name: 'Acme'})-[:FUNDS {amountEur: 5000}]->(gull)
"""


asked = asked_fixture(_GRAPH)


def test_what_is_not_said_is_found(asked: Ask) -> None:
    expected = {
        "which ferries have grade A- or AB-?": [["Gull"], ["Tern"]],
        "routes from Lisbon to Porto": [["R-1"]],
        "routes below 100": [["R-1"]],
        "which defects are still open?": [["D-2"]],
        "is Gull or Tern the longer ferry?": [["Gull"]],
        "How much is Acme putting into the Gull?": [["5000"]],
        "ferries that are heated and have more than 100 seats": [["Gull"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_an_answer_does_not_repeat_the_name_in_the_question(asked: Ask) -> None:
    assert told(asked("Where is the Gull berthed?")) != [["Gull"]]
