"""What nodes share, whose things were done what with, and what they have more of than others."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_CLIENTS = """
UNWIND [['Ann Lee', '555-1', 'a@x.org', 1], ['Bo Ray', '555-1', 'b@x.org', 2], ['Cy Roth', '555-2', 'b@x.org', 3],
  ['Di Moor', '555-3', 'a@x.org', 4], ['Ed Sand', '555-1', 'a@x.org', 5]] AS row
MERGE (p:Phone {phoneNumber: row[1]})
MERGE (e:Email {email: row[2]})
CREATE (c:Client {name: row[0], uuid: 900 + row[3]})
CREATE (c)-[:HAS_PHONE]->(p), (c)-[:HAS_EMAIL]->(e)
"""

_QUESTIONS = """
UNWIND ['Ann Lee', 'Bo Ray', 'Cy Roth'] AS name CREATE (:User {display_name: name})
WITH collect(1) AS done
UNWIND [[1, 'How to sum?', 'Ann Lee', ['cypher']], [2, 'Why so slow?', 'Bo Ray', ['speed', 'cypher']],
  [3, 'Where is it?', 'Ann Lee', ['speed', 'shortest-path']]] AS row
MATCH (u:User {display_name: row[2]})
CREATE (q:Question {uuid: 7000 + row[0], title: row[1], answer_count: CASE row[0] WHEN 3 THEN 0 ELSE 1 END})
CREATE (u)-[:ASKED]->(q)
FOREACH (tag IN row[3] | MERGE (t:Tag {name: tag}) CREATE (q)-[:TAGGED]->(t))
WITH collect(1) AS done
UNWIND [[1, 'Cy Roth', 'Use sum.'], [2, 'Cy Roth', 'Add an index.'], [2, 'Ann Lee', 'Profile it.']] AS row
MATCH (q:Question {uuid: 7000 + row[0]}), (u:User {display_name: row[1]})
CREATE (u)-[:PROVIDED]->(:Answer {uuid: 8000 + rand() * 1000, title: row[2]})-[:ANSWERED]->(q)
"""

_OFFICES = """
UNWIND [['Kite Ltd', 'MLT', 'Malta', 40], ['Orb Ltd', 'PAN', 'Panama', 15], ['Pole Ltd', 'MLT', 'Malta', 22]] AS row
CREATE (:Firm {name: row[0], jurisdiction: row[1], jurisdiction_description: row[2], staff: row[3]})
WITH collect(1) AS done
UNWIND [['Malta', 'Valletta'], ['Panama', 'Colon']] AS row
CREATE (:City {name: row[1], country: row[0]})
WITH collect(1) AS done
UNWIND [['Kite Ltd', 'Valletta'], ['Orb Ltd', 'Colon'], ['Pole Ltd', 'Valletta']] AS row
MATCH (f:Firm {name: row[0]}), (c:City {name: row[1]}) CREATE (f)-[:BASED_IN]->(c)
"""

_ACTORS = """
UNWIND [['Ada Holt', 1964], ['Bran Oakes', 1970], ['Cole Marsh', 1981], ['Dara Fenn', 1964]] AS row
CREATE (:Person {name: row[0], born: row[1]})
WITH collect(1) AS done
UNWIND [['Ada Holt', 'Salt'], ['Bran Oakes', 'Salt'], ['Cole Marsh', 'Mere'], ['Dara Fenn', 'Mere']] AS row
MATCH (p:Person {name: row[0]}) MERGE (m:Movie {title: row[1]}) CREATE (p)-[:ACTED_IN]->(m)
"""

clients, questions, offices = asked_fixture(_CLIENTS), asked_fixture(_QUESTIONS), asked_fixture(_OFFICES)
actors = asked_fixture(_ACTORS)


def test_who_shares_something_with_somebody(clients: Ask) -> None:
    expected = {
        "Who shares a phone with Ann Lee?": [["Bo Ray"], ["Ed Sand"]],
        "With whom does Cy Roth share an email?": [["Bo Ray"]],
        "Which client has the same phone and the same email as Ann Lee?": [["Ed Sand"]],
        "Who shares either a phone number or an email with Bo Ray?": [["Ann Lee"], ["Cy Roth"], ["Ed Sand"]],
        "Which client has the id 903?": [["Cy Roth"]],
    }
    assert {question: told(clients(question)) for question in expected} == expected


def test_things_that_somebody_made_stand_between_persons(questions: Ask) -> None:
    expected = {
        "questions that Cy Roth answered": [["How to sum?"], ["Why so slow?"]],
        "Whose questions has Ann Lee answered?": [["Bo Ray"]],
        "How many questions still don't have a single answer?": [["1"]],
        "Which tags show up together with shortest-path?": [["speed"]],
        "Has Cy Roth ever answered a question of Bo Ray?": [["yes"]],
        "Has Bo Ray ever answered a question of Ann Lee?": [["no"]],
    }
    assert {question: told(questions(question)) for question in expected} == expected


def test_codes_give_way_to_what_describes_them(offices: Ask) -> None:
    expected = {
        "How many firms are there in each jurisdiction?": [["Malta", "2"], ["Panama", "1"]],
        "Are there more firms in Valletta or in Colon?": [["Valletta"]],
        "Who has more staff, Kite Ltd or Pole Ltd?": [["Kite Ltd"]],
    }
    assert {question: told(offices(question)) for question in expected} == expected


def test_who_has_the_same_and_who_did_something_together(actors: Ask) -> None:
    expected = {
        "Who has the same birth year as Ada Holt?": [["Dara Fenn"]],
        "Which people were born in the same year as Ada Holt?": [["Dara Fenn"]],
        "people born in 1964 and 1970": [["Ada Holt"], ["Bran Oakes"], ["Dara Fenn"]],
        "Did Ada Holt and Bran Oakes ever act together?": [["yes"]],
        "Did Ada Holt and Dara Fenn ever act together?": [["no"]],
    }
    assert {question: told(actors(question)) for question in expected} == expected
