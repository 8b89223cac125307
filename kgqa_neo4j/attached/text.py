"""Text of names and values as it is compared: without case, accents and doubled blanks."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")
# Between a small and a capital letter, between the last of several capitals and the word after them,
# and around digits: birthDate, IPAddress, line2.
_SEAMS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|[_\-\s.]+")
# What only tells things apart ends with one of these, or is written together with it: "nodeid", but not "paid".
_IDENTIFYING = frozenset({"id", "uuid", "guid"})
_IDENTIFIED = re.compile(r"\w{4,}id")
_APOSTROPHES = str.maketrans("\u2018\u2019\u00b4`", "''''")


def normalised(text: str) -> str:
    """Return a value as it is compared: case folded, without accents, blanks collapsed."""
    folded = text.translate(_APOSTROPHES).casefold()
    if not folded.isascii():
        folded = "".join(
            char for char in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(char)
        )
    return " ".join(folded.split())


def words(text: str) -> list[str]:
    """Return the words of a normalised text: runs of letters and digits."""
    return _WORD.findall(text)


def name_words(name: str) -> list[str]:
    """Return the words of an identifier, in small letters: ``birthDate`` and ``birth_date`` are birth, date."""
    return [part.casefold() for part in _SEAMS.split(name) if part]


def identifies(name: str) -> bool:
    """Return whether a property is called like what only tells things apart: `user_id`, `nodeId`."""
    return any(word in _IDENTIFYING or _IDENTIFIED.fullmatch(word) for word in name_words(name)[-1:])


def words_of(text: str) -> frozenset[str]:
    """Return a list of words that stands in the code, between blanks, as a set."""
    return frozenset(text.split())
