"""Graphs of payments and filings: who gives and who gets, and columns that repeat what relationships say."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_FILINGS = """
UNWIND [['Latvia', 'LVA'], ['Malta', 'MLT'], ['Cyprus', 'CYP'], ['Norway', 'NOR']] AS row
CREATE (:Country {name: row[0], code: row[1]})
WITH collect(1) AS done
UNWIND [['Arbor Bank', 'arbor-bank', 'Latvia'], ['Birch Bank', 'birch-bank', 'Malta'],
  ['Cedar Bank', 'cedar-bank', 'Cyprus'], ['Dogwood Bank', 'dogwood-bank', 'Norway'],
  ['Elm Bank', 'elm-bank', 'Malta']] AS row
MATCH (c:Country {name: row[2]})
CREATE (:Entity {name: row[0], id: row[1]})-[:COUNTRY]->(c)
WITH collect(1) AS done
UNWIND [[3101, 'Arbor Bank', 'Birch Bank', 'Dogwood Bank', 500, '2016-02-10'],
  [3102, 'Birch Bank', 'Cedar Bank', 'Dogwood Bank', 900, '2016-05-01'],
  [3103, 'Cedar Bank', 'Arbor Bank', 'Elm Bank', 3000, '2016-08-20'],
  [3104, 'Arbor Bank', 'Cedar Bank', 'Dogwood Bank', 250, '2015-11-11'],
  [3105, 'Elm Bank', 'Arbor Bank', 'Birch Bank', 4200, '2017-03-05'],
  [3106, 'Elm Bank', 'Cedar Bank', 'Birch Bank', 100, '2017-04-05']] AS row
MATCH (a:Entity {name: row[1]}), (b:Entity {name: row[2]}), (f:Entity {name: row[3]})
CREATE (n:Filing {ref: toString(row[0]), originator_bank: a.name, originator_bank_id: a.id, beneficiary_bank: b.name,
  amount: row[4], begin: date(row[5])})
CREATE (n)-[:ORIGINATOR]->(a), (n)-[:BENEFITS]->(b), (f)-[:FILED]->(n)
WITH n, a
MATCH (a)-[:COUNTRY]->(c) SET n.originator_bank_country = c.name
"""

filings = asked_fixture(_FILINGS)


def test_a_column_that_repeats_a_neighbour_gives_its_words_to_that(filings: Ask) -> None:
    expected = {
        "banks in Malta": [["Birch Bank"], ["Elm Bank"]],
        "How many banks are in Malta and Cyprus?": [["3"]],
        "Which banks were the beneficiary in at least two filings?": [["Arbor Bank"], ["Cedar Bank"]],
    }
    assert {question: told(filings(question)) for question in expected} == expected


def test_verbs_and_prepositions_say_who_gives_and_who_gets(filings: Ask) -> None:
    expected = {
        "Which banks sent money to Cedar Bank?": [["Arbor Bank"], ["Birch Bank"], ["Elm Bank"]],
        "Which banks received money from Elm Bank?": [["Arbor Bank"], ["Cedar Bank"]],
        "Which bank did the money in filing 3103 come from?": [["Cedar Bank"]],
        "Which bank received the money in filing 3103?": [["Arbor Bank"]],
        "Which banks got money from banks in Malta?": [["Arbor Bank"], ["Cedar Bank"]],
        "which Maltese banks sent money to Latvian banks": [["Elm Bank"]],
        "Did Arbor Bank ever send money to Birch Bank?": [["yes"]],
        "Did Birch Bank ever send money to Arbor Bank?": [["no"]],
        "What is the total amount that was sent by Maltese banks?": [["5200"]],
    }
    assert {question: told(filings(question)) for question in expected} == expected


def test_amounts_are_money_and_sums_sort(filings: Ask) -> None:
    expected = {
        "Which filing is about the largest sum of money?": [["3105"]],
        "Top 2 banks by total amount of money received": [["Arbor Bank"], ["Cedar Bank"]],
        "Which filings have a bigger amount than filing 3102?": [["3103"], ["3105"]],
        "List the filings that began in the first half of 2016": [["3101"], ["3102"]],
    }
    assert {question: told(filings(question)) for question in expected} == expected
