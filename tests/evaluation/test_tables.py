"""Gold answers that are tables, and what meets them."""

from decimal import Decimal

import pytest

from kgqa_neo4j.evaluation.records import record
from kgqa_neo4j.linking.resolution import resolve
from kgqa_neo4j.model.answer import Answer, ScoredEntity, Status
from kgqa_neo4j.model.literals import number_value
from kgqa_neo4j.question_sets.questions import Question
from kgqa_neo4j.store.driver import Database

ADA, GRACE = ScoredEntity("t:ada", "Ada Lovelace", 1.0), ScoredEntity("u:m.01", "Grace Hopper", 1.0)


def number(value: str) -> ScoredEntity:
    node = number_value(Decimal(value))
    return ScoredEntity(node.id, node.name, 1.0)


def scores(graph: Database, rows: list[list[ScoredEntity]]) -> tuple[float, float, float]:
    gold = (("Ada Lovelace", "3"), ("Grace Hopper", "2.5"), ("Grace Hopper", "2.5"))
    question = Question("how many each?", (), (), 1, rows=gold)
    answer = Answer(question.question, "plans", Status.ANSWERED, "", rows=rows)
    row = record(graph, question, [], answer, resolve(graph, question.answer_names))
    return row["scores"]["precision"], row["scores"]["recall"], row["scores"]["em"]


def test_rows_are_compared_as_a_multiset_whatever_their_order_and_that_of_columns(graph: Database) -> None:
    right = [[GRACE, number("2.5")], [ADA, number("3")], [GRACE, number("2.5")]]
    assert scores(graph, right) == (1, 1, 1)
    assert scores(graph, [row[::-1] for row in right]) == (1, 1, 1)
    assert scores(graph, right[:2]) == (1, pytest.approx(2 / 3), 0)
    assert scores(graph, [*right, right[1]]) == (0.75, 1, 0)


def test_a_row_is_right_only_as_a_whole(graph: Database) -> None:
    assert scores(graph, [[ADA, number("2.5")], [ADA], [ADA, number("3"), GRACE]]) == (0, 0, 0)
    assert scores(graph, [[ADA, number("3")], [number("2.5"), GRACE]]) == (0.5, pytest.approx(1 / 3), 0)
    assert scores(graph, []) == (0, 0, 0)


def test_a_withheld_table_is_gone() -> None:
    answer = Answer("who?", "plans", Status.ANSWERED, "Ada: 3", rows=[[ADA, number("3")]])
    answer.withhold()
    assert (answer.rows, answer.status) == ([], Status.WITHHELD)
