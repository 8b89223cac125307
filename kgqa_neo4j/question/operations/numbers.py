"""Numbers in words and digits."""

from __future__ import annotations

import re

_UNDER_TWENTY = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS = (
    {word: number for number, word in enumerate(_UNDER_TWENTY)}
    | {ten: 10 * number for number, ten in enumerate(_TENS, 2)}
    | {
        f"{ten}{joint}{word}": 10 * number + one
        for number, ten in enumerate(_TENS, 2)
        for one, word in enumerate(_UNDER_TWENTY[1:10], 1)
        for joint in "- "
    }
    | {"a dozen": 12, "half a dozen": 6, "a couple of": 2}
)
"""Numbers below a hundred, by their words."""

_SCALES = {"hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "billion": 1e9, "bn": 1e9}
_HALF = " and a half"
# Units after "a", "an" and "half an": "an hour", "half an hour".
_MEASURES = (
    "second|minute|hour|day|week|month|year|mile|kilomet(?:er|re)|met(?:er|re)|tonn?e?|kilo(?:gram)?|"
    "gram|lit(?:er|re)"
)
_ONE = rf"(?:half )?an?(?= (?:{_MEASURES})\b)"
_WORDS = "|".join(sorted(NUMBERS, key=len, reverse=True))
_SCALED = rf"(?: ?(?:{'|'.join(_SCALES)})\b)"
NUMBER = (
    rf"(?:\d(?:[\d,]*\d)?(?:\.\d+)?{_SCALED}?|(?:a|{_WORDS}){_SCALED}(?: and (?:{_WORDS})\b)?"
    rf"|(?:{_WORDS})\b(?:{_HALF}\b)?|{_ONE})"
)
"""Pattern of a number in lower case, for `number_of`."""

_OFTEN = {"once": 1, "twice": 2, "thrice": 3}
HOW_OFTEN = rf"(?:{'|'.join(_OFTEN)})\b"
"""Pattern of "once", "twice" and "thrice", for `number_of`."""

HOW_MANY = rf"(?P<many>\d+|{'|'.join(_UNDER_TWENTY[1:11])})"
_PARTS = re.compile(
    rf"(?P<digits>\d[\d,]*(?:\.\d+)?)|(?P<word>{_WORDS}|a\b)|(?P<scale>{'|'.join(_SCALES)})|and\b"
)


def number_of(text: str) -> float:
    """Return the number in digits, words and scales: "20,000", "three", "2 million", "half an", "two and a half".

    Raises:
        ValueError: the text is not a number.
    """
    text = text.strip()
    if text in ("a", "an"):
        return 1.0
    if text in _OFTEN:
        return float(_OFTEN[text])
    if text in ("half a", "half an"):
        return 0.5
    half = 0.5 if text.endswith(_HALF) else 0.0
    text = text.removesuffix(_HALF)
    total, at = 0.0, 0
    while at < len(text):
        match = _PARTS.match(text, at)
        if match is None:
            raise ValueError(text)
        if match["digits"]:
            total += float(match["digits"].replace(",", ""))
        elif match["word"]:
            total += NUMBERS.get(match["word"], 1)
        elif match["scale"]:
            total = (total or 1.0) * _SCALES[match["scale"]]
        at = match.end() + (text[match.end() : match.end() + 1] == " ")
    return total + half


def is_often(text: str) -> bool:
    """Return whether a word is a number of times: "twice"."""
    return text in _OFTEN


def small_number(text: str) -> int:
    """Return the number in digits or a number word."""
    return int(text) if text.isdigit() else NUMBERS[text]
