"""Bounds on numbers in a question: "more than 20 kg", "between 3 and 5"."""

from __future__ import annotations

import re

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.question.lexicon import NO_UNITS
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.operations.cutting import cut
from kgqa_neo4j.question.operations.degrees import degrees_of
from kgqa_neo4j.question.operations.model import NumberBound, Operations
from kgqa_neo4j.question.operations.numbers import HOW_OFTEN, NUMBER, is_often, number_of
from kgqa_neo4j.question.units import CURRENCY_SIGNS, is_unit

_OVER = (
    r"more than|greater than|higher than|larger than|bigger than|longer than|taller than|"
    r"heavier than|older than|over|above|exceeding|exceeds?|beyond"
)
_UNDER = r"less than|fewer than|lower than|smaller than|shorter than|lighter than|younger than|cheaper than|under|below"
_LEAST = r"at least|no less than|not less than|no fewer than|a minimum of|minimum"
_MOST = r"at most|up to|no more than|not more than|a maximum of|within"
_COMPARED = re.compile(
    rf"\b(?:(?P<over>{_OVER})|(?P<under>{_UNDER})|(?P<least>{_LEAST})|(?P<most>{_MOST})|(?P<exactly>exactly|precisely))"
    rf" [$€£]?(?P<number>{NUMBER}|{HOW_OFTEN})(?P<unit> ?%| [a-z²]+)?(?P<half> and a half\b)?"
)
_OR_MORE = re.compile(
    rf"[$€£]?\b(?P<number>{NUMBER})(?P<unit> [a-z²]+)? or (?:(?P<least>more|over|above|higher|"
    rf"greater|longer)|(?P<most>less|fewer|under|below|lower|shorter))"
    r"(?P<after> (?:different |other )?[a-z]+)?"
)
# "A rating of 5", "weighs 3 kg", "has 2 dogs": exact values, in digits.
_EXACT = re.compile(
    r"\b(?:of|equals|equal to|costs?|weighs?|earns?|makes?|gets?|got|gave|gives?|scored|with|has|have|had|having|"
    r"is|are|was|were) [$€£]?(?P<number>\d[\d,]*(?:\.\d+)?)(?P<unit>%| %| [a-z²]+)?(?=[ ,?.!]|$)(?! (?:or|to|and) )"
)
_YEARS = range(1000, 2101)
_BETWEEN = re.compile(rf"\bbetween [$€£]?(?P<low>{NUMBER}) and [$€£]?(?P<high>{NUMBER})(?P<unit> [a-z²]+)?")
_SECOND = re.compile(r" (?P<noun>[a-z]{3,})\b(?P<last>\W*$)?")


def read_numbers(found: Operations) -> None:
    """Cut the numbers that the question compares with, and record them as bounds."""
    for match in list(_BETWEEN.finditer(found.text)):
        tests = (Comparison.AT_LEAST, number_of(match["low"])), (Comparison.AT_MOST, number_of(match["high"]))
        _bound(found, match, tests)
    for match in list(_OR_MORE.finditer(found.text)):
        comparison = Comparison.AT_LEAST if match["least"] else Comparison.AT_MOST
        _bound(found, match, ((comparison, number_of(match["number"])),), (match["after"] or "").strip())
    for match in list(_COMPARED.finditer(found.text)):
        comparison = (
            Comparison.GREATER
            if match["over"]
            else Comparison.LESS
            if match["under"]
            else Comparison.AT_LEAST
            if match["least"]
            else Comparison.AT_MOST
            if match["most"]
            else Comparison.EQUAL
        )
        adjective = (match["over"] or match["under"] or "").removesuffix(" than")
        degree = (
            degrees_of(adjective) if adjective.endswith("er") and adjective not in ("under", "over") else None
        )
        # "An hour and a half".
        number = number_of(match["number"]) + (0.5 if match["half"] else 0.0)
        _bound(found, match, ((comparison, number),), words=degree[2] if degree else ())
    for match in list(_EXACT.finditer(found.text)):
        number = number_of(match["number"])
        if match["unit"] or number not in _YEARS:
            _bound(found, match, ((Comparison.EQUAL, number),))


def _bound(
    found: Operations,
    match: re.Match[str],
    tests: tuple[tuple[Comparison, float], ...],
    after: str = "",
    words: tuple[str, ...] = (),
) -> None:
    if not found.text[match.start() : match.end()].strip():
        return
    unit = (match["unit"] or "").strip()
    if unit in NO_UNITS:
        unit = ""
    # A word that is not a unit stays in the question.
    end = match.end() if unit or not match["unit"] else match.start("unit")
    if not unit and match.re is _COMPARED and is_often(match["number"]):
        unit = "times"
    if unit and (whole := _compound(found.text, end, unit, tests[-1][1])):
        unit, end = whole, end + len(whole) - len(unit)
    sign = next((noun for mark, (_, noun) in CURRENCY_SIGNS.items() if mark in match[0]), "")
    noun = tuple(word for word in (unit, after) if word)
    found.numbers.append(NumberBound(match.start(), end, tests, (*words, *([sign] if sign else [])), noun))
    cut(found, match.start(), end)


def _compound(text: str, end: int, noun: str, number: float) -> str:
    """Return a compound of two nouns that begins with `noun`: "gold medals"; "" for a single noun."""
    if is_plural(noun) or is_unit(noun) or noun == "%":
        return ""
    second = _SECOND.match(text, end)
    if second is None or not (is_plural(second["noun"]) or (number == 1 and second["last"])):
        return ""
    return f"{noun} {second['noun']}"
