"""A club that lends tools: what is done to copies of something, what one has and another lacks, sums that order."""

import pytest

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = (
    """
    UNWIND [['Ann Lee', '2019-03-01'], ['Bo Grant', '2021-06-15'], ['Cy Marsh', '2020-01-10'],
            ['Di Frost', '2022-09-05']] AS one
    CREATE (:Member {fullName: one[0], joinedOn: date(one[1])})
    """,
    """
    UNWIND [['Belt Sander', 'German', 4.5, true], ['Tile Saw', 'German', 9.0, false],
            ['Hedge Trimmer', 'Dutch', 3.2, true]] AS one
    CREATE (:Tool {name: one[0], origin: one[1], weightKg: one[2], testedHere: one[3]})
    """,
    """
    UNWIND [['T1', 'Belt Sander', 'North Shed', 'in use'], ['T2', 'Belt Sander', 'South Shed', 'lost'],
            ['T3', 'Tile Saw', 'North Shed', 'in use'], ['T4', 'Hedge Trimmer', 'South Shed', 'in use']] AS one
    MATCH (t:Tool {name: one[1]}) MERGE (s:Shed {name: one[2]})
    CREATE (s)<-[:KEPT_AT]-(:Item {tag: one[0], status: one[3]})-[:COPY_OF]->(t)
    """,
    """
    UNWIND [['Ann Lee', 'T1'], ['Bo Grant', 'T1'], ['Cy Marsh', 'T2'], ['Di Frost', 'T3']] AS one
    MATCH (m:Member {fullName: one[0]}), (i:Item {tag: one[1]}) CREATE (m)-[:BORROWED]->(i)
    """,
    """
    UNWIND [['Di Frost', 'Belt Sander'], ['Ann Lee', 'Hedge Trimmer']] AS one
    MATCH (m:Member {fullName: one[0]}), (t:Tool {name: one[1]}) CREATE (m)-[:RESERVED]->(t)
    """,
    """
    UNWIND [['Belt Sander', 'cleaning', '2023-01-05'], ['Belt Sander', 'new belt', '2023-08-09'],
            ['Tile Saw', 'cleaning', '2024-02-02']] AS one
    MATCH (t:Tool {name: one[0]})
    CREATE (t)-[:HAD]->(:Repair {repairId: one[0] + one[2], kind: one[1], doneOn: date(one[2])})
    """,
    """
    UNWIND [['Harrow & Co', 'Leeds', 'Belt Sander', 60, 79.5], ['Harrow & Co', 'Leeds', 'Tile Saw', 50, 210.0],
            ['Pell Tools', 'York', 'Belt Sander', 90, 82.0], ['Stowe Bros', 'Derby', 'Hedge Trimmer', 20, 120.0]] AS one
    MATCH (t:Tool {name: one[2]}) MERGE (f:Firm {name: one[0], city: one[1]})
    CREATE (f)-[:SUPPLIES {quantity: one[3], unitPrice: one[4]}]->(t)
    """,
    """
    UNWIND [['Belt Sander', 'Kassel'], ['Tile Saw', 'Bremen'], ['Belt Sander', 'Jena']] AS one
    MATCH (t:Tool {name: one[0]}) MERGE (p:Plant {code: left(one[1], 2), city: one[1]}) CREATE (t)-[:MADE_AT]->(p)
    """,
    """
    UNWIND [['Ann Lee', 'North Shed', 50], ['Bo Grant', 'North Shed', 20], ['Ann Lee', 'South Shed', 30]] AS one
    MATCH (m:Member {fullName: one[0]}), (s:Shed {name: one[1]}) CREATE (m)-[:DONATED_TO {amount: one[2]}]->(s)
    """,
)

asked = asked_fixture(*_GRAPH)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        # Copies are borrowed, and the tool itself is only reserved.
        ("Who has borrowed the Belt Sander so far?", [["Ann Lee"], ["Bo Grant"], ["Cy Marsh"]]),
        ("Who else besides Ann Lee borrowed the Belt Sander?", [["Bo Grant"], ["Cy Marsh"]]),
        ("Which tools does North Shed have that South Shed does not?", [["Tile Saw"]]),
        ("Which member joined most recently?", [["Di Frost"]]),
        ("tools that have been repaired more than once", [["Belt Sander"]]),
        ("heaviest of the tools tested here, and its weight", [["Belt Sander", "4.5"]]),
        ("tools that are not German: name and weight please", [["Hedge Trimmer", "3.2"]]),
        ("Which items haven't been lost?", [["T1"], ["T3"], ["T4"]]),
        ("top two firms by quantity supplied", [["Harrow & Co"], ["Pell Tools"]]),
        # Firms are in cities too, and a tool is made in none of these.
        ("In which cities is the Belt Sander manufactured?", [["Jena"], ["Kassel"]]),
        ("Who donated to North Shed and how much did they give?", [["Ann Lee", "50"], ["Bo Grant", "20"]]),
        ("Who supplies the Belt Sander and at what price?", [["Harrow & Co", "79.5"], ["Pell Tools", "82"]]),
        (
            "What repairs has the Belt Sander had? Just the kind and the date.",
            [["cleaning", "2023-01-05"], ["new belt", "2023-08-09"]],
        ),
    ],
)
def test_a_question_about_tools_is_answered_as_it_is_meant(
    asked: Ask, question: str, rows: list[list[str]]
) -> None:
    assert sorted(told(asked(question))) == rows
