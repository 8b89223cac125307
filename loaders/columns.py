"""The columns of a file of triples: subject, relation, object, and qualifiers typed by their content."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.model.qualifiers import RESERVED, sole_time_key, time_key

TRIPLE = ("subject", "relation", "object")
LEFT_OUT = "-"
# Stripped from the ends of fields.
BLANKS = " \t\r\u00a0\u2002\u2003\u2009\u200b\u3000"
_KEY = re.compile(r"[^\W\d]\w*")
# Names that headers use for the two ends of a triple; the first pair found counts.
_ENDS = (
    (("subject", "subj", "s"), ("object", "obj", "o")),
    (("head", "head_entity", "h"), ("tail", "tail_entity", "t")),
    (("source", "src", "source_id"), ("target", "dst", "tgt", "destination", "target_id")),
    (("from", "from_id"), ("to", "to_id")),
    (("start_id",), ("end_id",)),
    (("start", "start_node"), ("end", "end_node")),
    (("node1", "node_1"), ("node2", "node_2")),
    (("entity1", "entity_1"), ("entity2", "entity_2")),
    (("subject", "entity"), ("value",)),
)
RELATION_WORDS = (
    "relation", "predicate", "property", "relationship", "rel", "relation_type", "relationship_type",
    "edge_type", "type", "edge", "verb", "attribute", "label", "p", "r",
)  # fmt: skip
# Words that name hardly anything but relations.
_CLEAR_RELATIONS = {
    "relation",
    "predicate",
    "property",
    "relationship",
    "relation_type",
    "relationship_type",
    "edge_type",
}
# A literal in RDF notation: "1952-03-11"^^<...#date>, "text"@en.
_RDF = re.compile(r'"(.*)"(?:@[\w-]+|\^\^\S+)', re.DOTALL)
_DATE = re.compile(r"([+-]?\d{4,9}-\d\d(?:-\d\d)?)(?:[T ]\d\d:\d\d.*)?Z?")
_YEAR = re.compile(r"[+-]?\d{4}")
# In columns named after a time and nothing else, shorter numbers are years, too.
_ANY_YEAR = re.compile(r"[+-]?\d{1,4}|[+-]\d{5,9}")
_ERA = re.compile(r"(\d{1,9})\s*(BCE?|B\.\s?C\.(?:\s?E\.)?|CE|AD)", re.IGNORECASE)
_INTEGER = re.compile(r"[+-]?(?:0|[1-9]\d{0,17})")
_DECIMAL = re.compile(r"[+-]?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?(?:[eE][+-]?\d{1,2})?")


def header_columns(fields: Sequence[str], *, own_words: bool = False) -> tuple[str, ...] | None:
    """Return the column names in a header of triples, or None if it is not one.

    ``subject``, ``relation`` and ``object`` replace its own words for them (``head``, ``type``, ``target``), in any
    order; the names of further columns become valid property names. With `own_words`, one end in a header of three
    columns may have any name: ``employee, relation, target``.
    """
    names = [re.sub(r"\W+", "_", field.strip(BLANKS).lower()).strip("_") for field in fields]
    if len(names) < len(TRIPLE) or len(set(names)) < len(names):
        return None
    for subjects, objects in _ENDS:
        subject = next((name for name in subjects if name in names), None)
        object_ = next((name for name in objects if name in names), None)
        relation = next((name for name in RELATION_WORDS if name in names), None)
        if subject and object_ and relation:
            roles = dict(zip((subject, relation, object_), TRIPLE, strict=True))
            return tuple(roles.get(name, name) for name in names)
    first, middle, *last = names
    known = any(first in subjects or last == [object_] for subjects, objects in _ENDS for object_ in objects)
    return TRIPLE if own_words and known and middle in _CLEAR_RELATIONS and len(last) == 1 else None


@dataclass(frozen=True, slots=True)
class Columns:
    """Column names in order; ``-`` marks a skipped column."""

    names: tuple[str, ...] = TRIPLE

    @classmethod
    def of(cls, names: Sequence[str], where: str) -> Columns:
        """Return the columns, after checking that they are those of a triple, and qualifiers.

        Raises:
            InputError: a name is missing, repeated, not a valid property name, or conflicts with another in the graph;
                the message begins with `where`.
        """
        told = tuple(name.strip(BLANKS) for name in names)
        lower = tuple(name.lower() if name.lower() in TRIPLE else name for name in told)
        if not set(TRIPLE) <= set(lower) and LEFT_OUT not in lower:
            lower = header_columns(told) or lower
        suggested = ",".join(LEFT_OUT if name in RESERVED else name for name in lower)
        hint = f"name all columns, such as --columns {suggested}; `-` leaves one out"
        if not set(TRIPLE) <= set(lower):
            hint = (
                "name all columns, such as --columns subject,relation,object,point_in_time; `-` leaves one out"
            )
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
        _check_times(lower, where)
        return cls(lower)

    @property
    def has_qualifiers(self) -> bool:
        """Whether there are columns besides the triple's."""
        return any(name not in (*TRIPLE, LEFT_OUT) for name in self.names)

    def triple(self, parts: Sequence[str]) -> tuple[str, str, str]:
        """Return the subject, relation and object of a line."""
        if self.names[:3] == TRIPLE:
            return parts[0], parts[1], parts[2]
        subject, relation, object_ = (parts[self.names.index(name)] for name in TRIPLE)
        return subject, relation, object_

    def qualifiers(self, parts: Sequence[str]) -> tuple[dict[str, Any], str, list[str]]:
        """Return a line's qualifiers, the key that distinguishes them, and the problems found.

        Empty fields give no qualifier. A column named after a time and nothing else is stored under its
        `sole_time_key`, for constraints on the time of a fact to see it. If its value is not a date, which would then
        match any time, it is stored as a text under another name.
        """
        found: dict[str, Any] = {}
        said: dict[str, str] = {}
        wrong = []
        for name, part in zip(self.names, parts, strict=True):
            if name in (*TRIPLE, LEFT_OUT) or not part.strip():
                continue
            text = said[name] = part.strip()
            key = _time_key(name)
            try:
                found[key or name] = dated(text) if key else typed(text, is_time=bool(time_key(name)))
            except ValueError as error:
                kept = _text_key(name) if key else name
                found[kept] = text
                wrong.append(f"{name}: {error}; kept as a text{f', {kept}' if key else ''}")
        return found, json.dumps(said, ensure_ascii=False, sort_keys=True) if said else "", wrong

    def key(self) -> str:
        """Return a key for the columns, "" for just a triple in its usual order."""
        if self.names == TRIPLE:
            return ""
        stored = (name if _time_key(name) in ("", name) else f"{name}={_time_key(name)}" for name in self.names)
        return hashlib.blake2b(",".join(stored).encode(), digest_size=4).hexdigest()


