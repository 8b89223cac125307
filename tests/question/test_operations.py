"""What questions do with the facts that they name, read from questions with masked entities."""

import pytest

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.question.operations import number_of, read_operations


def test_a_plain_question_does_nothing() -> None:
    for question in (
        "who directed §0?", "what account does §0 have", "which forest is §0 in", "can you tell me who wrote §0?",
        "who acted together with §0", "what does §0 do",
    ):  # fmt: skip
        found = read_operations(question)
        assert not found.any and not found.counts, question


@pytest.mark.parametrize(
    ("question", "tests", "noun"),
    [
        ("which projects cost less than 250,000 euros?", ((Comparison.LESS, 250_000.0),), ("euros",)),
        ("countries with over 50 million people", ((Comparison.GREATER, 5e7),), ("people",)),
        ("who has at least three kids?", ((Comparison.AT_LEAST, 3.0),), ("kids",)),
        ("orders of 400 dollars or more", ((Comparison.AT_LEAST, 400.0),), ("dollars",)),
        ("rooms between 10 and 20", ((Comparison.AT_LEAST, 10.0), (Comparison.AT_MOST, 20.0)), ()),
        ("who has exactly two children", ((Comparison.EQUAL, 2.0),), ("children",)),
        ("ships that were inspected at least twice", ((Comparison.AT_LEAST, 2.0),), ("times",)),
        ("who won more than once", ((Comparison.GREATER, 1.0),), ("times",)),
    ],
)
def test_numbers_are_compared(
    question: str, tests: tuple[tuple[Comparison, float], ...], noun: tuple[str, ...]
) -> None:
    (bound,) = read_operations(question).numbers
    assert (bound.tests, bound.noun) == (tests, noun)


@pytest.mark.parametrize(
    ("question", "stands", "first", "last"),
    [
        ("who joined in 2019?", "during", "2019-01-01", "2019-12-31"),
        ("who was born in the nineties", "during", "1990-01-01", "1999-12-31"),
        ("projects started between July and October 2022?", "during", "2022-07-01", "2022-10-31"),
        ("orders shipped after 1 May 2024", "after", "2024-05-01", "2024-05-01"),
        ("issues opened before April 2023", "before", "2023-04-01", "2023-04-30"),
        ("who joined in 2019 or later?", "after", "2019-01-01", "2019-12-31"),
        ("who retired in the 1940s or earlier", "before", "1940-01-01", "1949-12-31"),
    ],
)
def test_dates_bound_and_leave_the_verb(question: str, stands: str, first: str, last: str) -> None:
    found = read_operations(question)
    (bound,) = found.dates
    assert (bound.stands, bound.period.first.iso, bound.period.last.iso) == (stands, first, last)
    verb = question.split()[1]
    assert verb in found.text


@pytest.mark.parametrize(
    ("question", "greatest", "first", "many"),
    [
        ("which office is the largest?", True, 1, 1),
        ("which ward has the fewest beds", False, 1, 1),
        ("what is the second most expensive project?", True, 2, 1),
        ("the three cheapest products", False, 1, 3),
        ("top 3 packages by size?", True, 1, 3),
        ("which relative was born first", False, 1, 1),
    ],
)
def test_superlatives_order(question: str, greatest: bool, first: int, many: int) -> None:
    found = read_operations(question).superlative
    assert found is not None
    assert (found.greatest, found.first, found.many) == (greatest, first, many)


def test_what_is_done_to_people_measures_it() -> None:
    fewest = read_operations("which plane seats the fewest people?").superlative
    assert fewest is not None and fewest.phrases == ("people", "seats")
    more = read_operations("planes that can carry more people than §0").comparative
    assert more is not None and more.phrases == ("people", "carry")
    # What nobody does.
    gets = read_operations("which station gets the most passengers").superlative
    assert gets is not None and gets.phrases == ("passengers",)


def test_at_least_is_no_superlative() -> None:
    assert read_operations("which were made at least partly in §0").superlative is None


def test_adding_up_is_a_total() -> None:
    found = read_operations("add up all the tickets sold at §0")
    assert found.total and not found.alls


def test_an_order_is_said_once() -> None:
    found = read_operations("top 3 busiest stations by passengers")
    assert found.superlative is not None and found.superlative.many == 3 and "busiest" not in found.text


