"""Ages in questions, for graphs that store dates of birth: "older than 35" means born before a day 35 years ago."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from kgqa_neo4j.question.dates import moved
from kgqa_neo4j.question.lexicon import names_person
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.operations.numbers import NUMBER, number_of
from kgqa_neo4j.question.wording import words

_YEARS = r"(?: years?(?: old| of age)?)?"
_AGE = re.compile(
    rf"\b(?:(?P<older>older than)|(?P<younger>younger than)) (?P<number>{NUMBER}){_YEARS}\b|"
    rf"\b(?:(?P<over>over|above|more than)|(?P<under>under|below|less than)) (?:the age of (?P<of>{NUMBER})|"
    rf"(?P<old>{NUMBER}) years (?:old|of age))\b",
    re.I,
)
# Without "years", a number is an age only after a word for persons: "which customers are under 40".
_AGED = re.compile(
    r"\b(?P<persons>[a-z]+)(?P<are>(?: who| that)?(?: is| are)?)(?: aged)? "
    r"(?:(?P<over>over|above)|(?P<under>under|below)) (?P<number>[1-9]\d)"
    r"(?=\s*(?:$|[?.!,;]|(?:and|or|with|who|that|in|from|live|have)\b))"
)
_BIRTH = frozenset({"birth", "born", "dob", "birthday", "birthdate"})
_DEATH = frozenset({"death", "died", "dod", "deathdate", "deceased"})
_OLD = "age"
_ALIVE = re.compile(r"\b(?:is|are|was|were) (?:still )?alive\b", re.I)
_ASK = r"(?:(?:what(?:'s|\u2019s| is| are| was| were)|give me|show me|show|tell me|find|calculate|compute) )?(?:the )?"
_SUMMARY = r"(?P<summary>average|mean|highest|maximum|greatest|lowest|minimum|smallest)"
_SUMMARIES = {
    "average": "average", "mean": "average", "highest": "maximum", "maximum": "maximum", "greatest": "maximum",
    "lowest": "minimum", "minimum": "minimum", "smallest": "minimum", "oldest": "maximum", "eldest": "maximum",
    "youngest": "minimum",
}  # fmt: skip
_WHOSE = r"(?P<whose>.+?)"
# Pronouns for the persons asked about.
_THEY = r"(?:he|she|they|it)"
_AT_DEATH = rf"(?: when {_THEY} died| (?:at|upon) (?:(?:his|her|their|the time of (?:his|her|their)) )?death)"
# Patterns of whole questions that ask for ages, and whether they ask for the age at death.
_ASKED = tuple(
    (re.compile(text, re.I), died)
    for text, died in (
        (rf"how old (?:was|were) {_WHOSE}{_AT_DEATH}", True),
        (rf"how old did {_WHOSE} (?:get|become|live to be|grow)", True),
        (rf"(?:at )?(?:what|which) age did {_WHOSE} die(?: at)?", True),
        (rf"{_ASK}{_SUMMARY} age at death(?: of {_WHOSE})?", True),
        (rf"{_ASK}{_SUMMARY} age of {_WHOSE} (?:at death|when they died)", True),
        (rf"how old (?:is|are) {_WHOSE} on (?P<summary>average)", False),
        (
            rf"how old (?:is|are) (?:the|our|an) (?P<summary>average|oldest|youngest|eldest) {_WHOSE}(?: now| today)?",
            False,
        ),
        (rf"{_ASK}age of (?:the|our) (?P<summary>oldest|youngest|eldest) {_WHOSE}(?: now| today)?", False),
        (rf"how old (?:is|are) {_WHOSE}(?: now| today)?", False),
        (rf"(?:what|which) age (?:is|are) {_WHOSE}(?: now| today)?", False),
        (rf"{_ASK}(?:current )?ages? of {_WHOSE}(?: now| today)?", False),
        (rf"{_ASK}{_WHOSE}['\u2019]s? (?:current )?age(?: now| today)?", False),
        (rf"{_ASK}{_SUMMARY} ages? of {_WHOSE}(?: now| today)?", False),
        (rf"{_ASK}{_SUMMARY} age", False),
        (rf"{_ASK}{_SUMMARY} (?P<whose>[a-z]+) age", False),
    )
)
_EACH = re.compile(r"\b(?:per|each|every|by|and)\b", re.I)
# Ages at another time, and comparisons of ages.
_OTHERWISE = re.compile(r"\b(?:when|while|at the time|in (?:the year )?\d{4}|than|as old|ages?)\b", re.I)


def names_age(question: str) -> bool:
    """Return whether a question compares the age of persons with a number."""
    return _AGE.search(question) is not None or any(map(_of_persons, _AGED.finditer(question)))


def tells_birth(name: str) -> bool:
    """Return whether the name of a property or relation contains a word for birth."""
    return not _BIRTH.isdisjoint(words(name))


def tells_death(name: str) -> bool:
    """Return whether the name of a property or relation contains a word for death."""
    return not _DEATH.isdisjoint(words(name))


def tells_age(names: Iterable[str]) -> bool:
    """Return whether any name of a property or relation contains "age", so that no age has to be computed."""
    return any(_OLD in words(name) for name in names)


def as_birthdays(question: str, today: date, years: bool) -> str:
    """Rewrite ages in a question as dates of birth, or as `years` of birth."""

    def born(match: re.Match[str]) -> str:
        number = int(number_of((match["number"] or match["of"] or match["old"]).lower()))
        return said(number, older=bool(match["older"] or match["over"]))

    def aged(match: re.Match[str]) -> str:
        if not _of_persons(match):
            return match[0]
        return f"{match['persons']}{match['are']} {said(int(match['number']), older=bool(match['over']))}"

    def said(number: int, *, older: bool) -> str:
        side = "before" if older else "after"
        return f"born {side} {today.year - number if years else moved(today, 'year', -number).isoformat()}"

    return _AGED.sub(aged, _AGE.sub(born, question))


def _of_persons(match: re.Match[str]) -> bool:
    noun = match["persons"]
    return noun in ("who", "people") or (noun != (one := singular_of(noun)) and names_person(one))


def as_not_died(question: str) -> str:
    """Rewrite "are alive" in a question as "have not died"."""
    return _ALIVE.sub("have not died", question)


@dataclass(frozen=True, slots=True)
class AgesAsked:
    """A question that asks for ages.

    Attributes:
        whose: the words that name the persons, "" for none.
        summary: the aggregate ("average", "maximum", "minimum"), "" for the ages themselves.
        died: whether the ages at death are asked for.
    """

    whose: str
    summary: str = ""
    died: bool = False


def ages_asked(question: str) -> AgesAsked | None:
    """Return what a question for ages asks; None for other questions and for ages per group."""
    said = question.strip().rstrip("?.! ")
    if _EACH.search(said):
        return None
    for pattern, died in _ASKED:
        if found := pattern.fullmatch(said):
            parts = found.groupdict()
            summary = _SUMMARIES.get((parts.get("summary") or "").lower(), "")
            whose = (parts.get("whose") or "").removesuffix("'s").removesuffix("\u2019s")
            return None if _OTHERWISE.search(whose) else AgesAsked(whose, summary, died)
    return None
