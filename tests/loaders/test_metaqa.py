import gzip
from pathlib import Path

import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import Fact
from kgqa_neo4j.model.errors import ConfigError, InputError


def subjects(path: Path) -> list[str]:
    items = LOADERS.get("metaqa").open(str(path), {}).items()
    return [item.triple.subject.id for item in items if isinstance(item, Fact)]


def test_a_folder_with_a_plain_or_packed_file_and_the_file_itself_are_the_same(tmp_path: Path) -> None:
    text = b"Kismet|directed_by|William Dieterle\n"
    plain, packed = tmp_path / "plain", tmp_path / "packed"
    for folder in (plain, packed):
        folder.mkdir()
    (plain / "kb.txt").write_bytes(text)
    (packed / "kb.txt.gz").write_bytes(gzip.compress(text))
    assert subjects(plain) == subjects(packed) == subjects(packed / "kb.txt.gz") == ["metaqa:Kismet"]


def test_a_folder_without_the_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no kb\.txt"):
        subjects(tmp_path)


def test_the_bundled_sample_needs_no_path() -> None:
    source = LOADERS.get("sample").open("", {})
    assert sum(isinstance(item, Fact) for item in source.items()) > 1000


def test_an_unknown_loader_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError) as caught:
        LOADERS.get("nothing")
    assert "metaqa, property-graph, rdf, sample, table, triples" in caught.value.hint
