import pickle
import random
from pathlib import Path

import pytest

from kgqa_neo4j.loaders import stored
from kgqa_neo4j.loaders.stored import Ids, Store
from kgqa_neo4j.model.errors import InputError


def test_a_set_that_is_larger_than_memory_holds_what_was_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "HELD", 7)
    chance = random.Random(1)
    ids, expected = Ids(), set[str]()
    for _ in range(300):
        one = f"m.{chance.randrange(150)}"
        # Also what was just found not to be there.
        assert (one in ids) == (one in expected)
        ids.add(one)
        expected.add(one)
        assert one in ids
    assert list(ids) == sorted(expected)
    assert "m.é" not in ids


@pytest.mark.parametrize("held", [1, 100])
def test_a_set_is_copied_to_other_processes(monkeypatch: pytest.MonkeyPatch, held: int) -> None:
    monkeypatch.setattr(stored, "HELD", held)
    ids = Ids(["b", "a", "a"])
    copy = pickle.loads(pickle.dumps(ids))
    assert ("a" in copy, "c" in copy) == (True, False)
    assert bool(copy)
    assert not Ids()


def test_tables_go_with_their_store_and_not_with_its_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    store = Store({"name": "(id TEXT PRIMARY KEY ON CONFLICT REPLACE, name TEXT)"})
    store.add("name", "a", "A")
    store.add("name", "a", "B")
    copy = pickle.loads(pickle.dumps(store))
    assert copy.rows("SELECT name FROM name").fetchall() == [("B",)]
    del copy
    assert store.rows("SELECT name FROM name").fetchall() == [("B",)]
    assert len(list(tmp_path.iterdir())) == 1
    del store
    assert not list(tmp_path.iterdir())


def test_a_disk_that_is_full_is_an_input_error_with_what_to_do() -> None:
    store = Store({"id": "(id TEXT PRIMARY KEY)"})
    store.run("PRAGMA max_page_count = 4")
    with pytest.raises(InputError, match=r"cannot store the file's names in .*full") as caught:
        for number in range(100_000):
            store.add("id", f"an id of some length {number}")
    assert "TMPDIR" in caught.value.hint
