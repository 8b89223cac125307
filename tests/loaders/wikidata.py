"""Small pieces of Wikidata's JSON, and what a load makes of them."""

import json
from pathlib import Path
from typing import Any

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import BadLine, Described, Fact, Item
from kgqa_neo4j.loaders.wikidata.source import WikidataSource
from kgqa_neo4j.model.graph import Entity, Triple

SAMPLES = Path(__file__).parent.parent / "data" / "wikidata"
SLICE, Q42, TRUTHY = (SAMPLES / name for name in ("dump-slice.json.gz", "Q42.json.gz", "Q42-truthy.nt.gz"))
GREGORIAN, JULIAN = "http://www.wikidata.org/entity/Q1985727", "http://www.wikidata.org/entity/Q1985786"


def snak(property_: str, value: Any = None, kind: str = "string", **more: Any) -> dict[str, Any]:
    if value is None:
        return {"snaktype": "somevalue", "property": property_, "datatype": kind, **more}
    found = {"snaktype": "value", "property": property_, "datavalue": {"type": kind, "value": value}}
    return {**found, "datatype": "external-id" if kind == "id" else kind, **more}


def item(property_: str, id_: str) -> dict[str, Any]:
    return snak(property_, {"entity-type": "item", "id": id_}, "wikibase-entityid")


def time(property_: str, text: str, precision: int = 11, calendar: str = GREGORIAN) -> dict[str, Any]:
    return snak(property_, {"time": text, "precision": precision, "calendarmodel": calendar}, "time")


def said(
    main: dict[str, Any], *qualifiers: dict[str, Any], rank: str = "normal", id: str = ""
) -> dict[str, Any]:
    by_property: dict[str, list[dict[str, Any]]] = {}
    for one in qualifiers:
        by_property.setdefault(one["property"], []).append(one)
    return {"mainsnak": main, "rank": rank, "qualifiers": by_property or [], "id": id, "type": "statement"}


def document(id_: str, *statements: dict[str, Any], label: str = "", **more: Any) -> dict[str, Any]:
    claims: dict[str, list[dict[str, Any]]] = {}
    for number, one in enumerate(statements):
        one["id"] = one["id"] or f"{id_}${number}"
        claims.setdefault(one["mainsnak"]["property"], []).append(one)
    labels = {"en": {"language": "en", "value": label}} if label else {}
    kind = "property" if id_.startswith("P") else "item"
    empty: dict[str, Any] = {"descriptions": {}, "aliases": {}, "sitelinks": {}}
    return {"type": kind, "id": id_, "labels": labels, **empty, "claims": claims or [], **more}


def opened(path: Path, *documents: dict[str, Any], **options: str | bool) -> WikidataSource:
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in documents)
    path.write_text(f"[\n{lines}\n]\n", "utf-8")
    return load(path, **options)


def load(path: Path, **options: str | bool) -> WikidataSource:
    source = LOADERS.get("wikidata").open(str(path), options)
    assert isinstance(source, WikidataSource)
    return source


def triples(items: list[Item] | WikidataSource) -> list[Triple]:
    found = items.items() if isinstance(items, WikidataSource) else items
    return [one.triple for one in found if isinstance(one, Fact)]


def described(source: WikidataSource) -> dict[str, Entity]:
    found = [one.what for one in source.items() if isinstance(one, Described)]
    return {what.id: what for what in found if isinstance(what, Entity)}


def bad(source: WikidataSource) -> list[tuple[int, str]]:
    return [(one.line, one.reason) for one in source.items() if isinstance(one, BadLine)]


def value(path: Path, statement: dict[str, Any], **options: str | bool) -> Triple:
    (triple,) = triples(opened(path, document("Q7", said(statement), label="seven"), **options))
    return triple
