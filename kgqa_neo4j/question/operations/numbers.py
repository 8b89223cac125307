"""Numbers in words and digits."""

from __future__ import annotations

import re

_NUMBER_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS)} | {
    "a dozen": 12,
    "twenty": 20,
    "thirty": 30,
    "fifty": 50,
    "a hundred": 100,
}
_SCALES = {"hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "billion": 1e9, "bn": 1e9}
NUMBER = rf"(?:\d[\d,]*(?:\.\d+)?|{'|'.join(NUMBERS)})(?: ?(?:hundred|thousand|million|billion|bn|k)\b)?"
HOW_MANY = rf"(?P<many>\d+|{'|'.join(list(NUMBERS)[1:11])})"


def number_of(text: str) -> float:
    """Return the number that digits, words and scales say: "20,000", "three", "2 million"."""
    match = re.fullmatch(r"(?P<digits>\d[\d,]*(?:\.\d+)?)? ?(?P<words>[a-z ]*)", text.strip())
    if match is None:
        raise ValueError(text)
    words = match["words"].strip()
    if match["digits"]:
        return float(match["digits"].replace(",", "")) * _SCALES.get(words, 1)
    if words in NUMBERS:
        return float(NUMBERS[words])
    number, _, scale = words.rpartition(" ")
    return NUMBERS[number] * _SCALES[scale]


def small_number(text: str) -> int:
    """Return the number that digits or a word up to twelve say."""
    return int(text) if text.isdigit() else NUMBERS[text]
