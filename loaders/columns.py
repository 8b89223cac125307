"""What the columns of a file of triples are: the three of a triple, and qualifiers, typed by what they hold."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kgqa_neo4j.errors import InputError
from kgqa_neo4j.literals import Time
from kgqa_neo4j.qualifiers import RESERVED, time_key

TRIPLE = ("subject", "relation", "object")
LEFT_OUT = "-"
_KEY = re.compile(r"[^\W\d]\w*")
# A literal as RDF writes it: "1952-03-11"^^<...#date>, "text"@en.
_RDF = re.compile(r'"(.*)"(?:@[\w-]+|\^\^\S+)', re.DOTALL)
_DATE = re.compile(r"([+-]?\d{4,9}-\d\d(?:-\d\d)?)(?:[T ]\d\d:\d\d.*)?Z?")
_YEAR = re.compile(r"[+-]?\d{4}")
_INTEGER = re.compile(r"[+-]?(?:0|[1-9]\d{0,17})")
_DECIMAL = re.compile(r"[+-]?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?(?:[eE][+-]?\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns' names in their order; one called ``-`` is left out."""

    names: tuple[str, ...] = TRIPLE

    @classmethod
    def of(cls, names: Sequence[str], where: str) -> Columns:
        """Make sure that the names are those of a triple and of qualifiers.

        Raises:
            InputError: one is missing, doubled, or no name for a property; `where` begins the message.
        """
        told = tuple(name.strip() for name in names)
        lower = tuple(name.lower() if name.lower() in TRIPLE else name for name in told)
        hint = "name all columns, such as --columns subject,relation,object,point_in_time; `-` leaves one out"
        for name in TRIPLE:
            if lower.count(name) != 1:
                said = "no column" if name not in lower else f"{lower.count(name)} columns"
                raise InputError(f"{where}: {said} called {name!r} among {', '.join(told)}", hint=hint)
        for name in lower:
            if name == LEFT_OUT or name in TRIPLE:
                continue
            if name in RESERVED or not _KEY.fullmatch(name):
                raise InputError(f"{where}: a qualifier cannot be called {name!r}", hint=hint)
            if lower.count(name) > 1:
                raise InputError(f"{where}: two columns are called {name!r}", hint=hint)
        return cls(lower)

    @property
    def has_qualifiers(self) -> bool:
        """Whether there is more than a triple."""
        return any(name not in (*TRIPLE, LEFT_OUT) for name in self.names)

    def triple(self, parts: Sequence[str]) -> tuple[str, str, str]:
        """Return subject, relation and object of a line's parts."""
        if self.names[:3] == TRIPLE:
            return parts[0], parts[1], parts[2]
        subject, relation, object_ = (parts[self.names.index(name)] for name in TRIPLE)
        return subject, relation, object_

    def qualifiers(self, parts: Sequence[str]) -> tuple[dict[str, Any], str, list[str]]:
        """Return the qualifiers of a line's parts, what tells them apart, and what is wrong with them.

        An empty part is no qualifier.
        """
        found: dict[str, Any] = {}
        said: dict[str, str] = {}
        wrong = []
        for name, part in zip(self.names, parts, strict=True):
            if name in (*TRIPLE, LEFT_OUT) or not part.strip():
                continue
            said[name] = part.strip()
            try:
                found[name] = typed(part, is_time=bool(time_key(name)))
            except ValueError as error:
                found[name] = part.strip()
                wrong.append(f"{name}: {error}; kept as a text")
        return found, json.dumps(said, ensure_ascii=False, sort_keys=True) if said else "", wrong

    def key(self) -> str:
        """Return what identifies them, "" for the three of a triple in their usual order."""
        if self.names == TRIPLE:
            return ""
        return hashlib.blake2b(",".join(self.names).encode(), digest_size=4).hexdigest()


def typed(text: str, *, is_time: bool) -> Time | int | float | str:
    """Return a value of the type that it looks like: a time, a number, or a text.

    A number of four digits is a year where a time is expected. A time of day is left out.

    Raises:
        ValueError: it looks like a date, and there is no such day.
    """
    text = text.strip()
    rdf = _RDF.fullmatch(text)
    if rdf is not None:
        text = rdf[1]
    if date := _DATE.fullmatch(text):
        return Time.parse(date[1])
    if is_time and _YEAR.fullmatch(text):
        return Time.parse(text)
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text