# Called for every field of every line.
_time_key = lru_cache(sole_time_key)


def _text_key(name: str) -> str:
    return f"{name}_text"


def _check_times(names: Sequence[str], where: str) -> None:
    times: dict[str, str] = {}
    hint = "rename one of them with --columns, or leave it out with `-`"
    for name in names:
        key = _time_key(name)
        if key in times:
            raise InputError(f"{where}: the columns {times[key]!r} and {name!r} both mean {key}", hint=hint)
        if key:
            times[key] = name
    for key, name in times.items():
        for taken in (_text_key(name), f"{key}_precision"):
            if taken in names:
                raise InputError(
                    f"{where}: the name {taken!r} is reserved for a part of the column {name!r}", hint=hint
                )


def typed(text: str, *, is_time: bool) -> Time | int | float | str:
    """Return a field as the type that it looks like: a time, a number, or a text.

    Four digits are a year if `is_time`. A time of day is dropped.

    Raises:
        ValueError: it looks like a date, but there is no such day or year.
    """
    text = _bare(text)
    if date := _DATE.fullmatch(text):
        return Time.parse_historic(date[1])
    if is_time and _YEAR.fullmatch(text):
        return Time.parse_historic(text)
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text


def dated(text: str) -> Time:
    """Return a field as a time: a date, or a year such as ``987``, ``-43`` or ``44 BC``.

    A time of day is dropped.

    Raises:
        ValueError: it is not a date, or there is no such day or year.
    """
    text = _bare(text)
    if date := _DATE.fullmatch(text):
        return Time.parse_historic(date[1])
    if _ANY_YEAR.fullmatch(text):
        return Time.parse_historic(text)
    if era := _ERA.fullmatch(text):
        year = Time.parse_historic(era[1])
        # Historians have no year 0: 1 BC is the year before year 1.
        return Time.of(1 - year.year, precision="year") if era[2].upper().startswith("B") else year
    raise ValueError(f"{text[:40]!r} is not a date")


def _bare(text: str) -> str:
    text = text.strip()
    rdf = _RDF.fullmatch(text)
    return text if rdf is None else rdf[1]
