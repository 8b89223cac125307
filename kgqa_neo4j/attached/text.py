"""Normalize names and values for comparison: without case, accents and repeated blanks."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")
# Boundaries in names: before a capital after a lower-case letter, before the last of several capitals that a word
# follows, and before digits: birthDate, IPAddress, line2.
_SEAMS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|[_\-\s.]+")
# Last words of identifying properties, also joined to the word before: "nodeid", but not "paid".
_IDENTIFYING = frozenset({"id", "uuid", "guid"})
_IDENTIFIED = re.compile(r"\w{4,}id")
_APOSTROPHES = str.maketrans("\u2018\u2019\u00b4`", "''''")


def normalised(text: str) -> str:
    """Return a value in the form for comparison: case folded, without accents, blanks collapsed."""
    folded = text.translate(_APOSTROPHES).casefold()
    if not folded.isascii():
        folded = "".join(
            char for char in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(char)
        )
    return " ".join(folded.split())


def words(text: str) -> list[str]:
    """Return the words of a normalized text: runs of letters and digits."""
    return _WORD.findall(text)


def name_words(name: str) -> list[str]:
    """Return the words of an identifier in lower case: birth, date for ``birthDate`` and ``birth_date``."""
    return [part.casefold() for part in _SEAMS.split(name) if part]


def identifies(name: str) -> bool:
    """Return whether the name of a property is that of an identifier: `user_id`, `nodeId`."""
    return any(word in _IDENTIFYING or _IDENTIFIED.fullmatch(word) for word in name_words(name)[-1:])


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text as a set, for word lists in code."""
    return frozenset(text.split())
