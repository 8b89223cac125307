import pytest

from kgqa_neo4j.evaluation.cypher_rows import order_keys
from kgqa_neo4j.question_sets.same_rows import Comparing, same_rows

EXACT = Comparing()


def rows(*values: tuple[object, ...]) -> list[dict[str, object]]:
    return [{str(place): value for place, value in enumerate(row)} for row in values]


def test_columns_may_come_in_another_order_and_rows_too() -> None:
    assert same_rows(rows(("a", 1), ("b", 2)), rows((2, "b"), (1, "a")), EXACT)
    assert same_rows(rows((1, 2), (2, 1), (1, 1)), rows((2, 1), (1, 2), (1, 1)), EXACT)


def test_values_of_a_row_belong_together() -> None:
    assert not same_rows(rows(("a", 1), ("b", 2)), rows((2, "a"), (1, "b")), EXACT)


def test_rows_count_as_often_as_they_come() -> None:
    assert not same_rows(rows(("a",), ("a",)), rows(("a",)), EXACT)
    assert not same_rows(rows(("a",), ("a",), ("b",)), rows(("a",), ("b",), ("b",)), EXACT)
    assert not same_rows(rows(("a", "x")), rows(("a",)), EXACT)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (3, 3.0),
        ("1,000", 1000),
        (0.1 + 0.2, 0.3),
        (" The  Matrix", "the matrix"),
        (True, "true"),
        (["b", "a"], ["a", "b"]),
        ("2020-01-31T00:00:00Z", "2020-01-31"),
        ({"x": 1, "y": "A"}, {"y": "a", "x": 1.0}),
    ],
)
def test_numbers_texts_dates_and_lists_are_normalised(one: object, other: object) -> None:
    assert same_rows(rows((one,)), rows((other,)), EXACT)


@pytest.mark.parametrize(("one", "other"), [("007", 7), (0, False), (None, ""), (1, 2), ("a", "b")])
def test_what_differs_is_not_the_same(one: object, other: object) -> None:
    assert not same_rows(rows((one,)), rows((other,)), EXACT)


def test_order_counts_where_the_statement_orders_by_what_it_returns() -> None:
    gold = rows(("a", 1), ("b", 1), ("c", 2))
    keys = order_keys("MATCH (n) RETURN n.name AS name, n.size AS size ORDER BY size LIMIT 3", ["name", "size"])
    assert keys == (1,)
    assert same_rows(gold, rows(("b", 1), ("a", 1), ("c", 2)), EXACT, keys)
    assert not same_rows(gold, rows(("c", 2), ("a", 1), ("b", 1)), EXACT, keys)


@pytest.mark.parametrize(
    ("statement", "keys"),
    [
        ("MATCH (n) RETURN n.name", None),
        ("MATCH (n) RETURN n.name ORDER BY n.size DESC LIMIT 1", None),
        ("MATCH (n) WITH n ORDER BY n.size RETURN n.name", None),
        ("MATCH (n) RETURN n.name ORDER BY n.name DESC", (0,)),
        ("MATCH (n) RETURN n.name AS name, count(*) AS c ORDER BY count(*) DESC, name", (1, 0)),
        ("MATCH (n) RETURN n.name AS name ORDER BY n.size", ()),
    ],
)
def test_columns_that_order_are_found(statement: str, keys: tuple[int, ...] | None) -> None:
    columns = ["name", "c"] if "count" in statement else ["n.name" if "AS name" not in statement else "name"]
    assert order_keys(statement, columns) == keys
