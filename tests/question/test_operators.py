"""Words that ask for something else than the facts that a question names."""

import pytest

from kgqa_neo4j.question.operators import aggregate, bound, negation, superlative


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("which employees do not report to X", "not"),
        ("who doesn't work in X", "doesn't"),
        ("which countries have no coastline", "no"),
        ("products without an order", "without"),
        ("films other than X by X", "other than"),
        ("cities in X except X", "except"),
        ("who has never worked at X", "never"),
        ("isn't X a city?", ""),
        ("I don't know who directed X", ""),
        ("books with no less than 500 pages", ""),
        ("what is the key of symphony no. 1?", ""),
        ("who directed X?", ""),
    ],
)
def test_a_negation_is_found_where_it_changes_what_is_asked(question: str, word: str) -> None:
    assert negation(question, ["reports to"]) == word


def test_a_relation_that_negates_itself_says_what_is_asked() -> None:
    assert negation("what is X not suitable for", ["not suitable for"]) == ""
    assert negation("what is X not suitable for", ["note", "unit"]) == "not"


@pytest.mark.parametrize(
    ("question", "names", "word"),
    [
        ("what is the average salary in X", ["salary"], "average"),
        ("the total area of X", ["total area"], ""),
        ("total of all orders of X", ["amount"], "total"),
        ("what does X mean", ["meaning"], ""),
    ],
)
def test_an_average_or_a_sum_is_found_unless_the_graph_has_it(
    question: str, names: list[str], word: str
) -> None:
    assert aggregate(question, names) == word


def test_superlatives_are_found_and_nouns_of_that_ending_are_not() -> None:
    assert superlative("which X earns the most", ["salary"]) == "most"
    assert superlative("who is the tallest X", ["name"]) == "tallest"
    assert superlative("which X live in the forest", ["lives in"]) == ""
    assert superlative("the X with its highest point", ["highest point"]) == ""


def test_bounds_of_numbers_and_dates_are_found() -> None:
    assert bound("which X earn more than 55000?") == "more than 55000"
    assert bound("which X started before the year 2000?") == "before the year 2000"
    assert bound("which X are there?") == ""
