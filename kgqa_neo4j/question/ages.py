"""Ages that persons are held to, as dates of birth: "older than 35" is "born before" a day 35 years ago."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from kgqa_neo4j.question.operations.numbers import NUMBER, number_of
from kgqa_neo4j.question.wording import words

_YEARS = r"(?: years?(?: old| of age)?)?"
_AGE = re.compile(
    rf"\b(?:(?P<older>older than)|(?P<younger>younger than)) (?P<number>{NUMBER}){_YEARS}\b|"
    rf"\b(?:(?P<over>over|above|more than)|(?P<under>under|below|less than)) (?:the age of (?P<of>{NUMBER})|"
    rf"(?P<old>{NUMBER}) years (?:old|of age))\b",
    re.I,
)
_BIRTH = frozenset({"birth", "born", "dob", "birthday", "birthdate"})
_OLD = "age"


def names_age(question: str) -> bool:
    """Return whether a question holds persons to an age."""
    return _AGE.search(question) is not None


def tells_birth(name: str) -> bool:
    """Return whether a property or relation is called as one that says when persons were born."""
    return not _BIRTH.isdisjoint(words(name))


def tells_age(names: Iterable[str]) -> bool:
    """Return whether one of some properties or relations is called an age, so that nothing has to be calculated."""
    return any(_OLD in words(name) for name in names)


def as_birthdays(question: str, today: date, years: bool) -> str:
    """Return a question in which ages are days of birth, or `years` of birth."""

    def born(match: re.Match[str]) -> str:
        number = int(number_of((match["number"] or match["of"] or match["old"]).lower()))
        side = "before" if match["older"] or match["over"] else "after"
        if years:
            return f"born {side} {today.year - number}"
        try:
            day = today.replace(year=today.year - number)
        except ValueError:
            # The 29th of February.
            day = today.replace(year=today.year - number, day=28)
        return f"born {side} {day.isoformat()}"

    return _AGE.sub(born, question)
