"""Qualifiers of a statement as properties of a relationship."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kgqa_neo4j.loaders.wikidata.values import PREFIX, Read
from kgqa_neo4j.model.literals import Time

# Of several end times the last counts, of several start times the first, of others the one listed first.
ENDS = "end_time"
STARTS = "start_time"
_FIXED = (int, float, str)


def qualifier(key: str, reads: Sequence[Read], *, unknown: bool, none: bool) -> dict[str, Any]:
    """Return the properties for one qualifier.

    Args:
        key: its key.
        reads: its values, in order.
        unknown: whether it also has an unknown value.
        none: whether it is stated to have no value.
    """
    properties: dict[str, Any] = {}
    if unknown:
        properties[f"{key}_unknown"] = True
    if none:
        properties[f"{key}_none"] = True
    if not reads:
        return properties
    if any(read.moment for read in reads):
        return properties | _times(key, reads)
    if any(read.entity.id.startswith(f"{PREFIX}:") for read in reads):
        properties[key] = [read.entity.name or read.entity.id for read in reads]
        properties[f"{key}_ids"] = [read.entity.id for read in reads]
        return properties
    return properties | _literals(key, reads)


def _times(key: str, reads: Sequence[Read]) -> dict[str, Any]:
    moments = [read.moment for read in reads if read.moment]
    times = [moment.time for moment in moments if moment.time]
    properties: dict[str, Any] = {}
    if times:
        chosen: Time = max(times) if key == ENDS else min(times) if key == STARTS else times[0]
        properties[key] = chosen
        julian = next((moment.julian for moment in moments if moment.time == chosen and moment.julian), "")
        if julian:
            properties |= {f"{key}_calendar": "julian", f"{key}_julian": julian}
    else:
        properties[f"{key}_year"] = moments[0].year
    if len(reads) > 1:
        properties[f"{key}_all"] = [read.entity.name for read in reads]
    return properties


def _literals(key: str, reads: Sequence[Read]) -> dict[str, Any]:
    values = [read.native for read in reads]
    properties: dict[str, Any] = {key: values[0]}
    if len(values) > 1:
        # Values in a Neo4j list have one type.
        same = isinstance(values[0], _FIXED) and len({type(value) for value in values}) == 1
        properties[key] = values if same else [read.entity.name for read in reads]
    units = _each(reads, "unit", "unit_id")
    return properties | ({f"{key}_unit": units} if units else {})


def _each(reads: Sequence[Read], *names: str) -> str:
    """Return the first of the named properties, of the first value that has any."""
    for read in reads:
        found: Mapping[str, Any] = read.entity.properties
        for name in names:
            if found.get(name):
                return str(found[name])
    return ""
