"""Recovering the usable parts of a line in which some value has the wrong type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from kgqa_neo4j.loaders.wikidata.documents import Document, DocumentLine, Snak, Statement, Text

T = TypeVar("T")
# Keys may be of any length; error messages have this much of them.
_SHOWN = 200
_TEXT, _NONE = Raw(b'""'), Raw(b"{}")


class _Loose(Struct):
    """An entity whose members are decoded one by one; only its ids must be valid."""

    id: str = ""
    entity: str = ""
    redirect: str = ""
    type: Raw = _TEXT
    datatype: Raw = _TEXT
    labels: Raw = _NONE
    lemmas: Raw = _NONE
    descriptions: Raw = _NONE
    aliases: Raw = _NONE
    claims: Raw = _NONE
    sitelinks: Raw = _NONE


class _LooseLine(_Loose):
    entities: dict[str, Raw] = msgspec.field(default_factory=dict)


class _LooseStatement(Struct):
    mainsnak: Snak
    id: str = ""
    rank: str = "normal"
    qualifiers: Raw = _NONE


class Salvage:
    """Decodes a line part by part.

    Attributes:
        problems: for each omitted part, the reason and its bytes.
    """

    def __init__(self) -> None:
        self.problems: list[tuple[str, bytes]] = []

    def line(self, line: bytes) -> DocumentLine:
        """Return the usable parts of a line; the others go to `problems`.

        Raises:
            msgspec.DecodeError: it is not JSON, or not an entity (a `ValidationError`).
            UnicodeDecodeError: it is not UTF-8.
        """
        loose = msgspec.json.decode(line, type=_LooseLine)
        entities = {}
        for key, raw in loose.entities.items():
            if found := self._part(key, raw, _Loose):
                entities[key] = Document(**self._members(found))
        return DocumentLine(**self._members(loose), entities=entities)

    def _members(self, loose: _Loose) -> dict[str, Any]:
        of = f"of {loose.id}"
        claims: dict[str, list[Statement]] = {}
        for property_, raw in self._by_key(f"claims {of}", loose.claims).items():
            what = f"{property_} {of}"
            found = (self._statement(what, one) for one in self._list(what, raw, Raw))
            claims[property_] = [one for one in found if one]
        aliases = self._by_key(f"aliases {of}", loose.aliases)
        return {
            "id": loose.id,
            "entity": loose.entity,
            "redirect": loose.redirect,
            "type": self._part(f"type {of}", loose.type, str) or "",
            "datatype": self._part(f"datatype {of}", loose.datatype, str) or "",
            "labels": self._texts(f"label {of}", loose.labels),
            "lemmas": self._texts(f"lemma {of}", loose.lemmas),
            "descriptions": self._texts(f"description {of}", loose.descriptions),
            "aliases": {key: self._list(f"alias {of} in {key}", raw, Text) for key, raw in aliases.items()},
            "claims": claims,
            "sitelinks": self._by_key(f"sitelinks {of}", loose.sitelinks),
        }

    def _statement(self, what: str, raw: Raw) -> Statement | None:
        loose = self._part(what, raw, _LooseStatement)
        if loose is None:
            return None
        qualifiers = {
            key: self._list(f"{what}: qualifier {key}", one, Snak)
            for key, one in self._by_key(f"{what}: qualifiers", loose.qualifiers).items()
        }
        return Statement(loose.mainsnak, loose.id, loose.rank, qualifiers)

    def _texts(self, what: str, raw: Raw) -> dict[str, Text]:
        found = {key: self._part(f"{what} in {key}", one, Text) for key, one in self._by_key(what, raw).items()}
        return {key: text for key, text in found.items() if text}

    def _list(self, what: str, raw: Raw, kind: type[T]) -> list[T]:
        found = (self._part(what, one, kind) for one in self._part(what, raw, list[Raw]) or ())
        return [one for one in found if one is not None]

    def _by_key(self, what: str, raw: Raw) -> Mapping[str, Raw]:
        if bytes(raw) == b"[]":
            return {}
        return self._part(what, raw, dict[str, Raw]) or {}

    def _part(self, what: str, raw: Raw, kind: type[T]) -> T | None:
        """Return a part decoded as `kind`; None, with a problem, if it is not of that type."""
        try:
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self.problems.append((f"{what[:_SHOWN]}: {error}", bytes(raw)))
            return None
