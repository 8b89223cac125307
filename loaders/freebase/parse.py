"""One line of Freebase's RDF dump: N-Triples, its terms separated by tabs.

The dump is read by splitting at tabs, which is several times as fast as a grammar; a line of other
N-Triples, with spaces between its terms, falls back to a regular expression.
"""

from __future__ import annotations

import re

from kgqa_neo4j.loaders.base import MAX_KEY
from kgqa_neo4j.loaders.ntriples import BadTerm, utf8

NAMESPACE = b"http://rdf.freebase.com/ns/"
_RESOURCE = b"<" + NAMESPACE
_LINE = re.compile(rb'\s*(<[^<>\s]*>)\s+(<[^<>\s]*>)\s+(<[^<>\s]*>|".*"(?:@[\w-]+|\^\^<[^<>\s]*>)?)\s*(\.?)\s*')
_ID = re.compile(rb"[^\x00-\x20<>\"{}|\\^`]+")
# Of web pages' addresses more is taken than the grammar allows: spaces, quotes and braces occur there.
_LINK = re.compile(rb"[^\x00-\x1f]+")


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
        BadTerm: it is not an IRI, or its id is too long to be one.
    """
    if term[-1:] != b">" or term[:1] != b"<":
        raise BadTerm("neither an IRI nor a literal" if term[:1] != b"<" else "an IRI that is not closed")
    if not term.startswith(_RESOURCE):
        return ""
    id_ = term[len(_RESOURCE) : -1]
    if not _ID.fullmatch(id_):
        raise BadTerm("an IRI with characters that no IRI has")
    if len(id_) > MAX_KEY:
        raise BadTerm(f"an id of more than {MAX_KEY} bytes")
    return utf8(id_)


def link(term: bytes) -> str:
    """Return the address of an IRI of another place than Freebase.

    Raises:
        BadTerm: it is empty, or holds what no address may hold.
    """
    address = term[1:-1]
    if not address.strip():
        raise BadTerm("an empty IRI")
    if not _LINK.fullmatch(address):
        raise BadTerm("an IRI with characters that no IRI has")
    return utf8(address)
