"""Loads by Spark on a cluster import what loads on this machine import, from sources cut into splits."""

from __future__ import annotations

import bz2
import gzip
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.loading.spark.conftest import DATA, Rows, local_rows, needs_data, spark_rows

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Splits = Callable[[int], None]
NS = "http://rdf.freebase.com/ns/"
FILMS = b"".join(b"Film_%05d|directed_by|Person_%03d\n" % (one, one % 97) for one in range(1500))


def unpacked(source: Path, file: Path, first: int, last: int) -> Path:
    with gzip.open(source, "rb") as packed, file.open("wb") as out:
        out.writelines(islice(packed, first, last))
    return file


def assert_same(local: Rows, spark: Rows) -> None:
    assert spark.hash == local.hash
    assert spark.nodes == local.nodes
    assert spark.relationships == local.relationships
    assert spark.rejected == local.rejected


def test_triples_with_bad_lines_on_each_side_of_a_split(
    tmp_path: Path, spark: SparkSession, split_bytes: Splits
) -> None:
    file = tmp_path / "films.txt"
    size = len(FILMS.splitlines()[0]) + 1
    lines = FILMS.splitlines(keepends=True)
    # The last line of the first split, the first of the second, and one that is cut by an end of a split.
    for place in (499, 500, 1099):
        lines[place] = b"bad line".ljust(size - 1) + b"\n"
    lines[1200] = 'Caf\xe9|said|"a, b; c"\n'.encode()
    lines[1201] = b"\xff|is not|UTF-8\n"
    lines += [b"\n", b"two|columns\n", *lines[:40], b"Film_00001|released_in|1999\n"]
    file.write_bytes(b"".join(lines))
    split_bytes(500 * size)
    local = local_rows(tmp_path / "local", "triples", file)
    assert_same(local, spark_rows(spark, tmp_path / "spark", "triples", file))
    assert [line.split("\t")[0] for line in local.rejected] == [
        f"films.txt:{number}" for number in (500, 501, 1100, 1202, 1502)
    ]


def test_several_packed_files_are_numbered_one_by_one(tmp_path: Path, spark: SparkSession) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    half = len(FILMS) // 2
    half = FILMS.index(b"\n", half) + 1
    (folder / "a.txt.gz").write_bytes(gzip.compress(FILMS[:half]))
    (folder / "b.txt.bz2").write_bytes(bz2.compress(b"one column\n" + FILMS[half:]))
    whole = tmp_path / "whole" / "films.txt"
    whole.parent.mkdir()
    whole.write_bytes(FILMS)
    local = local_rows(tmp_path / "local", "triples", whole, prefix="f")
    found = spark_rows(spark, tmp_path / "spark", "triples", folder, prefix="f")
    assert (found.hash, found.nodes) == (local.hash, local.nodes)
    assert found.rejected == [
        f"films:b.txt.bz2:1\t1 columns instead of 3\tone column\t{FILMS[:half].count(10) + 1}"
    ]


@needs_data
@pytest.mark.parametrize(
    ("loader", "name", "first", "last", "size"),
    [
        ("wikidata", "wikidata/dump-head-50.json.gz", 0, 20, 600_000),
        ("wikidata", "wikidata/simplequestions-truthy.nt.gz", 32_000, 35_000, 100_000),
        ("freebase", "freebase/fb15k237.nt.gz", 10_000, 13_000, 100_000),
    ],
    ids=["wikidata", "truthy", "freebase"],
)
def test_real_data(
    loader: str,
    name: str,
    first: int,
    last: int,
    size: int,
    tmp_path: Path,
    spark: SparkSession,
    split_bytes: Splits,
) -> None:
    file = unpacked(DATA / name, tmp_path / Path(name).stem, first, last)
    split_bytes(size)
    local = local_rows(tmp_path / "local", loader, file)
    assert_same(local, spark_rows(spark, tmp_path / "spark", loader, file))


def test_what_freebase_says_of_its_types_in_several_splits(
    tmp_path: Path, spark: SparkSession, split_bytes: Splits
) -> None:
    def said(subject: str, predicate: str, object_: str) -> str:
        return f"<{NS}{subject}>\t<{NS}{predicate}>\t{object_}\t.\n"

    lines = [said("film.film.directed_by", "type.object.name", '"directed"@en')]
    for number in range(400):
        lines.append(said(f"m.0{number}", "type.object.name", f'"Film {number}"@en'))
        # One entity is spoken of over more than one split.
        lines += [said("m.0many", "common.topic.alias", f'"Alias {number}"@en')] * (number == 200) * 60
        lines.append(said(f"m.0{number}", "film.film.directed_by", f"<{NS}m.0{number + 1}>"))
        lines.append(said(f"m.0{number}", "type.object.type", f"<{NS}film.film>"))
    lines.append(said("film.film.directed_by", "type.object.name", '"directed by"@en'))
    lines.append(said("film.film", "type.object.name", '"Film"@en'))
    lines.append(said("m.01", "type.object.name", '"The last name holds"@en'))
    file = tmp_path / "freebase.nt"
    file.write_text("".join(lines), "utf-8")
    split_bytes(3000)
    local = local_rows(tmp_path / "local", "freebase", file)
    assert_same(local, spark_rows(spark, tmp_path / "spark", "freebase", file))
    assert any("The last name holds" in node for node in local.nodes)
    assert any("directed by" in node for node in local.nodes)
