"""Threads, processes, loads and a killed server at once, with fewer of each than `benchmarks/soak.py`."""

from pathlib import Path

from benchmarks.soak import Counts, Soak


def test_no_answer_is_wrong_and_no_triple_lost_while_loads_run_and_the_server_is_killed(tmp_path: Path) -> None:
    # With this seed, the kill comes early enough for questions to be asked after it.
    counts = Counts(threads=6, processes=3, seconds=22, kills=1, triples=1500, institutes=10, seed=1)
    soak = Soak(tmp_path, counts)
    row = soak.run()
    assert soak.faults == []
    assert row["server"]["kills"] == 1 and row["triples"]["same_graph"]
    assert row["library"]["right"] and row["command"]["right"] and row["loads"]["files"] >= 2
    soak.draw(tmp_path / "memory.svg")
    assert "server killed" in (tmp_path / "memory.svg").read_text("utf-8")
