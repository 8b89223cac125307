"""Encoding rows for the import tool: CSV columns, typed headers, properties as text."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from neo4j.spatial import WGS84Point
from neo4j.time import Date, DateTime

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import split_times

# Separator of list items: a control character, since the tool has no way to escape separators.
SEPARATOR = "\x1f"
# Names without the characters that are special in the tool's headers.
_KEY = re.compile(r"[^\s:,\"{}()\[\]`\x00-\x1f]+")

# The columns of every triple; after the colon is their type for the import tool.
TRIPLE_COLUMNS = (
    "place:IGNORE",
    "start:START_ID(Entity)",
    "end:END_ID(Entity)",
    "kind:TYPE",
    "id:string",
    "source:string",
    "target:string",
    "type:string",
    "text:string",
)
ENTITY_COLUMNS = (
    "id:ID(Entity)",
    "name:string",
    "aliases:string[]",
    "keys:string[]",
    "description:string",
    "labels:LABEL",
)
# Stored as `db.create.setNodeVectorProperty` stores a vector: the community edition has no vector type.
VECTOR_COLUMN = "embedding:float[]"


def joined(parts: list[str]) -> str | None:
    """Return a list of strings as one field; None for an empty list."""
    return SEPARATOR.join(part.replace(SEPARATOR, " ") for part in parts) if parts else None


def typed(properties: Mapping[str, Any]) -> tuple[str, str]:
    """Return properties as (shape, values): the shape has their names and types, the values are JSON.

    Rows of one shape have the same columns, such as ``["point_in_time:date", "rank:string"]``.

    Raises:
        InputError: the import tool does not support a name or a value.
    """
    if not properties:
        return "", ""
    plain, times = split_times(properties)
    columns: list[str] = []
    values: dict[str, str] = dict(times)
    for key, value in sorted({**plain, **times}.items()):
        kind, text = ("date", value) if key in times else _value(key, value)
        if not _KEY.fullmatch(key):
            raise InputError(f"the property name {key!r} cannot be imported", hint="load without --bulk")
        if text is not None:
            columns.append(f"{key}:{kind}")
            values[key] = text
    return json.dumps(columns), json.dumps(values)


def read_typed(shape: str, values: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the properties that `typed` wrote, and their dates separately, in ISO format."""
    properties: dict[str, Any] = {}
    times: dict[str, str] = {}
    texts: dict[str, str] = json.loads(values or "{}")
    for column in json.loads(shape or "[]"):
        key, _, kind = column.rpartition(":")
        if key not in texts:
            continue
        if kind == "date":
            times[key] = texts[key]
        elif kind.endswith("[]"):
            properties[key] = [_READERS[kind[:-2]](part) for part in texts[key].split(SEPARATOR)]
        else:
            properties[key] = _READERS[kind](texts[key])
    return properties, times


def _point(text: str) -> WGS84Point:
    latitude, longitude = (float(part.split(":")[1]) for part in text.strip("{}").split(","))
    return WGS84Point((longitude, latitude))


_READERS: dict[str, Callable[[str], Any]] = {
    "boolean": lambda text: text == "true",
    "date": Date.from_iso_format,
    "datetime": DateTime.from_iso_format,
    "double": float,
    "long": int,
    "point": _point,
    "string": str,
}


def _value(key: str, value: Any) -> tuple[str, str | None]:
    # The driver's points are tuples, too.
    if isinstance(value, WGS84Point) or not isinstance(value, list | tuple):
        return _one(key, value)
    if not value:
        return "string[]", None
    kinds, texts = zip(*(_one(key, one) for one in value), strict=True)
    if len(set(kinds)) > 1:
        raise InputError(f"the list {key!r} mixes {', '.join(sorted(set(kinds)))}", hint="load without --bulk")
    return f"{kinds[0]}[]", joined([text or "" for text in texts])


def _one(key: str, value: Any) -> tuple[str, str | None]:
    if value is None:
        return "string", None
    if isinstance(value, bool):
        return "boolean", str(value).lower()
    if isinstance(value, int):
        return "long", str(value)
    if isinstance(value, float):
        return "double", repr(value) if math.isfinite(value) else _not_finite(value)
    if isinstance(value, str):
        return "string", value
    if isinstance(value, DateTime | datetime):
        return "datetime", value.isoformat()
    if isinstance(value, Date | date):
        return "date", value.isoformat()
    if isinstance(value, WGS84Point):
        return "point", f"{{latitude: {value.latitude!r}, longitude: {value.longitude!r}}}"
    raise InputError(f"a {type(value).__name__} in {key!r} cannot be imported", hint="load without --bulk")


def _not_finite(value: float) -> str:
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
