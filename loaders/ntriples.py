"""Literals in N-Triples and their escapes, the same in every dump."""

from __future__ import annotations

import re
from typing import NamedTuple

_LITERAL = re.compile(rb'"(.*)"(?:@([\w-]+)|\^\^<([^<>\s]*)>)?', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.?))", re.DOTALL)
_NAMESPACE = re.compile(r".*[#/]")
_SHORT = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}


class BadTerm(ValueError):
    """A line or term that violates the grammar; the message is the reason."""


class Literal(NamedTuple):
    """A literal: its text, and its language or the last part of its datatype, if any."""

    text: str
    language: str = ""
    datatype: str = ""


def literal(term: bytes) -> Literal:
    """Return a literal.

    Raises:
        BadTerm: it is not closed, or has an invalid escape or character.
    """
    match = _LITERAL.fullmatch(term)
    if match is None:
        raise BadTerm("a literal that is not closed")
    text = utf8(match[1])
    if "\\" in text:
        text = _ESCAPE.sub(_character, text)
        try:
            # A pair of escaped surrogates is one character; a single one is invalid.
            text = text.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError as error:
            raise BadTerm("an escape that is not a character") from error
    if "\0" in text:
        raise BadTerm("contains a NUL character")
    if match[2]:
        return Literal(text, match[2].decode("ascii", "replace").lower())
    datatype = (match[3] or b"").decode("ascii", "replace")
    return Literal(text, datatype=_NAMESPACE.sub("", datatype))


def utf8(raw: bytes) -> str:
    """Decode bytes.

    Raises:
        BadTerm: they are not UTF-8.
    """
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise BadTerm("not UTF-8") from error


def _character(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code is None:
        if match[3] not in _SHORT:
            raise BadTerm(f"an unknown escape: \\{match[3]}")
        return _SHORT[match[3]]
    if int(code, 16) > 0x10FFFF:
        raise BadTerm("an escape that is not a character")
    return chr(int(code, 16))
