"""Compare numbers, dates and booleans with gold answers by value, not by node.

A computed count is a right answer to "7" whether or not the graph has a node called 7; ``true`` equals ``yes``.
Everything else is compared by entity id alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from decimal import ROUND_HALF_UP, Decimal

from kgqa_neo4j.model.literals import boolean_value, number_value
from kgqa_neo4j.question_sets.gold_dates import gold_dates, with_periods
from kgqa_neo4j.question_sets.questions import Question

_NUMBER = r"[+-]?(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?"
_WHOLLY_NUMBER = re.compile(_NUMBER)
_NUMBERS = re.compile(rf"(?<![\w.,-])({_NUMBER})(?![\w-]|[.,]\d)")
_TRUTH = {"yes": True, "true": True, "no": False, "false": False}
_FIRST_WORD = re.compile(r"\W*(\w+)")
_NUMBER_ID, _VALUE_IDS = "number:", ("number:", "boolean:")


def gold_values(question: Question, golds: Sequence[Set[str]]) -> list[Set[str]]:
    """Return each gold answer's ids, with the id of the number, date or boolean that it denotes, if any."""
    dated = gold_dates(question, golds)
    return [
        ids | frozenset().union(*map(_named, names)) for names, ids in zip(question.golds, dated, strict=True)
    ]


def with_values(unit: Set[str], name: str = "") -> Set[str]:
    """Return the ids of a prediction with those of the value that its id or `name` denotes.

    A number with a unit also equals the bare number: whoever asks for a height need not say meters.
    """
    found = {number for id_ in unit if (number := _without_unit(id_))}
    return with_periods(unit) | found | _named(name)


def as_precise(unit: Set[str], golds: Iterable[Set[str]]) -> Set[str]:
    """Return the ids of a prediction with those of gold numbers that it equals after rounding.

    Of two numbers with a fraction, the more precise one is rounded to the digits of the other: 71.333 and 71.3 both
    match the gold ``71.33``. A gold number without a fraction must match exactly.
    """
    found = {
        gold
        for ids in golds
        for gold in ids
        if (right := _fraction(gold)) is not None
        for id_ in unit
        if (number := _fraction(id_)) is not None and _agree(number, right)
    }
    return frozenset(unit) | found


def values_in(text: str, question: str, golds: Iterable[Set[str]]) -> list[Set[str]]:
    """Return the values in a text, if all gold answers are booleans or all are numbers.

    This scores free text of a language model: a boolean by the first word, numbers by each one that is not in the
    question.
    """
    kinds = {next((id_.split(":")[0] for id_ in ids if id_.startswith(_VALUE_IDS)), "") for ids in golds}
    if kinds == {"boolean"}:
        word = _FIRST_WORD.match(text)
        return [ids] if word and (ids := _named(word[1])) else []
    if kinds == {"number"}:
        asked = set(_NUMBERS.findall(question))
        return [_named(number) for number in dict.fromkeys(_NUMBERS.findall(text)) if number not in asked]
    return []


def _named(name: str) -> Set[str]:
    """Return the id of the number or boolean that a name denotes, if any."""
    text = name.strip()
    if text.casefold() in _TRUTH:
        return frozenset([boolean_value(_TRUTH[text.casefold()]).id])
    if _WHOLLY_NUMBER.fullmatch(text):
        return frozenset([number_value(Decimal(text.replace(",", ""))).id])
    return frozenset()


def _fraction(id_: str) -> Decimal | None:
    """Return the number that an id denotes, None for other ids and whole numbers."""
    if not id_.startswith(_NUMBER_ID):
        return None
    text = id_.removeprefix(_NUMBER_ID).split(" ")[0]
    return Decimal(text) if "." in text else None


def _agree(number: Decimal, right: Decimal) -> bool:
    exponents = number.as_tuple().exponent, right.as_tuple().exponent
    digits = Decimal(1).scaleb(max(exponent for exponent in exponents if isinstance(exponent, int)))
    return number.quantize(digits, ROUND_HALF_UP) == right.quantize(digits, ROUND_HALF_UP)


def _without_unit(id_: str) -> str:
    number, _, unit = id_.partition(" ")
    return number if unit and id_.startswith(_NUMBER_ID) else ""
