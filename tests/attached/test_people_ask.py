"""Questions in people's own words over a property graph: read as questions about triples are."""

import pytest

from kgqa_neo4j.model.answer import Answer, Status
from tests.attached.test_asking import Ask, asked, told

__all__ = ["asked"]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("When was Ada Byron born?", [["03/12/1985"]]),
        ("How tall is Dan Mora?", [["1,780"]]),
        ("Where does Ben Okri live?", [["Lagos"]]),
        ("which firm does Cleo Park work for", [["Nimbus"]]),
        ("Who are the people that worked on Apollo?", [["Ada Byron"], ["Ben Okri"]]),
        ("Which companies do the employees of Apollo work for?", [["Orbital"]]),
        ("Which employees live in Berlin or Seoul?", [["Ada Byron"], ["Cleo Park"], ["Dan Mora"]]),
        ("Which employees haven't worked on a project?", [["Dan Mora"]]),
        ("Is Ben Okri taller than Dan Mora?", [["yes"]]),
        ("Is Dan Mora older than Cleo Park?", [["no"]]),
        ("the youngest employee", [["Dan Mora"]]),
        ("Which project took the fewest hours?", [["Borealis"]]),
        ("Who has worked for Orbital since before 2015?", [["Ada Byron"]]),
        ("How many people live in Berlin?", [["2"]]),
        ("What is the average number of hours on Apollo?", [["21"]]),
        ("How many employees are there per city?", [["Berlin", "2"], ["Lagos", "1"], ["Seoul", "1"]]),
        ("In what years were the companies founded?", [["2001"], ["2015"]]),
        ("in what year was the company that Cleo Park works for founded", [["2015"]]),
    ],
)  # fmt: skip
def test_a_question_in_peoples_words_is_answered(asked: Ask, question: str, rows: list[list[str]]) -> None:
    assert told(asked(question)) == rows


def statement(answer: Answer) -> str:
    """Return the statement that found an answer, in one line."""
    return " ".join(next(str(step.data["cypher"]) for step in answer.steps if "cypher" in step.data).split())


def test_a_comparison_of_two_nodes_is_one_statement_over_labels_and_properties(asked: Ask) -> None:
    text = statement(asked("Is Ben Okri taller than Dan Mora?"))
    assert text.startswith("MATCH (e:Employee {fullName: $p1}) WHERE toFloatOrNull(")
    assert "head(COLLECT { MATCH (e2:Employee {fullName: $p2}) RETURN" in text


def test_alternatives_are_one_condition(asked: Ask) -> None:
    text = statement(asked("Which employees live in Berlin or Seoul?"))
    assert "WHERE (e.city = $p1 OR e.city = $p2)" in text


def test_a_node_is_one_row_in_however_many_ways_it_fits(asked: Ask) -> None:
    # Ada Byron worked on two projects.
    assert told(asked("Which employees worked on a project?")) == [["Ada Byron"], ["Ben Okri"], ["Cleo Park"]]


@pytest.mark.parametrize("question", ["Who works for Zenith?", "Where does Clara Voss live?"])
def test_a_name_that_the_graph_lacks_is_not_passed_over(asked: Ask, question: str) -> None:
    answer = asked(question)
    assert answer.status is not Status.ANSWERED


def test_what_nobody_did_is_not_answered_by_what_somebody_did(asked: Ask) -> None:
    # Each project has somebody who worked on it.
    assert asked("Which projects has nobody worked on?").status is not Status.ANSWERED


def test_who_is_not_answered_by_a_number(asked: Ask) -> None:
    assert all(not cell[0].isdigit() for cell in told(asked("Who worked the most hours on a project?")))


def test_what_a_condition_counts_is_proved(asked: Ask) -> None:
    answer = asked("Which employees worked on more than one project?")
    proof = {
        (one.triple.subject.name, one.triple.relation.id, one.triple.object.name) for one in answer.evidence
    }
    assert proof == {("Ada Byron", "WORKED_ON", "Apollo"), ("Ada Byron", "WORKED_ON", "Borealis")}
