"""Convert the facts of PAT-Questions to the format of Wikidata's JSON dump, for `kgqa load wikidata`.

    python -m benchmarks.pat_graph pat-2021/facts.tsv.gz pat.json
    kgqa load wikidata pat.json --embed entities
    kgqa eval pat-2021/singlehop-plain.jsonl.gz --format jsonl --method query

Each fact is marked as current or previous. A previous fact has ended at a time that the file does not give, so its end
time is unknown ("somevalue"), as in Wikidata.
"""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

from benchmarks.harness import Parser, report


def entities(facts: Path) -> dict[str, dict[str, Any]]:
    """Return the items by id, in the form of a dump."""
    found: dict[str, dict[str, Any]] = {}

    def item(id_: str, label: str) -> dict[str, Any]:
        labels = {"en": {"language": "en", "value": label}} if label else {}
        return found.setdefault(id_, {"type": "item", "id": id_, "labels": labels, "claims": {}})

    with gzip.open(facts, "rt", encoding="utf-8", newline="") as lines:
        for place, row in enumerate(csv.DictReader(lines, delimiter="\t")):
            subject = item(row["subject"], row["subject_label"])
            item(row["object"], row["object_label"])
            value = {"entity-type": "item", "id": row["object"]}
            snak = {"snaktype": "value", "property": row["property"], "datatype": "wikibase-item"}
            snak["datavalue"] = {"type": "wikibase-entityid", "value": value}
            statement = {
                "mainsnak": snak,
                "type": "statement",
                "rank": "normal",
                "id": f"{row['subject']}${place}",
            }
            if row["status"] == "previous":
                ended = {"snaktype": "somevalue", "property": "P582", "datatype": "time"}
                statement["qualifiers"] = {"P582": [ended]}
            subject["claims"].setdefault(row["property"], []).append(statement)
    return found


def main() -> None:
    """Write the items, one per line."""
    parser = Parser(__doc__, "--json")
    parser.add_argument("facts", type=Path)
    parser.add_argument("target", type=Path)
    arguments = parser.parse_args()
    found = entities(arguments.facts)
    with arguments.target.open("w", encoding="utf-8") as out:
        out.write("[\n")
        out.write(",\n".join(json.dumps(one, ensure_ascii=False) for one in found.values()))
        out.write("\n]\n")
    facts = sum(len(claims) for one in found.values() for claims in one["claims"].values())
    report({"items": len(found), "facts": facts}, arguments)


if __name__ == "__main__":
    main()
