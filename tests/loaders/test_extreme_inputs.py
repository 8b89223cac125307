"""Inputs that are not what anybody would load: memory stays bounded, and each is a reported line or a clear error."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import BadLine, Fact
from kgqa_neo4j.model.errors import InputError

# Read in a process of its own: its own peak of memory, and what came of the items. Python's own 10 MB are in the first.
READ = """
import json, resource, sys

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import BadLine, Fact
from kgqa_neo4j.model.errors import InputError

counts, said = {"Fact": 0, "BadLine": 0}, ""
limit = int(sys.argv[3]) << 20
begun = None
try:
    import psutil
    begun = psutil.Process().memory_info().rss
    resource.setrlimit(resource.RLIMIT_DATA, (begun + limit, begun + limit))
    for item in LOADERS.get(sys.argv[1]).open(sys.argv[2], {}).items():
        counts[type(item).__name__] = counts.get(type(item).__name__, 0) + 1
except InputError as error:
    said = error.message
print(json.dumps({**counts, "said": said}))
"""
MB = 1 << 20
MOST_MB = 250


def write_long_line(out: BinaryIO) -> None:
    out.write(b"a\tr\tb\n")
    for _ in range(100):
        out.write(b"x" * MB)
    out.write(b"\nc\tr\td\n")


def write_endless_tabs(out: BinaryIO) -> None:
    out.write(b"a\tr\tb\n")
    for _ in range(100):
        out.write(b"\t" * MB)
    out.write(b"\nc\tr\td\n")


def write_zeros(out: BinaryIO) -> None:
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=1) as packed:
        packed.write(b"a\tr\tb\n")
        for _ in range(100):
            packed.write(bytes(MB))
        packed.write(b"\nc\tr\td\n")


def write_long_name(out: BinaryIO) -> None:
    out.write(b"a\tr\tb\n" + b"n" * MB + b"\tr\tb\nc\tr\td\n")


@pytest.mark.parametrize("write", [write_long_line, write_endless_tabs, write_zeros, write_long_name])
def test_a_line_without_end_is_one_bad_line_in_little_memory(
    tmp_path: Path, write: Callable[[BinaryIO], None]
) -> None:
    path = tmp_path / "facts.tsv"
    with path.open("wb") as out:
        write(out)
    command = [sys.executable, "-c", READ, "triples", str(path), str(MOST_MB)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"Fact": 2, "BadLine": 1, "said": ""}


@pytest.mark.parametrize("loader", ["rdf", "table", "wikidata", "freebase"])
@pytest.mark.parametrize("write", [write_long_line, write_zeros])
def test_what_no_loader_can_use_is_reported_or_an_error_in_little_memory(
    tmp_path: Path, loader: str, write: Callable[[BinaryIO], None]
) -> None:
    path = tmp_path / {"rdf": "x.ttl", "table": "x.csv", "wikidata": "x.json", "freebase": "x.nt"}[loader]
    with path.open("wb") as out:
        write(out)
    command = [sys.executable, "-c", READ, loader, str(path), str(MOST_MB)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["said"] or found["BadLine"], found


def read(path: Path) -> list[object]:
    return list(LOADERS.get("triples").open(str(path), {}).items())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16"])
def test_utf_16_is_told_with_or_without_its_mark(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "facts.tsv"
    path.write_bytes("Ada\tworks at\tAcme\nBen\tworks at\tAcme\n".encode(encoding))
    with pytest.raises(InputError, match="UTF-16") as caught:
        read(path)
    assert "iconv" in caught.value.hint


def test_zeros_in_a_line_make_it_a_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "facts.tsv"
    path.write_bytes(b"a\tr\tb\r\nc\tr\0\td\r\n\0\0\0\r\ne\tr\tf\r\n")
    items = read(path)
    assert [item.line for item in items if isinstance(item, BadLine)] == [2, 3]
    facts = [item.triple for item in items if isinstance(item, Fact)]
    assert [(fact.subject.name, fact.object.name) for fact in facts] == [("a", "b"), ("e", "f")]


def test_very_many_types_of_relations_are_read(tmp_path: Path) -> None:
    path = tmp_path / "facts.tsv"
    path.write_text("".join(f"a{n}\trelation {n}\tb{n}\n" for n in range(30_000)), "utf-8")
    items = read(path)
    assert len(items) == 30_000 and all(isinstance(item, Fact) for item in items)
