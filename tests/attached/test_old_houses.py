"""Graphs of people of another age: years of three digits, births by years, who met whom, stored numbers of soldiers."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_HOUSES = """
UNWIND [['Ada Holt', 260], ['Bran Oakes', 245], ['Cole Marsh', 281], ['Dara Fenn', 270]] AS row
CREATE (:Person {name: row[0], birth_year: row[1]})
WITH collect(1) AS done
UNWIND [['Battle of Ford', 298, 18000], ['Battle of Mere', 299, 3000], ['Battle of Tarn', 299, 900]] AS row
CREATE (:Battle {name: row[0], year: row[1], attacker_size: row[2]})
WITH collect(1) AS done
UNWIND [['House Holt', 'Battle of Ford'], ['House Oakes', 'Battle of Mere'], ['House Oakes', 'Battle of Tarn']] AS row
MATCH (b:Battle {name: row[1]}) MERGE (h:House {name: row[0]}) CREATE (h)-[:ATTACKER]->(b)
WITH collect(1) AS done
UNWIND [['Ada Holt', 'Bran Oakes'], ['Ada Holt', 'Cole Marsh'], ['Bran Oakes', 'Cole Marsh'],
  ['Dara Fenn', 'Ada Holt']] AS row
MATCH (a:Person {name: row[0]}), (b:Person {name: row[1]}) CREATE (a)-[:INTERACTS {weight: 5}]->(b)
"""

houses = asked_fixture(_HOUSES)


def test_people_and_battles_of_another_age(houses: Ask) -> None:
    expected = {
        "Show the battles of 299": [["Battle of Mere"], ["Battle of Tarn"]],
        "Which people were born before Ada Holt?": [["Bran Oakes"]],
        "battles with fewer than 3500 attackers": [["Battle of Mere"], ["Battle of Tarn"]],
        "Have Ada Holt and Cole Marsh ever interacted with each other?": [["yes"]],
        "Have Bran Oakes and Dara Fenn ever interacted with each other?": [["no"]],
    }
    assert {question: told(houses(question)) for question in expected} == expected