def test_negations_universals_groups_and_tables_keep_their_places() -> None:
    assert read_operations("which §0s don't know §1?").negations == [10]
    assert read_operations("which pets are not §0s?").negations == [15]
    assert read_operations("suppliers with nothing but §0").onlys == [15]
    assert read_operations("whose children all live in §0?").alls == [15]
    assert read_operations("how many people per team?").group == (20, "team")
    assert [text for _, text in read_operations("wards with number of beds and floor").columns] == [
        "beds",
        "floor",
    ]
    assert [text for _, text in read_operations("the cities of §0 with their populations").columns] == [
        "populations"
    ]


def test_two_things_are_compared_or_one_of_them_chosen() -> None:
    compared = read_operations("is §0 older than §1?")
    assert compared.whether and compared.comparative and compared.comparative.comparison is Comparison.LESS
    chosen = read_operations("which is bigger, §0 or §1?")
    assert not chosen.whether and chosen.superlative and chosen.superlative.among


def test_words_of_numbers_and_scales_are_numbers() -> None:
    assert [number_of(text) for text in ("20,000", "three", "2 million", "1.5k")] == [
        20_000,
        3,
        2_000_000,
        1_500,
    ]
    with pytest.raises(ValueError, match="many"):
        number_of("1 2 many")


@pytest.mark.parametrize(
    ("question", "phrase", "first", "many"),
    [
        ("What is our best-selling album?", "sold", 1, 1),
        ("Top 3 best paid professors, please", "salary", 1, 3),
        ("What's the third best selling album?", "sold", 3, 1),
        ("Which student has the best GPA?", "gpa", 1, 1),
        ("Which studio is the cheapest per day?", "price", 1, 1),
    ],
)
def test_the_best_is_measured_by_what_is_named(question: str, phrase: str, first: int, many: int) -> None:
    found = read_operations(question).superlative
    assert found is not None
    assert phrase in found.phrases
    assert (found.first, found.many) == (first, many)


def test_earning_more_compares_pay() -> None:
    found = read_operations("Does §0 make more than §1?").comparative
    assert found is not None
    assert found.comparison is Comparison.GREATER
    assert "salary" in found.phrases


def test_on_or_before_a_day_takes_the_day_in() -> None:
    (bound,) = read_operations("Which exams are on or before 12 February 2025?").dates
    assert bound.inclusive
    assert bound.stands == "before"


def test_years_after_another_are_a_span() -> None:
    assert read_operations("How many years after §0 was §1 founded?").span == "years"


def test_how_often_counts_and_how_old_somebody_got_is_an_age() -> None:
    assert read_operations("how often has §0 borrowed something?").counts
    assert read_operations("how old did §0 get?").span == "age"
    assert read_operations("what does a book cost on average?").aggregate == "average"


def test_what_a_table_tells_of_each_may_be_said_in_clauses() -> None:
    found = read_operations("List every §0 with who won it and how many minutes the race takes.")
    assert [text for _, text in found.columns] == ["won", "minutes race takes"]
    assert not found.counts and found.group is None


def test_how_many_may_stand_far_from_the_order_that_they_are_the_first_of() -> None:
    found = read_operations("What are the 5 shops with the most seats?")
    assert found.superlative is not None and found.superlative.many == 5
    assert read_operations("Which events has §0 come first in?").superlative is None


def test_what_follows_a_number_of_times_stays_in_the_question() -> None:
    left = read_operations("ships inspected more than once by §0").text
    assert left.split() == ["ships", "inspected", "by", "§0"]


def test_a_word_for_an_order_that_is_part_of_a_name_orders_nothing() -> None:
    question = "Who made the first ascents of §0?"
    assert read_operations(question).superlative is not None
    named = read_operations(question, frozenset({"first"}))
    assert named.superlative is None and "first" in named.text


def test_what_is_first_done_by_somebody_is_not_the_first_of_several() -> None:
    found = read_operations("Which plants were first described by §0?")
    assert found.superlative is None and "first" not in found.text
    assert read_operations("Which was the first plant described by §0?").superlative is not None


def test_i_mean_is_no_mean() -> None:
    assert read_operations("how tall is §0? i mean its height").aggregate is None
    assert read_operations("what is the mean height of §0?").aggregate == "average"


def test_what_each_row_tells_may_stand_behind_whose_it_is() -> None:
    found = read_operations("For each route up §0, give me its grade and who opened it")
    assert [text for _, text in found.columns] == ["grade", "opened"]
    assert found.text.split()[:2] == ["route", "up"] and found.group is None


def test_paying_out_more_than_something_named_compares_pay() -> None:
    found = read_operations("Which awards pay out more than the §0?").comparative
    assert found is not None and (found.comparison, found.phrases) == (Comparison.GREATER, ("pay",))
