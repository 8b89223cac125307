"""One line of Freebase's RDF dump: N-Triples, its terms separated by tabs.

The dump is read by splitting at tabs, which is several times as fast as a grammar; a line of other
N-Triples, with spaces between its terms, falls back to a regular expression.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

NAMESPACE = b"http://rdf.freebase.com/ns/"
_RESOURCE = b"<" + NAMESPACE
_LINE = re.compile(rb'\s*(<[^<>\s]*>)\s+(<[^<>\s]*>)\s+(<[^<>\s]*>|".*"(?:@[\w-]+|\^\^<[^<>\s]*>)?)\s*(\.?)\s*')
_LITERAL = re.compile(rb'"(.*)"(?:@([\w-]+)|\^\^<([^<>\s]*)>)?', re.DOTALL)
_ID = re.compile(rb"[^\s<>\"{}|\\^`]+")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.?))", re.DOTALL)
_SHORT = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}


class BadTerm(ValueError):
    """A line or a term that is not what the grammar says; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal: its text, and its language or the last part of its datatype, if it has one."""

    text: str
    language: str = ""
    datatype: str = ""


def split_line(line: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the three terms of a line, as they stand there.

    Raises:
        BadTerm: it has another form, or does not end in a dot.
    """
    parts = line.split(b"\t")
    if len(parts) == 4 and parts[3] == b".":
        return parts[0], parts[1], parts[2]
    match = _LINE.fullmatch(line)
    if match is None:
        if line.count(b'"') - line.count(b'\\"') == 1:
            raise BadTerm("a literal that is not closed")
        raise BadTerm("not subject, predicate, object and a dot")
    if not match[4]:
        raise BadTerm("no dot at the end")
    return match[1], match[2], match[3]


def resource(term: bytes) -> str:
    """Return a Freebase id, such as ``m.027rn`` or ``people.person``; "" for an IRI of another place.

    Raises:
        BadTerm: it is not an IRI.
    """
    if term[-1:] != b">" or term[:1] != b"<":
        raise BadTerm("neither an IRI nor a literal" if term[:1] != b"<" else "an IRI that is not closed")
    if not term.startswith(_RESOURCE):
        return ""
    id_ = term[len(_RESOURCE) : -1]
    if not _ID.fullmatch(id_):
        raise BadTerm("an IRI with characters that no IRI has")
    return _text(id_)


def literal(term: bytes) -> Literal:
    """Return a literal.

    Raises:
        BadTerm: it is not closed, or it holds what no text may hold.
    """
    match = _LITERAL.fullmatch(term)
    if match is None:
        raise BadTerm("a literal that is not closed")
    text = _text(match[1])
    if "\\" in text:
        text = _ESCAPE.sub(_character, text)
        try:
            # Escaped surrogates stand in pairs for one character; one alone stands for none.
            text = text.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError as error:
            raise BadTerm("an escape that is no character") from error
    if "\0" in text:
        raise BadTerm("contains a NUL character")
    datatype = (match[3] or b"").decode("ascii", "replace")
    return Literal(text, (match[2] or b"").decode("ascii", "replace").lower(), re.split(r"[#/]", datatype)[-1])


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise BadTerm("not UTF-8") from error


def _character(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code is None:
        if match[3] not in _SHORT:
            raise BadTerm(f"an escape that there is not: \\{match[3]}")
        return _SHORT[match[3]]
    if int(code, 16) > 0x10FFFF:
        raise BadTerm("an escape that is no character")
    return chr(int(code, 16))
