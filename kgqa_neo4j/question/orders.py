"""Temporal order in a question: the first two, the last but one, the previous, the former.

English only, by rules, on a question with its names masked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Order = Literal["", "first", "last", "previous", "next"]


@dataclass(frozen=True, slots=True)
class Ordered:
    """The order that a question asks for, with fields as in `times.Reading`; `text` is the rest of the question."""

    text: str
    order: Order = ""
    place: int = 1
    many: int = 1
    noun: str = ""


# Words that make "first" and "last" part of a name or a set phrase.
_NOT_ORDER = r"(?! (?:names?|lady|ladies|class|person|aid|minister|world|nations?)\b)"
_ORDERS: tuple[tuple[Order, str], ...] = (
    ("first", rf"\b(?:very )?(?:first|earliest|oldest|original){_NOT_ORDER}\b"),
    ("last", rf"\b(?:very )?(?:last|latest|most recent|newest|final){_NOT_ORDER}\b"),
)
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MANY = re.compile(
    rf"\b(?P<order>first|last|latest|earliest) (?P<many>[1-9]\d?|{'|'.join(_COUNTS)})(?= [a-z])", re.IGNORECASE
)
PLACES = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""Ordinals from "second" on."""
# Nouns and superlatives whose ordinals are not temporal: "the second largest", "the third season", "the second half".
_NO_TIME = (
    r"\w+est|most|least|century|world|person|degree|grade|floor|season|language|party|class|generation|cousin|"
    r"wave|place|level|base|half|part|edition|round|name"
)
_PLACE = re.compile(
    rf"\b(?:the|their|his|her|its|whose|was|be) (?P<place>{'|'.join(PLACES)}|[1-9]?(?:1st|2nd|3rd|\dth))"
    rf"(?P<last>[- ](?:to[- ])?last)?(?! (?:{_NO_TIME})\b)(?= [a-z])",
    re.IGNORECASE,
)
_BUT_ONE = re.compile(r"\b(?:penultimate|last but one|next[- ]to[- ]last)\b", re.IGNORECASE)
_THE = r"(?:the|their|his|her|its)"
_PRESENT = rf"{_THE} (?:current|present|incumbent)"
# The noun phrase that an adjective modifies, up to a word that ends it.
_NOUN = r"(?P<noun>(?: ?[a-z]+){0,4})"
_NOUN_ENDS = re.compile(
    r"\b(?:of|in|at|on|for|from|by|to|with|that|who|which|where|when|did|does|is|was|and|or|x)\b", re.IGNORECASE
)
_PREVIOUS = re.compile(
    rf"\b(?:(?:directly |immediately |just |right )?(?:before|prior to|preceding) {_PRESENT}(?: one)?|"
    rf"predecessor (?:of|to) {_PRESENT}|(?:immediately )?(?:previous|preceding|prior(?! to\b)))\b{_NOUN}",
    re.IGNORECASE,
)
_NEXT = re.compile(
    rf"\b(?:(?:directly |immediately )?after {_PRESENT}(?: one)?|successor (?:of|to) {_PRESENT}|upcoming|"
    rf"next(?! (?:to|door|of)\b))\b{_NOUN}",
    re.IGNORECASE,
)
_FORMER = re.compile(rf"\b(?:former|formerly|erstwhile|one-?time|ex-){_NOUN}", re.IGNORECASE)
_RELATIVE: tuple[tuple[Order, re.Pattern[str]], ...] = (("previous", _PREVIOUS), ("next", _NEXT))


def read_order(text: str) -> Ordered:
    """Return the temporal order that a question asks for, if any."""
    for relative, pattern in _RELATIVE:
        if found := pattern.search(text):
            return Ordered(_but_noun(text, found), relative, noun=_noun(found))
    if found := _BUT_ONE.search(text):
        return Ordered(without(text, found), "last", place=2)
    if found := _PLACE.search(text):
        told = found["place"].casefold()
        place = PLACES.index(told) + 2 if told in PLACES else int(told[:-2])
        return Ordered(without(text, found), "last" if found["last"] else "first", place=place)
    if found := _MANY.search(text):
        told = found["many"].casefold()
        many = _COUNTS.index(told) + 1 if told in _COUNTS else int(told)
        order: Order = "last" if found["order"].casefold().startswith("la") else "first"
        return Ordered(without(text, found), order, many=many)
    for order, worded in _ORDERS:
        if found := re.search(worded, text, re.IGNORECASE):
            return Ordered(without(text, found), order)
    return Ordered(text)


def read_former(text: str) -> Ordered | None:
    """Return the noun that "former" modifies, and the question without that word; None if it has no such word."""
    found = _FORMER.search(text)
    return Ordered(_but_noun(text, found), noun=_noun(found)) if found else None


def without(text: str, found: re.Match[str]) -> str:
    """Return `text` without the match."""
    return _joined(text[: found.start()], text[found.end() :])


def _noun(found: re.Match[str]) -> str:
    return _NOUN_ENDS.split(found["noun"])[0].strip()


def _but_noun(text: str, found: re.Match[str]) -> str:
    return _joined(text[: found.start()], text[found.start("noun") :])


def _joined(before: str, after: str) -> str:
    return re.sub(r"\s+([?.!,])", r"\1", " ".join(f"{before} {after}".split()))
