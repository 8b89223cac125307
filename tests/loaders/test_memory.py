"""A loader's memory does not grow with its file: each source is read whole by a process of its own."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

# More than what the bounded memories of names hold.
SMALL, LARGE = 70_000, 140_000
MOST_MORE_MB = 8

# Sampled, as the system's own peak of a process begins with what its parent had.
READ = """
import json
import sys

import psutil

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import BadLine

process, peak = psutil.Process(), 0
source = LOADERS.get(sys.argv[1]).open(sys.argv[2], json.loads(sys.argv[3]))
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
    subject = f"{NS}m.{number:060x}>"
    return (
        f'{subject}\t{NS}type.object.name>\t"thing {number}"@en\t.\n'
        f"{subject}\t{NS}film.film.directed_by>\t{NS}m.{number % 997:060x}>\t.\n"
    )


def truthy_lines(number: int) -> str:
    begin = f"<http://www.wikidata.org/entity/Q{number + 1}>"
    direct = "<http://www.wikidata.org/prop/direct/P57>"
    return (
        f'{begin} <http://www.w3.org/2000/01/rdf-schema#label> "thing {number}"@en .\n'
        f"{begin} {direct} <http://www.wikidata.org/entity/Q{number % 997 + 1}> .\n"
    )


def hub_lines(number: int) -> str:
    subject = f"{NS}m.{number:060x}>"
    return (
        f'{subject}\t{NS}type.object.name>\t"thing {number}"@en\t.\n'
        f"{subject}\t{NS}film.film.country>\t{NS}m.hub>\t.\n"
    )


def schema_lines(number: int) -> str:
    named = f"{NS}base.type{number}>"
    return (
        f'{named}\t{NS}type.object.name>\t"type {number}"@en\t.\n'
        f"{NS}m.{number:060x}>\t{NS}film.film.kind>\t{named}\t.\n"
    )


def plain_line(number: int) -> str:
    return f"m.{number:060x}\tfilm.film.directed_by\tm.{number % 997:060x}\n"


def name_line(number: int) -> str:
    return f"m.{number:060x}\tthing {number}\n"


@dataclass(frozen=True)
class Case:
    """A file of lines, and what stands beside it: files that options name, by their names."""

    loader: str
    line: Callable[[int], str]
    options: dict[str, str] = field(default_factory=dict)
    beside: dict[str, Callable[[int], str]] = field(default_factory=dict)


CASES = {
    "triples": Case("triples", triple),
    "wikidata": Case("wikidata", entity),
    "truthy": Case("wikidata", truthy_lines),
    "freebase": Case("freebase", dump_lines),
    "types of freebase": Case("freebase", schema_lines),
    "freebase by domain": Case("freebase", dump_lines, {"domains": "film"}),
    "freebase around a hub": Case("freebase", hub_lines, {"ids": "hub"}, {"hub": lambda _: "m.hub\n"}),
    "plain set of freebase": Case("freebase", plain_line, {"names": "names"}, {"names": name_line}),
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_memory_stays_flat_however_long_the_file(tmp_path: Path, case: Case) -> None:
    peaks = []
    for count in (SMALL, LARGE):
        for name, line in {"facts": case.line, **case.beside}.items():
            with (tmp_path / name).open("w", encoding="utf-8") as out:
                out.writelines(map(line, range(count)))
        options = {
            option: str(tmp_path / told) if told in case.beside else told
            for option, told in case.options.items()
        }
        command = [sys.executable, "-c", READ, case.loader, str(tmp_path / "facts"), json.dumps(options)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        peaks.append(float(done.stdout))
    assert peaks[1] - peaks[0] < MOST_MORE_MB, peaks
