"""Count the contents of a Freebase dump independently of the loader, to check a load's summary.

    python -m benchmarks.count_freebase dump.nt.gz
    kgqa load freebase dump.nt.gz --json

Splits lines at tabs and keeps everything in memory, so it suits only slices. A mediator is simply a nameless node with
incoming and outgoing facts here; the loader checks more (docs/freebase.md), and results differ where names are missing.
"""

import gzip
import itertools
from collections import defaultdict
from pathlib import Path

from benchmarks.harness import Parser, report

NS = "<http://rdf.freebase.com/ns/"
NAMES = ("type.object.name", "common.topic.alias")
ADMINISTRATIVE = {"type", "common", "freebase", "dataworld", "pipeline", "kg", "atom", "meta", "scheme", "rdf"}


def count(path: Path) -> dict[str, int]:
    """Return the counts that a load of the whole file should report."""
    named: set[str] = set()
    facts: set[tuple[str, str, str]] = set()
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for number, line in enumerate(lines, 1):  # noqa: B007 - the last one is the count
            subject, predicate, object_, _ = line.rstrip("\n").split("\t")
            name = predicate.removeprefix(NS).rstrip(">")
            if name in NAMES:
                named |= {subject} if subject.startswith(f"{NS}m.") else set()
            elif predicate.startswith(NS) and name.partition(".")[0] not in ADMINISTRATIVE:
                facts.add((subject, name, object_))
    into, out_of = defaultdict(set), defaultdict(set)
    for subject, name, object_ in facts:
        out_of[subject].add((name, object_))
        into[object_].add((name, subject))
    ends = {end for subject, _, object_ in facts for end in (subject, object_)}
    mediators = {end for end in ends - named if into[end] and out_of[end] and end.startswith("<")}
    plain = sum(1 for subject, _, object_ in facts if not mediators & {subject, object_})
    joined = {
        (subject, first, second, object_, mediator)
        for mediator in mediators
        for (first, subject), (second, object_) in itertools.product(into[mediator], out_of[mediator])
        if subject != object_ and not mediators & {subject, object_}
    }
    return {
        "lines": number,
        "facts": len(facts),
        "entities": len(ends | named) - len(mediators),
        "mediators": len(mediators),
        "plain triples": plain,
        "joined triples": len(joined),
        "triples": plain + len(joined),
        "relations": len(
            {name for _, name, _ in facts} | {f"{first}..{second}" for _, first, second, *_ in joined}
        ),
    }


def main() -> None:
    """Count one file."""
    parser = Parser(__doc__, "--json")
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    report(count(arguments.file), arguments)


if __name__ == "__main__":
    main()
