"""Freebase's ids in the notations found in files."""

from __future__ import annotations

import re
from functools import lru_cache

PREFIX = "fb"
_SHORT = 200
_PLACES = re.compile(
    r"^<?(?:https?://)?(?:rdf\.freebase\.com/ns/|www\.freebase\.com(?=/)|freebase\.com(?=/)|fb:|ns:|:)"
)
_MID = re.compile(r"[mg]\.[0-9a-z_]+")
_RELATION = re.compile(r"[^\s\x00-\x20/.]+(?:\.{1,2}[^\s\x00-\x20/.]+)*")


def dotted(text: str) -> str:
    """Return ``a.b`` for ``/a/b``, ``www.freebase.com/a/b``, ``fb:a.b``, an IRI, or itself.

    ``/a/b./c/d``, two predicates joined by a mediator, gives ``a.b..c.d``.
    """
    return _PLACES.sub("", text.strip()).rstrip(">").removeprefix("/").replace("/", ".")


def mid(text: str) -> str:
    """Return a machine id such as ``m.027rn``, in whatever notation; "" if it is not one."""
    id_ = dotted(text)
    return id_ if _MID.fullmatch(id_) else ""


def relation(text: str) -> str:
    """Return a predicate such as ``people.person.nationality``; "" if it is not one."""
    # Predicates are few, short, and in every line, hence cached; overlong texts would only fill the cache.
    return _remembered(text) if len(text) <= _SHORT else _relation(text)


def _relation(text: str) -> str:
    id_ = dotted(text)
    return id_ if _RELATION.fullmatch(id_) else ""


_remembered = lru_cache(1 << 14)(_relation)
