import pytest

from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.question.times import Period, Reading, read_times


def days(first: str, last: str) -> Period:
    return Period(Time.parse(first), Time.parse(last))


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
        ("who were 19th-century painters?", "during", days("1801-01-01", "1900-12-31")),
        ("who was emperor in 476?", "during", days("0476-01-01", "0476-12-31")),
        ("who was emperor in the year 476?", "during", days("0476-01-01", "0476-12-31")),
        ("in the year 9 who was emperor?", "during", days("0009-01-01", "0009-12-31")),
        ("in 476 who was emperor?", "during", days("0476-01-01", "0476-12-31")),
        ("who was emperor before 476, and where?", "before", days("0476-01-01", "0476-12-31")),
        ("who was emperor since 476", "after", days("0475-12-31", "0475-12-31")),
        ("who was emperor in AD 69?", "during", days("0069-01-01", "0069-12-31")),
        ("who was emperor after 69 AD?", "after", days("0069-01-01", "0069-12-31")),
        ("who was emperor in 1066 CE?", "during", days("1066-01-01", "1066-12-31")),
        ("who was consul in 44 BC?", "during", days("-0043-01-01", "-0043-12-31")),
        ("who was consul in the year 44 bce?", "during", days("-0043-01-01", "-0043-12-31")),
        ("who was consul before 44 B.C.?", "before", days("-0043-01-01", "-0043-12-31")),
        ("who was consul since 1 BC?", "after", days("-0001-12-31", "-0001-12-31")),
        ("who was consul until 401 BC?", "before", days("-0399-01-01", "-0399-01-01")),
        ("who was consul from 59 BC to 44 BC?", "during", days("-0058-01-01", "-0043-12-31")),
        ("who was consul between 27 BC and AD 14?", "during", days("-0026-01-01", "0014-12-31")),
        ("who was consul from 59 to 44 BC?", "during", days("-0058-01-01", "-0043-12-31")),
        ("who was consul between 14 and 37 AD?", "during", days("0014-01-01", "0037-12-31")),
        ("which town has from 1500 to 2000 people?", "", None),
        ("who lived in the 5th century BC?", "during", days("-0499-01-01", "-0400-12-31")),
        ("who lived in the 1st century?", "during", days("0001-01-01", "0100-12-31")),
        ("which town has a population of 1500?", "", None),
        ("which town has a population of about 1500?", "", None),
        ("which town has more than 1500 people?", "", None),
        ("which town has over 1900 inhabitants?", "", None),
        ("who ran in 1500 metres?", "", None),
        ("what costs $1999?", "", None),
        ("which tower has a height of 1776.5?", "", None),
        ("what was the population of X in 1900?", "during", days("1900-01-01", "1900-12-31")),
        ("who won the battle of 1812?", "during", days("1812-01-01", "1812-12-31")),
        ("who ran after 12 dogs?", "", None),
        ("who played in 12 films?", "", None),
        ("who sang 99?", "", None),
        ("who lives in the 12?", "", None),
        ("what happened in 3.5 hours?", "", None),
        ("who saw 5 ad campaigns?", "", None),
        ("who ruled in the year 0?", "", None),
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
        ("until when was X mayor of X?", "", "end", False),
        ("up to which year was X mayor of X?", "", "end", False),
        ("when did the war end?", "", "end", False),
        ("since when is X mayor of X?", "", "start", False),
        ("when did the war start?", "", "start", False),
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


@pytest.mark.parametrize(
    ("question", "order", "place", "many", "noun", "text"),
    [
        ("who was the previous mayor of X?", "previous", 1, 1, "mayor", "who was the mayor of X?"),
        ("who led before the current team?", "previous", 1, 1, "team", "who led team?"),
        ("who was mayor of X before the current one?", "previous", 1, 1, "", "who was mayor of X?"),
        ("who is the predecessor of the current mayor?", "previous", 1, 1, "mayor", "who is the mayor?"),
        ("who was mayor prior to X?", "", 1, 1, "", "who was mayor prior to X?"),
        ("who is the next mayor of X?", "next", 1, 1, "mayor", "who is the mayor of X?"),
        ("what lies next to X?", "", 1, 1, "", "what lies next to X?"),
        ("who was the last but one mayor of X?", "last", 2, 1, "", "who was the mayor of X?"),
        ("who was the penultimate mayor of X?", "last", 2, 1, "", "who was the mayor of X?"),
        ("who was the second mayor of X?", "first", 2, 1, "", "who was mayor of X?"),
        ("who was the 21st mayor of X?", "first", 21, 1, "", "who was mayor of X?"),
        ("who was the third-last mayor of X?", "last", 3, 1, "", "who was mayor of X?"),
        ("who were the last 3 mayors of X?", "last", 1, 3, "", "who were the mayors of X?"),
        ("who were the first two mayors of X?", "first", 1, 2, "", "who were the mayors of X?"),
        ("what is the second largest city of X?", "", 1, 1, "", "what is the second largest city of X?"),
        ("who led in the second half?", "", 1, 1, "", "who led in the second half?"),
    ],
)
def test_orders_from_either_end_and_from_today(
    question: str, order: str, place: int, many: int, noun: str, text: str
) -> None:
    reading = read_times(question)
    found = (reading.order, reading.place, reading.many, reading.noun, reading.text)
    assert found == (order, place, many, noun, text)


def test_former_is_said_of_what_is_past() -> None:
    reading = read_times("who is a former mayor of X?")
    assert (reading.stands, reading.noun, reading.text) == ("past", "mayor", "who is a mayor of X?")


@pytest.mark.parametrize(
    ("question", "beside", "asks"),
    [
        ("who was mayor of X before X?", "sooner", ""),
        ("who succeeded X as mayor of X?", "later", ""),
        ("who was mayor of X when X was a child?", "meanwhile", ""),
        ("when X ruled, who was mayor of X?", "meanwhile", ""),
        ("who was mayor of X in the year X began?", "same_year", ""),
        ("who was mayor of X before 1999?", "", ""),
        ("who was mayor of X?", "", ""),
        ("when was X mayor?", "", "time"),
        ("X ended when?", "", "time"),
    ],
)
def test_a_time_told_by_something_else_is_no_time_that_is_asked_for(
    question: str, beside: str, asks: str
) -> None:
    reading = read_times(question)
    assert (reading.beside, reading.asks) == (beside, asks)


@pytest.mark.parametrize(
    ("question", "among", "order"),
    [
        ("which of X and X was founded first?", True, "first"),
        ("out of X, X and X, which was founded last?", True, "last"),
        ("who began earlier: X or X?", True, "first"),
        ("who among X and X began later?", True, "last"),
        ("who began earlier than X?", False, ""),
        ("who was the first mayor?", False, "first"),
    ],
)
def test_a_choice_among_those_named(question: str, among: bool, order: str) -> None:
    reading = read_times(question)
    assert (reading.among, reading.order) == (among, order)
