"""What people ask by the way: sums for each, how often, what is theirs, opposites, requests."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (ann:Musician {name: 'Ann Lee', joinedYear: 1999, hourlyRate: 30, retired: false}),
  (bo:Musician {name: 'Bo Dahl', joinedYear: 2012, hourlyRate: 45, retired: false}),
  (cy:Musician {name: 'Cy Roth', joinedYear: 2005, hourlyRate: 24, retired: true}),
  (bo)-[:REPORTS_TO]->(ann), (cy)-[:REPORTS_TO]->(bo),
  (dawn:Piece {title: 'Dawn Song', outcome: 'won', ok: true}), (dusk:Piece {title: 'Dusk Suite', ok: false}),
  (tide:Piece {title: 'Tide Waltz', outcome: 'lost', ok: true}),
  (ann)-[:COMPOSED]->(dawn), (bo)-[:COMPOSED]->(dusk), (bo)-[:COMPOSED]->(tide),
  (ann)-[:REHEARSED {hours: 12, approved: true}]->(dawn), (cy)-[:REHEARSED {hours: 3, approved: true}]->(dusk),
  (cy)-[:REHEARSED {hours: 5, approved: false}]->(dawn), (bo)-[:REHEARSED {hours: 2, approved: false}]->(dusk),
  (ann)-[:REHEARSED {hours: 4, approved: false}]->(tide),
  (:Review {ref: 'V-1', stars: 1})-[:ABOUT]->(dawn), (:Review {ref: 'V-2', stars: 5})-[:ABOUT]->(dawn),
  (:Review {ref: 'V-3', stars: 5})-[:ABOUT]->(tide),
  (:Hall {name: 'Corn Hall', seats: 90})-[:HOSTED]->(dawn), (:Hall {name: 'Mill Hall', seats: 300})
"""


asked = asked_fixture(_GRAPH)


def test_what_is_summed_counted_and_measured(asked: Ask) -> None:
    expected = {
        "hours rehearsed per musician": [["Ann Lee", "16"], ["Bo Dahl", "2"], ["Cy Roth", "8"]],
        "number of one-star reviews": [["1"]],
        "Which pieces have been reviewed at least two times?": [["Dawn Song"]],
        "Who rehearsed the most hours on a single piece?": [["Ann Lee"]],
        "Who has been with us longer than Cy Roth?": [["Ann Lee"]],
        "who is dearer per hour, Ann Lee or Bo Dahl?": [["Bo Dahl"]],
        "What does a musician charge per hour on average?": [["33"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_what_clauses_say(asked: Ask) -> None:
    expected = {
        "Can you tell me which pieces the people who report to Ann Lee composed?": [
            ["Dusk Suite"],
            ["Tide Waltz"],
        ],
        "Which musicians rehearsed a piece they composed themselves?": [["Ann Lee"], ["Bo Dahl"]],
        "Which pieces did Cy Roth rehearse and approve?": [["Dusk Suite"]],
        "Which failed pieces are there?": [["Dusk Suite"]],
        "Which pieces did we win?": [["Dawn Song"]],
        "Are there halls that hosted no piece? Names please.": [["Mill Hall"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected
