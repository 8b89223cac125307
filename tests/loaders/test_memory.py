"""A loader's memory does not grow with its file: each source is read whole by a process of its own."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

# More than what the bounded memories of names hold.
SMALL, LARGE = 70_000, 140_000
MOST_MORE_MB = 20

# Sampled, as the system's own peak of a process begins with what its parent had.
READ = """
import sys

import psutil

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import BadLine

source = LOADERS.get(sys.argv[1]).open(sys.argv[2], {})
process, peak = psutil.Process(), 0
for place, item in enumerate(source.items()):
    assert not isinstance(item, BadLine)
    if place % 1000 == 0:
        peak = max(peak, process.memory_info().rss)
print(peak / 1e6)
"""
NS = "<http://rdf.freebase.com/ns/"


def triple(number: int) -> str:
    return f"film {number}\tdirected_by\tmaker {number % 997}\n"


def entity(number: int) -> str:
    claim = {
        "mainsnak": {
            "snaktype": "value",
            "property": "P57",
            "datavalue": {
                "type": "wikibase-entityid",
                "value": {"entity-type": "item", "id": f"Q{number % 997 + 1}"},
            },
        },
        "type": "statement",
        "rank": "normal",
        "id": f"Q{number}$1",
    }
    label = {"en": {"language": "en", "value": f"thing {number}"}}
    return (
        json.dumps({"type": "item", "id": f"Q{number + 1}", "labels": label, "claims": {"P57": [claim]}})
        + ",\n"
    )


def dump_lines(number: int) -> str:
    subject = f"{NS}m.{number:07x}>"
    return (
        f'{subject}\t{NS}type.object.name>\t"thing {number}"@en\t.\n'
        f"{subject}\t{NS}film.film.directed_by>\t{NS}m.{number % 997:07x}>\t.\n"
    )


@pytest.mark.parametrize(
    ("loader", "line"), [("triples", triple), ("wikidata", entity), ("freebase", dump_lines)]
)
def test_memory_stays_flat_however_long_the_file(
    tmp_path: Path, loader: str, line: Callable[[int], str]
) -> None:
    peaks = []
    for count in (SMALL, LARGE):
        file = tmp_path / f"{count}.txt"
        with file.open("w", encoding="utf-8") as out:
            out.writelines(map(line, range(count)))
        command = [sys.executable, "-c", READ, loader, str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        peaks.append(float(done.stdout))
    assert peaks[1] - peaks[0] < MOST_MORE_MB, peaks
