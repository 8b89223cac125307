"""Two named things of one kind, who is above whom, and what verbs, states and question words mean."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (ann:Technician {name: 'Ann Lee'}), (bo:Technician {name: 'Bo Dahl'}),
  (cy:Technician {name: 'Cy Roth', shift: 'night'}),
  (ann)-[:FRIENDS_WITH {since: 2011}]->(bo), (cy)-[:REPORTS_TO]->(bo), (bo)-[:REPORTS_TO]->(ann),
  (lift:Machine {name: 'Lift Nine', state: 'running', visitingHours: '9-11'}),
  (saw:Machine {name: 'Saw Two', state: 'stopped'}),
  (job:Repair {ref: 'R-1', cause: 'worn belt', downtimeMin: 40}), (job)-[:PERFORMED_ON]->(lift),
  (job)-[:HANDLED_BY {checked: true}]->(cy),
  (other:Repair {ref: 'R-2', cause: 'leak', downtimeMin: 90}), (other)-[:PERFORMED_ON]->(saw),
  (other)-[:HANDLED_BY {checked: false}]->(bo), (lift)-[:RUNS_ON]->(:Line {code: 'L-1'}),
  (hinge:Part {name: 'hinge'}), (screw:Part {name: 'short screw'}), (hinge)-[:CONSISTS_OF {quantity: 6}]->(screw),
  (ann)-[:PLAYS_IN {role: 'the Miller'}]->(:Pageant {title: 'Harvest Tale'}),
  (firm:Supplier {name: 'Hexa'}), (firm)-[:SUPPLIES {unitPrice: 2.5, leadDays: 4}]->(screw)
"""


asked = asked_fixture(_GRAPH, settings={"ask.min_confidence": 0.0})


def test_two_names_stand_in_the_relationship_that_the_question_says(asked: Ask) -> None:
    expected = {
        "Are Ann Lee and Bo Dahl friends?": [["yes"]],
        "Are Ann Lee and Cy Roth friends?": [["no"]],
        "Since what year have Ann Lee and Bo Dahl been friends?": [["2011"]],
        "How many short screws go into one hinge?": [["6"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_who_is_above_is_told_from_who_is_below(asked: Ask) -> None:
    expected = {
        "Who is Bo Dahl's boss?": [["Ann Lee"]],
        "Who manages Bo Dahl?": [["Ann Lee"]],
        "Whom does Bo Dahl supervise?": [["Cy Roth"]],
        "Who do the people that dealt with R-1 report to?": [["Bo Dahl"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_words_mean_what_they_do_in_their_place(asked: Ask) -> None:
    expected = {
        "Machines that are currently running": [["Lift Nine"]],
        "Why did repair R-2 happen?": [["leak"]],
        "What does Hexa charge us for one short screw?": [["2.5"]],
        "What do we buy from Hexa?": [["short screw"]],
        "Which repairs took more than an hour? Give the repair numbers.": [["R-2"]],
        "When can I see Lift Nine?": [["9-11"]],
        "Who does Ann Lee play in Harvest Tale?": [["the Miller"]],
        # "Right" is no misspelt "night".
        "Who reports to Ann Lee right now?": [["Bo Dahl"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_what_is_denied_or_counted_is_so(asked: Ask) -> None:
    expected = {
        "Which technicians have never had a checked repair?": [["Ann Lee"], ["Bo Dahl"]],
        "How many repairs were checked?": [["1"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_what_nobody_does_to_one_is_told_from_what_one_does_to_nobody(asked: Ask) -> None:
    expected = {
        "Which technicians have nobody reporting to them?": [["Cy Roth"]],
        "Which technicians report to nobody?": [["Ann Lee"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected
