"""Gold answers that are dates, and what meets them."""

from decimal import Decimal

import pytest

from kgqa_neo4j.evaluation.records import record
from kgqa_neo4j.evaluation.runs import known_topics
from kgqa_neo4j.linking.resolution import resolve
from kgqa_neo4j.model.answer import Answer, ScoredEntity, Status
from kgqa_neo4j.model.literals import Time, number_value, time_value
from kgqa_neo4j.question_sets.questions import Question, gold_ids
from kgqa_neo4j.store.driver import Database


def hit(graph: Database, gold: str, answer_id: str) -> float:
    question = Question("when was it?", (), (gold,), 1)
    answer = Answer("when was it?", "query", Status.ANSWERED, entities=[ScoredEntity(answer_id, "it", 1.0)])
    row = record(graph, question, gold_ids(question, resolve(graph, [gold])), answer)
    assert row["predicted"] == [[answer_id]]
    return float(row["scores"]["hit_at_1"])


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        ("1998", Time(1998, precision="year"), 1.0),
        ("1998", Time(1998, 5, 3), 1.0),
        ("1998", Time(1998, 5, 1, "month"), 1.0),
        ("1998", Time(1999, 1, 1), 0.0),
        ("1998", Time(1990, precision="decade"), 0.0),
        ("1998-05", Time(1998, 5, 31), 1.0),
        ("1998-05", Time(1998, 6, 1), 0.0),
        ("1998-05", Time(1998, precision="year"), 0.0),
        ("1998-05-03", Time(1998, 5, 3), 1.0),
        ("1998-05-03", Time(1998, 5, 4), 0.0),
        ("1998-05-01", Time(1998, 5, 1, "month"), 0.0),
        ("1998-01-01", Time(1998, precision="year"), 0.0),
        ("-0043-03-15", Time(-43, 3, 15), 1.0),
        ("1998-02-30", Time(1998, 2, 28), 0.0),
        ("12", Time(12, precision="year"), 0.0),
    ],
)
def test_a_date_is_right_if_it_lies_in_the_gold_one_and_is_as_precise(
    graph: Database, gold: str, answer: Time, right: float
) -> None:
    assert hit(graph, gold, time_value(answer).id) == right


def test_what_is_only_a_year_may_be_a_number_but_an_entity_of_that_name_is_not_met_by_a_date(
    graph: Database,
) -> None:
    assert hit(graph, "1998", number_value(Decimal(1998)).id) == 1.0
    assert hit(graph, "1998-05", number_value(Decimal(1998)).id) == 0.0
    assert hit(graph, "1984", time_value(Time(1984, precision="year")).id) == 0.0
    assert hit(graph, "1984", "t:1984") == 1.0


def test_a_date_that_no_node_is_does_not_count_as_in_the_graph(graph: Database) -> None:
    question = Question("when?", (), ("1998-05-03",), 1)
    answer = Answer("when?", "query", Status.ANSWERED)
    row = record(graph, question, gold_ids(question, resolve(graph, ["1998-05-03"])), answer)
    assert row["gold_ids"] == [[]]


def test_of_several_gold_topics_those_that_the_graph_lacks_are_left_out(graph: Database) -> None:
    def known(*topics: str) -> tuple[str, ...]:
        return known_topics(graph, Question("who?", topics, ("Kismet",), 1))

    assert known("Ada Lovelace", "Charles Babbage", "m.01") == ("Ada Lovelace", "m.01")
    assert known("Charles Babbage") == ("Charles Babbage",)
    assert known("Charles Babbage", "Nobody") == ("Charles Babbage", "Nobody")
