"""Count from a Wikidata file, independently of the loader, what a load must add to the graph.

python -m benchmarks.count_wikidata FILE... [--languages en] [--external-ids] [--ranks all]

It shares no code with the loader: `json` for the dump, a regular expression for N-Triples. Compare its output with the
summary of `kgqa load wikidata FILE --json`: `triples`, `entities` (nodes, including values) and `relations`. For a dump
it also counts the items and all statements in the file.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from benchmarks.harness import Parser, report

ENTITY = "<http://www.wikidata.org/entity/"
DIRECT = "<http://www.wikidata.org/prop/direct/"
NEUTRAL = {"mul", "zxx", "und", "mis"}


def read(path: Path) -> str:
    """Return a file's text, decompressed if it is gzipped."""
    data = path.read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()


def entities(text: str) -> list[dict[str, Any]]:
    """Return the entities of a JSON dump, or of a single JSON document."""
    try:
        whole = json.loads(text)
    except json.JSONDecodeError:
        lines = (line.strip().strip("[],") for line in text.splitlines())
        return [json.loads(line) for line in lines if line]
    if isinstance(whole, list):
        return whole
    return list(whole["entities"].values()) if "entities" in whole else [whole]


def node(snak: dict[str, Any], statement: str) -> object:
    """Return a key that is equal for equal nodes."""
    if snak["snaktype"] == "somevalue":
        return "unknown", statement
    value, kind = snak["datavalue"]["value"], snak["datavalue"]["type"]
    if kind == "wikibase-entityid":
        return value.get("id") or f"Q{value['numeric-id']}"
    if kind == "time":
        return day(value)
    if kind == "quantity":
        return "number", float(value["amount"]), value["unit"]
    if kind == "globecoordinate":
        return "place", value["latitude"], value["longitude"], value["globe"]
    return json.dumps(value, sort_keys=True)


def day(value: dict[str, Any]) -> object:
    """Return a key of a time's period; Julian days between 1400 and 1700 are converted to Gregorian ones."""
    time, precision = value["time"], value["precision"]
    if value["calendarmodel"].endswith("Q1985786") and precision >= 11:
        year, month, number = int(time[1:5]), int(time[6:8]), int(time[9:11])
        # The calendars are ten days apart from 1500-03-01 to 1700-02-28, and nine in the century before.
        apart = 10 if (year, month) >= (1500, 3) else 9
        return (date(year, month, number) + timedelta(days=apart)).isoformat(), "+", 11
    digits = {9: 5, 10: 8}.get(precision, 11) if precision >= 9 else 20
    return time[1 : max(digits, 5)].strip("-"), time[0], min(precision, 11)


def count_json(text: str, arguments: argparse.Namespace) -> dict[str, int]:
    """Count entities, nodes, triples and relations of a JSON dump."""
    nodes: set[object] = set()
    relations: set[str] = set()
    counts: Counter[str] = Counter()
    for entity in entities(text):
        counts["statements in the file"] += sum(map(len, dict(entity.get("claims") or {}).values()))
        if entity["type"] == "property":
            continue
        nodes.add(entity["id"])
        counts["items"] += 1
        for property_, statements in dict(entity.get("claims") or {}).items():
            kept = [one for one in statements if one["rank"] != "deprecated"]
            if arguments.ranks == "best" and any(one["rank"] == "preferred" for one in kept):
                kept = [one for one in kept if one["rank"] == "preferred"]
            kept = in_languages(kept, arguments.languages)
            for statement in kept:
                snak = statement["mainsnak"]
                if snak["snaktype"] == "novalue":
                    continue
                if snak["datatype"] == "external-id" and not arguments.external_ids:
                    continue
                counts["triples"] += 1
                relations.add(property_)
                nodes.add(node(snak, statement["id"]))
    return {**counts, "entities": len(nodes), "relations": len(relations)}


def in_languages(statements: list[dict[str, Any]], wanted: list[str]) -> list[dict[str, Any]]:
    """Drop texts in other languages if some are in the wanted ones."""

    def language(statement: dict[str, Any]) -> str:
        value = statement["mainsnak"].get("datavalue", {})
        return value["value"]["language"] if value.get("type") == "monolingualtext" else ""

    def fits(code: str) -> bool:
        return code in NEUTRAL or any(code == one or code.startswith(one + "-") for one in wanted)

    if not any(fits(language(one)) for one in statements):
        return statements
    return [one for one in statements if not language(one) or fits(language(one))]


def count_truthy(text: str) -> dict[str, int]:
    """Count triples, nodes and relations of N-Triples, for a file whose values are all entities."""
    triples: set[tuple[str, str, str]] = set()
    nodes: set[str] = set()
    for line in text.splitlines():
        subject, predicate, object_ = re.fullmatch(r"(\S+) (\S+) (.*) \.", line).groups()  # type: ignore[union-attr]
        if subject.startswith(ENTITY + "Q"):
            nodes.add(subject)
        if predicate.startswith(DIRECT):
            triples.add((subject, predicate, object_))
            nodes.add(object_)
    return {"triples": len(triples), "entities": len(nodes), "relations": len({one[1] for one in triples})}


def main() -> None:
    """Report one row per file."""
    parser = Parser(__doc__, "--json")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--languages", default="en", type=lambda text: text.split(","))
    parser.add_argument("--external-ids", action="store_true")
    parser.add_argument("--ranks", default="best", choices=["best", "all"])
    arguments = parser.parse_args()
    rows = []
    for path in arguments.files:
        text = read(path)
        counts = count_truthy(text) if text.startswith("<") else count_json(text, arguments)
        rows.append({"file": path.name, **counts})
    report(rows, arguments)


if __name__ == "__main__":
    main()
