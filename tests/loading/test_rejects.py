from pathlib import Path

from kgqa_neo4j.loaders.base import BadLine
from kgqa_neo4j.loading.rejects import Rejects


def test_a_line_break_in_a_reason_or_a_name_does_not_break_the_file(tmp_path: Path) -> None:
    path = tmp_path / "rejects.tsv"
    reasons = ["no\u2028number", "two\nlines", "carriage\rreturn", "next\x85line", "tab\there", "plain"]
    with Rejects(path, "odd\nname.txt") as rejects:
        for number, reason in enumerate(reasons, 1):
            rejects.add(BadLine(number, reason, b"content"))
    assert [line.count("\t") for line in path.read_text("utf-8").splitlines()] == [2] * len(reasons)
    Rejects(path, "odd\nname.txt").resume(5, 5)
    kept = path.read_text("utf-8").splitlines()
    assert len(kept) == 5
    assert kept[0] == "odd\\nname.txt:1\tno\\u2028number\tcontent"


def test_lines_after_the_position_are_forgotten_and_others_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "rejects.tsv"
    with Rejects(path, "facts.txt") as rejects:
        for number in (2, 7, 9):
            rejects.add(BadLine(number, "bad", b"x"))
    resumed = Rejects(path, "facts.txt")
    resumed.resume(7, 2)
    assert resumed.count == 2
    assert path.read_text("utf-8") == "facts.txt:2\tbad\tx\nfacts.txt:7\tbad\tx\n"


def test_nothing_is_forgotten_where_nothing_was_rejected(tmp_path: Path) -> None:
    Rejects(tmp_path / "none.tsv", "facts.txt").resume(7, 0)
    assert not (tmp_path / "none.tsv").exists()
