"""States that are values, yes or no, or denied by the word itself, and how long things took."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.plans.reading.graphs import names, triples_fixture

TRIPLES = """
INC-101|instanceOf|Incident
INC-102|instanceOf|Incident
INC-103|instanceOf|Incident
INC-104|instanceOf|Incident
INC-105|instanceOf|Incident
INC-106|instanceOf|Incident
INC-101|status|resolved
INC-102|status|open
INC-103|status|investigating
INC-104|status|resolved
INC-105|status|resolved
INC-106|status|open
INC-101|severity|critical
INC-102|severity|minor
INC-103|severity|critical
INC-104|severity|major
INC-105|severity|minor
INC-106|severity|major
INC-101|openedOn|2026-03-02
INC-102|openedOn|2026-05-11
INC-103|openedOn|2026-06-01
INC-104|openedOn|2026-03-20
INC-105|openedOn|2025-12-30
INC-106|openedOn|2026-06-02
INC-101|resolvedOn|2026-03-03
INC-104|resolvedOn|2026-03-27
INC-105|resolvedOn|2026-01-04
INC-101|affects|Checkout
INC-102|affects|Search
INC-103|affects|Checkout
INC-104|affects|Billing
INC-105|affects|Search
INC-106|affects|Login
INC-101|assignedTo|Ada Brenner
INC-102|assignedTo|Jonas Vik
INC-103|assignedTo|Ada Brenner
INC-104|assignedTo|Mira Solano
INC-105|assignedTo|Jonas Vik
INC-102|tag|severity
INC-101|causedBy|bad deploy
INC-104|causedBy|expired certificate
INC-105|causedBy|bad deploy
Checkout|instanceOf|Service
Search|instanceOf|Service
Billing|instanceOf|Service
Login|instanceOf|Service
Mail|instanceOf|Service
Checkout|ownedBy|Payments Team
Billing|ownedBy|Payments Team
Search|ownedBy|Discovery Team
Login|ownedBy|Identity Team
Mail|ownedBy|Identity Team
Checkout|dependsOn|Billing
Checkout|dependsOn|Login
Search|dependsOn|Login
Payments Team|instanceOf|Team
Discovery Team|instanceOf|Team
Identity Team|instanceOf|Team
Ada Brenner|instanceOf|Engineer
Jonas Vik|instanceOf|Engineer
Mira Solano|instanceOf|Engineer
Kei Tanaka|instanceOf|Engineer
Ada Brenner|memberOf|Payments Team
Mira Solano|memberOf|Payments Team
Jonas Vik|memberOf|Discovery Team
Kei Tanaka|memberOf|Identity Team
Ada Brenner|onCall|true
Jonas Vik|onCall|false
Mira Solano|onCall|false
Kei Tanaka|onCall|true
"""


graph = triples_fixture(TRIPLES)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # Two days of beginning and end, of which samples hardly tell the earlier one.
        ("which incident took the longest to resolve?", ["INC-104"]),
        ("which incident was resolved the fastest?", ["INC-101"]),
        ("how long was INC-104 open?", ["7"]),
        # On call or not.
        ("who is on call?", ["Ada Brenner", "Kei Tanaka"]),
        ("who's on call in the Payments Team?", ["Ada Brenner"]),
        # A value, though `openedOn` has a form of the word.
        ("which incidents are still open?", ["INC-102", "INC-106"]),
        ("how many open incidents are there?", ["2"]),
        ("is INC-101 open?", ["no"]),
        ("which incidents were opened in june 2026?", ["INC-103", "INC-106"]),
        # A tag is called so too, in small letters.
        ("what is the Severity of INC-103?", ["critical"]),
        # Denied by the word.
        ("which critical incidents are unresolved?", ["INC-103"]),
        ("unresolved incidents of Ada Brenner", ["INC-103"]),
        ("how many unresolved critical incidents are there?", ["1"]),
        ("which incidents have gone unassigned?", ["INC-106"]),
        ("is INC-102 unresolved?", ["yes"]),
        ("is INC-101 unresolved?", ["no"]),
    ],
)
def test_questions_are_answered(graph: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(names(graph.ask(question))) == expected


@pytest.mark.parametrize("question", ["which incidents are urgent?", "how many urgent incidents are there?"])
def test_all_are_no_answer_where_an_adjective_says_which(graph: KnowledgeGraph, question: str) -> None:
    assert names(graph.ask(question)) == []


def test_open_incidents_are_listed_with_their_services(graph: KnowledgeGraph) -> None:
    rows = graph.ask("list the open incidents with their services").rows
    assert sorted(tuple(one.name for one in row) for row in rows) == [
        ("INC-102", "Search"),
        ("INC-106", "Login"),
    ]


@pytest.mark.parametrize("question", ["incidents by engineer", "break down the incidents by engineer"])
def test_two_classes_joined_by_by_ask_for_numbers_of_each(graph: KnowledgeGraph, question: str) -> None:
    assert sorted(names(graph.ask(question))) == [
        ["Ada Brenner", "2"],
        ["Jonas Vik", "2"],
        ["Mira Solano", "1"],
    ]
