"""Gold answers that are numbers, or yes and no, and what meets them."""

from decimal import Decimal

from kgqa_neo4j.evaluation.records import record
from kgqa_neo4j.linking.resolution import resolve
from kgqa_neo4j.model.answer import Answer, ScoredEntity, Status
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.literals import Time, boolean_value, number_value, text_value, time_value
from kgqa_neo4j.question_sets.questions import Question, gold_ids
from kgqa_neo4j.store.driver import Database


def hit(graph: Database, gold: str, predicted: Entity | None, text: str = "") -> float:
    question = Question("how many of the 12 are there?", (), (gold,), 1)
    entities = [ScoredEntity(predicted.id, predicted.name, 1.0)] if predicted else []
    answer = Answer(question.question, "plans", Status.ANSWERED, text, entities)
    row = record(graph, question, gold_ids(question, resolve(graph, [gold])), answer)
    return float(row["scores"]["hit_at_1"])


def test_values_are_compared_by_what_they_are_worth(graph: Database) -> None:
    for gold, predicted, right in [
        ("7", number_value(Decimal(7)), 1.0),
        ("7.0", number_value(Decimal(7)), 1.0),
        ("1,234", number_value(Decimal(1234)), 1.0),
        ("7", number_value(Decimal(8)), 0.0),
        ("7", number_value(Decimal("7.5")), 0.0),
        ("8848", number_value(Decimal(8848), "metre"), 1.0),
        ("71.33", number_value(Decimal("71.333333")), 1.0),
        ("71.33", number_value(Decimal("71.3")), 1.0),
        ("71.33", number_value(Decimal("71.339")), 0.0),
        ("71.33", number_value(Decimal(71)), 0.0),
        ("71", number_value(Decimal("71.3")), 0.0),
        ("71.33", number_value(Decimal("71.333"), "kg"), 1.0),
        ("007", number_value(Decimal(7)), 0.0),
        ("seven", number_value(Decimal(7)), 0.0),
        ("7", text_value("seven"), 0.0),
        ("7", Entity("mine:7", "7.0"), 1.0),
        ("true", boolean_value(True), 1.0),
        ("Yes", boolean_value(True), 1.0),
        ("no", boolean_value(False), 1.0),
        ("no", boolean_value(True), 0.0),
        ("true", number_value(Decimal(1)), 0.0),
        ("1998", time_value(Time(1998, 5, 3)), 1.0),
        ("1998", number_value(Decimal(1999)), 0.0),
    ]:
        assert hit(graph, gold, predicted) == right, (gold, predicted)


def test_a_text_is_read_for_values_where_the_gold_answer_is_one(graph: Database) -> None:
    for gold, text, right in [
        ("7", "There are 7 of them.", 1.0),
        ("7", "7 of the 12", 1.0),
        ("7", "17", 0.0),
        ("7", "On 7-9-2001.", 0.0),
        ("yes", "Yes, they are.", 1.0),
        ("yes", "No. Yes is wrong.", 0.0),
        ("true", "I think so.", 0.0),
    ]:
        assert hit(graph, gold, None, text) == right, text
