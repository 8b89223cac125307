from datetime import date

import pytest

from kgqa_neo4j.query.times import Period, Reading, read_times


def days(first: str, last: str) -> Period:
    return Period(date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("question", "stands", "period"),
    [
        ("who was the mayor of X in 1999?", "during", days("1999-01-01", "1999-12-31")),
        ("who was mayor on May 3, 1999?", "during", days("1999-05-03", "1999-05-03")),
        ("who was mayor on 3rd of May 1999?", "during", days("1999-05-03", "1999-05-03")),
        ("who was mayor on 1999-05-03", "during", days("1999-05-03", "1999-05-03")),
        ("who was mayor in February 2000?", "during", days("2000-02-01", "2000-02-29")),
        ("who was mayor in the 1990s?", "during", days("1990-01-01", "1999-12-31")),
        ("who was king in the 19th century?", "during", days("1801-01-01", "1900-12-31")),
        ("who was mayor from 1990 to 1995?", "during", days("1990-01-01", "1995-12-31")),
        ("who was mayor between 1995 and May 1990?", "during", days("1990-05-01", "1995-12-31")),
        ("who was mayor at the end of 1999?", "during", days("1999-12-31", "1999-12-31")),
        ("who was mayor before 1999?", "before", days("1999-01-01", "1999-12-31")),
        ("who was mayor by 1999?", "before", days("2000-01-01", "2000-01-01")),
        ("who was mayor after May 1999?", "after", days("1999-05-01", "1999-05-31")),
        ("who was mayor since 1999?", "after", days("1998-12-31", "1998-12-31")),
        ("who won the 2005 prize?", "during", days("2005-01-01", "2005-12-31")),
        ("who is the current mayor of X", "now", None),
        ("who is mayor of X?", "", None),
        ("what is in room 12 of building 305?", "", None),
        ("what happened on 1999-02-30 or 2010-13-45?", "", None),
    ],
)
def test_periods(question: str, stands: str, period: Period | None) -> None:
    reading = read_times(question)
    assert (reading.stands, reading.period) == (stands, period)


@pytest.mark.parametrize(
    ("question", "order", "asks", "count"),
    [
        ("who was the first mayor of X?", "first", "", False),
        ("what is the most recent film of X?", "last", "", False),
        ("what is the first name of X?", "", "", False),
        ("who was the first lady of X?", "", "", False),
        ("when was X born?", "", "time", False),
        ("in which year did X join X?", "", "start", False),
        ("when did X leave X?", "", "end", False),
        ("how long was X married to X?", "", "duration", False),
        ("how many years was X mayor?", "", "duration", False),
        ("how old is X?", "", "age", False),
        ("how many films did X direct?", "", "", True),
    ],
)
def test_what_is_asked_for(question: str, order: str, asks: str, count: bool) -> None:
    reading = read_times(question)
    assert (reading.order, reading.asks, reading.count) == (order, asks, count)


def test_the_words_of_time_are_taken_out_of_the_question() -> None:
    assert read_times("who was the  first mayor of X before May 3, 1999?").text == "who was the mayor of X?"


@pytest.mark.parametrize(
    "text", ["", " ", "in", "before", "1" * 5000, "in 1999 " * 500, "first " * 900, "\x00 99"]
)
def test_strange_text_is_read_without_harm(text: str) -> None:
    assert isinstance(read_times(text), Reading)
