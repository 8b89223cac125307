"""Finds the numbers, dates and durations in a question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token, written
from kgqa_neo4j.question.dates import date_pattern, month_alone, written_date
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.operations.dates import decade_of
from kgqa_neo4j.question.operations.numbers import NUMBER, number_of
from kgqa_neo4j.question.units import CURRENCY_SIGNS, duration, is_unit

_WRITTEN = re.compile(date_pattern(r"\d{4}"), re.I)
_BEFORE_NUMBER = frozenset({
    "than", "least", "most", "exactly", "over", "under", "top", "first", "above", "below", "within", "about", "between",
})  # fmt: skip
_NUMBER = re.compile(rf"(?:{NUMBER})(?![\w-])")
# Maximum tokens of a number with its unit.
_LONGEST_NUMBER = 8


def with_number(spot: Spot) -> Spot:
    """Set the number and the date that the text of a spot denotes, and return the spot."""
    text = spot.text.replace(",", "")
    if spot.last - spot.first == 1 and re.fullmatch(r"-?\d+(?:\.\d+)?", text):
        spot.number = float(text)
    if (time := _time(spot.text)) is not None:
        spot.time = time
    return spot


def _time(text: str) -> Time | None:
    if match := _WRITTEN.fullmatch(text):
        written = written_date(match.groupdict())
        text = written.iso if written else text
    if re.fullmatch(r"\d{4}-\d\d(?:-\d\d)?", text):
        try:
            return Time.parse(text)
        except ValueError:
            return None
    if match := re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{4})", text):
        try:
            return Time.of(int(match[3]), int(match[1]), int(match[2]))
        except ValueError:
            return None
    return None


def literal_spots(tokens: Sequence[Token], timed: bool) -> list[Spot]:
    """Return the numbers and dates; if `timed` (the graph has durations), also durations such as "2 hours"."""
    spots = []
    for place, one in enumerate(tokens):
        if one.kind == "date" and (time := _time(one.text)):
            spots.append(Spot(place, place + 1, one.text, time=time))
        elif one.kind == "word" and (month := _month_at(tokens, place)):
            spots.append(Spot(place, place + 1, month, quoted=True))
        elif (years := decade_of(one.lower, "" if place == 0 else tokens[place - 1].lower)) is not None:
            spots.append(Spot(place, place + 1, one.text, number=float(years[0]), until=float(years[1])))
        elif (found := _number_at(tokens, place)) is not None:
            last, number = found
            if place and (currency := CURRENCY_SIGNS.get(tokens[place - 1].text)):
                spots.append(Spot(place, last, written(tokens, place, last), number=number, unit=currency[0]))
                continue
            spots.append(Spot(place, last, written(tokens, place, last), number=number))
            spots += _measured(tokens, place, last, number, timed)
    return spots


def _month_at(tokens: Sequence[Token], place: int) -> str:
    """Return the month without a year that a token denotes, unless it is part of a date; "" for other words."""
    around = (*tokens[max(0, place - 1) : place], *tokens[place + 1 : place + 2])
    if any(one.kind == "number" for one in around):
        return ""
    return month_alone(tokens[place].lower, tokens[place - 1].lower if place else "")


def _number_at(tokens: Sequence[Token], place: int) -> tuple[int, float] | None:
    """Return the end of the number that starts at a token, and its value: "2 million", "twenty-five", "half an"."""
    one = tokens[place]
    if one.kind not in ("number", "word"):
        return None
    behind = min(len(tokens), place + _LONGEST_NUMBER)
    said = written(tokens, place, behind).lower()
    match = _NUMBER.match(said)
    if match is None:
        return None
    last = (
        next((at for at in range(place, behind) if tokens[at].end - one.start >= match.end()), behind - 1) + 1
    )
    if one.kind == "word" and not (place and _counts(tokens, place, last)):
        return None
    return last, number_of(match[0])


def _counts(tokens: Sequence[Token], place: int, last: int) -> bool:
    """Return whether a number word denotes a count: "more than two", "five stars"."""
    before, first = tokens[place - 1].lower, tokens[place].lower
    if first in ("a", "an") and last == place + 1:
        return before in _BEFORE_NUMBER
    if before in _BEFORE_NUMBER or last > place + 1:
        return True
    after = tokens[last] if last < len(tokens) else None
    if [one.lower for one in tokens[last : last + 2]] in (["or", "more"], ["or", "less"], ["or", "fewer"]):
        return True
    plural = after is not None and after.kind == "word" and is_plural(after.lower)
    return plural and first != "one" and before not in ("the", "these", "those")


def _measured(tokens: Sequence[Token], first: int, last: int, number: float, timed: bool) -> list[Spot]:
    """Return the spot of a number with its unit: "20 kg"; of a duration only if `timed`: "an hour and a half"."""
    unit = tokens[last].lower if last < len(tokens) else ""
    behind = last + 1
    if not is_unit(unit) and not duration(number, unit):
        return []
    if [token.lower for token in tokens[behind : behind + 3]] == ["and", "a", "half"]:
        number, behind = number + 0.5, behind + 3
    text = written(tokens, first, behind)
    if span := duration(number, unit):
        return [Spot(first, behind, text, unit=unit, span=span)] if timed else []
    return [Spot(first, behind, text, number=number, unit=unit)]
